import { describe, expect, it } from 'vitest';
import { firstFree } from '../../src-main/charts/point-labels.ts';

const box = (left: number, top: number) => ({ left, top, right: left + 10, bottom: top + 5 });
const area = { left: 0, top: 0, right: 100, bottom: 50 };

describe('a label beside a point', () => {
  it('takes the first place that is inside the plot and free, and is left out where none is', () => {
    const spots = [box(95, 10), box(20, 10), box(40, 10)];
    expect(firstFree(spots, [], area)).toEqual(box(20, 10));
    expect(firstFree(spots, [box(28, 13)], area)).toEqual(box(40, 10));
    // Edges that touch do not overlap.
    expect(firstFree(spots, [box(30, 10)], area)).toEqual(box(20, 10));
    expect(firstFree(spots, [box(22, 10), box(42, 12)], area)).toBeUndefined();
  });
});
