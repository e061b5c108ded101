import { defaultMargins, type Margins } from './decide.ts';
import { normalCdf, studentQuantile } from './distributions.ts';
import { mean } from './order.ts';

/** As many repetitions as are looked at. */
const max = 50;
/** Fewer have no verdict. */
const min = 3;
/** A difference is established in this share of comparisons. */
const power = 0.9;

/**
 * How many repetitions of one run tell a variant that is slower by `effect` (0.05 is 5 %), in nine comparisons of ten over
 * programs whose processes differ by these standard deviations of logarithms. Null where 50 do not.
 */
export function repetitionsNeeded(
  sds: readonly number[],
  effect: number,
  { difference }: Margins = defaultMargins,
): number | null {
  const beyond = Math.log1p(effect) - Math.log1p(difference);
  for (let repetitions = min; repetitions <= max; repetitions++) {
    const quantile = studentQuantile(0.95, repetitions - 1);
    const established = sds.map((sd) => {
      const error = sd * Math.sqrt(2 / repetitions);
      return error > 0 ? normalCdf(beyond / error - quantile) : Number(beyond > 0);
    });
    if (mean(established) >= power) return repetitions;
  }
  return null;
}
