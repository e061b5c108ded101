import { describe, expect, it } from 'vitest';
import type { Policy } from '../../src-main/contract/configuration.ts';
import type { StoredCase } from '../../src-main/contract/run.ts';
import {
  missedByCase,
  missedCasesText,
  wideIntervalText,
} from '../../src-main/contract/wide-intervals.ts';
import { storedCase } from '../helpers/stored-case.ts';

const policy: Policy = {
  ...{ criterion: 'precision', parameters: {}, timeLimitS: 15, repetitions: 2, order: 'shuffled' },
};
/** A median of 1000 ns whose interval has this half-width. */
const within = (half: number) =>
  ({
    ...{ medianNs: 1000, ci95LoNs: 1000 / (1 + half), ci95HiNs: 1000 * (1 + half) },
  }) as StoredCase['metrics'][string];
const measured = (
  metrics: StoredCase['metrics'],
  more: { policy?: Policy; status?: 'running' | 'complete'; stored?: Partial<StoredCase> } = {},
) => ({
  run: { status: more.status ?? ('complete' as const) },
  plan: {
    cases: [0, 1].map((index) => ({
      ...{ index, workload: 'w', variant: 'v', values: {}, inputKey: '' },
      policy: more.policy ?? policy,
    })),
  },
  cases: [
    storedCase(0, { workload: 'w', variant: 'v', metrics, ...more.stored }),
    storedCase(1, { workload: 'w', variant: 'v', metrics: { kernel: within(0.001) } }),
  ],
});
const indexesOf = (...given: Parameters<typeof measured>) => [
  ...missedByCase(measured(...given)).keys(),
];

describe('a case whose interval is wider than its target', () => {
  const wide = { kernel: within(0.03), total: within(0.05) };

  it('is found by index, and counted in one sentence', () => {
    expect(indexesOf(wide)).toEqual([0]);
    expect(missedCasesText(measured(wide))).toBe(
      '1 of 2 cases did not reach the target for their 95 % CI; more repetitions narrow it',
    );
    expect(missedCasesText(measured({ kernel: within(0.01) }))).toBe('');
    // The kernel of a GPU has a narrower target.
    expect(indexesOf({ kernel: within(0.015) })).toEqual([]);
    const ofGpu = { attributes: { gpuUuid: 'GPU-1' } };
    expect(indexesOf({ kernel: within(0.015) }, { stored: ofGpu })).toEqual([0]);
  });

  it('is none where samples are counted, where it failed, and while the run goes on', () => {
    expect(indexesOf(wide, { policy: { ...policy, criterion: 'fixed' } })).toEqual([]);
    expect(indexesOf(wide, { stored: { outcome: 'failed' } })).toEqual([]);
    expect(indexesOf(wide, { status: 'running' })).toEqual([]);
    expect(missedCasesText(measured(wide, { status: 'running' }))).toBe('');
  });

  it('says half-width and target of each timing scope, the farthest from it first', () => {
    const [[, missed = []] = []] = missedByCase(measured(wide));
    expect(wideIntervalText(missed)).toBe(
      'half-width of the 95 % CI: end to end 5.0 % (target 2 %), kernel 3.0 % (target 2 %)',
    );
  });
});
