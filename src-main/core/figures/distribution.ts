import type { FigureSeries, FigureSpec } from '../../contract/figure.ts';
import { quantileSorted, sorted } from '../stats/order.ts';
import { binWidth, countBins, type Reach, reachOf, sharedReaches } from './histogram.ts';
import type { Identity } from './source.ts';
import { countText, duration, joined, timeAxis } from './wording.ts';

/** The samples of one series, in nanoseconds. */
export type SampleSet = Identity & {
  readonly key: string;
  readonly label: string;
  readonly timesNs: Float64Array;
};

export type DistributionOptions = {
  readonly form: 'histogram' | 'ecdf' | 'box';
  readonly title: string;
  /** What is the same in all sets, appended to the caption. */
  readonly context: string;
  readonly provenance: Readonly<Record<string, string>>;
};

type Prepared = SampleSet & { readonly ascending: Float64Array; readonly reach: Reach };
type Grid = { readonly from: number; readonly width: number; readonly bins: number };

const mostBins = 80;
const mostSteps = 400;
/** Beyond this many, fills over each other say nothing. */
const mostFilled = 3;

const base = ({ key, label, device, slot }: SampleSet) => ({
  key,
  label,
  device,
  ...(slot === undefined ? {} : { slot }),
  published: false,
});

const medianOf = ({ ascending }: Prepared): number => quantileSorted(ascending, 0.5);

/** From nanoseconds to the axis of the figure. */
type Place = (set: Prepared, ns: number) => number;

/** Steps of the empirical distribution, at most `mostSteps` by taking evenly spaced ranks. Shares in percent. */
function ecdfSeries(set: Prepared, place: Place): FigureSeries {
  const { ascending, reach } = set;
  const n = ascending.length;
  const step = (ns: number, share: number) => ({
    x: place(set, ns),
    y: share * 100,
    lo: null,
    hi: null,
    n,
  });
  const points = [step(ascending[0] ?? 0, 0)];
  const steps = Math.min(n, mostSteps);
  for (let i = 1; i <= steps; i += 1) {
    const rank = Math.ceil((i * n) / steps);
    const value = ascending[rank - 1] ?? 0;
    if (value <= reach.to) {
      points.push(step(value, rank / n));
    }
  }
  return { ...base(set), mark: 'step', points };
}

function histogramSeries(
  set: Prepared,
  grid: Grid,
  axis: Float64Array,
  fill: boolean,
): FigureSeries {
  const bins = countBins(axis, grid.from, grid.width, grid.bins);
  const first = bins.findIndex(({ count }) => count > 0);
  const last = bins.findLastIndex(({ count }) => count > 0);
  const level = (x: number, count: number) => ({
    x,
    y: (count / axis.length) * 100,
    lo: null,
    hi: null,
    n: count,
  });
  const shown = bins.slice(Math.max(0, first), last + 1);
  return {
    ...base(set),
    mark: 'step',
    fill,
    // Rises from zero at the first edge, falls to zero at the last.
    points: [
      ...shown.slice(0, 1).map(({ from }) => level(from, 0)),
      ...shown.map(({ from, count }) => level(from, count)),
      ...shown.slice(-1).map(({ to }) => level(to, 0)),
    ],
  };
}

/** One grid for all series where their widths allow it, else a grid for each. In units of the axis. */
function gridsFor(sets: readonly { readonly axis: Float64Array; readonly to: number }[]) {
  const scaled = sets.map(({ axis, to: reach }) => {
    const from = axis[0] ?? 0;
    // Samples without any range make one bin, a thousandth of their value wide.
    const to = reach > from ? reach : from + Math.max(Math.abs(from) * 1e-3, 1e-3);
    return { from, to, width: Math.max(binWidth(axis, from, to), (to - from) / mostBins) };
  });
  const from = Math.min(...scaled.map((each) => each.from));
  const to = Math.max(...scaled.map((each) => each.to));
  const width = Math.min(...scaled.map((each) => each.width));
  const shared = (to - from) / width <= mostBins;
  const grid = (start: number, end: number, bin: number): Grid => {
    const bins = Math.max(1, Math.ceil((end - start) / bin - 1e-9));
    return { from: start, width: bins === 1 ? end - start : bin, bins };
  };
  const grids = scaled.map((each) =>
    shared ? grid(from, to, width) : grid(each.from, each.to, each.width),
  );
  return { shared, grids };
}

function boxSeries(set: Prepared, x: number, factor: number): FigureSeries {
  const at = (p: number) => quantileSorted(set.ascending, p) / factor;
  const box = { x, min: at(0), q1: at(0.25), median: at(0.5), q3: at(0.75), max: at(1) };
  return { ...base(set), mark: 'box', boxes: [{ ...box, n: set.ascending.length }] };
}

function summaryOf(title: string, sets: readonly Prepared[]): string {
  const parts = sets.map(({ label, ascending }) => {
    const at = (p: number) => duration(quantileSorted(ascending, p));
    return `${label} ${at(0.5)} (${at(0.25)} to ${at(0.75)})`;
  });
  return `${title}: median and middle half of the samples are ${parts.join('; ')}.`;
}

/** Share of the samples of a series beyond the axis from which on the caption names it. */
const worthNaming = 0.05;

function cutText(sets: readonly Prepared[]): string {
  const cut = sets.filter(({ reach }) => reach.beyond > 0);
  const count = cut.reduce((sum, { reach }) => sum + reach.beyond, 0);
  if (count === 0) {
    return '';
  }
  const most = Math.max(...cut.map(({ ascending }) => ascending.at(-1) ?? 0));
  const one = count === 1;
  // Where they are many they are named: that is no tail any more.
  const parts = cut.flatMap(({ label, reach, ascending }) => {
    const share = reach.beyond / ascending.length;
    return share < worthNaming ? [] : [`; ${Math.round(share * 100)} % of ${label}`];
  });
  return `${count} slow sample${one ? '' : 's'} (up to ${duration(most)}${parts.join('')}) lie${one ? 's' : ''} beyond the axis.`;
}

/** Cut for one axis: relative to the own median, or of times. */
function reached(sets: readonly Prepared[], relative: boolean): readonly Prepared[] {
  const spreads = sets.map((set) => {
    const spread = set.reach.to - medianOf(set);
    return relative ? spread / medianOf(set) : spread;
  });
  const all = sets.map(({ ascending }) => ascending);
  const reaches = sharedReaches(
    all,
    sets.map(({ reach }) => reach),
    spreads,
  );
  return sets.map((set, i) => ({ ...set, reach: reaches[i] ?? set.reach }));
}

/**
 * How samples spread: a histogram as steps, the empirical distribution, or box plots. Where the sets lie a decade
 * apart, the first two show each set relative to its own median, and the boxes stand on a logarithmic axis: on one
 * axis of times every set would be a spike. Sets without samples are left out.
 */
export function distributionFigure(
  given: readonly SampleSet[],
  { form, title, context, provenance }: DistributionOptions,
): FigureSpec {
  const whole = given
    .map((set) => ({ ...set, ascending: sorted(set.timesNs.filter(Number.isFinite)) }))
    .filter(({ ascending }) => ascending.length > 0)
    .map((set): Prepared => ({ ...set, reach: reachOf(set.ascending) }));
  const medians = whole.map(medianOf);
  const positive = whole.every(({ ascending }) => (ascending[0] ?? 0) > 0);
  const relative = positive && Math.max(...medians) / Math.min(...medians) >= 10;
  const sets = reached(whole, relative);
  const ends = sets.flatMap(({ ascending, reach }) => [
    ascending[0] ?? 0,
    form === 'box' ? (ascending.at(-1) ?? 0) : reach.to,
  ]);
  const counts = countText(sets.map(({ ascending }) => ascending.length));
  const common = { summary: summaryOf(title, sets), bands: [], provenance: { ...provenance } };
  if (form === 'box') {
    const log = positive && Math.max(...ends) / Math.min(...ends) >= 10;
    const scale = log ? 'log' : 'linear';
    const time = timeAxis(ends, scale);
    return {
      ...common,
      kind: 'box',
      title,
      caption: joined([
        `Box: first to third quartile, line: median, whiskers: least and greatest; ${counts} a series.`,
        context,
      ]),
      x: { label: 'Variant', scale: 'category', categories: sets.map(({ label }) => label) },
      y: { label: `Time (${time.unit.symbol})`, scale, ticks: time.ticks },
      series: sets.map((set, x) => boxSeries(set, x, time.unit.factor)),
    };
  }
  const { unit } = timeAxis(ends, 'linear');
  const place: Place = (set, ns) => (relative ? (ns / medianOf(set) - 1) * 100 : ns / unit.factor);
  const labelled = sets.map((set) =>
    relative ? { ...set, label: `${set.label} (${duration(medianOf(set))})` } : set,
  );
  const parts = {
    ...common,
    title: relative ? `${title}, relative to the median` : title,
    x: {
      label: relative ? 'Deviation from the own median (%)' : `Time (${unit.symbol})`,
      scale: 'linear' as const,
    },
  };
  const tail = [relative ? 'In parentheses: the median.' : '', cutText(sets), context];
  if (form === 'ecdf') {
    return {
      ...parts,
      kind: 'ecdf',
      caption: joined([`Empirical distribution of ${counts} a series.`, ...tail]),
      y: { label: 'Cumulative share (%)', scale: 'linear', min: 0, max: 100 },
      series: labelled.map((set) => ecdfSeries(set, place)),
    };
  }
  const axes = labelled.map((set) => set.ascending.map((ns) => place(set, ns)));
  const { shared, grids } = gridsFor(
    labelled.map((set, i) => ({
      axis: axes[i] ?? new Float64Array(),
      to: place(set, set.reach.to),
    })),
  );
  return {
    ...parts,
    kind: 'distribution',
    caption: joined([
      `Histogram of ${counts} a series; bins by Freedman and Diaconis${shared ? '' : ', a width for each series'}.`,
      ...tail,
    ]),
    y: { label: 'Share of samples (%)', scale: 'linear' },
    series: labelled.flatMap((set, i) => {
      const grid = grids[i];
      const axis = axes[i];
      return grid === undefined || axis === undefined
        ? []
        : [histogramSeries(set, grid, axis, sets.length <= mostFilled)];
    }),
  };
}
