import type { FigurePoint } from '../../contract/figure.ts';
import type { Bin, Reach } from '../../stats/histogram.ts';
import type { Identity } from './source.ts';

/** The samples of one series, in nanoseconds. */
export type SampleSet = Identity & {
  readonly key: string;
  readonly label: string;
  readonly timesNs: Float64Array;
  /** The median of each process; absent where processes are not distinguishable. */
  readonly processes?: readonly number[];
};

export type Prepared = SampleSet & { readonly ascending: Float64Array; readonly reach: Reach };

/** A set on the axis of its figure: all samples in its unit, and how many of them the axis holds. */
export type Placed = Prepared & {
  readonly axis: Float64Array;
  readonly inside: number;
  /** Where its body ends. */
  readonly to: number;
  /** Medians of its processes in the unit of the axis. */
  readonly processes: readonly number[];
};

export const seriesBase = ({ key, label, device, slot }: SampleSet) => ({
  key,
  label,
  device,
  ...(slot === undefined ? {} : { slot }),
  published: false,
});

/** The outline of a histogram: rises from zero at the first edge that has samples, falls to zero at the last. */
export function outlineOf(
  bins: readonly Bin[],
  heightOf: (count: number) => number,
): FigurePoint[] {
  const first = bins.findIndex(({ count }) => count > 0);
  const last = bins.findLastIndex(({ count }) => count > 0);
  const level = (x: number, count: number): FigurePoint => ({
    ...{ x, y: heightOf(count), lo: null, hi: null, n: count },
  });
  // Of empty bins between body and tail the first says it for all.
  const shown = bins
    .slice(Math.max(0, first), last + 1)
    .filter(({ count }, i, all) => count > 0 || all[i - 1]?.count !== 0);
  return [
    ...shown.slice(0, 1).map(({ from }) => level(from, 0)),
    ...shown.map(({ from, count }) => level(from, count)),
    ...shown.slice(-1).map(({ to }) => level(to, 0)),
  ];
}
