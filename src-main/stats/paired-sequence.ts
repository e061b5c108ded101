import { mean } from './order.ts';

/**
 * What a growing list of pairs says of the ratio of two sides, valid whenever somebody looks: the mixture of the normal
 * likelihood ratio over the unknown variance (Lai 1976; Wang and Ramdas 2023), whose chance of ever exceeding 1 / alpha
 * under equal sides is at most alpha. Pairs that follow each other may be correlated; then the variance is larger, and
 * beyond a limit nothing is said.
 */
export interface PairedSequence {
  readonly pairs: number;
  /** Mean of the differences of logarithms: contender less baseline. */
  readonly log: number;
  /** Sum of squares about the mean, with the step of the clock and the correlation of neighbours. */
  readonly squares: number;
  /** Correlation of neighbouring pairs, less its bias; 0 below three pairs. */
  readonly correlation: number;
  /** Neighbouring pairs are so alike that no verdict is given. */
  readonly drifts: boolean;
  /** Half of the width of the interval that holds at every look; infinite for few pairs. */
  readonly halfWidth: number;
}

/** The chance of ever being wrong about two equal sides. */
const alpha = 0.05;
/** Pairs that the mixture is worth: the smaller, the sooner large differences are found. */
const prior = 1;
const maxCorrelation = 0.9;
/** Beyond it more pairs tell of the machine, not of the sides. */
const drift = 0.6;
/** Equal differences have a sum of squares below it. */
const rounding = 1e-24;

/**
 * @param differences log median of the contender less that of the baseline, a pair each, in the order of measuring
 * @param tick the smallest step of such a difference, from the resolution of the clock
 */
export function pairedSequence(differences: readonly number[], tick = 0): PairedSequence {
  const pairs = differences.length;
  const log = pairs === 0 ? Number.NaN : mean(differences);
  // One pass without arrays: whoever looks after each pair comes here often.
  let [plain, products, before] = [0, 0, 0];
  for (const difference of differences) {
    const deviation = difference - log;
    plain += deviation ** 2;
    products += deviation * before;
    before = deviation;
  }
  const correlation = pairs < 3 || plain < rounding ? 0 : lagged(products / plain, pairs);
  const inflation = correlation > 1 / Math.sqrt(pairs) ? (1 + correlation) / (1 - correlation) : 1;
  const squares = (plain + (pairs * tick ** 2) / 12) * inflation;
  return {
    ...{ pairs, log, squares, correlation },
    drifts: correlation > drift,
    halfWidth: halfWidthOf(pairs, squares),
  };
}

/** Correlation of neighbours by their products; what is missing of it in a short list is added. */
function lagged(lag1: number, pairs: number): number {
  return Math.min(lag1 + (1 + 3 * lag1) / pairs, maxCorrelation);
}

/** Half of the width of the interval after so many pairs with this sum of squares. */
export function halfWidthOf(pairs: number, squares: number): number {
  if (pairs === 0) return Number.POSITIVE_INFINITY;
  const share = prior / (pairs + prior);
  const bound = (Math.sqrt((pairs + prior) / prior) / alpha) ** (2 / pairs);
  if (bound * share >= 1) return Number.POSITIVE_INFINITY;
  return Math.sqrt(((bound - 1) / (1 - bound * share)) * (squares / pairs));
}

/**
 * Evidence against "the difference is within the margin": at least 1 / alpha exactly where the interval lies beyond it.
 *
 * @param margin of the logarithm, at least 0
 */
export function eValue({ pairs, log, squares, drifts }: PairedSequence, margin: number): number {
  const beyond = Math.max(0, Math.abs(log) - margin);
  if (pairs === 0 || drifts || beyond === 0) return 0;
  const share = prior / (pairs + prior);
  const far = pairs * beyond ** 2;
  return Math.sqrt(share) * ((squares + far) / (squares + share * far)) ** (pairs / 2);
}

/** Whether that is enough for a verdict, of one question alone. Of several, 1 / e is a p value for Benjamini and Hochberg. */
export function isEvidence(e: number): boolean {
  return e >= 1 / alpha;
}
