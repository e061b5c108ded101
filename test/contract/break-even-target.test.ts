import { describe, expect, it } from 'vitest';
import {
  isReached,
  missedText,
  reachedText,
  refinementText,
} from '../../src-main/contract/break-even-target.ts';
import type { BreakEvenView } from '../../src-main/contract/verdict.ts';

const view = (more: Partial<BreakEvenView>): BreakEvenView => ({
  ...{ workload: 'count', scope: 'call', small: 'a', large: 'b', axis: 'n', sentence: '' },
  ...{ answer: 'one', at: 1000, ci95: [980, 1030] },
  ...more,
});
const narrow = view({});
const wide = view({ ci95: [900, 1100] });
const none = view({ answer: 'none', at: null, ci95: null });
const limit = 'refinement ended at its limit of 24 added sizes';

describe('the target of refining', () => {
  it('is reached by one narrow size or by none, and by no earlier answer that stands', () => {
    const several = view({ answer: 'several', at: null, ci95: null });
    const inconclusive = view({ answer: 'inconclusive', at: null, ci95: null });
    const all = [narrow, wide, none, several, inconclusive];
    expect(all.map((one) => isReached(one, 0.1))).toEqual([true, false, true, false, false]);
    expect(all.some((one) => isReached({ ...one, fallback: true }, 0.1))).toBe(false);
  });

  it('is missed by so many, with why refining ended', () => {
    expect(missedText([narrow, none], 0.1, limit)).toBeNull();
    expect(missedText([narrow, wide], 0.1, limit)).toBe(
      `1 of 2 break-evens did not reach the target of 10 %; ${limit}`,
    );
    expect(missedText([narrow, wide], 0.015, undefined)).toBe(
      '2 of 2 break-evens did not reach the target of 1.5 %',
    );
  });

  it('is one sentence in the window', () => {
    expect(refinementText([narrow, wide], limit)).toBe(
      `1 of 2 break-evens did not reach the target of 10 %; ${limit}.`,
    );
    expect(refinementText([narrow], limit)).toBe(
      'Refinement ended at its limit of 24 added sizes.',
    );
    // Another target, or a part of the break-evens, was asked for.
    expect(refinementText([narrow, wide], reachedText(0.5))).toBe(
      'Refinement ended: the target of 50 % is reached.',
    );
  });
});
