import type { FigureSeries, FigureSpec } from '../../contract/figure.ts';
import { formatCount } from '../../contract/units.ts';
import { quantileSorted, sorted } from '../stats/order.ts';
import { binWidth, countBins, reachOf } from './histogram.ts';
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

type Prepared = SampleSet & {
  readonly ascending: Float64Array;
  readonly to: number;
  readonly beyond: number;
};

const mostBins = 80;
const mostSteps = 400;

const base = ({ key, label, device, slot }: SampleSet) => ({
  key,
  label,
  device,
  ...(slot === undefined ? {} : { slot }),
  published: false,
});

/** Steps of the empirical distribution, at most `mostSteps` by taking evenly spaced ranks. Shares in percent. */
function ecdfSeries(set: Prepared, factor: number): FigureSeries {
  const { ascending, to } = set;
  const n = ascending.length;
  const points: { x: number; y: number; lo: null; hi: null; n: number }[] = [];
  const add = (ns: number, share: number) =>
    points.push({ x: ns / factor, y: share * 100, lo: null, hi: null, n });
  add(ascending[0] ?? 0, 0);
  const stride = Math.max(1, n / mostSteps);
  for (let rank = Math.min(n, Math.ceil(stride)); rank <= n; ) {
    const value = ascending[Math.ceil(rank) - 1] ?? 0;
    if (value > to) {
      break;
    }
    add(value, Math.ceil(rank) / n);
    if (rank === n) {
      break;
    }
    rank = Math.min(n, rank + stride);
  }
  return { ...base(set), mark: 'step', points };
}

function histogramSeries(
  set: Prepared,
  factor: number,
  grid: {
    readonly from: number;
    readonly width: number;
    readonly bins: number;
    readonly log: boolean;
  },
): FigureSeries {
  const values = grid.log ? set.ascending.map(Math.log) : set.ascending;
  const total = set.ascending.length;
  const bins = countBins(values, grid.from, grid.width, grid.bins);
  const first = bins.findIndex(({ count }) => count > 0);
  const last = bins.findLastIndex(({ count }) => count > 0);
  const place = (edge: number) => (grid.log ? Math.exp(edge) : edge) / factor;
  const points = bins.slice(Math.max(0, first), last + 1).map(({ from, count }) => ({
    x: place(from),
    y: (count / total) * 100,
    lo: null,
    hi: null,
    n: count,
  }));
  const start = points[0];
  const end = bins[last];
  return {
    ...base(set),
    mark: 'step',
    fill: true,
    // Rise from zero at the first edge, fall to zero at the last.
    points: [
      ...(start === undefined ? [] : [{ ...start, y: 0, n: 0 }]),
      ...points,
      ...(end === undefined ? [] : [{ x: place(end.to), y: 0, lo: null, hi: null, n: 0 }]),
    ],
  };
}

/** One grid for all series where their widths allow it, else a grid for each. In logarithms on a logarithmic axis. */
function grids(sets: readonly Prepared[], log: boolean) {
  const scaled = sets.map((set) => {
    const ascending = log ? set.ascending.map(Math.log) : set.ascending;
    const from = ascending[0] ?? 0;
    const end = log ? Math.log(set.to) : set.to;
    // A set without any range is one bin, a thousandth of its value wide.
    const to = end > from ? end : from + (log ? 1e-3 : Math.max(Math.abs(from) * 1e-3, 1e-9));
    const width = Math.max(binWidth(ascending, from, to), (to - from) / mostBins);
    return { from, to, width: width > 0 ? width : to - from };
  });
  const from = Math.min(...scaled.map((each) => each.from));
  const to = Math.max(...scaled.map((each) => each.to));
  const width = Math.min(...scaled.map((each) => each.width));
  const shared = (to - from) / width <= mostBins;
  const grid = (start: number, end: number, bin: number) => {
    const bins = Math.max(1, Math.ceil((end - start) / bin - 1e-9));
    return { from: start, width: bins === 1 ? end - start : bin, bins, log };
  };
  return {
    shared,
    of: scaled.map((each) =>
      shared ? grid(from, to, width) : grid(each.from, each.to, each.width),
    ),
  };
}

function boxSeries(sets: readonly Prepared[], factor: number): FigureSeries[] {
  return sets.map((set, x) => {
    const at = (p: number) => quantileSorted(set.ascending, p) / factor;
    const box = { x, min: at(0), q1: at(0.25), median: at(0.5), q3: at(0.75), max: at(1) };
    return { ...base(set), mark: 'box', boxes: [{ ...box, n: set.ascending.length }] };
  });
}

function summaryOf(title: string, sets: readonly Prepared[]): string {
  const parts = sets.map(({ label, ascending }) => {
    const at = (p: number) => duration(quantileSorted(ascending, p));
    return `${label} has a median of ${at(0.5)}, half of its ${formatCount(ascending.length)} samples in ${at(0.25)} to ${at(0.75)}`;
  });
  return `${title}: ${parts.join('; ')}.`;
}

/**
 * How samples spread: a histogram as steps, the empirical distribution, or box plots. The time axis is logarithmic
 * where the sets lie a decade apart. Sets without samples are left out.
 */
export function distributionFigure(
  given: readonly SampleSet[],
  { form, title, context, provenance }: DistributionOptions,
): FigureSpec {
  const sets = given
    .map((set) => ({ ...set, ascending: sorted(set.timesNs.filter(Number.isFinite)) }))
    .filter(({ ascending }) => ascending.length > 0)
    .map((set): Prepared => ({ ...set, ...reachOf(set.ascending) }));
  const drawn = sets.flatMap(({ ascending, to }) => [
    ascending[0] ?? 0,
    form === 'box' ? (ascending.at(-1) ?? 0) : to,
  ]);
  const log = drawn.every((ns) => ns > 0) && Math.max(...drawn) / Math.min(...drawn) >= 10;
  const scale = log ? 'log' : 'linear';
  const time = timeAxis(drawn, scale);
  const { factor, symbol } = time.unit;
  const timeLabel = `Time (${symbol})`;
  const beyond = sets.reduce((sum, set) => sum + set.beyond, 0);
  const most = Math.max(...sets.map(({ ascending }) => ascending.at(-1) ?? 0));
  const counts = countText(sets.map(({ ascending }) => ascending.length));
  const cut =
    beyond === 0 || form === 'box'
      ? ''
      : `${beyond} slow sample${beyond === 1 ? '' : 's'} (up to ${duration(most)}) lie${beyond === 1 ? 's' : ''} beyond the axis.`;
  const common = {
    title,
    summary: summaryOf(title, sets),
    bands: [],
    provenance: { ...provenance },
  };
  if (form === 'box') {
    return {
      ...common,
      kind: 'box',
      caption: joined([
        `Box: first to third quartile, line: median, whiskers: least and greatest; ${counts} a series.`,
        context,
      ]),
      x: { label: 'Variant', scale: 'category', categories: sets.map(({ label }) => label) },
      y: { label: timeLabel, scale, ticks: time.ticks },
      series: boxSeries(sets, factor),
    };
  }
  const x = { label: timeLabel, scale, ticks: time.ticks } as const;
  if (form === 'ecdf') {
    return {
      ...common,
      kind: 'ecdf',
      caption: joined([`Empirical distribution of ${counts} a series.`, cut, context]),
      x,
      y: { label: 'Samples at or below (%)', scale: 'linear', min: 0, max: 100 },
      series: sets.map((set) => ecdfSeries(set, factor)),
    };
  }
  const binning = grids(sets, log);
  return {
    ...common,
    kind: 'distribution',
    caption: joined([
      `Histogram of ${counts} a series; bins ${log ? 'of equal width on the logarithmic axis, ' : ''}by Freedman and Diaconis` +
        `${binning.shared ? '' : ', a width for each series'}.`,
      cut,
      context,
    ]),
    x,
    y: { label: 'Share of samples in a bin (%)', scale: 'linear' },
    series: sets.map((set, i) => {
      const grid = binning.of[i];
      return histogramSeries(set, factor, grid ?? { from: 0, width: 1, bins: 1, log });
    }),
  };
}
