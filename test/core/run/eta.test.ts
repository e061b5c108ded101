import { describe, expect, it } from 'vitest';
import type { PlannedCase } from '../../../src-main/contract/run.ts';
import { createEta } from '../../../src-main/core/run/eta.ts';
import type { Left } from '../../../src-main/core/run/repetitions.ts';
import { createRandom } from '../../../src-main/stats/random.ts';

const cases = (count: number, policy: Partial<PlannedCase['policy']> = {}): PlannedCase[] =>
  Array.from({ length: count }, (_, index) => ({
    index,
    workload: 'w',
    variant: 'v',
    values: {},
    inputKey: 'k',
    policy: {
      criterion: 'fixed',
      parameters: {},
      timeLimitS: 1,
      repetitions: 2,
      order: 'shuffled',
      ...policy,
    },
  }));

const left = (all: readonly PlannedCase[]): Left =>
  all.map((planned) => ({ planned, count: 1, thorough: false }));

describe('the time that is left', () => {
  it('is not known before anything has finished', () => {
    expect(createEta().remaining(left(cases(3)))).toBeNull();
  });

  it('repeats what earlier rounds took', () => {
    const eta = createEta();
    const all = cases(3);
    for (const planned of all) eta.finished(planned, 10 ** planned.index);
    const [low, high] = eta.remaining(left(all.slice(1))) ?? [];
    expect(low).toBeCloseTo((110 * 1.6) / 1.35, 6);
    expect(high).toBeCloseTo(110 * 1.6 * 1.35, 6);
  });

  it('learns from a run how much longer its thorough repetitions take than its first', () => {
    const eta = createEta();
    const all = cases(10);
    for (const planned of all) eta.finished(planned, 2);
    const open = all.slice(5).map((planned) => ({ planned, count: 1, thorough: true }));
    const middle = (): number => {
      const [low, high] = eta.remaining(open) ?? [0, 0];
      return Math.sqrt(low * high);
    };
    expect(middle()).toBeCloseTo(5 * 2 * 2.5, 6);
    for (const planned of all.slice(0, 5)) eta.finished(planned, 8, true);
    // Five cases of this run, and what is usual with the weight of five.
    expect(middle()).toBeCloseTo((5 * 2 * (5 * 8 + 5 * 2 * 2.5)) / (5 * 2 + 5 * 2), 6);
  });

  it('is shorter where samples end soon', () => {
    const middleOf = (timeLimitS: number | null): number => {
      const eta = createEta();
      const all = cases(2, { timeLimitS });
      for (const planned of all) eta.finished(planned, 1);
      const [low, high] = eta.remaining(left(all)) ?? [0, 0];
      return Math.sqrt(low * high);
    };
    expect([middleOf(0.016), middleOf(0.05), middleOf(null)]).toEqual([
      expect.closeTo(1.9, 6),
      ...[expect.closeTo(3.2, 6), expect.closeTo(3.2, 6)],
    ]);
  });

  it('has repetitions for open questions in it, where there may be some and until there were', () => {
    const measured = (criterion: string) => {
      const all = cases(10, { criterion, repetitions: 2 });
      const eta = createEta();
      for (const planned of all) eta.finished(planned, 1);
      for (const planned of all.slice(1)) eta.finished(planned, 2, true);
      const middle = (): number => {
        const [low = 0, high = 0] = eta.remaining(left(all.slice(0, 1))) ?? [];
        return (low + high) / 2;
      };
      return { eta, middle, one: all[0] as PlannedCase };
    };
    const [open, counted] = [measured('precision'), measured('fixed')];
    // That part of the 28 s so far and of the repetition that is left.
    const left1 = open.middle() - counted.middle();
    expect(left1).toBeGreaterThan(0.15 * (28 + 1));
    expect(left1).toBeLessThan(0.15 * (28 + 2));
    for (const { eta, one } of [open, counted]) {
      eta.finished(one, 2, true);
      eta.finished(one, 6);
    }
    expect(open.middle()).toBe(counted.middle());
  });

  it('is as uncertain as repetitions of a case differ', () => {
    const eta = createEta();
    const all = cases(2);
    for (const planned of all) eta.finished(planned, 10);
    // The load of the machine changes.
    for (const planned of all) eta.finished(planned, 10 * (planned.index + 2));
    // The second was expected to take as long as the first has made the rest look.
    const second = (10 * (20 + 5 * 10 * 1.6)) / (10 + 5 * 10);
    const factor = 1 + (Math.log(20 / 16) + Math.log(30 / second)) / 2;
    const [low, high] = eta.remaining(left(all)) ?? [];
    expect(low).toBeCloseTo(50 / factor, 6);
    expect(high).toBeCloseTo(50 * factor, 6);
  });

  it('holds the truth about as often as two standard deviations promise', () => {
    let inside = 0;
    const trials = 400;
    for (let trial = 0; trial < trials; trial += 1) {
      const random = createRandom(trial, 1);
      const eta = createEta();
      const durations = cases(60).map((planned) => ({ planned, s: 1 + random.uniform() ** 2 * 5 }));
      for (const { planned, s } of durations.slice(0, 20)) eta.finished(planned, s);
      const rest = durations.slice(20);
      const truth = rest.reduce((sum, { s }) => sum + s, 0);
      const [low, high] = eta.remaining(left(rest.map(({ planned }) => planned))) ?? [0, 0];
      if (low <= truth && truth <= high) inside += 1;
    }
    expect(inside / trials).toBeGreaterThan(0.9);
  });
});
