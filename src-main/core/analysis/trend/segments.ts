import { fitSegments } from '../../../stats/change-points.ts';
import { decide, type Margins } from '../../../stats/decide.ts';
import { median } from '../../../stats/order.ts';
import {
  type SegmentChange,
  type SegmentOptions,
  segmentChange,
} from '../../../stats/segment-change.ts';

/** Runs that make a level: of two, one may be an outlier and the other not. */
export const minRunsOfSegment = 3;
/** Minimum number of runs in which two segments can be distinguished. */
export const minRuns = 2 * minRunsOfSegment;

export type Levels = {
  /** Ends of the levels: level i holds the values from bounds[i] to before bounds[i + 1]. */
  readonly bounds: readonly number[];
  /** Between each two levels. */
  readonly changes: readonly SegmentChange[];
};

/**
 * The levels of a history of medians (> 0, oldest first). A step counts when it is faster or slower by the margins of
 * every comparison and enough runs on either side lie on that side; levels on either side of one that does not count
 * are joined, the most alike first.
 */
export function findSegments(
  values: Float64Array,
  options: SegmentOptions,
  threshold: number,
  margins: Margins,
): Levels {
  if (values.length === 0) return { bounds: [], changes: [] };
  if (values.length < minRuns) return { bounds: [0, values.length], changes: [] };
  const { segments } = fitSegments(values, { threshold, shortest: minRunsOfSegment });
  let bounds = [...segments.map(({ from }) => from), values.length];
  for (;;) {
    const changes = changesBetween(values, bounds, options);
    const doubtful = changes
      .map(({ ratio, ci95 }, i) => ({ i, size: Math.abs(Math.log(ratio)), ci95 }))
      .filter(({ i, ci95 }) => !isDifference(ci95, margins) || !isShown(values, bounds, i))
      .sort((a, b) => a.size - b.size)[0];
    if (doubtful === undefined) return { bounds, changes };
    bounds = bounds.filter((_, i) => i !== doubtful.i + 1);
  }
}

/** As every comparison decides it. */
export function isDifference(ci95: SegmentChange['ci95'], margins: Margins): boolean {
  const verdict = decide(ci95, margins);
  return verdict === 'faster' || verdict === 'slower';
}

/** Whether enough runs of both levels around a step are nearer to their own than to the other one. */
function isShown(values: Float64Array, bounds: readonly number[], step: number): boolean {
  const [from = 0, at = 0, to = 0] = bounds.slice(step, step + 3);
  const [left, right] = [values.slice(from, at), values.slice(at, to)];
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
): readonly SegmentChange[] {
  return bounds
    .slice(1, -1)
    .map((at, i) =>
      segmentChange(values.slice(bounds[i], at), values.slice(at, bounds[i + 2]), options),
    );
}

/**
 * How far the newest runs lie from their level, where that is by `threshold` at least and beyond its noise (five times
 * its median deviation): the beginning of a step, or outliers. Null where they do not. `count` of them do.
 */
export function newestOutliers(
  values: Float64Array,
  { bounds }: Levels,
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
