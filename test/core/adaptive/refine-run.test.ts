import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { defaultRefinement } from '../../../src-main/contract/break-even-target.ts';
import type { App } from '../../../src-main/core/app.ts';
import { countedAll } from '../../helpers/counted.ts';
import { runToEnd } from '../../helpers/run-to-end.ts';
import { createMeasuringApp, type MeasuringApp } from '../../helpers/scripted-app.ts';

let scripted: MeasuringApp;
let app: App;
beforeEach(() => {
  scripted = createMeasuringApp();
  app = scripted.app;
});
afterEach(() => scripted.close());

const asked = countedAll({
  variants: ['sequential', 'parallel'],
  sweep: { n: [1000, 10_000, 100_000, 1_000_000] },
});

describe('refining', () => {
  it('adds sizes to the same run until the interval is narrow', async () => {
    const ref = await runToEnd(app, () => app.api.startRun({ configuration: asked }));
    const before = await app.api.run({ ref });
    const call = ({ scope }: { readonly scope: string }) => scope === 'call';
    const wide = before.breakEvens.find(call);
    expect(wide?.answer).toBe('one');
    const refined = await runToEnd(app, () =>
      app.api.refine({ ref, scope: 'call', ...defaultRefinement }),
    );
    expect(refined).toBe(ref);
    const after = await app.api.run({ ref });
    expect(after.run).toMatchObject({ id: ref, status: 'complete' });
    expect(after.cases.length).toBeGreaterThan(before.cases.length);
    expect(new Set(after.cases.map(({ index }) => index)).size).toBe(after.cases.length);
    const narrow = after.breakEvens.find(call);
    const width = (one: typeof narrow): number =>
      ((one?.ci95?.[1] ?? Number.NaN) - (one?.ci95?.[0] ?? 0)) / (one?.at ?? 1);
    expect(width(narrow)).toBeLessThan(width(wide));
    expect(width(narrow)).toBeLessThan(0.1);
    // 100 + n = 10,100 + n/2 at n = 20,000.
    expect(narrow?.ci95?.[0]).toBeLessThanOrEqual(20_000);
    expect(narrow?.ci95?.[1]).toBeGreaterThanOrEqual(20_000);
  });

  it('measures each added size and the two around it by the same processes, A B B A', async () => {
    const ref = await runToEnd(app, () => app.api.startRun({ configuration: asked }));
    const before = await app.api.run({ ref });
    const limits = { ...defaultRefinement, maxPoints: 1 };
    await runToEnd(app, () => app.api.refine({ ref, scope: 'call', ...limits }));
    const { plan, cases } = await app.api.run({ ref });
    const added = plan.cases.filter(({ index }) => index >= before.cases.length);
    expect(added.map(({ variant }) => variant)).toEqual(['sequential', 'parallel']);
    const size = Number(added[0]?.values.n);
    const { repetitions } = asked.policy;
    expect(added.map(({ firstRepetition }) => firstRepetition)).toEqual([repetitions, repetitions]);
    const repetitionsOf = async (n: number, variant: string): Promise<readonly number[]> => {
      const index = cases.find((one) => one.values.n === n && one.variant === variant)?.index ?? -1;
      const bins = await app.api.sampleBins({ ref, index, scope: 'kernel' });
      return bins.repetitions.map(({ repetition }) => repetition);
    };
    const [first, later] = [0, repetitions].map((from) =>
      Array.from({ length: repetitions }, (_, repetition) => from + repetition),
    );
    for (const variant of ['sequential', 'parallel']) {
      expect(await repetitionsOf(size, variant)).toEqual(later);
      expect(await repetitionsOf(1000, variant)).toEqual(first);
    }
    const below = Math.max(...[1000, 10_000, 100_000].filter((n) => n < size));
    const above = Math.min(...[10_000, 100_000, 1_000_000].filter((n) => n > size));
    for (const n of [below, above]) {
      expect(await repetitionsOf(n, 'sequential')).toEqual([...(first ?? []), ...(later ?? [])]);
      expect(await repetitionsOf(n, 'parallel')).toEqual([...(first ?? []), ...(later ?? [])]);
    }
    const { lines } = await app.api.runLog({ ref, after: 0, limit: 500 });
    expect(lines.map(({ text }) => text)).toContain(
      'refinement ended at its limit of 1 added sizes',
    );
  });
});
