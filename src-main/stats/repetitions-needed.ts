import { defaultMargins, type Margins } from './decide.ts';
import { chiSquareQuantile, normalCdf, studentQuantile } from './distributions.ts';
import { mean } from './order.ts';
import type { Component } from './priors.ts';

/** As many repetitions as are looked at. */
const max = 50;
/** A difference is established in this share of comparisons. */
const power = 0.9;
/** Cases that the distribution of variances is represented by. */
const cases = 40;

/**
 * How many repetitions of one run tell a variant that is slower by `effect` (0.05 is 5 %), in nine comparisons of ten over all
 * cases of a machine, where the variances between the processes of its cases are distributed as `processes` says (scaled inverse
 * chi-square). Null where 50 do not.
 */
export function repetitionsNeeded(
  { sd, degrees }: Component,
  effect: number,
  { difference }: Margins = defaultMargins,
): number | null {
  const beyond = Math.log1p(effect) - Math.log1p(difference);
  const expected = sd ** 2;
  const variances = Array.from({ length: cases }, (_, i) => {
    return (degrees * expected) / chiSquareQuantile((i + 0.5) / cases, degrees);
  });
  for (let repetitions = 2; repetitions <= max; repetitions++) {
    const quantile = studentQuantile(0.95, degrees + repetitions - 1);
    const found = variances.map((variance) => {
      const known = degrees * expected + (repetitions - 1) * variance;
      const moderated = known / (degrees + repetitions - 1);
      const half = quantile * Math.sqrt((2 * moderated) / repetitions);
      return normalCdf((beyond - half) / Math.sqrt((2 * variance) / repetitions));
    });
    if (mean(found) >= power) return repetitions;
  }
  return null;
}
