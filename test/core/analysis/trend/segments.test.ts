import { describe, expect, it } from 'vitest';
import {
  findSegments as findLevelsBy,
  minRuns,
  newestOutliers,
} from '../../../../src-main/core/analysis/trend/segments.ts';
import { defaultMargins } from '../../../../src-main/stats/decide.ts';
import { createRandom } from '../../../../src-main/stats/random.ts';
import { cpuRuns, varianceOfRuns } from '../../../stats/processes.ts';

const cpu = { expected: varianceOfRuns(cpuRuns.processes, cpuRuns.runs) };

const history = (
  seed: number,
  noise: number,
  ...levels: readonly (readonly [number, number])[]
): Float64Array => {
  const random = createRandom(seed, 9);
  return Float64Array.from(
    levels.flatMap(([count, level]) =>
      Array.from({ length: count }, () => level * Math.exp(noise * random.normal())),
    ),
  );
};

const findSegments = (values: Float64Array, options: typeof cpu, threshold: number) =>
  findLevelsBy(values, options, threshold, defaultMargins);

describe('findSegments', () => {
  it('says nothing of too few runs', () => {
    expect(findSegments(new Float64Array(), cpu, 0.05)).toEqual({ bounds: [], changes: [] });
    const few = Float64Array.of(100, 100, 200, 200, 200);
    expect(few.length).toBe(minRuns - 1);
    expect(findSegments(few, cpu, 0.05)).toEqual({ bounds: [0, 5], changes: [] });
  });

  it('finds both steps of a history, with intervals that hold how large they are', () => {
    const { bounds, changes } = findSegments(
      history(4, 0.01, [20, 100], [15, 115], [12, 92]),
      cpu,
      0.05,
    );
    expect(bounds).toEqual([0, 20, 35, 47]);
    for (const [i, truth] of [1.15, 0.8].entries()) {
      expect(changes[i]?.ci95[0]).toBeLessThan(truth);
      expect(changes[i]?.ci95[1]).toBeGreaterThan(truth);
    }
  });

  it('names seldom what is not there, however noisy the runs are, and mostly what is', () => {
    for (const noise of [0.01, 0.04, 0.08]) {
      let wrong = 0;
      let right = 0;
      for (let seed = 1; seed <= 200; seed += 1) {
        wrong +=
          findSegments(history(seed, noise, [10, 100]), cpu, 0.05).changes.length > 0 ? 1 : 0;
        const found = findSegments(history(seed, noise, [12, 100], [8, 130]), cpu, 0.05);
        right += found.bounds.length === 3 && Math.abs((found.bounds[1] ?? 0) - 12) <= 1 ? 1 : 0;
      }
      expect(wrong).toBeLessThanOrEqual(10);
      expect(right).toBeGreaterThanOrEqual(170);
    }
  });

  it('takes a step whose interval holds 1 for none', () => {
    // The fit alone sees two levels that are 8 % apart; six such runs do not show that.
    const doubtful = Float64Array.of(100, 118, 99, 117, 108, 126);
    expect(findSegments(doubtful, cpu, 0.05).changes).toEqual([]);
    expect(findSegments(doubtful, cpu, 0.05).bounds).toEqual([0, 6]);
  });
});

describe('newestOutliers', () => {
  const quiet = history(7, 0.004, [10, 100]);
  const ended = (...values: readonly number[]): Float64Array =>
    Float64Array.from([...quiet, ...values]);
  const levelled = (values: Float64Array) =>
    newestOutliers(values, findSegments(values, cpu, 0.05), 0.05);

  it('tells of newest runs that lie off their level and are too few for another', () => {
    expect(levelled(quiet)).toBeNull();
    expect(levelled(ended(103))).toBeNull();
    expect(levelled(ended(115))?.count).toBe(1);
    expect(levelled(ended(115))?.ratio).toBeCloseTo(1.15, 1);
    expect(levelled(ended(115, 114))).toMatchObject({ count: 2 });
    // Three are a level.
    expect(findSegments(ended(115, 114, 115), cpu, 0.05).changes).toHaveLength(1);
    expect(levelled(ended(115, 114, 115))).toBeNull();
  });

  it('takes two that lie on either side for one', () => {
    expect(levelled(ended(85, 115))).toMatchObject({ count: 1 });
  });
});
