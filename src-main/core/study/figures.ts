import type { FigurePoint, FigureSeries, FigureSpec } from '../../contract/figure.ts';
import type { StudyColumn, StudyTable } from '../../contract/study.ts';
import { scopeTime } from '../../contract/timing-scopes.ts';
import { identityOf } from '../../contract/variant-identity.ts';
import { studyName, studyNote } from './published.ts';
import { machineText, type StudySource, type TimesTable } from './study.ts';

/** Fewer sizes make no line. */
const minSizes = 3;

const symbols = { ns: 'ns', us: 'µs', ms: 'ms', s: 's' } as const;

/**
 * The figures of a study's table, in its own statistic and unit: a line a column over the sizes of its rows, or where
 * rows have names a figure of bars for each group of columns that the table names. What the study printed is hollow and
 * named by institution, year and hardware. A figure without a number of this run is left out.
 */
export function tableFigures(
  {
    row,
    columns,
    unit,
    statistic = 'mean',
    scope,
    workload: id,
    bars = {},
    notes = [],
  }: TimesTable,
  { title, rows, columns: heads }: StudyTable,
  { study, workloads, runId, machine }: StudySource,
): readonly FigureSpec[] {
  const keys = rows.map(([key]) => key);
  const workload = workloads?.find((one) => one.id === id);
  const device = machineText(machine);
  if (!keys.every((key) => typeof key === 'number')) {
    return Object.entries(bars).flatMap(([name, wanted]) =>
      figureOf(`${title}, ${name}`, 'bar', (column) => wanted.includes(column)),
    );
  }
  const isMeasured = (name: string): boolean => 'variant' in (columns[name] ?? {});
  return keys.length < minSizes ? [] : figureOf(title, 'line', isMeasured);

  function figureOf(
    named: string,
    mark: 'line' | 'bar',
    isShown: (column: string) => boolean,
  ): readonly FigureSpec[] {
    const shown = heads.filter((head) => head.unit === unit && isShown(head.title));
    const titles = [...new Set(shown.map((head) => head.title))];
    const series = shown
      .map((head) => seriesOf(head, titles, mark))
      .filter(({ points }) => points.length > 0);
    if (!series.some(({ published }) => !published)) return [];
    const ys = series.flatMap(({ points }) => points.map(({ y }) => y));
    const isPrinted = study !== undefined && series.some(({ published }) => published);
    const scopes = [...new Set(titles.flatMap(scopesOf))].map(scopeTime).join(' or ');
    const quantity = keys.every(Number.isInteger) ? 'count' : 'ratio';
    return [
      {
        kind: mark === 'bar' ? 'bars' : 'scaling',
        title: named,
        caption: [
          `Measured: ${statistic} of the ${scopes}.`,
          `Filled: ${device}.`,
          ...(isPrinted ? [`Hollow: published. ${studyNote(study)}`] : []),
          ...notes,
        ].join(' '),
        summary: `${named}: ${series.map(({ label }) => label).join(', ')}, over ${row.column}.`,
        x:
          mark === 'bar'
            ? { label: row.column, scale: 'category', categories: keys.map(String) }
            : {
                ...{ label: `${row.column} (${quantity})`, ticks: 'si' },
                scale: coversDecade(keys.map(Number)) ? 'log' : 'linear',
              },
        y: {
          label: `Time (${symbols[unit]})`,
          scale: mark === 'line' && coversDecade(ys) ? 'log' : 'linear',
          ticks: 'plain',
        },
        series,
        bands: [],
        provenance: { Run: runId, Device: device },
      },
    ];
  }

  /** The timing scope of a column, or those of what a difference is made from. */
  function scopesOf(name: string): readonly string[] {
    const column = columns[name];
    if (column !== undefined && 'minus' in column) return column.minus.flatMap(scopesOf);
    return [(column !== undefined && 'scope' in column ? column.scope : undefined) ?? scope];
  }

  function seriesOf(
    head: StudyColumn,
    titles: readonly string[],
    mark: 'line' | 'bar',
  ): Extract<FigureSeries, { mark: 'line' | 'bar' }> {
    const published = head.source === 'published';
    const column = columns[head.title];
    const of = study === undefined ? 'published' : studyName(study);
    const place = heads.indexOf(head);
    return {
      key: `${published ? 'published' : 'measured'}/${title}/${head.title}`,
      label: published ? `${of}: ${head.title}` : head.title,
      // A variant looks as it does in every other figure; what is made of several columns has a style of its own.
      ...(column !== undefined && 'variant' in column
        ? identityOf(workload, column.variant)
        : { device: null, slot: titles.indexOf(head.title) }),
      ...{ published, mark },
      points: rows.flatMap((cells, i): FigurePoint[] => {
        const [x, y] = [mark === 'bar' ? i : Number(cells[0]), cells[place]];
        return typeof y === 'number' ? [{ x, y, lo: null, hi: null, n: 0 }] : [];
      }),
    };
  }
}

function coversDecade(values: readonly number[]): boolean {
  return values.every((value) => value > 0) && Math.max(...values) / Math.min(...values) >= 10;
}
