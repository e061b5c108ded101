import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { defaultRefinement } from '../../../src-main/contract/break-even-target.ts';
import { refineSteps } from '../../../src-main/core/adaptive/refine-steps.ts';
import { createComparer } from '../../../src-main/core/analysis/compare.ts';
import { openStore, type Store } from '../../../src-main/core/store/store.ts';
import { defaultMargins } from '../../../src-main/stats/decide.ts';
import { runToEnd } from '../../helpers/run-to-end.ts';
import { countedAll, type ScriptedApp, scriptedApp } from '../api/scripted-app.ts';

let scripted: ScriptedApp;
let store: Store;
let runId: string;
beforeEach(async () => {
  scripted = scriptedApp();
  const configuration = countedAll({
    variants: ['sequential', 'parallel'],
    sweep: { n: [1000, 10_000, 100_000, 1_000_000] },
  });
  runId = await runToEnd(scripted.app, () => scripted.app.api.startRun({ configuration }));
  store = openStore(scripted.home);
});
afterEach(async () => {
  store.close();
  await scripted.close();
});

/** The first step where each repetition of a case takes a second. */
function firstStep(timeLimitS: number) {
  const slow = {
    run: store.run,
    processes: store.processes,
    descriptors: store.descriptors,
    repetitions: (id: string) =>
      new Map(
        [...store.repetitions(id)].map(([index, all]) => [
          index,
          all.map((one) => ({ ...one, seconds: 1 })),
        ]),
      ),
  };
  const comparer = createComparer(store, () => defaultMargins);
  const limits = { ...defaultRefinement, timeLimitS };
  const step = refineSteps(slow, comparer, runId, { scope: 'call' }, limits, () => 0)(runId);
  if (step === null || typeof step === 'string') return String(step);
  const measured = [...(step.again ?? []), ...step.added];
  return {
    sizes: new Set(step.added.map(({ values }) => values.n)).size,
    seconds: measured.reduce((sum, { policy }) => sum + policy.rounds, 0),
  };
}

describe('a step of refining', () => {
  it('has as many sizes as the time allows', () => {
    const whole = firstStep(1e6);
    if (typeof whole === 'string') throw new Error(whole);
    expect(whole.sizes).toBeGreaterThan(1);
    expect(firstStep(whole.seconds)).toEqual(whole);
    const part = firstStep(whole.seconds - 1);
    if (typeof part === 'string') throw new Error(part);
    expect(part.sizes).toBeGreaterThan(0);
    expect(part.sizes).toBeLessThan(whole.sizes);
    expect(part.seconds).toBeLessThan(whole.seconds);
  });

  it('is none where there is no time for one size, and says how long that takes', () => {
    const [, seconds] = /the next size takes (\d+) s, and 0 s of 0 s are left/.exec(
      String(firstStep(0)),
    ) ?? [null, 'none'];
    expect(firstStep(Number(seconds) - 1)).toContain(`the next size takes ${seconds} s`);
    expect(firstStep(Number(seconds))).toMatchObject({ sizes: 1, seconds: Number(seconds) });
  });
});
