import { describe, expect, it } from 'vitest';
import type { ComparisonView, Verdict } from '../../../src-main/contract/verdict.ts';
import { adjusted, holdsInSweep } from '../../../src-main/core/analysis/false-discovery.ts';

const view = (verdict: Verdict, p?: number): ComparisonView => ({
  verdict,
  reason: 'it is',
  ratio: 1.1,
  ci95: [1.05, 1.15],
  against: 'b',
  ...(p === undefined ? {} : { p }),
});

describe('a gate over a sweep', () => {
  it('counts a difference only where it holds among so many', () => {
    const views = [
      view('slower', 0.04),
      view('slower', 0.001),
      ...Array(3).fill(view('equivalent', 1)),
    ];
    expect(adjusted(views).map(holdsInSweep)).toEqual([false, true, true, true, true]);
    expect(adjusted(views)[0]?.adjustedP).toBeCloseTo(0.1, 12);
  });

  it('leaves one comparison as it is, however many cannot be compared', () => {
    const views = [view('slower', 0.04), view('not comparable'), view('not comparable')];
    expect(adjusted(views)).toBe(views);
    expect(views.map(holdsInSweep)).toEqual([true, true, true]);
  });
});
