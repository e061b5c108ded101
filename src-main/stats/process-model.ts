/**
 * What is known of processes before two of them are measured: the same program, started again, can be faster or slower
 * for its whole life (where its memory lies, which core and clock it gets, who else runs). Two rounds a side say
 * little about that by themselves, so the variance between rounds is shrunk towards an expected one, as the moderated t
 * of G. K. Smyth does (2004, "Linear models and empirical Bayes methods", section 3), and Student's
 * distribution with the degrees of freedom of both sources gives the interval.
 */
export interface ProcessModel {
  /** Expected shift between processes as a part of the spread of samples inside one (sigma, from the IQR). */
  readonly shareOfSpread: number;
  /** Expected shift that is there however quiet the samples are, relative to the median. */
  readonly floor: number;
  /** How many degrees of freedom that expectation is worth. */
  readonly degrees: number;
}

/**
 * Seen over hundreds of processes of unchanged programs: medians of GPU kernels of about 40 us differ by 0.12 to 0.38 %
 * (H200; samples inside a process by 0.05 to 2.7 %), those of CPU loops on a shared machine by 1.8 to 3.9 %
 * (samples by 0.6 %), with far outliers, and neighbours in time are more alike than that: fewer degrees of freedom.
 */
export const processModels = {
  cuda: { shareOfSpread: 0.1, floor: 0.0015, degrees: 4 },
  cpu: { shareOfSpread: 3, floor: 0.01, degrees: 2 },
} as const satisfies Record<string, ProcessModel>;

/**
 * However alike the rounds are, the variance between processes is not taken to be below this part of the expected one:
 * rounds that follow each other share the load of the moment, which the next comparison will not.
 */
export const leastSurprise = 0.5;

/**
 * The observations above are of samples that spread by up to 2.7 %. A wider spread is mostly several modes or changing
 * input inside each process, which its median averages out: past this one the expected shift grows by a quarter only,
 * and with the spread of the samples beside the median, not with how far away the slow ones are.
 */
const widestObserved = 0.027;
const shareBeyond = 0.25;

/**
 * Expected variance between the log medians of two processes whose samples spread by `spread` (sigma, relative), and by
 * `nearMedian` beside their median.
 */
export function expectedVariance(
  model: ProcessModel,
  spread: number,
  nearMedian: number = spread,
): number {
  const { shareOfSpread, floor } = model;
  const beyond =
    Math.max(0, Math.min(spread, nearMedian) - widestObserved) *
    Math.min(shareOfSpread, shareBeyond);
  const shift = shareOfSpread * Math.min(spread, widestObserved) + beyond;
  return shift ** 2 + floor ** 2;
}
