import { valuesText } from '../../contract/case-names.ts';
import { csvRow } from '../table/csv.ts';
import type { DecimalMark } from '../table/table.ts';
import type { ExportSource } from './source.ts';

const columns = [
  ...['run', 'case', 'workload', 'variant', 'values', 'repetition', 'device', 'joules'],
  ...['joules_low', 'joules_high', 'idle_w', 'executions'],
];

/** A row a repetition and device: joules of one execution. */
export function* energyCsv(
  { run, cases }: Pick<ExportSource, 'run' | 'cases'>,
  decimal?: DecimalMark,
): Generator<string> {
  yield csvRow(columns, decimal);
  for (const { index, workload, variant, values, energy = [] } of cases) {
    for (const { repetition, device, joules, low, high, idleW, executions } of energy) {
      const front = [run.id, index, workload, variant, valuesText(values), repetition, device];
      yield csvRow([...front, joules, low, high, idleW, executions], decimal);
    }
  }
}
