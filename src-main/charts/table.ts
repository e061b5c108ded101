import type { FigureSpec } from '../contract/figure.ts';
import { tickText } from './ticks.ts';

export type FigureTable = {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly (string | number | null)[])[];
};

/** What stands in the last parentheses of a label: `Time (ms)` has the unit `ms`. */
export function unitOfLabel(label: string): string {
  return /\(([^()]*)\)\s*$/.exec(label)?.[1] ?? '';
}

const xText = (spec: FigureSpec, x: number) =>
  spec.x.scale === 'category' ? (spec.x.categories?.[x] ?? String(x)) : x;

/** The figure's values as a table, for "view as table", the clipboard and CSV. Missing values are null. */
export function figureTable(spec: FigureSpec): FigureTable {
  const y = spec.y.label;
  if (spec.series.some((series) => series.mark === 'box')) {
    return {
      columns: [
        'Series',
        'Minimum',
        'First quartile',
        `Median: ${y}`,
        'Third quartile',
        'Maximum',
        'n',
      ],
      rows: spec.series.flatMap((series) =>
        series.mark === 'box'
          ? series.boxes.map((box) => [
              series.label,
              box.min,
              box.q1,
              box.median,
              box.q3,
              box.max,
              box.n,
            ])
          : [],
      ),
    };
  }
  if (spec.y.scale === 'category') {
    return {
      columns: ['Series', spec.x.label, 'Samples up to the next'],
      rows: spec.series.flatMap((series) =>
        series.mark === 'step' ? series.points.map(({ x, n }) => [series.label, x, n]) : [],
      ),
    };
  }
  return {
    columns: ['Series', spec.x.label, y, '95 % CI from', '95 % CI to', 'n'],
    rows: spec.series.flatMap((series) =>
      series.mark === 'box'
        ? []
        : series.points.map(({ x, y: value, lo, hi, n }) => [
            series.label,
            xText(spec, x),
            value,
            lo,
            hi,
            // A published point does not state its number of samples.
            n === 0 ? null : n,
          ]),
    ),
  };
}

const digits = (value: number) => tickText(Number(value.toPrecision(4)), 'plain');

/** One point in words, for a tooltip: `cub-even at 1 M: 12.3 µs [12.1, 12.5], n = 50`. */
export function describePoint(spec: FigureSpec, seriesIndex: number, pointIndex: number): string {
  const series = spec.series[seriesIndex];
  if (series === undefined) {
    return '';
  }
  const unit = unitOfLabel(spec.y.label);
  const withUnit = (value: number) => (unit === '' ? digits(value) : `${digits(value)} ${unit}`);
  if (series.mark === 'box') {
    const box = series.boxes[pointIndex];
    return box === undefined
      ? ''
      : `${series.label}: median ${withUnit(box.median)}, quartiles [${digits(box.q1)}, ${digits(box.q3)}], ` +
          `range [${digits(box.min)}, ${digits(box.max)}], n = ${box.n}`;
  }
  const point = series.points[pointIndex];
  if (point === undefined) {
    return '';
  }
  const x = xText(spec, point.x);
  const at =
    typeof x === 'string' ? x : tickText(Number(x.toPrecision(6)), spec.x.ticks ?? 'plain');
  if (spec.y.scale === 'category')
    return `${series.label} at ${at}: ${point.n} samples in this bin`;
  const interval =
    point.lo === null || point.hi === null ? '' : ` [${digits(point.lo)}, ${digits(point.hi)}]`;
  const n = point.n === 0 ? '' : `, n = ${point.n}`;
  const label = point.label === undefined ? '' : `, ${point.label}`;
  return `${series.label} at ${at}: ${withUnit(point.y)}${interval}${n}${label}`;
}
