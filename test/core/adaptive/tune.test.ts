import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { App } from '../../../src-main/core/app.ts';
import { counted, countedAll } from '../../helpers/counted.ts';
import { runToEnd } from '../../helpers/run-to-end.ts';
import { createMeasuringApp, type MeasuringApp } from '../../helpers/scripted-app.ts';

let scripted: MeasuringApp;
let app: App;
beforeEach(() => {
  scripted = createMeasuringApp();
  app = scripted.app;
});
afterEach(() => scripted.close());

describe('tuning', () => {
  it('finds the least of a curve, stores every probe, and says what cannot be told from the best', async () => {
    // With seven bins the scripted variant takes 1 + 4 (share - 0.7)^2 of its time.
    const asked = countedAll(
      {
        variants: ['accelerated'],
        set: { n: 100_000, bins: 7 },
        sweep: { share: [0, 0.25, 0.5, 0.75, 1] },
      },
      {
        tune: { parameter: 'share', scope: 'call' },
        policy: { ...counted().policy, repetitions: 6 },
      },
    );
    const ref = await runToEnd(app, () => app.api.startRun({ configuration: asked }));
    const { tuning, cases, run } = await app.api.run({ ref });
    expect(run.status).toBe('complete');
    expect(cases.length).toBeGreaterThan(5);
    // The best value and the fastest one that it is told from are there once more, in five processes or more.
    expect(tuning?.trials).toHaveLength(cases.length - 2);
    expect(tuning?.confirmation).toMatchObject({
      best: tuning?.best,
      comparison: { verdict: 'slower', paired: true, repetitions: [6, 6] },
    });
    const again = cases.slice(-2).map(({ values }) => values.share);
    expect(again).toEqual([tuning?.best, tuning?.confirmation?.value]);
    expect(tuning?.sentence).toContain('measured again in fresh processes');
    expect(Math.abs(Number(tuning?.best) - 0.7)).toBeLessThan(0.0501);
    const [low, high] = tuning?.interval ?? [Number.NaN, Number.NaN];
    expect(Number(low)).toBeLessThanOrEqual(0.7 + 0.05);
    expect(Number(high)).toBeGreaterThanOrEqual(0.7 - 0.05);
    expect(tuning?.state).not.toBe('open');
    expect(tuning?.sentence).toContain(`share = ${tuning?.best}`);
  });

  it('stops early where probes cannot be told apart', async () => {
    const asked = countedAll(
      { variants: ['accelerated'], set: { n: 100_000 }, sweep: { share: [0, 0.25, 0.5, 0.75, 1] } },
      { tune: { parameter: 'share', scope: 'call' } },
    );
    const ref = await runToEnd(app, () => app.api.startRun({ configuration: asked }));
    const { tuning, cases } = await app.api.run({ ref });
    expect(cases.length).toBeLessThan(12);
    expect(tuning).toMatchObject({ state: 'flat', interval: [0, 1] });
  });
});
