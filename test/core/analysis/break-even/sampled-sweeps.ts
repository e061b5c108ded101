import {
  type BreakEvenOptions,
  breakEven as breakEvenOf,
} from '../../../../src-main/core/analysis/break-even/break-even.ts';
import { createRandom } from '../../../../src-main/stats/random.ts';
import { curveOf, type Law, type SampledCurve, simulateCurves } from '../../../stats/simulate.ts';

export const options = { workload: 'histogram', scope: 'call', axis: 'n' };
const quiet = { within: 0.005, process: 0.001 };

/** Two sampled curves of quiet processes. */
export function sweep(
  laws: readonly [Law, Law],
  sizes: readonly number[],
  seed = 1,
): readonly [SampledCurve, SampledCurve] {
  const shape = { repetitions: 3, samples: 30, noise: quiet };
  return simulateCurves(createRandom(seed), laws, sizes, shape);
}

/** The break-even of curves of which these samples were taken. */
export function breakEven(a: SampledCurve, b: SampledCurve, asked: BreakEvenOptions) {
  return breakEvenOf(curveOf(a), curveOf(b), asked);
}

export const decades = [1e3, 1e4, 1e5, 1e6];

/** A curve whose times are so many times as long, by size and repetition. */
export const scaled = (
  curve: SampledCurve,
  factorOf: (x: number, repetition: number) => number,
): SampledCurve => ({
  ...curve,
  points: curve.points.map((point) => ({
    ...point,
    repetitions: point.repetitions.map((times, r) => times.map((t) => t * factorOf(point.x, r))),
  })),
});
