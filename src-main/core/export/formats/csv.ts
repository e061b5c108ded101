import { valuesText } from '../../../contract/case-names.ts';
import type { Configuration } from '../../../contract/configuration.ts';
import type { Machine } from '../../../contract/machine.ts';
import { type RunRow, schemaVersion } from '../../../contract/run.ts';
import { csvRow } from '../../table/csv.ts';
import type { DecimalMark } from '../../table/table.ts';
import { breakEvensCsv } from '../break-evens-csv.ts';
import { type Column, sampleColumns, summaryColumns } from '../columns.ts';
import { csvMime, type ExportFormat, jsonFile } from '../format.ts';
import { samplesCsv } from '../samples-csv.ts';
import type { ExportSource } from '../source.ts';
import { summaryCsv } from '../summary-csv.ts';

export const format: ExportFormat = {
  id: 'csv',
  title: 'Tables and samples',
  suffix: 'CSV',
  help: 'summary.csv, break-evens.csv, counters.csv, energy.csv and samples.csv with their metadata.',
  takesDecimal: true,
  files: ({ store, source, decimal }) => {
    const { breakEvens = [], counters = {} } = source;
    const summary = summaryColumns(source.cases);
    const samples = sampleColumns(source.cases);
    /** Of samples.csv, which is written before its metadata. */
    let rows = 0;
    return [
      { name: 'summary.csv', mime: csvMime, pieces: () => [summaryCsv(source, decimal)] },
      jsonFile('summary.meta.json', () =>
        metaJson(source, 'summary', summary, source.cases.length),
      ),
      // Without a row it would not say of which run it is.
      ...(breakEvens.length === 0
        ? []
        : [
            {
              name: 'break-evens.csv',
              mime: csvMime,
              pieces: () => [breakEvensCsv(source.run.id, breakEvens, decimal)],
            },
          ]),
      ...(Object.keys(counters).length === 0
        ? []
        : [{ name: 'counters.csv', mime: csvMime, pieces: () => countersCsv(source, decimal) }]),
      ...(source.cases.some(({ energy }) => energy !== undefined)
        ? [{ name: 'energy.csv', mime: csvMime, pieces: () => energyCsv(source, decimal) }]
        : []),
      {
        name: 'samples.csv',
        mime: csvMime,
        *pieces() {
          rows = yield* samplesCsv(store, source.run.id, decimal);
        },
      },
      jsonFile('samples.meta.json', () => metaJson(source, 'samples', samples, rows)),
    ];
  },
};

const energyColumns = [
  ...['run', 'case', 'workload', 'variant', 'values', 'repetition', 'device', 'joules'],
  ...['joules_low', 'joules_high', 'idle_w', 'executions'],
];

/** A row a repetition and device: joules of one execution. */
function* energyCsv(
  { run, cases }: Pick<ExportSource, 'run' | 'cases'>,
  decimal?: DecimalMark,
): Generator<string> {
  yield csvRow(energyColumns, decimal);
  for (const { index, workload, variant, values, energy = [] } of cases) {
    for (const { repetition, device, joules, low, high, idleW, executions } of energy) {
      const front = [run.id, index, workload, variant, valuesText(values), repetition, device];
      yield csvRow([...front, joules, low, high, idleW, executions], decimal);
    }
  }
}

const counterColumns = [
  ...['run', 'case', 'workload', 'variant', 'values', 'provider', 'version', 'clock_locked'],
  ...['executions', 'kernel', 'grid', 'block', 'launches', 'metric', 'value'],
];

/** A row a metric of each kernel, of one execution, in base units: bytes, nanoseconds, percent, counts. */
function* countersCsv(
  { run, cases, counters = {} }: ExportSource,
  decimal?: DecimalMark,
): Generator<string> {
  yield csvRow(counterColumns, decimal);
  for (const { index, workload, variant, values } of cases) {
    for (const { kernels, ...pass } of counters[String(index)] ?? []) {
      const front = [run.id, index, workload, variant, valuesText(values), pass.provider];
      const about = [...front, pass.version, pass.clockLocked, pass.executions];
      for (const { name, grid, block, launches, metrics } of kernels) {
        const rows = Object.entries(metrics).map(([metric, value]) =>
          csvRow([...about, name, grid, block, launches, metric, value], decimal),
        );
        yield rows.join('');
      }
    }
  }
}

/** What `<name>.meta.json` next to a table says: where it is from, what its columns mean, how long it is. */
type Meta = {
  readonly schemaVersion: number;
  readonly file: string;
  readonly table: 'summary' | 'samples';
  /** Without the header; a table with another number of rows was cut or edited. */
  readonly rows: number;
  readonly columns: readonly Column[];
  readonly run: RunRow;
  readonly configuration: Configuration;
  readonly machine: Machine;
};

function metaJson(
  source: Pick<ExportSource, 'run' | 'machine' | 'plan'>,
  table: Meta['table'],
  columns: readonly Column[],
  rows: number,
): string {
  const meta: Meta = {
    schemaVersion,
    file: `${table}.csv`,
    table,
    rows,
    columns,
    run: source.run,
    configuration: source.plan.configuration,
    machine: source.machine,
  };
  return `${JSON.stringify(meta, null, 2)}\n`;
}
