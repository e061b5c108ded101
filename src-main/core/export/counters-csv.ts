import { valuesText } from '../../contract/case-names.ts';
import { csvRow } from '../table/csv.ts';
import type { DecimalMark } from '../table/table.ts';
import type { ExportSource } from './source.ts';

const columns = [
  ...['run', 'case', 'workload', 'variant', 'values', 'provider', 'version', 'clock_locked'],
  ...['executions', 'kernel', 'grid', 'block', 'launches', 'metric', 'value'],
];

/** A row a metric of each kernel, of one execution, in base units: bytes, nanoseconds, percent, counts. */
export function* countersCsv(
  { run, cases, counters = {} }: ExportSource,
  decimal?: DecimalMark,
): Generator<string> {
  yield csvRow(columns, decimal);
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
