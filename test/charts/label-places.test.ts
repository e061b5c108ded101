import { describe, expect, it } from 'vitest';
import {
  alongBare,
  crosses,
  firstFree,
  type Place,
  type Segment,
} from '../../src-main/charts/label-places.ts';

const box = (left: number, top: number) => ({ left, top, right: left + 10, bottom: top + 5 });
const area = { left: 0, top: 0, right: 100, bottom: 50 };
const nothing = { boxes: [], lines: [] };

describe('a label beside a point', () => {
  it('takes the first place that is inside the plot and free, and is left out where none is', () => {
    const spots = [box(95, 10), box(20, 10), box(40, 10)];
    const beside = (...boxes: (typeof area)[]) => ({ boxes, lines: [] });
    expect(firstFree(spots, nothing, area)).toEqual(box(20, 10));
    expect(firstFree(spots, beside(box(28, 13)), area)).toEqual(box(40, 10));
    // Edges that touch do not overlap.
    expect(firstFree(spots, beside(box(30, 10)), area)).toEqual(box(20, 10));
    expect(firstFree(spots, beside(box(22, 10), box(42, 12)), area)).toBeUndefined();
  });

  it('goes out of the way of lines where it can', () => {
    const line: Segment = [
      [0, 0],
      [35, 35],
    ];
    const spots = [box(10, 12), box(40, 10)];
    expect(firstFree(spots, { boxes: [], lines: [line] }, area)).toEqual(box(40, 10));
    expect(firstFree([box(10, 12)], { boxes: [], lines: [line] }, area)).toEqual(box(10, 12));
  });

  it.each([
    ['passes through', { from: [0, 12], to: [100, 12] }, true],
    ['begins inside', { from: [15, 12], to: [15, 90] }, true],
    ['ends before it', { from: [0, 12], to: [9, 12] }, false],
    ['passes a corner', { from: [0, 20], to: [30, 8] }, true],
    ['runs along the edge', { from: [0, 10], to: [100, 10] }, false],
    ['passes beside it', { from: [0, 40], to: [100, 20] }, false],
  ] as const)('knows whether a line %s', (_, { from, to }, expected) => {
    expect(crosses([from, to], box(10, 10))).toBe(expected);
  });

  it('of a line that rises stands under it, further along where its beginning is taken', () => {
    const [start, end]: readonly Place[] = [
      [0, 40],
      [80, 0],
    ];
    if (start === undefined || end === undefined) throw new Error('no line');
    const spots = alongBare(start, end, undefined, [10, 5], 2);
    const line: Segment = [start, end];
    const first = firstFree(spots, { boxes: [], lines: [line] }, area);
    expect(first).toEqual({ left: 2, top: 42, right: 12, bottom: 47 });
    const taken = { boxes: [box(0, 41)], lines: [line] };
    const next = firstFree(spots, taken, area);
    if (next === undefined) throw new Error('no place');
    expect(next.left).toBeGreaterThan(10);
    expect(crosses(line, next)).toBe(false);
  });
});
