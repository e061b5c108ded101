import { defaultMargins, type Margins } from './decide.ts';
import { normalQuantile, studentQuantile } from './distributions.ts';
import type { Component } from './priors.ts';

/** As many repetitions as are looked at. */
const max = 50;
/** A difference is told in this part of comparisons. */
const power = 0.9;

/**
 * How many repetitions of one run tell a variant that is slower by `effect` (0.05 is 5 %), in nine comparisons of ten, where
 * processes vary by `processes`: what is beyond the margin is as large as the judge's interval and what its centre may be
 * off by. Null where 50 do not.
 */
export function repetitionsNeeded(
  { sd, degrees }: Component,
  effect: number,
  { difference }: Margins = defaultMargins,
): number | null {
  const beyond = Math.log1p(effect) - Math.log1p(difference);
  const off = normalQuantile(2 * power - 1);
  for (let repetitions = 2; repetitions <= max; repetitions++) {
    const error = sd * Math.sqrt(2 / repetitions);
    if ((studentQuantile(0.95, degrees + repetitions - 1) + off) * error <= beyond) {
      return repetitions;
    }
  }
  return null;
}
