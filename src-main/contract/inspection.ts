import type { MeasuredPeak } from './machine.ts';
import type { ComparisonView } from './verdict.ts';
import type { Scalar } from './workload.ts';

/** Measured peaks of this machine with the time at which they were taken. */
export type MeasuredPeaks = {
  readonly measuredAt: string | null;
  readonly peaks: readonly MeasuredPeak[];
  /** What was measured now and not stored; absent where nothing was refused. */
  readonly refused?: RefusedPeaks;
};

/** Peaks of devices that were disturbed while they were measured. */
export type RefusedPeaks = {
  /** Names each device. */
  readonly reason: string;
  readonly peaks: readonly MeasuredPeak[];
  /** The devices whose peaks were stored. */
  readonly stored: readonly string[];
  /** The disturbed devices of which earlier peaks stay. */
  readonly kept: readonly EarlierPeaks[];
};

/** Peaks of a device that stayed when those of others were replaced; their `measuredAt` is an attribute of each. */
export type EarlierPeaks = { readonly device: string; readonly measuredAt: string };

/** How near a case comes to what its device can do at all. */
export type PercentOfPeak = {
  /** Of the rate that the tighter peak allows. */
  readonly percent: number;
  /** The peak that binds: `memory` or `compute`. */
  readonly bound: 'memory' | 'compute';
  readonly peak: number;
  readonly unit: string;
  /**
   * The cache (`L2`) whose measured rate is the peak, for a working set that stays in it; absent for memory and
   * arithmetic.
   */
  readonly cache?: string;
  /** Why the share is above 100 by more than the median's interval, in one sentence; absent where it is not. */
  readonly reason?: string;
};

/** How near a case comes to one measured peak of its device. */
export type PeakShare = {
  /** `memory`, a cache (`L2`) or `compute`. */
  readonly of: string;
  readonly percent: number;
  /** Declared bytes or operations over the median of the kernel. */
  readonly rate: number;
  readonly peak: number;
  readonly unit: 'B/s' | 'FLOP/s';
  /** The tightest one, whose percentage stands for the case in tables. */
  readonly binding: boolean;
};

/** What the search for the best value of one parameter has found so far. */
export type TuningView = {
  readonly workload: string;
  readonly variant: string;
  readonly parameter: string;
  readonly scope: string;
  /** Every value that was tried, ascending, with what it took; null and the reason where there is no time. */
  readonly trials: readonly {
    readonly value: Scalar;
    readonly medianNs: number | null;
    readonly ci95: readonly [number, number] | null;
    readonly reason: string | null;
    /** Compared with the best value; null on the best itself, and where there is no time. */
    readonly comparison: ComparisonView | null;
  }[];
  readonly best: Scalar | null;
  /** Values that the search cannot distinguish from the best; the best one lies within. */
  readonly interval: readonly [Scalar, Scalar] | null;
  /** The best value is an end of the range that was searched; null inside it. */
  readonly edge?: 'lower' | 'upper' | null;
  /** What fresh processes said of the best value and the fastest one that it was compared with; absent before they did. */
  readonly confirmation?: {
    readonly best: Scalar;
    readonly value: Scalar;
    readonly comparison: ComparisonView;
  };
  /** `found`: the interval is narrow; `flat`: the values tried are not distinguishable; `open`: not finished. */
  readonly state: 'found' | 'flat' | 'open';
  readonly sentence: string;
  /** What studies found when they tried values of this parameter; absent where none did. */
  readonly published?: readonly PublishedSearch[];
};

export type PublishedSearch = {
  readonly label: string;
  readonly notes: readonly string[];
  readonly points: readonly { readonly value: number; readonly ns: number }[];
};

/** A picture of a variant's answer, or of where two differ. */
export type PictureView = {
  readonly name: string;
  readonly mime: string;
  readonly bytes: Uint8Array;
  readonly width: number;
  readonly height: number;
  /** Named attributes: largest value, pixels inside the set, differing pixels. */
  readonly attributes: Readonly<Record<string, number | string>>;
};
