import type { StoredCase } from '../../../contract/run.ts';
import type { Cell } from '../../table/table.ts';
import { type Column, sampleColumns, summaryColumns } from '../columns.ts';
import type { ExportFormat, FormatRequest } from '../format.ts';
import { type Columnar, kindsOf, parquetTable } from '../parquet.ts';
import { listedSamples } from '../samples-csv.ts';
import { summaryRows } from '../summary-csv.ts';

const mime = 'application/vnd.apache.parquet';

export const format: ExportFormat = {
  id: 'parquet',
  title: 'Tables for data frames',
  suffix: 'Parquet',
  help: 'cases.parquet and samples.parquet, for pandas, polars, DuckDB and R.',
  binary: true,
  files: (request) => [
    { name: 'cases.parquet', mime, pieces: () => casesTable(request) },
    { name: 'samples.parquet', mime, pieces: () => samplesTable(request) },
  ],
};

/** The columns of `summary.csv`. */
function casesTable({ source }: FormatRequest): Iterable<Uint8Array> {
  const columns = summaryColumns(source.cases);
  const rows = summaryRows(source, columns);
  const columnar = columns.map((_, i) => rows.map((row) => row[i]));
  return parquetTable(source.run.id, columns, [columnar], kindsOf(columns, rows));
}

/** The columns of `samples.csv`. */
function samplesTable(request: FormatRequest): Iterable<Uint8Array> {
  const { run, cases } = request.source;
  const columns = sampleColumns(cases);
  const axes = columns.filter(({ role }) => role === 'axis');
  const kinds = kindsOf(
    axes,
    cases.map(({ values }) => axes.map(({ id }) => values[id])),
  );
  return parquetTable(run.id, columns, sampleGroups(request, columns), kinds);
}

function* sampleGroups(
  { store, source: { run, cases } }: FormatRequest,
  columns: readonly Column[],
): Generator<Columnar> {
  for (const each of cases) {
    for (const { timesNs, clocksHz, cpuNs, ...part } of listedSamples(store, run.id, each.index)) {
      const { length } = timesNs;
      const values: Readonly<Record<string, Cell>> = {
        ...{ run: run.id, case: each.index, workload: each.workload, variant: each.variant },
        ...{ scope: part.scope, repetition: part.repetition, repeats: part.repeats },
        launch_included: part.launchIncluded,
      };
      const series: Readonly<Record<string, Float64Array | readonly number[] | undefined>> = {
        sample: Array.from({ length }, (_, i) => i),
        ...{ time_ns: timesNs, clock_hz: clocksHz, cpu_ns: cpuNs },
      };
      yield columns.map(
        (column) =>
          (column.role === 'field' ? series[column.id] : undefined) ??
          new Array<Cell>(length).fill(constantOf(column, each, values)),
      );
    }
  }
}

function constantOf(
  { role, id }: Column,
  { values }: StoredCase,
  fields: Readonly<Record<string, Cell>>,
): Cell {
  return role === 'axis' ? values[id] : fields[id];
}
