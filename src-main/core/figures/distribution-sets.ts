import type { Reach } from '../../stats/histogram.ts';
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
