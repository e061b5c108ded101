import { describe, expect, it } from 'vitest';
import { fitSegments, longestHistory } from '../../src-main/stats/change-points.ts';
import { createRandom } from '../../src-main/stats/random.ts';

const history = (
  seed: number,
  noise: number,
  ...levels: readonly (readonly [runs: number, level: number])[]
): Float64Array => {
  const random = createRandom(seed);
  const values = levels.flatMap(([count, level]) =>
    Array.from({ length: count }, () => level * Math.exp(noise * random.normal())),
  );
  return Float64Array.from(values);
};

describe('fitSegments', () => {
  it('finds a step up and a step down, where they are and how large', () => {
    const { segments, steps } = fitSegments(history(1, 0.01, [20, 100], [15, 112], [12, 95]));
    expect(steps.map((step) => step.at)).toEqual([20, 35]);
    expect(steps[0]?.ratio).toBeCloseTo(1.12, 1);
    expect(steps[1]?.after).toBeCloseTo(95, -0.5);
    expect(segments.map(({ from, to }) => [from, to])).toEqual([
      [0, 20],
      [20, 35],
      [35, 47],
    ]);
  });

  it('takes no outlier for a step', () => {
    const values = history(2, 0.01, [40, 100]);
    values[17] = 180;
    values[39] = 150;
    expect(fitSegments(values).steps).toEqual([]);
  });

  it('joins levels closer than the threshold', () => {
    const small = history(3, 0.002, [30, 100], [30, 104]);
    expect(fitSegments(small).steps).toEqual([]);
    expect(fitSegments(small, { threshold: 0.02 }).steps).toHaveLength(1);
  });

  it('seldom finds what is not there and often what is', () => {
    let wrong = 0;
    let right = 0;
    for (let seed = 0; seed < 100; seed++) {
      wrong += fitSegments(history(seed, 0.03, [50, 100])).steps.length > 0 ? 1 : 0;
      const found = fitSegments(history(seed, 0.02, [30, 100], [20, 110])).steps;
      right += found.length === 1 && Math.abs((found[0]?.at ?? 0) - 30) <= 2 ? 1 : 0;
    }
    expect(wrong).toBeLessThanOrEqual(3);
    expect(right).toBeGreaterThanOrEqual(95);
  });

  it('finds the least absolute deviations that trying every bound finds', () => {
    for (let seed = 0; seed < 20; seed++) {
      const values = history(seed, 0.05, [6, 100], [7, 150]);
      const spread = (from: number, to: number): number => {
        const logs = [...values.slice(from, to)].map(Math.log).sort((x, y) => x - y);
        const middle = logs[logs.length >> 1] ?? 0;
        return logs.reduce((sum, value) => sum + Math.abs(value - middle), 0);
      };
      let best = 0;
      for (let at = 2; at <= 11; at++) {
        if (best === 0 || spread(0, at) + spread(at, 13) < spread(0, best) + spread(best, 13))
          best = at;
      }
      const { steps } = fitSegments(values);
      expect(steps.map((step) => step.at)).toEqual([best]);
    }
  });

  it('handles nothing, little, no noise and very much', () => {
    expect(fitSegments([])).toEqual({ segments: [], steps: [] });
    expect(fitSegments([5]).segments).toEqual([{ from: 0, to: 1, level: expect.closeTo(5, 9) }]);
    expect(fitSegments([5, 5, 5, 5, 6, 6, 6, 6]).steps.map((step) => step.at)).toEqual([4]);
    const long = history(5, 0.005, [longestHistory, 100], [200, 120]);
    expect(fitSegments(long).steps.map((step) => step.at)).toEqual([longestHistory]);
    expect(() => fitSegments([1, 0])).toThrow(/value 1 of a history must be greater than 0, got 0/);
  });
});
