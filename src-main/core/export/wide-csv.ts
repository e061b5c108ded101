import { comparedScope } from '../../contract/by-scope.ts';
import { type StoredCase, schemaVersion } from '../../contract/run.ts';
import type { Scalar } from '../../contract/workload.ts';
import { csvRows } from '../table/csv.ts';
import type { DecimalMark } from '../table/table.ts';
import { columnName } from './columns.ts';
import type { ExportSource } from './source.ts';

/** What a cell of the wide table says of a case, one column each. */
const measures = ['medianNs', 'ci95LoNs', 'ci95HiNs'] as const;

export type WideTable = {
  readonly columns: readonly { readonly name: string; readonly help: string }[];
  readonly rows: readonly (readonly (Scalar | null)[])[];
  /** Cases without times, which the table cannot show. */
  readonly notShown: Readonly<Record<'failed' | 'skipped', number>>;
};

type Cell = { readonly key: string; readonly column: string; readonly each: StoredCase };

/**
 * Variants side by side, for a spreadsheet: one row for each workload, timing scope and combination of the axes that
 * all variants take, and columns for each variant, distinguished by the axes that it alone takes where they vary:
 * `omp-private[threads=2]_median_ns`.
 */
export function wideTable({
  cases,
  percentOfPeak = {},
}: Pick<ExportSource, 'cases' | 'percentOfPeak'>): WideTable {
  const measured = cases.filter(({ outcome }) => outcome === 'ok');
  const workloads = [...Map.groupBy(measured, ({ workload }) => workload)];
  const shared = new Map(workloads.map(([id, own]) => [id, sharedAxes(own)]));
  const axes = [...new Set([...shared.values()].flat())];
  const scopes = [...new Set(measured.flatMap(({ metrics }) => Object.keys(metrics)))];
  const heads = new Map<string, readonly Scalar[]>();
  const columns: string[] = [];
  const cells: Cell[] = [];
  for (const [workload, own] of workloads) {
    const common = shared.get(workload) ?? [];
    for (const each of [...own].sort((a, b) => byValues(a, b, common))) {
      const column = columnOf(each, own, common);
      if (!columns.includes(column)) columns.push(column);
      for (const scope of scopes.filter((id) => each.metrics[id] !== undefined)) {
        const point = axes.map((axis) =>
          common.includes(axis) ? (each.values[axis] ?? null) : null,
        );
        const head = [workload, scope, ...point] as readonly Scalar[];
        const key = JSON.stringify(head);
        heads.set(key, head);
        cells.push({ key, column, each });
      }
    }
  }
  const peaks = Object.keys(percentOfPeak).length > 0;
  const byPlace = new Map(cells.map(({ key, column, each }) => [`${key}\t${column}`, each]));
  const rows = [...heads]
    .sort(([, a], [, b]) => scopes.indexOf(String(a[1])) - scopes.indexOf(String(b[1])))
    .map(([key, head]) => [
      ...head,
      ...columns.flatMap((column) => {
        const cell = byPlace.get(`${key}\t${column}`);
        const metric = cell?.metrics[String(head[1])];
        const percent =
          head[1] === comparedScope ? percentOfPeak[String(cell?.index)]?.percent : null;
        return [
          ...measures.map((measure) => metric?.[measure] ?? null),
          ...(peaks ? [percent ?? null] : []),
        ];
      }),
    ]);
  const count = (outcome: StoredCase['outcome']) =>
    cases.filter((each) => each.outcome === outcome).length;
  return {
    columns: [
      { name: 'workload', help: 'Workload id' },
      { name: 'scope', help: 'Timing scope of the times' },
      ...axes.map((name) => ({ name, help: `Value of the axis ${name}` })),
      ...columns.flatMap((column) => [
        ...measures.map((measure) => ({
          name: `${column}_${columnName(measure)}`,
          help: `${measure === 'medianNs' ? 'Median' : 'End of the 95 % interval of the median'} of ${column}, in nanoseconds`,
        })),
        ...(peaks
          ? [
              {
                name: `${column}_percent_of_peak`,
                help: `Reached part of the measured peak that bounds ${column}, in the rows of kernel`,
              },
            ]
          : []),
      ]),
    ],
    rows,
    notShown: { failed: count('failed'), skipped: count('skipped') },
  };
}

export function wideCsv({ columns, rows }: WideTable, decimal?: DecimalMark): string {
  return csvRows([columns.map(({ name }) => name), ...rows], decimal);
}

export function wideMeta(
  { columns, rows, notShown }: WideTable,
  { run, plan, machine }: Pick<ExportSource, 'run' | 'plan' | 'machine'>,
): string {
  const meta = {
    schemaVersion,
    file: 'wide.csv',
    table: 'wide',
    rows: rows.length,
    columns,
    notShown,
    run,
    configuration: plan.configuration,
    machine,
  };
  return `${JSON.stringify(meta, null, 2)}\n`;
}

/** Axes that every case has, in the order of the first. */
function sharedAxes(cases: readonly StoredCase[]): readonly string[] {
  const [first] = cases;
  return Object.keys(first?.values ?? {}).filter((axis) =>
    cases.every(({ values }) => values[axis] !== undefined),
  );
}

/** The variant, with the values of its own axes that vary between its cases. */
function columnOf(each: StoredCase, cases: readonly StoredCase[], common: readonly string[]) {
  const ownValues = Object.entries(each.values).filter(
    ([axis, value]) =>
      !common.includes(axis) &&
      cases.some((other) => other.variant === each.variant && other.values[axis] !== value),
  );
  return ownValues.length === 0
    ? each.variant
    : `${each.variant}[${ownValues.map(([axis, value]) => `${axis}=${value}`).join(' ')}]`;
}

function byValues(a: StoredCase, b: StoredCase, axes: readonly string[]): number {
  for (const axis of axes) {
    const [x, y] = [a.values[axis], b.values[axis]];
    if (x === y) continue;
    if (typeof x === 'number' && typeof y === 'number') return x - y;
    return String(x) < String(y) ? -1 : 1;
  }
  return 0;
}
