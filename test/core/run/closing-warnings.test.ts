import { describe, expect, it } from 'vitest';
import type { Metric, Policy } from '../../../src-main/contract/run.ts';
import { withContained } from '../../../src-main/core/run/case-repetitions.ts';
import { result } from '../store/fixtures.ts';

const policy = { rounds: 2 } as Policy;
const metric = (low: number | null, high: number | null) =>
  ({ ci95_lo_ns: low, ci95_hi_ns: high }) as Metric;
const warningsOf = (metrics: Record<string, Metric>, round = 1) =>
  withContained(result({ warnings: ['before'] }), policy, round, metrics).warnings;

describe('a whole that comes out below the kernel that it contains', () => {
  const kernel = metric(92_300, 93_100);

  it('is said with the case, after its last round', () => {
    const metrics = { kernel, call: kernel, total: metric(59_100, 60_900) };
    const [before, said, ...more] = warningsOf(metrics);
    expect([before, more]).toEqual(['before', []]);
    expect(said).toMatch(/^total came out below the kernel that it contains: .*quieter machine/);
    expect(warningsOf(metrics, 0)).toEqual(['before']);
    const both = { kernel, call: metric(50_000, 60_000), total: metric(59_100, 60_900) };
    expect(warningsOf(both)[1]).toMatch(/^call and total came out below .* that they contain/);
  });

  it('is nothing where the intervals meet, or there is none', () => {
    expect(warningsOf({ kernel, total: metric(59_100, 92_300) })).toEqual(['before']);
    expect(warningsOf({ kernel, total: metric(null, null) })).toEqual(['before']);
    expect(warningsOf({ kernel: metric(null, null), total: metric(1, 2) })).toEqual(['before']);
    expect(warningsOf({ total: metric(1, 2) })).toEqual(['before']);
  });

  it('is nothing of a case that failed', () => {
    const failed = result({ outcome: 'failed', reason: 'wrong answer', warnings: [] });
    const metrics = { kernel, total: metric(1, 2) };
    expect(withContained(failed, policy, 1, metrics).warnings).toEqual([]);
  });
});
