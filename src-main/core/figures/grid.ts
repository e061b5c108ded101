import { binWidth, firstAbove } from '../../stats/histogram.ts';

/** Equal bins of one series, in units of the axis. */
export type Grid = { readonly from: number; readonly width: number; readonly bins: number };

/** Bins of a body of samples, and of body and tail together: finer ones could not be seen. */
const maxBins = 80;
const maxWithTail = 4000;

/**
 * Where an axis ends that reaches to `limit` at most: at the farthest of the ascending values below it, with the number
 * of values of each series that lie on the axis. All others lie beyond its end.
 */
export function cutAt(
  all: readonly Float64Array[],
  limit: number,
): { readonly end: number; readonly inside: readonly number[] } {
  const inside = all.map((ascending) => firstAbove(ascending, limit));
  const ends = all.map((ascending, i) => ascending[(inside[i] ?? 0) - 1] ?? -Infinity);
  return { end: Math.max(...ends), inside };
}

/** Where the body of samples ends: those without any range make one bin, a thousandth of their value wide. */
export function bodyEnd(from: number, reach: number): number {
  return reach > from ? reach : from + Math.max(Math.abs(from) * 1e-3, 1e-3);
}

type Gridded = {
  /** Ascending, in units of the axis. */
  readonly axis: Float64Array;
  /** How many of them the axis holds. */
  readonly inside: number;
  /** Where the body ends, whose bins have the width that its samples ask for. */
  readonly to: number;
};

/**
 * One grid for all series where their widths allow it, else a grid for each. A grid goes on, in bins of its width, to the
 * last sample that the axis holds.
 */
export function gridsFor(sets: readonly Gridded[]): {
  readonly shared: boolean;
  readonly grids: readonly Grid[];
} {
  const scaled = sets.map(({ axis, inside, to }) => {
    const from = axis[0] ?? 0;
    const width = Math.max(binWidth(axis, from, to), (to - from) / maxBins);
    return { from, to: Math.max(to, axis[inside - 1] ?? from), width };
  });
  const from = Math.min(...scaled.map((each) => each.from));
  const to = Math.max(...scaled.map((each) => each.to));
  const width = Math.min(...scaled.map((each) => each.width));
  const shared = (to - from) / width <= maxBins;
  return {
    shared,
    grids: scaled.map((each) =>
      shared ? grid(from, to, width) : grid(each.from, each.to, each.width),
    ),
  };
}

/** Bins of about that width that end where the samples do: a bin across the end would hold only a part of its own. */
function grid(from: number, to: number, wanted: number): Grid {
  const bins = Math.min(maxWithTail, Math.max(1, Math.ceil((to - from) / wanted - 1e-9)));
  return { from, width: (to - from) / bins, bins };
}
