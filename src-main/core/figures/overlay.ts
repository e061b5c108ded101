import { unitOfLabel } from '../../charts/index.ts';
import { familySize } from '../../charts/theme.ts';
import { badInput } from '../../contract/failure.ts';
import type { FigureSeries, FigureSpec } from '../../contract/figure.ts';
import type { Workload } from '../../contract/workload.ts';
import type { PublishedSeries } from '../study/published.ts';
import { scaleFor } from './series.ts';
import { type Identity, identityOf } from './source.ts';
import { timeAxis } from './wording.ts';

const factors: Readonly<Record<string, number>> = { ns: 1, µs: 1e3, ms: 1e6, s: 1e9 };

/** A variant's own hue; further tables, or columns of one variant, take the markers after next. */
function styleOf(
  workload: Workload | undefined,
  { variant, part }: PublishedSeries,
  table: number,
): Identity {
  const { device, slot } = identityOf(workload, variant);
  return slot === undefined ? { device } : { device, slot: slot + familySize * (table + part) };
}

/**
 * The figure with published series laid over it: drawn hollow, named by study and year, with a note on device, timing
 * scope and what the source leaves open. A column has the colour and marker of the variant that it is of. Scales and
 * the unit of time are chosen again, since a study's sizes and times may be far from this run's.
 *
 * @throws BreakevenError `bad-input` when the figure is not one of times over a number.
 */
export function withPublished(
  spec: FigureSpec,
  series: readonly PublishedSeries[],
  workload: Workload | undefined,
): FigureSpec {
  const factor = factors[unitOfLabel(spec.y.label)];
  if (spec.kind !== 'scaling' || factor === undefined) {
    throw badInput(
      `published series are times over a size; a ${spec.kind} figure cannot show them`,
    );
  }
  const own = spec.series.flatMap((each) => (each.mark === 'line' ? each.points : []));
  const laid = series.flatMap(({ points }) => points);
  const xs = [...own.map(({ x }) => x), ...laid.map(({ x }) => x)];
  const times = [...own.map(({ y }) => y * factor), ...laid.map(({ ns }) => ns)];
  const xScale = grown(spec.x.scale, xs);
  const yScale = grown(spec.y.scale, times, xScale === 'log');
  const { unit, ticks } = timeAxis(times, yScale);
  const tables = [...new Set(series.map(({ table }) => table))];
  const notes = [...new Set(series.flatMap((each) => each.notes))];
  return {
    ...spec,
    x: {
      ...spec.x,
      scale: xScale,
      ticks: Math.max(...xs) >= 10_000 ? 'si' : (spec.x.ticks ?? 'plain'),
    },
    y: { ...spec.y, scale: yScale, label: `Time (${unit.symbol})`, ticks },
    caption: [
      spec.caption,
      ...(notes.length > 0 ? ['Hollow, dotted: published.', ...notes] : []),
    ].join(' '),
    series: [
      ...spec.series.map((each) => scaledBy(each, factor / unit.factor)),
      ...series.map((each) => ({
        key: each.key,
        label: each.label,
        ...styleOf(workload, each, tables.indexOf(each.table)),
        published: true,
        mark: 'line' as const,
        points: each.points
          .filter(({ x, ns }) => (xScale !== 'log' || x > 0) && (yScale !== 'log' || ns > 0))
          // The sources give no interval, and their number of samples is not that of a point.
          .map(({ x, ns }) => ({ x, y: ns / unit.factor, lo: null, hi: null, n: 0 })),
      })),
    ],
  };
}

type Scale = FigureSpec['x']['scale'];

/** The scale with more values on it: logarithmic where they cover a decade now, if all can be shown so. */
function grown(scale: Scale, values: readonly number[], wanted = false): 'log' | 'linear' {
  if (scale === 'log') return 'log';
  const positive = values.every((value) => value > 0);
  return positive && (wanted || scaleFor(values) === 'log') ? 'log' : 'linear';
}

function scaledBy(series: FigureSeries, factor: number): FigureSeries {
  if (series.mark !== 'line' || factor === 1) return series;
  const scaled = (value: number | null): number | null => (value === null ? null : value * factor);
  return {
    ...series,
    points: series.points.map((point) => ({
      ...point,
      y: point.y * factor,
      lo: scaled(point.lo),
      hi: scaled(point.hi),
    })),
  };
}
