import type { DistributionForm, FigureSeries, FigureSpec } from '../../contract/figure.ts';
import { countBins, reachOf, sharedReaches } from '../../stats/histogram.ts';
import { quantileSorted, sorted } from '../../stats/order.ts';
import {
  outlineOf,
  type Placed,
  type Prepared,
  type SampleSet,
  seriesBase,
} from './distribution-sets.ts';
import { bodyEnd, cutAt, type Grid, gridsFor } from './grid.ts';
import { processText, ridges } from './ridgeline.ts';
import { countText, duration, joined, timeAxis } from './wording.ts';

export type { SampleSet } from './distribution-sets.ts';

type DistributionOptions = {
  readonly form: DistributionForm;
  readonly title: string;
  /** What is the same in all sets, appended to the caption. */
  readonly context: string;
  readonly provenance: Readonly<Record<string, string>>;
};

const maxSteps = 400;
/** Beyond this many, fills over each other say nothing. */
const maxFilled = 3;

const medianOf = ({ ascending }: Prepared): number => quantileSorted(ascending, 0.5);

/** From nanoseconds to the axis of the figure. */
type Place = (set: Prepared, ns: number) => number;

/**
 * Steps of the empirical distribution, at most `maxSteps` by taking evenly spaced ranks of the samples that the axis
 * holds. A curve with samples beyond stays on its level to the end of the axis. Shares in percent.
 */
function ecdfSeries(set: Placed, end: number): FigureSeries {
  const { axis, inside } = set;
  const n = axis.length;
  const step = (x: number, share: number) => ({ x, y: share * 100, lo: null, hi: null, n });
  const points = [step(axis[0] ?? 0, 0)];
  const steps = Math.min(inside, maxSteps);
  for (let i = 1; i <= steps; i += 1) {
    const rank = Math.ceil((i * inside) / steps);
    points.push(step(axis[rank - 1] ?? 0, rank / n));
  }
  if (inside < n) points.push(step(end, inside / n));
  return { ...seriesBase(set), mark: 'step', points };
}

function histogramSeries(set: Placed, grid: Grid, fill: boolean): FigureSeries {
  const { axis } = set;
  const bins = countBins(axis.subarray(0, set.inside), grid.from, grid.width, grid.bins);
  return {
    ...seriesBase(set),
    mark: 'step',
    fill,
    points: outlineOf(bins, (count) => (count / axis.length) * 100),
  };
}

/** Interquartile ranges of the longest whisker (Tukey 1977), and marks that fit above each other on an axis. */
const whiskerRanges = 1.5;
const maxMarks = 400;

/** Outliers nearer to each other than `step` are one mark: they could not be seen apart. */
function boxSeries({ axis, inside, ...set }: Placed, x: number, step: number): FigureSeries {
  const at = (p: number) => quantileSorted(axis, p);
  const box = { x, min: at(0), q1: at(0.25), median: at(0.5), q3: at(0.75), max: at(1) };
  const reach = whiskerRanges * (box.q3 - box.q1);
  const within = axis.filter((value) => value >= box.q1 - reach && value <= box.q3 + reach);
  const whiskers: [number, number] = [within[0] ?? box.q1, within.at(-1) ?? box.q3];
  const outliers: number[] = [];
  for (const value of axis.subarray(0, inside)) {
    if (value >= whiskers[0] && value <= whiskers[1]) continue;
    if (value - (outliers.at(-1) ?? -Infinity) >= step) outliers.push(value);
  }
  return {
    ...seriesBase(set),
    mark: 'box',
    boxes: [{ ...box, whiskers, outliers, n: axis.length }],
  };
}

function summaryOf(title: string, sets: readonly Prepared[]): string {
  const parts = sets.map(({ label, ascending }) => {
    const at = (p: number) => duration(quantileSorted(ascending, p));
    return `${label} ${at(0.5)} (${at(0.25)} to ${at(0.75)})`;
  });
  return `${title}: medians (interquartile ranges): ${parts.join('; ')}.`;
}

/**
 * All sets on one axis, which ends at the farthest sample within the reach of any of them: what a set has up to there is
 * drawn, whatever its own reach.
 */
function placedOn(
  sets: readonly Prepared[],
  place: Place,
): { readonly placed: readonly Placed[]; readonly end: number } {
  const parts = sets.map((set) => {
    const axis = set.ascending.map((ns) => place(set, ns));
    const processes = (set.processes ?? []).map((ns) => place(set, ns));
    return { ...set, axis, processes, to: bodyEnd(axis[0] ?? 0, place(set, set.reach.to)) };
  });
  const axes = parts.map(({ axis }) => axis);
  const { end, inside } = cutAt(axes, Math.max(...parts.map(({ to }) => to)));
  return { placed: parts.map((part, i) => ({ ...part, inside: inside[i] ?? 0 })), end };
}

/** Share of the samples of a series beyond the axis from which on the caption names it. */
const worthNaming = 0.05;

function cutText(sets: readonly Placed[]): string {
  const beyond = ({ axis, inside }: Placed): number => axis.length - inside;
  const cut = sets.filter((set) => beyond(set) > 0);
  const count = cut.reduce((sum, set) => sum + beyond(set), 0);
  if (count === 0) {
    return '';
  }
  const max = Math.max(...cut.map(({ ascending }) => ascending.at(-1) ?? 0));
  const one = count === 1;
  // A series with many of them is named: they are no longer a tail.
  const parts = cut.flatMap((set) => {
    const share = beyond(set) / set.axis.length;
    return share < worthNaming ? [] : [`; ${Math.round(share * 100)} % of ${set.label}`];
  });
  return `${count} slow sample${one ? '' : 's'} (up to ${duration(max)}${parts.join('')}) ${one ? 'is' : 'are'} beyond the axis.`;
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
 * How samples spread: a ridge for each series, a histogram as steps, the empirical distribution, or box plots. Where the sets lie a decade
 * apart, all but the boxes show each set relative to its own median, and the boxes stand on a logarithmic axis: on one
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
  const ends = sets.flatMap(({ ascending, reach }) => [ascending[0] ?? 0, reach.to]);
  const counts = countText(sets.map(({ ascending }) => ascending.length));
  const common = { summary: summaryOf(title, sets), bands: [], provenance: { ...provenance } };
  if (form === 'box') {
    const log = positive && Math.max(...ends) / Math.min(...ends) >= 10;
    const scale = log ? 'log' : 'linear';
    const time = timeAxis(ends, scale);
    const { placed, end } = placedOn(sets, (_, ns) => ns / time.unit.factor);
    return {
      ...common,
      kind: 'distribution',
      title,
      caption: joined([
        `Box: first to third quartile, line: median of the samples, whiskers: up to 1.5 interquartile ranges, points: samples beyond; ${counts} per series.`,
        cutText(placed),
        context,
      ]),
      x: { label: 'Variant', scale: 'category', categories: sets.map(({ label }) => label) },
      y: { label: `Time (${time.unit.symbol})`, scale, ticks: time.ticks },
      series: placed.map((set, x) => boxSeries(set, x, end / maxMarks)),
    };
  }
  const { unit } = timeAxis(ends, 'linear');
  const place: Place = (set, ns) => (relative ? (ns / medianOf(set) - 1) * 100 : ns / unit.factor);
  const { placed, end } = placedOn(sets, place);
  const labelled = placed.map((set) =>
    relative ? { ...set, label: `${set.label} (${duration(medianOf(set))})` } : set,
  );
  const parts = {
    ...common,
    title: relative ? `${title}, relative to the median` : title,
    x: {
      label: relative ? 'Deviation from the median (%)' : `Time (${unit.symbol})`,
      scale: 'linear' as const,
    },
  };
  const tail = [relative ? 'Medians in parentheses.' : '', cutText(placed), context];
  if (form === 'ecdf') {
    return {
      ...parts,
      kind: 'distribution',
      caption: joined([`Empirical cumulative distribution; ${counts} per series.`, ...tail]),
      y: { label: 'Cumulative share (%)', scale: 'linear', min: 0, max: 100 },
      series: labelled.map((set) => ecdfSeries(set, end)),
    };
  }
  const { shared, grids } = gridsFor(placed);
  if (form === 'ridgeline') {
    return {
      ...parts,
      kind: 'distribution',
      caption: joined([
        `Ridges: histograms, each as high as its fullest bin; ${counts} per series.`,
        processText(placed),
        ...tail,
      ]),
      ...ridges(labelled, grids),
    };
  }
  return {
    ...parts,
    kind: 'distribution',
    caption: joined([
      `Histogram; ${counts} per series; Freedman-Diaconis bins${shared ? '' : ', one bin width per series'}.`,
      ...tail,
    ]),
    y: { label: 'Share of samples (%)', scale: 'linear' },
    series: labelled.flatMap((set, i) => {
      const grid = grids[i];
      return grid === undefined ? [] : [histogramSeries(set, grid, sets.length <= maxFilled)];
    }),
  };
}
