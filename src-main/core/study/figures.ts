import type { FigurePoint, FigureSeries, FigureSpec } from '../../contract/figure.ts';
import type { StudyColumn, StudyTable } from '../../contract/study.ts';
import { scopeTime } from '../../contract/timing-scopes.ts';
import { identityOf } from '../../contract/variant-identity.ts';
import type { ColumnDefinition, TableDefinition } from './definition.ts';
import { studyName, studyNote } from './published.ts';
import type { StudySource } from './source.ts';
import { statisticName } from './tables.ts';

/** Fewer sizes make no line. */
const minSizes = 3;

const symbols = { ns: 'ns', us: 'µs', ms: 'ms', s: 's' } as const;

type Column = StudyColumn & { readonly place: number };

/**
 * The figures of a study's table, in its own statistic and unit: a line a column over the sizes of its rows, or where
 * rows have names a figure of bars for each group of columns that the definition asks for. What the study printed is
 * hollow and named by institution, year and hardware. A figure without a number of this run is left out.
 *
 * @param machine where this run was measured, in words
 */
export function tableFigures(
  definition: TableDefinition,
  table: StudyTable,
  source: StudySource,
  machine: string,
): readonly FigureSpec[] {
  const columns = table.columns.map((column, place): Column => ({ ...column, place }));
  const timed = columns.filter(({ unit }) => unit === definition.unit);
  const whole = table.rows.every(([key]) => Number.isInteger(key));
  const sized = table.rows.every(([key]) => typeof key === 'number');
  if (!sized) {
    return definition.bars.flatMap(({ title, columns: wanted }) =>
      figureOf(
        timed.filter((column) => wanted.includes(column.title)),
        { title, bars: true },
      ),
    );
  }
  const lines = timed.filter(({ title }) => 'variant' in (definition.columns[title] ?? {}));
  return table.rows.length < minSizes ? [] : figureOf(lines, { title: null, bars: false });

  function figureOf(
    shown: readonly Column[],
    { title, bars }: { readonly title: string | null; readonly bars: boolean },
  ): readonly FigureSpec[] {
    const series = shown
      .map((column) => seriesOf(column, shown, table, bars))
      .filter(({ points }) => points.length > 0);
    if (!series.some(({ published }) => !published)) return [];
    const ys = series.flatMap(({ points }) => points.map(({ y }) => y));
    const scale = !bars && coversDecade(ys) ? 'log' : 'linear';
    const { study, runId } = source;
    const named = title === null ? table.title : `${table.title}, ${title}`;
    return [
      {
        kind: bars ? 'bars' : 'scaling',
        title: named,
        caption: [
          `Measured: ${statisticName(definition.statistic)} of the ${scopesOf(shown).map(scopeTime).join(' or ')}.`,
          `Filled: ${machine}.`,
          ...(study === undefined || !series.some(({ published }) => published)
            ? []
            : [`Hollow: published. ${studyNote(study)}`]),
          ...definition.notes,
        ].join(' '),
        summary: `${named}: ${series.map(({ label }) => label).join(', ')}, over ${definition.row.column}.`,
        x: bars
          ? {
              label: definition.row.column,
              scale: 'category',
              categories: table.rows.map(([key]) => String(key)),
            }
          : {
              label: `${definition.row.column} (${whole ? 'count' : 'ratio'})`,
              scale: coversDecade(table.rows.map(([key]) => Number(key))) ? 'log' : 'linear',
              ticks: 'si',
            },
        y: { label: `Time (${symbols[definition.unit]})`, scale, ticks: 'plain' },
        series,
        bands: [],
        provenance: { Run: runId, Device: machine },
      },
    ];
  }

  function workloadOf(own: ColumnDefinition | undefined): string {
    return (
      (own !== undefined && 'variant' in own ? own.workload : undefined) ?? definition.workload
    );
  }

  /** Those of the columns, and of what a difference is made from. */
  function scopesOf(shown: readonly Column[]): readonly string[] {
    const scopes = shown.flatMap(({ title }) => {
      const column = definition.columns[title];
      const names = column !== undefined && 'minus' in column ? column.minus : [title];
      return names.map((name) => {
        const own = definition.columns[name];
        const scope = own !== undefined && 'span' in own ? own.span : undefined;
        return scope ?? definition.span;
      });
    });
    return [...new Set(scopes)];
  }

  function seriesOf(
    { title, source: from, place }: Column,
    shown: readonly Column[],
    { rows }: StudyTable,
    bars: boolean,
  ): Extract<FigureSeries, { mark: 'line' | 'bar' }> {
    const published = from === 'published';
    const titles = [...new Set(shown.map((column) => column.title))];
    const own = definition.columns[title];
    const variant = own !== undefined && 'variant' in own ? own.variant : undefined;
    const workload = source.workloads?.find(({ id }) => id === workloadOf(own));
    const of = source.study === undefined ? 'published' : studyName(source.study);
    const points = rows.flatMap((row, i): FigurePoint[] => {
      const y = row[place];
      const x = bars ? i : Number(row[0]);
      return typeof y === 'number' ? [{ x, y, lo: null, hi: null, n: 0 }] : [];
    });
    return {
      key: `${published ? 'published' : 'measured'}/${definition.title}/${title}`,
      label: published ? `${of}: ${title}` : title,
      // A variant looks as it does in every other figure; what is made of several columns has a style of its own.
      ...(variant === undefined
        ? { device: null, slot: titles.indexOf(title) }
        : identityOf(workload, variant)),
      published,
      mark: bars ? 'bar' : 'line',
      points,
    };
  }
}

function coversDecade(values: readonly number[]): boolean {
  return values.every((value) => value > 0) && Math.max(...values) / Math.min(...values) >= 10;
}
