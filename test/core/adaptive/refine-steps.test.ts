import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { defaultRefinement } from '../../../src-main/contract/break-even-target.ts';
import { processSeconds } from '../../../src-main/contract/expected-time.ts';
import { refineSteps } from '../../../src-main/core/adaptive/refine-steps.ts';
import { createComparer } from '../../../src-main/core/analysis/compare.ts';
import { openStore, type Store } from '../../../src-main/core/store/store.ts';
import { defaultMargins } from '../../../src-main/stats/decide.ts';
import { countedAll } from '../../helpers/counted.ts';
import { runToEnd } from '../../helpers/run-to-end.ts';
import { createMeasuringApp, type MeasuringApp } from '../../helpers/scripted-app.ts';

let scripted: MeasuringApp;
let store: Store;
let runId: string;
beforeEach(async () => {
  scripted = createMeasuringApp();
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

/** Steps where each repetition of a case takes so many seconds, one by default. */
function stepsOf(timeLimitS: number, now: () => number = () => 0, seconds = 1) {
  const slow = {
    run: store.run,
    processes: store.processes,
    descriptors: store.descriptors,
    repetitions: (id: string) =>
      new Map(
        [...store.repetitions(id)].map(([index, all]) => [
          index,
          all.map((one) => ({ ...one, seconds })),
        ]),
      ),
  };
  const comparer = createComparer(store, () => defaultMargins);
  const limits = { ...defaultRefinement, timeLimitS };
  return refineSteps(slow, comparer, runId, { scope: 'call' }, limits, now);
}

/** The first step where each repetition of a case takes a second. */
function firstStep(timeLimitS: number) {
  const step = stepsOf(timeLimitS)(runId);
  if (step === null || typeof step === 'string') return String(step);
  const measured = [...(step.again ?? []), ...step.added];
  const processes = Math.max(...measured.map(({ policy }) => policy.repetitions));
  return {
    sizes: new Set(step.added.map(({ values }) => values.n)).size,
    seconds: measured.reduce(
      (sum, { policy }) => sum + policy.repetitions,
      processes * processSeconds,
    ),
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
    const one = firstStep(Number(seconds));
    if (typeof one === 'string') throw new Error(one);
    expect(one.sizes).toBe(1);
    expect(Math.ceil(one.seconds)).toBe(Number(seconds));
  });

  it('takes the start of a process for each repetition, however quick the cases are', () => {
    const { repetitions } = countedAll({}).policy;
    const starts = repetitions * processSeconds;
    expect(stepsOf(starts + 0.001, () => 0, 0)(runId)).toMatchObject({ added: expect.anything() });
    expect(stepsOf(starts - 0.001, () => 0, 0)(runId)).toMatch(/^refinement ended: the next size/);
  });

  it('has its time from when it is asked for first: what came before was a wait for the machine', () => {
    let clock = 0;
    const steps = stepsOf(300, () => clock, 0);
    clock = 1000;
    expect(steps(runId)).toMatchObject({ added: expect.anything() });
    clock = 1299.999;
    expect(steps(runId)).toMatch(/, and 0 s of 300 s are left$/);
  });
});
