import type { CrossingInterval } from '../../../stats/crossing-interval.ts';
import type { SizeDifference } from '../../../stats/curve-difference.ts';
import { steepest } from '../../../stats/disturbed-sizes.ts';

const defaultTarget = 0.1;
/** A size is not measured again this near to a known one, as a part of the interval. */
const sameSize = 0.1;
/** A narrow interval is believed with this many sizes near the crossing; with more of them also where it carries curvature. */
const fewSizes = 2;
const enoughSizes = 6;
/** Changes of the faster variant are not followed into brackets that are narrower than this factor. */
const narrowBracket = 1.03;
const maxAtOnce = 4;

/**
 * What to measure next. While few sizes are near and interpolation's error counts, the interval's ends and the middle of
 * the widest gap that the known sizes (ascending) leave in it; then as many sizes are spread over the interval as its
 * width asks for, at most four at once. Empty when the interval is narrower than `target`, a part of the break-even, or
 * further sizes cannot make it so.
 */
export function nextSizes(
  found: CrossingInterval,
  known: readonly number[],
  target = defaultTarget,
): readonly number[] {
  const { low, high } = found;
  const width = (high - low) / found.at;
  if (width < target && found.near >= (found.refined ? fewSizes : enoughSizes)) return [];
  // What processes do to all sizes at once is known better by more repetitions alone.
  if (found.refined && found.near >= fewSizes && found.floor >= target) return [];
  const spread = Math.log(high / low);
  if (!found.refined && found.near < enoughSizes) {
    const knots = [low, ...known.filter((x) => x > low && x < high), high];
    const ends = [low, high].filter((end) =>
      known.every((x) => Math.abs(Math.log(x / end)) > sameSize * spread),
    );
    return [...ends, widestMiddle(knots)];
  }
  const wanted = Math.ceil(found.sizes * ((width / target) ** 2 - 1));
  const count = Math.min(maxAtOnce, Math.max(2, wanted));
  return Array.from({ length: count }, (_, i) => low * Math.exp((spread * i) / (count - 1)));
}

/**
 * Where the faster variant changes several times although the sizes measured first show one change, one disturbed size may
 * have made the others: sizes between them tell, by showing the changes again or that it stands alone.
 */
export function nextBetweenChanges(
  brackets: readonly (readonly [number, number])[],
): readonly number[] {
  return brackets
    .filter(([from, to]) => to / from > narrowBracket)
    .map(([from, to]) => Math.sqrt(from * to))
    .slice(0, maxAtOnce);
}

/** How far beyond a size it is looked whether the next one agrees with it. */
const justBeyond = 1.12;

/**
 * Where the ratio of the times changes between the ends of a bracket as no program does without a jump, one of the two may
 * have been disturbed: sizes just beyond each end, where none is known yet, tell.
 */
export function sizesBeyondJump(
  from: SizeDifference,
  to: SizeDifference,
  known: readonly number[],
): readonly number[] {
  const change = Math.abs(to.logA - to.logB - (from.logA - from.logB));
  const noise = 3 * Math.sqrt(from.variance + to.variance);
  if (change - noise <= steepest * Math.log(to.x / from.x)) return [];
  const checked = (x: number, factor: number): boolean =>
    known.some(
      (other) => other !== x && Math.abs(Math.log(other / (x * factor))) < Math.log(justBeyond),
    );
  const beyond = [
    ...(checked(from.x, 1 / justBeyond) ? [] : [from.x / justBeyond]),
    ...(checked(to.x, justBeyond) ? [] : [to.x * justBeyond]),
  ];
  // What a sweep was not asked for may not fit.
  return beyond.filter((x) => x > Math.min(...known) && x < Math.max(...known));
}

/** The middle, in logarithms, of the two neighbours that are farthest apart. */
function widestMiddle(ascending: readonly number[]): number {
  let widest = 1;
  let middle = ascending[0] ?? 1;
  ascending.forEach((x, i) => {
    const before = ascending[i - 1] ?? x;
    if (x / before <= widest) return;
    widest = x / before;
    middle = Math.sqrt(x * before);
  });
  return middle;
}
