import { describe, expect, it } from 'vitest';
import type { Metric, PlannedCase } from '../../../src-main/contract/run.ts';
import {
  checkSizes,
  curveOf,
  type SizedCase,
  sizesOutOfLine,
} from '../../../src-main/core/run/sizes-out-of-line.ts';

/** Medians by size, with half of their interval where they have one. */
const curve = (times: Readonly<Record<number, number | [median: number, half: number]>>) =>
  Object.entries(times).map(([size, time], index) => {
    const [medianNs, half] = typeof time === 'number' ? [time] : time;
    const interval =
      half === undefined ? {} : { ci95: [medianNs - half, medianNs + half] as const };
    return { index, size: Number(size), medianNs, ...interval };
  });

describe('a size out of line', () => {
  const around = { 10: 10, 20: 60, 40: 40 };
  it.each<[string, Readonly<Record<number, number | [median: number, half: number]>>, number[]]>([
    ['three times too slow', around, [1]],
    ['by less than 1.3', { 10: 10, 20: 25, 40: 40 }, []],
    ['whatever the spacing', { 10: 10, 20: 60, 4000: 4000 }, [1]],
    ['in a law with an overhead', { 10: 110, 20: 120, 40: 140, 80: 180 }, []],
    ['in a quadratic law', { 10: 100, 20: 400, 40: 1600 }, []],
    ['at a cache cliff, from which on all are slow', { 10: 10, 20: 20, 40: 80, 80: 160 }, []],
    ['that takes more time than a larger one', { 10: [30, 1], 20: [20, 1] }, [0]],
    ['the same within the intervals', { 10: [22, 2], 20: [20, 1] }, []],
  ])('%s', (_, times, expected) => {
    expect(sizesOutOfLine(curve(times)).map(({ index }) => index)).toEqual(expected);
  });

  it('says by how much', () => {
    expect(sizesOutOfLine(curve(around))[0]?.factor).toBeCloseTo(3, 9);
  });
});

describe('the sizes of a variant over its repetitions', () => {
  const sized = (index: number, size: number, medians: readonly number[]): SizedCase => ({
    ...{ index, curve: 'one', size },
    metric: { medianNs: medians.reduce((a, b) => a + b) / medians.length } as Metric,
    mediansNs: new Map(medians.map((median, repetition) => [repetition, median])),
  });
  const beside = [sized(0, 10, [10, 10, 10]), sized(2, 40, [40, 40, 40])];

  it('are the program where one is slow in all of them', () => {
    const { now, always, first } = checkSizes([...beside, sized(1, 20, [60, 62, 58])]);
    expect([[...now.keys()], [...always], [...first]]).toEqual([[1], [1], [1]]);
  });

  it('are interference where one is slow in some', () => {
    const { now, always, first } = checkSizes([...beside, sized(1, 20, [60, 20, 20])]);
    expect([[...now.keys()], [...always], [...first]]).toEqual([[1], [], [1]]);
  });
});

describe('the curve of a case', () => {
  const planned = (values: PlannedCase['values']) =>
    ({ workload: 'w', variant: 'v', values }) as PlannedCase;

  it('follows axes that equal the size', () => {
    const small = curveOf(planned({ xres: 32, yres: 32, maxiter: 200 }), 'xres');
    expect(curveOf(planned({ maxiter: 200, yres: 64, xres: 64 }), 'xres')).toBe(small);
    expect(curveOf(planned({ xres: 64, yres: 64, maxiter: 100 }), 'xres')).not.toBe(small);
  });
});
