import { runsOfChange } from '../../../contract/procedures/trends.ts';
import { fitSegments } from '../../../stats/change-points.ts';
import type { Margins } from '../../../stats/decide.ts';
import { median } from '../../../stats/order.ts';
import {
  type SegmentChange,
  type SegmentOptions,
  segmentChange,
} from '../../../stats/segment-change.ts';

/** Runs that make a segment: of two, one may be an outlier and the other not. */
export const minRunsOfSegment = runsOfChange / 2;
/** Minimum number of runs in which two segments can be distinguished. */
export const minRuns = runsOfChange;

/**
 * The p of a change that was looked for at every run where it could begin, out of the p of the one that was found
 * (Bonferroni): the judge does not know that the place was chosen.
 */
export function pOfAnyPlace(p: number, runs: number): number {
  return Math.min(1, p * Math.max(1, runs - minRuns + 1));
}

export type Segments = {
  /** Ends of the segments: segment i holds the values from bounds[i] to before bounds[i + 1]. */
  readonly bounds: readonly number[];
  /** Between each two segments, as the judge sees it. */
  readonly changes: readonly SegmentChange[];
};

/**
 * The segments of a history of medians (> 0, oldest first). A change point counts when the judge says that the runs
 * after it are faster or slower than those before, with a p for any place of at most `maxP`, and enough runs before and after it show
 * it; segments around one that does not count are joined, the smallest change first.
 */
export function findSegments(
  values: Float64Array,
  options: SegmentOptions,
  threshold: number,
  margins: Margins,
  maxP = 1,
): Segments {
  if (values.length === 0) return { bounds: [], changes: [] };
  if (values.length < minRuns) return { bounds: [0, values.length], changes: [] };
  const { segments } = fitSegments(values, { threshold, shortest: minRunsOfSegment });
  let bounds = [...segments.map(({ from }) => from), values.length];
  for (;;) {
    const changes = changesBetween(values, bounds, options, margins);
    const doubtful = changes
      .map((change, i) => ({ i, size: Math.abs(Math.log(change.ratio)), change }))
      .filter(
        ({ i, change }) =>
          !counts(change, pOfAnyPlace(change.p, values.length), maxP) ||
          !isShown(values, bounds, i),
      )
      .sort((a, b) => a.size - b.size)[0];
    if (doubtful === undefined) return { bounds, changes };
    bounds = bounds.filter((_, i) => i !== doubtful.i + 1);
  }
}

function counts({ verdict }: SegmentChange, p: number, maxP: number): boolean {
  return (verdict === 'faster' || verdict === 'slower') && p <= maxP;
}

/** Whether enough runs of both segments around a change point are nearer to their own than to the other one. */
function isShown(values: Float64Array, bounds: readonly number[], at: number): boolean {
  const [from = 0, middleAt = 0, to = 0] = bounds.slice(at, at + 3);
  const [left, right] = [values.slice(from, middleAt), values.slice(middleAt, to)];
  const middle = Math.sqrt(median(left) * median(right));
  const rising = median(right) > median(left);
  const own = (level: Float64Array, above: boolean): number =>
    level.filter((value) => value > middle === above).length;
  return own(left, !rising) >= minRunsOfSegment && own(right, rising) >= minRunsOfSegment;
}

function changesBetween(
  values: Float64Array,
  bounds: readonly number[],
  options: SegmentOptions,
  margins: Margins,
): readonly SegmentChange[] {
  return bounds
    .slice(1, -1)
    .map((at, i) =>
      segmentChange(values.slice(bounds[i], at), values.slice(at, bounds[i + 2]), options, margins),
    );
}

/**
 * How far the newest runs lie from the median of their segment, where that is by `threshold` at least and beyond its noise (five times
 * its median deviation): the beginning of a change, or outliers. Null where they do not. `count` of them do.
 */
export function newestOutliers(
  values: Float64Array,
  { bounds }: Segments,
  threshold: number,
): { readonly ratio: number; readonly count: number } | null {
  const level = values.slice(bounds.at(-2) ?? 0);
  if (level.length < minRuns) return null;
  const center = median(level);
  const logs = level.map((value) => Math.log(value / center));
  const noise = median(logs.map(Math.abs));
  const beyond = (log: number) =>
    Math.abs(log) >= Math.log1p(threshold) && Math.abs(log) > 5 * noise;
  const last = logs.at(-1) ?? 0;
  if (!beyond(last)) return null;
  let count = 1;
  while (count < minRunsOfSegment) {
    const before = logs.at(-1 - count) ?? 0;
    if (!beyond(before) || Math.sign(before) !== Math.sign(last)) break;
    count += 1;
  }
  return { ratio: Math.exp(median(logs.slice(-count))), count };
}
