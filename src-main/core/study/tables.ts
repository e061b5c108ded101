import { agree, byValue } from '../../contract/case-names.ts';
import type { StoredCase } from '../../contract/run.ts';
import type { StudyColumn, StudyTable } from '../../contract/study.ts';
import { scopeName, scopeTime } from '../../contract/timing-scopes.ts';
import type { Scalar } from '../../contract/workload.ts';
import { peakOf, peakText } from '../analysis/nominal-peak.ts';
import { casesOf, nameOf, nanosecondsOf, type Selection, timeOf } from './cases.ts';
import { tableFigures } from './figures.ts';
import { type PublishedSeries, type PublishedStudy, studyName, studyNote } from './published.ts';
import type { Column, StudySource, Table, TimesTable } from './study.ts';

/** Columns of the times of variants, called by their ids. */
export function variants(...ids: readonly string[]): Readonly<Record<string, Selection>> {
  return Object.fromEntries(ids.map((variant) => [variant, { variant }]));
}

/** A study's table of times: its rows and columns, measured here in its statistic and unit, with the printed numbers. */
export function times(table: TimesTable): Table {
  return {
    printed: table.printed,
    columns: [table.row.column, ...Object.keys(table.columns)],
    report(source) {
      const reported = reportTimes(table, source);
      return { table: reported, figures: tableFigures(table, reported, source) };
    },
    series: (study) => printedSeries(table, study),
  };
}

function reportTimes(table: TimesTable, source: StudySource): StudyTable {
  const {
    title,
    workload,
    scope,
    statistic = 'mean',
    unit,
    row,
    values = {},
    columns,
    notes = [],
  } = table;
  const { machine, study } = source;
  const printed = table.printed === undefined ? [] : (study?.tables[table.printed] ?? []);
  const cases = source.cases.filter(
    (one) => one.workload === workload && agree(one.values, values),
  );
  const peak = peakOf(machine);
  const all = Object.entries(columns);
  const isBeside = (name: string, column: Column): boolean =>
    'theory' in column || printed.some((one) => name in one);
  const rows = keys().map((key) => {
    const beside = printed.find((one) => one[row.column] === key);
    return [
      typeof key === 'boolean' ? String(key) : key,
      ...all.flatMap(([name, column]) => [
        ...('printed' in column ? [] : [valueAt(column, key)]),
        ...('printed' in column || isBeside(name, column) ? [beside?.[name] ?? null] : []),
      ]),
    ];
  });
  return {
    title,
    columns: [{ title: row.column, unit: null, source: 'key' }, ...all.flatMap(headsOf)],
    rows,
    notes: [
      `Measured: ${statistic} of the ${scopeTime(scope)}, in ${unit}${all.map(otherScope).join('')}.`,
      ...theoryNotes(),
      ...notes,
    ],
  };

  function headsOf([name, column]: [string, Column]): readonly StudyColumn[] {
    const source = 'published';
    if ('printed' in column) {
      return [{ title: name, unit: study?.tableUnits?.[table.printed ?? ''] ?? null, source }];
    }
    const head = { title: name, unit: 'over' in column ? null : unit };
    return [
      { ...head, source: 'variant' in column ? 'measured' : 'derived' },
      ...(isBeside(name, column) ? [{ ...head, source } as const] : []),
    ];
  }

  function keyOf(stored: StoredCase): Scalar | null {
    if (row.axis === undefined) return nameOf(source.configuration, stored);
    return stored.values[row.axis] ?? null;
  }

  /** Sizes in their order; of names the study's in its order, then those that this run has beyond them. */
  function keys(): readonly Scalar[] {
    const isShown = (one: StoredCase): boolean =>
      all.some(
        ([, column]) =>
          'variant' in column &&
          column.variant === one.variant &&
          agree(one.values, column.values ?? {}),
      );
    const measured = cases.filter(isShown).flatMap((stored) => keyOf(stored) ?? []);
    const both = [
      ...new Set([...printed.flatMap((one) => one[row.column] ?? []), ...measured.sort(byValue)]),
    ];
    return both.every((key) => typeof key === 'number') ? both.sort(byValue) : both;
  }

  function valueAt(column: Exclude<Column, { printed: true }>, key: Scalar): number | null {
    if ('variant' in column) {
      const stored = casesOf(cases, workload, column).find((one) => keyOf(one) === key);
      const ns = stored && timeOf(stored, column.scope ?? scope, statistic);
      return ns === undefined ? null : ns / nanosecondsOf[unit];
    }
    if ('theory' in column) {
      // The picture of the row; no case says which one it is where none was measured.
      const stored = cases.find((one) => keyOf(one) === key);
      if (table.theory === undefined || peak === null || stored === undefined) return null;
      const perSecond = peak.flopsPerSecond / (column.theory === 'sequential' ? peak.cores : 1);
      return (table.theory.flops(stored.values) / perSecond) * (1e9 / nanosecondsOf[unit]);
    }
    const names = 'minus' in column ? column.minus : column.over;
    const [a = null, b = null] = names.map((name) => {
      const other = columns[name];
      return other === undefined || 'printed' in other ? null : valueAt(other, key);
    });
    if (a === null || b === null) return null;
    return 'minus' in column ? a - b : a / b;
  }

  /** `; fragment-parallel: fragmentCall time`: of a column with another timing scope than the table. */
  function otherScope([name, column]: [string, Column]): string {
    const other = 'variant' in column ? column.scope : undefined;
    return other === undefined || other === scope ? '' : `; ${name}: ${scopeTime(other)}`;
  }

  function theoryNotes(): readonly string[] {
    if (table.theory === undefined || peak === null) return [];
    const rate = Number((peak.flopsPerSecond / 1e9).toPrecision(4));
    return [
      `Theory here: ${table.theory.text} flop over the nominal peak of ${rate} GFLOP/s (${peakText(machine)}), or over that of one core.`,
    ];
  }
}

/** The columns of times of a printed table over an axis of the workload; none of a table in another unit. */
function printedSeries(
  { printed = '', columns, row, scope, workload, notes = [] }: TimesTable,
  study: PublishedStudy,
): readonly PublishedSeries[] {
  const { axis } = row;
  const { id, unit, tables, tableUnits } = study;
  if (axis === undefined || unit === undefined || tableUnits?.[printed] !== undefined) return [];
  const parts = new Map<string, number>();
  return Object.entries(columns).flatMap(([column, selection]): PublishedSeries[] => {
    if (!('variant' in selection)) return [];
    const points = (tables[printed] ?? []).flatMap((each) => {
      const [x, value] = [each[row.column], each[column]];
      const ns = Number(value) * nanosecondsOf[unit];
      return typeof x === 'number' && typeof value === 'number' ? [{ x, ns }] : [];
    });
    if (points.length === 0) return [];
    const { variant, scope: timed = scope } = selection;
    const part = parts.get(variant) ?? 0;
    parts.set(variant, part + 1);
    return [
      {
        ...{ key: `published/${id}/${printed}/${column}`, study: id },
        ...{ workload, axis, table: printed, column, variant, part },
        // A column that is called by its unit says nothing of what was timed.
        label: `${studyName(study)}: ${column === unit ? variant : column}, ${printed}`,
        scope: timed,
        notes: [studyNote(study), ...notes, `Timing scope: ${scopeName(timed)}.`],
        points: points.sort((a, b) => a.x - b.x),
      },
    ];
  });
}
