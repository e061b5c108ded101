import { describe, expect, it } from 'vitest';
import { curveDifference as differenceOf } from '../../src-main/stats/curve-difference.ts';
import { createRandom } from '../../src-main/stats/random.ts';
import { curveOf, type SampledCurve, type SampledPoint, simulateCurves } from './simulate.ts';

const curveDifference = (a: SampledCurve, b: SampledCurve) => differenceOf(curveOf(a), curveOf(b));

/** Six processes in which every sample is the same tick of the clock. */
const stuck = (x: number, ticks: number, resolutionNs?: number): SampledPoint => ({
  x,
  repetitions: Array.from({ length: 6 }, () => new Float64Array(20).fill(100 * ticks)),
  ...(resolutionNs === undefined ? {} : { resolutionNs }),
});

describe('the difference of two curves', () => {
  it('tells no times apart that lie within the steps of their clocks', () => {
    const signs = (resolutionNs?: number): readonly number[] => {
      const curve = (label: string, ...ticks: readonly number[]): SampledCurve => ({
        label,
        points: ticks.map((count, i) => stuck(10 ** (i + 3), count, resolutionNs)),
      });
      const { sizes } = curveDifference(curve('a', 10, 10, 40), curve('b', 11, 12, 41));
      return sizes.map(({ sign }) => sign);
    };
    // Without a step the repetitions agree so well that every difference is beyond noise.
    expect(signs()).toEqual([-1, -1, -1]);
    // One tick apart is nothing; two are, since half a tick of each side cannot make them.
    expect(signs(100)).toEqual([0, -1, 0]);
  });

  it('takes the step of each curve and size for itself', () => {
    const a: SampledCurve = { label: 'a', points: [stuck(1e3, 10, 100), stuck(1e4, 10)] };
    const b: SampledCurve = { label: 'b', points: [stuck(1e3, 11), stuck(1e4, 11)] };
    const { sizes } = curveDifference(a, b);
    expect(sizes.map(({ tickA, tickB }) => [Number(tickA.toFixed(12)), tickB])).toEqual([
      [0.05, 0],
      [0, 0],
    ]);
  });

  const sizes = [8e3, 16e3, 19e3, 22e3, 26e3, 32e3, 64e3];
  const measure = {
    repetitions: 2,
    samples: 30,
    noise: { within: 0.01, process: 0.004 },
  };
  const slowed = (
    curve: SampledCurve,
    size: number,
    repetitions: readonly number[],
  ): SampledCurve => ({
    ...curve,
    points: curve.points.map((point) => ({
      ...point,
      repetitions: point.repetitions.map((repetition, r) =>
        point.x === size && repetitions.includes(r)
          ? repetition.map((time) => 1.8 * time)
          : repetition,
      ),
    })),
  });

  it.each([
    ['one round', [0]],
    ['all rounds', [0, 1]],
  ])('leaves a size aside that was disturbed in %s, and no other', (_, repetitions) => {
    for (let seed = 1; seed <= 20; seed++) {
      const laws = [(n: number) => 1e4 + 0.5 * n, (n: number) => n] as const;
      const [a, b] = simulateCurves(createRandom(seed), laws, sizes, measure);
      const found = curveDifference(a, slowed(b, 22e3, repetitions)).sizes;
      expect(found.filter(({ disturbed }) => disturbed).map(({ x }) => x)).toEqual([22e3]);
      expect(found.find(({ x }) => x === 22e3)?.sign).toBe(0);
    }
  });

  it('does not take a jump between two sizes, or an odd size of a coarse sweep, for a disturbance', () => {
    for (let seed = 1; seed <= 20; seed++) {
      const jump = (n: number): number => (n < 20e3 ? n : n / 3);
      const jumping = simulateCurves(
        createRandom(seed),
        [(n) => 15e3 + 0 * n, jump],
        sizes,
        measure,
      );
      expect(curveDifference(...jumping).sizes.some(({ disturbed }) => disturbed)).toBe(false);
      const doublings = [1e3, 2e3, 4e3, 8e3, 16e3];
      const odd = (n: number): number => (n === 4e3 ? 3 * n : n);
      const coarse = simulateCurves(createRandom(seed), [(n) => 2 * n, odd], doublings, measure);
      expect(curveDifference(...coarse).sizes.map(({ sign }) => sign)).toEqual([1, 1, -1, 1, 1]);
    }
  });
});
