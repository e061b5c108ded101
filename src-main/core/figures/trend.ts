import { changeText } from '../../contract/change-text.ts';
import { BreakevenError } from '../../contract/failure.ts';
import type { FigurePoint, FigureSpec } from '../../contract/figure.ts';
import { defaultTrendOptions } from '../../contract/procedures/trends.ts';
import { scopeTime } from '../../contract/timing-scopes.ts';
import type { WholeTrend } from '../analysis/trend/trend.ts';
import { select } from './selection.ts';
import { type CaseGroup, groupCases, type LineSeries, lineSeries } from './series.ts';
import { type FigureRequest, type FigureSource, provenanceOf } from './source.ts';
import { type Places, trendAxis } from './trend-axis.ts';
import { contextText, countText, joined, timeAxis, titleOf, workloadTitle } from './wording.ts';

type Line = { readonly group: CaseGroup; readonly trend: WholeTrend };

/**
 * The medians of one case in all runs that measured it, a series a variant, with the levels that were found in them and
 * the steps between two runs as bands. Swept axes are fixed as in other figures.
 *
 * @throws BreakevenError `bad-input` where cases of several runs are asked for, or one that the run does not have.
 */
export function trendFigure(source: FigureSource, request: FigureRequest = {}): FigureSpec {
  const { trend: read } = source;
  if (read === undefined) {
    throw new BreakevenError('bad-input', 'a trend follows the cases of one run; name one run');
  }
  const selection = select(source, request, () => []);
  const options = request.trend ?? defaultTrendOptions;
  const lines = groupCases(selection, request.seriesBy).flatMap((group): Line[] => {
    const index = group.cases.at(-1)?.stored.index;
    const trend = index === undefined ? null : read(index, selection.scope, options);
    return trend === null || trend.points.length === 0 ? [] : [{ group, trend }];
  });
  const points = lines.flatMap(({ trend }) => trend.points);
  const { places, x } = trendAxis(points, options.by);
  const { factor, symbol } = timeAxis(
    points.map(({ medianNs }) => medianNs),
    'linear',
  ).unit;
  const times = points.map(({ medianNs }) => medianNs);
  // Lines that lie far apart would be flat on one linear axis.
  const log = lines.length > 1 && Math.max(...times) / Math.min(...times) >= 10;
  const start = log ? 0 : startOf(lines);
  const bands = lines.flatMap(({ trend }) => bandsOf(trend, places));
  const several = lines.length > 1;
  const levelled = lines.filter(({ trend }) => trend.points.length > 1);
  return {
    kind: 'trend',
    title: titleOf(selection, `${scopeTime(selection.scope)} over the runs`),
    caption: joined([
      `Centre: median ${scopeTime(selection.scope)} per run; bar: its 95 % confidence interval; ${countText(
        points.map(({ n }) => n),
      )} per run.${levelled.length > 0 ? ' Line: segment, at the median of its runs.' : ''}`,
      bands.length > 0
        ? 'Band: change point between two runs, with the change of the time and its 95 % interval.'
        : '',
      start > 0 ? `The vertical axis begins at ${start / factor}, not at zero.` : '',
      ...lines.map(({ trend }) => sentences(trend.notes)),
      contextText(selection, source),
    ]),
    summary: `${workloadTitle(selection)}, ${scopeTime(selection.scope)}: ${joined(
      lines.map(({ group, trend }) => `${several ? `${group.label}: ` : ''}${trend.sentence}`),
    )}`,
    x,
    y: {
      label: `Time (${symbol})`,
      scale: log ? 'log' : 'linear',
      ...(start > 0 ? { min: start / factor } : {}),
    },
    series: lines.flatMap(({ group, trend }) => [
      { ...lineSeries(selection, group, medians(trend, places, factor)), unjoined: true },
      // A segment of one run is that run.
      ...(trend.points.length > 1
        ? [levelSeries(lineSeries(selection, group, segments(trend, places, factor)))]
        : []),
    ]),
    bands,
    provenance: provenanceOf(source),
  };
}

function medians({ points }: WholeTrend, places: Places, factor: number): readonly FigurePoint[] {
  return points.map(({ runId, medianNs, ci95, n }) => ({
    run: runId,
    x: places.get(runId) ?? 0,
    y: medianNs / factor,
    lo: ci95 === null ? null : ci95[0] / factor,
    hi: ci95 === null ? null : ci95[1] / factor,
    n,
  }));
}

/** Two points a level: a line over its segment. */
function segments(trend: WholeTrend, places: Places, factor: number): readonly FigurePoint[] {
  const place = (at: number): number => places.get(trend.points[at]?.runId ?? '') ?? 0;
  return trend.segments.flatMap(({ from, to, medianNs }) =>
    [place(from), place(to - 1)].map((x) => ({
      x,
      y: medianNs / factor,
      lo: null,
      hi: null,
      n: 0,
    })),
  );
}

function levelSeries(series: LineSeries): LineSeries {
  return { ...series, key: `${series.key}/level`, label: `${series.label}, segment`, bare: true };
}

function bandsOf({ changePoints, points }: WholeTrend, places: Places): FigureSpec['bands'] {
  return changePoints.map(({ at, ratio, ci95 }) => {
    const hi = places.get(points[at]?.runId ?? '') ?? 0;
    const lo = places.get(points[at - 1]?.runId ?? '') ?? hi;
    return { label: changeText(ratio, ci95), at: (lo + hi) / 2, lo, hi };
  });
}

/**
 * Where the axis of times begins, in nanoseconds: a change of a few percent cannot be seen from zero. A whole number below
 * all that is drawn, 0 where that is near.
 */
function startOf(lines: readonly Line[]): number {
  const points = lines.flatMap(({ trend }) => trend.points);
  const low = Math.min(...points.map(({ medianNs, ci95 }) => ci95?.[0] ?? medianNs));
  const high = Math.max(...points.map(({ medianNs, ci95 }) => ci95?.[1] ?? medianNs));
  const range = Math.max(high - low, high * 0.02);
  const wanted = low - range * 0.25;
  if (!(wanted > high * 0.2)) return 0;
  const step = 10 ** Math.floor(Math.log10(range));
  return Number((Math.floor(wanted / step) * step).toPrecision(12));
}

const sentences = (notes: readonly string[]): string =>
  notes.map((note) => `${note.charAt(0).toUpperCase()}${note.slice(1)}.`).join(' ');
