import { describe, expect, it } from 'vitest';
import type { Policy } from '../../../src-main/contract/configuration.ts';
import type { Metric, Repetition } from '../../../src-main/contract/run.ts';
import { type ClosedCase, closingWarnings } from '../../../src-main/core/run/closing-warnings.ts';

const policy: Policy = {
  criterion: 'precision',
  parameters: { minSamples: 10 },
  timeLimitS: 3,
  repetitions: 2,
  order: 'shuffled',
};
const metric = (low: number | null, high: number | null) =>
  ({ ci95LoNs: low, ci95HiNs: high }) as Metric;
const repetition = (repetition: number, disturbed: string | null = null): Repetition => ({
  ...{ repetition, seconds: 1, interference: null, disturbed },
});
const warningsOf = (more: Partial<ClosedCase>) =>
  closingWarnings({
    ...{ policy, stopReason: 'precision', metrics: {}, samplesOfEach: [20, 20] },
    ...{ repetitions: [repetition(0), repetition(1)], outOfLine: null },
    ...more,
  });

describe('a case says when it is closed', () => {
  it('nothing where it was measured as asked', () => expect(warningsOf({})).toEqual([]));

  it('that its whole came out below the kernel that it contains', () => {
    const kernel = metric(92_300, 93_100);
    const [said, ...more] = warningsOf({
      metrics: { kernel, call: kernel, total: metric(59_100, 60_900) },
    });
    expect(more).toEqual([]);
    expect(said).toMatch(/^total came out below the kernel that it contains: .*quieter machine/);
    const both = { kernel, call: metric(50_000, 60_000), total: metric(59_100, 60_900) };
    expect(warningsOf({ metrics: both })[0]).toMatch(
      /^call and total came out below .* that they contain/,
    );
    expect(warningsOf({ metrics: { kernel, total: metric(59_100, 92_300) } })).toEqual([]);
    expect(warningsOf({ metrics: { kernel, total: metric(null, null) } })).toEqual([]);
    expect(warningsOf({ metrics: { total: metric(1, 2) } })).toEqual([]);
  });

  it('that its time limit ended it', () => {
    const stopReason = 'time-limit';
    expect(warningsOf({ stopReason })).toEqual([
      'the time limit of 3 s came before the stopping criterion was met',
    ]);
    expect(warningsOf({ stopReason, samplesOfEach: [20, 4] })).toEqual([
      '4 of at least 10 samples in a repetition: the time limit of 3 s came first',
    ]);
    const fixed = { ...policy, criterion: 'fixed', parameters: { samples: 50 } };
    expect(warningsOf({ stopReason, policy: fixed })).toEqual([
      '40 of 50 samples: the time limit of 3 s came first',
    ]);
    expect(warningsOf({ stopReason: 'count', policy: fixed })).toEqual([
      '40 of 50 samples: the others were skipped or not reached',
    ]);
    expect(warningsOf({ policy: fixed, samplesOfEach: [25, 25] })).toEqual([]);
  });

  it('that it has fewer repetitions than asked for', () => {
    expect(warningsOf({ samplesOfEach: [20] })).toEqual([
      '1 of 2 repetitions: the others were skipped or not reached',
    ]);
  });

  it('that it has more threads than it may use CPUs', () => {
    const on = (threads: number, usableCpus: number): Repetition => ({
      ...repetition(0),
      interference: { threads, usableCpus },
    });
    expect(warningsOf({ repetitions: [on(2, 2), on(2, 1)] })).toEqual([
      'oversubscribed: 2 threads take turns on the 1 CPU that this process may use',
    ]);
    expect(warningsOf({ repetitions: [on(2, 2), on(2, 4)] })).toEqual([]);
  });

  it('that it stayed disturbed, unless three quiet repetitions count instead, and are most', () => {
    const loud = (round: number) => repetition(round, `effective threads 0.7${round}`);
    expect(warningsOf({ repetitions: [loud(0), loud(1), repetition(2)] })).toEqual([
      'disturbed: effective threads 0.71 (2 of 3 repetitions)',
    ]);
    const quiet = [4, 5, 6].map((round) => repetition(round));
    expect(warningsOf({ repetitions: [loud(0), ...quiet] })).toEqual([]);
    expect(warningsOf({ repetitions: [loud(0), loud(1), loud(2), loud(3), ...quiet] })).toEqual([
      'disturbed: effective threads 0.73 (4 of 7 repetitions)',
    ]);
  });

  it('that fewer repetitions count than were asked for, as others were disturbed', () => {
    const loud = (round: number) => repetition(round, 'stolen');
    const five = { ...policy, repetitions: 5 };
    const repetitions = [loud(0), repetition(1), loud(2), repetition(3), repetition(4)];
    const samplesOfEach = [20, 20, 20, 20, 20];
    expect(warningsOf({ policy: five, repetitions, samplesOfEach })).toEqual([
      '3 of 5 repetitions: the others were disturbed and are left out',
    ]);
    const madeUpFor = [...repetitions, repetition(5), repetition(6)];
    expect(warningsOf({ policy: five, repetitions: madeUpFor, samplesOfEach })).toEqual([]);
  });

  it('that it is slow at its size in every repetition', () => {
    expect(warningsOf({ outOfLine: 1.84 })[0]).toMatch(
      /^time per element is 1\.8 times that of both neighbouring sizes in all 2 repetitions/,
    );
  });
});
