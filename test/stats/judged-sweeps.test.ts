import { describe, expect, it } from 'vitest';
import { adjusted, holdsInSweep } from '../../src-main/core/analysis/false-discovery.ts';
import { type JudgeOptions, judge } from '../../src-main/stats/judge.ts';
import { adjustSweep } from '../../src-main/stats/sweep.ts';
import { sideOf } from './processes.ts';

const sameRun: JudgeOptions = { sameRun: true };

it('a sweep adjusts the p of the judge for the number of comparisons', () => {
  const view = (p: number | undefined) => ({
    ...judge(
      sideOf('a', [1000, 1000, 1000]),
      sideOf('b', p === undefined ? [] : [1000, 1000, 1000]),
      sameRun,
    ),
    ...(p === undefined ? {} : { p }),
  });
  const after = adjustSweep([view(0.01), view(0.04), view(undefined), view(0.5)]);
  expect(after.map(({ adjustedP }) => adjustedP)).toEqual([0.03, 0.06, undefined, 0.5]);
});

describe('a case that stayed disturbed', () => {
  const slow = { ...sideOf('slow', [2000, 2010, 1990]), disturbed: 'effective threads 0.71' };
  const quick = sideOf('quick', [1000, 1005, 995]);

  it('is inconclusive between runs, in either direction, and keeps its ratio', () => {
    const across: JudgeOptions = { sameRun: false };
    const view = judge(slow, quick, across);
    expect(judge({ ...slow, disturbed: null }, quick, across).verdict).toBe('slower');
    expect(view.verdict).toBe('inconclusive');
    expect(view.ratio).toBeCloseTo(2, 1);
    expect(view.reason).toContain('disturbed: slow (effective threads 0.71); ');
    expect(judge(quick, slow, across)).toMatchObject({ verdict: 'inconclusive' });
  });

  it('has no part in the false discovery rate of a sweep', () => {
    const across: JudgeOptions = { sameRun: false };
    const view = judge(slow, quick, across);
    expect(view).not.toHaveProperty('p');
    const quiet = judge({ ...slow, disturbed: null }, quick, across);
    const sweep = adjusted([
      ...Array.from({ length: 18 }, () => judge(slow, quick, across)),
      { ...quiet, p: 0.045 },
      { ...quiet, verdict: 'inconclusive', p: 0.9 },
    ]);
    expect(sweep[0]).toEqual(view);
    expect(sweep[18]).toMatchObject({ verdict: 'slower', adjustedP: 0.09 });
    expect(sweep.filter((one) => one.verdict === 'slower' && holdsInSweep(one))).toEqual([]);
  });

  it('has no verdict within a run either', () => {
    const view = judge(slow, quick, sameRun);
    expect(view).toMatchObject({ verdict: 'inconclusive', disturbed: true });
    expect(judge({ ...slow, disturbed: null }, quick, sameRun).verdict).toBe('slower');
  });
});
