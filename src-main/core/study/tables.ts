import { agree, byValue } from '../../contract/case-names.ts';
import type { Metric, StoredCase } from '../../contract/run.ts';
import type { StudyColumn, StudyTable } from '../../contract/study.ts';
import { scopeTime } from '../../contract/timing-scopes.ts';
import type { Scalar } from '../../contract/workload.ts';
import { peakOf, peakText } from '../analysis/nominal-peak.ts';
import { casesOf, nameOf, nanosecondsOf } from './cases.ts';
import type {
  ColumnDefinition,
  Selector,
  TableDefinition,
  TheoryDefinition,
} from './definition.ts';
import type { StudySource } from './source.ts';
import { workOf, workText } from './theory.ts';

type Cell = string | number | null;
type PublishedRow = Readonly<Record<string, Cell>>;

/** A study's table: its rows and columns, measured here in its statistic and unit, with the printed numbers. */
export function studyTable(
  definition: TableDefinition,
  theories: readonly TheoryDefinition[],
  source: StudySource,
): StudyTable {
  const { study } = source;
  const theory = theories.find(({ workload }) => workload === definition.workload);
  const published: readonly PublishedRow[] =
    definition.table === undefined ? [] : (study?.tables[definition.table] ?? []);
  const keys = keysOf(definition, published, source);
  const columns = columnsOf(definition, published);
  const rows = keys.map((key) => {
    const printed = published.find((row) => row[definition.row.column] === key);
    return [
      typeof key === 'boolean' ? String(key) : key,
      ...columns.flatMap(({ name, column }) =>
        'theory' in column
          ? [theoryAt(definition, theory, column.theory, key, source), printed?.[name] ?? null]
          : cellsOf(definition, name, column, key, printed, source),
      ),
    ];
  });
  return {
    title: definition.title,
    columns: [
      { title: definition.row.column, unit: null, source: 'key' },
      ...columns.flatMap(({ name, column, printed }) =>
        titlesOf(definition, name, column, printed, source),
      ),
    ],
    rows,
    notes: [
      `Measured: ${statisticName(definition.statistic)} of the ${scopeTime(definition.span)}, in ${definition.unit}${otherScopes(definition)}.`,
      ...theoryNotes(definition, theory, source),
      ...definition.notes,
    ],
  };
}

/** What theory gives for the picture of a row on this machine; null where no case says which one it is. */
function theoryAt(
  definition: TableDefinition,
  theory: TheoryDefinition | undefined,
  side: 'sequential' | 'parallel',
  key: Scalar,
  source: StudySource,
): number | null {
  const peak = peakOf(source.machine);
  const stored = source.cases.find(
    (one) =>
      one.workload === definition.workload &&
      agree(one.values, definition.values) &&
      keyOf(definition, one, source) === key,
  );
  if (theory === undefined || peak === null || stored === undefined) return null;
  const perSecond = peak.flopsPerSecond / (side === 'sequential' ? peak.cores : 1);
  return (workOf(theory, stored.values) / perSecond) * (1e9 / nanosecondsOf[definition.unit]);
}

function theoryNotes(
  { columns }: TableDefinition,
  theory: TheoryDefinition | undefined,
  { machine }: StudySource,
): readonly string[] {
  const peak = peakOf(machine);
  if (theory === undefined || peak === null) return [];
  if (!Object.values(columns).some((column) => 'theory' in column)) return [];
  const rate = Number((peak.flopsPerSecond / 1e9).toPrecision(4));
  return [
    `Theory here: ${workText(theory)} flop over the nominal peak of ${rate} GFLOP/s (${peakText(machine)}), or over that of one core.`,
  ];
}

type TheoryColumn = Extract<ColumnDefinition, { readonly theory: string }>;

type Column = {
  readonly name: string;
  readonly column: ColumnDefinition;
  /** The study prints this column. */
  readonly printed: boolean;
};

function columnsOf(
  { columns }: TableDefinition,
  published: readonly PublishedRow[],
): readonly Column[] {
  return Object.entries(columns).map(([name, column]) => ({
    name,
    column,
    printed: published.some((row) => name in row),
  }));
}

function titlesOf(
  { unit, table = '' }: TableDefinition,
  name: string,
  column: ColumnDefinition,
  printed: boolean,
  { study }: StudySource,
): readonly StudyColumn[] {
  if ('published' in column) {
    return [{ title: name, unit: study?.tableUnits?.[table] ?? null, source: 'published' }];
  }
  const own = 'over' in column ? null : unit;
  const source = 'variant' in column ? 'measured' : 'derived';
  const measured = { title: name, unit: own, source } as const;
  return printed || 'theory' in column
    ? [measured, { title: name, unit: own, source: 'published' }]
    : [measured];
}

function cellsOf(
  definition: TableDefinition,
  name: string,
  column: Exclude<ColumnDefinition, TheoryColumn>,
  key: Scalar,
  printed: PublishedRow | undefined,
  source: StudySource,
): readonly Cell[] {
  const beside = printed?.[name] ?? null;
  if ('published' in column) return [beside];
  const measured = cellValue(definition, column, key, source);
  const study = definition.table !== undefined && hasColumn(definition, name, source);
  return study ? [measured, beside] : [measured];
}

function hasColumn({ table }: TableDefinition, name: string, { study }: StudySource): boolean {
  return (study?.tables[table ?? ''] ?? []).some((row) => name in row);
}

function cellValue(
  definition: TableDefinition,
  column: ColumnDefinition,
  key: Scalar,
  source: StudySource,
): number | null {
  if ('variant' in column) return measuredAt(definition, column, key, source);
  if ('published' in column || 'theory' in column) return null;
  const [left, right] = 'minus' in column ? column.minus : column.over;
  const [a, b] = [left, right].map((name) => {
    const other = definition.columns[name];
    return other === undefined ? null : cellValue(definition, other, key, source);
  });
  if (a == null || b == null) return null;
  return 'minus' in column ? a - b : a / b;
}

function measuredAt(
  definition: TableDefinition,
  selector: Selector,
  key: Scalar,
  source: StudySource,
): number | null {
  const { workload, statistic, unit, values } = definition;
  const scope = selector.span ?? definition.span;
  const found = casesOf(source.cases, workload, selector).find(
    (stored) => agree(stored.values, values) && keyOf(definition, stored, source) === key,
  );
  const metric: Metric | undefined = found?.metrics[scope];
  return metric === undefined ? null : metric[statistic] / nanosecondsOf[unit];
}

function keyOf(
  { row }: TableDefinition,
  stored: StoredCase,
  { configuration }: StudySource,
): Scalar | null {
  return row.axis === undefined ? nameOf(configuration, stored) : (stored.values[row.axis] ?? null);
}

/** Sizes in their order; of names the study's in its order, then those that this run has beyond them. */
function keysOf(
  definition: TableDefinition,
  published: readonly PublishedRow[],
  source: StudySource,
): readonly Scalar[] {
  const printed = published.flatMap((row) => row[definition.row.column] ?? []);
  const own = source.cases
    .filter(
      (stored) =>
        stored.workload === definition.workload &&
        agree(stored.values, definition.values) &&
        isShown(definition, stored),
    )
    .flatMap((stored) => keyOf(definition, stored, source) ?? [])
    .sort(byValue);
  const keys = [...new Set([...printed, ...own])];
  return keys.every((key) => typeof key === 'number') ? keys.sort(byValue) : keys;
}

/** Whether a column is about such a case. */
function isShown({ columns }: TableDefinition, { variant, values }: StoredCase): boolean {
  return Object.values(columns).some(
    (column) => 'variant' in column && column.variant === variant && agree(values, column.values),
  );
}

/** `; fragment-parallel: fragmentCall time`: columns with another timing scope than the table. */
function otherScopes({ columns, span: scope }: TableDefinition): string {
  return Object.entries(columns)
    .flatMap(([name, column]) =>
      'variant' in column && column.span !== undefined && column.span !== scope
        ? [`; ${name}: ${scopeTime(column.span)}`]
        : [],
    )
    .join('');
}

export function statisticName(statistic: TableDefinition['statistic']): string {
  return { mean_ns: 'mean', median_ns: 'median', min_ns: 'minimum', max_ns: 'maximum' }[statistic];
}
