import type { Bins, SampleBins } from '../../contract/procedures/detail.ts';
import type { ScopeSamples } from '../../contract/run.ts';
import { binWidth, countBins, reachOf } from '../../stats/histogram.ts';
import { concatenate, median, quantileSorted, sorted } from '../../stats/order.ts';

const maxBins = 80;
const maxStretches = 200;
const quantiles = [0, 0.01, 0.05, 0.25, 0.5, 0.75, 0.95, 0.99, 1];

/** Equal bins by Freedman and Diaconis over ascending values, at most `most`; a long tail is counted apart. */
export function binsOf(ascending: Float64Array, max: number = maxBins): Bins {
  const from = ascending[0] ?? 0;
  const reach = reachOf(ascending);
  // Samples without any range make one bin, a thousandth of their value wide.
  const to = reach.to > from ? reach.to : from + Math.max(Math.abs(from) * 1e-3, 1e-3);
  const range = reach.to > from;
  const wanted = range ? Math.ceil((to - from) / binWidth(ascending, from, to) - 1e-9) : 1;
  const bins = Math.min(max, Math.max(1, wanted));
  const counts = countBins(ascending, from, (to - from) / bins, bins).map(({ count }) => count);
  const counted = counts.reduce((sum, count) => sum + count, 0);
  return { from, to, counts, beyond: ascending.length - counted };
}

/**
 * How the samples of one timing scope of a case lie and what their course is: all a screen needs without the samples.
 */
export function sampleBins(parts: readonly ScopeSamples[]): SampleBins {
  const ascending = sorted(concatenate(parts.map(({ timesNs }) => timesNs)));
  const n = ascending.length;
  return {
    n,
    bins: binsOf(ascending),
    quantiles: quantiles.map((p) => ({ p, ns: quantileSorted(ascending, p) })),
    repetitions: parts.map(({ repetition, timesNs, repeats, launchIncluded, clocksHz }) => {
      const clocks = clocksHz?.filter((hertz) => hertz > 0) ?? new Float64Array();
      return {
        repetition,
        n: timesNs.length,
        medianNs: median(timesNs),
        repeats,
        launchIncluded,
        clockHz: clocks.length === 0 ? null : median(clocks),
      };
    }),
    course: courseOf(parts, Math.max(1, Math.ceil(n / maxStretches))),
  };
}

function courseOf(parts: readonly ScopeSamples[], atLeast: number): SampleBins['course'] {
  // A stretch never crosses repetitions: each repetition may end with a short one, so they are made a little longer.
  const length =
    parts.length > 1 ? Math.ceil(atLeast * (1 + parts.length / maxStretches)) : atLeast;
  return parts
    .flatMap(({ repetition, timesNs }) =>
      Array.from({ length: Math.ceil(timesNs.length / length) }, (_, i) => {
        const first = i * length;
        const stretch = sorted(timesNs.subarray(first, first + length));
        return {
          repetition,
          first,
          n: stretch.length,
          minNs: stretch[0] ?? Number.NaN,
          medianNs: quantileSorted(stretch, 0.5),
          maxNs: stretch.at(-1) ?? Number.NaN,
        };
      }),
    )
    .slice(0, maxStretches);
}
