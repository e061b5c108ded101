import { valuesText } from '../../contract/case-names.ts';
import type { BreakEvenView } from '../../contract/verdict.ts';
import { csvTable } from '../table/csv.ts';
import type { Column, DecimalMark } from '../table/table.ts';

const columns = [
  ...[
    'run',
    'workload',
    'scope',
    'axis',
    'values',
    'faster_at_small',
    'faster_at_large',
    'answer',
    'disturbed',
  ],
  ...['at', 'ci95_lo', 'ci95_hi', 'sentence'],
].map((title): Column => ({ title, align: 'left' }));

/** A row a pair and timing scope; sizes as they were estimated, empty where there is no one size. */
export function breakEvensCsv(
  run: string,
  views: readonly BreakEvenView[],
  decimal?: DecimalMark,
): string {
  const rows = views.map(
    ({ workload, scope, axis, values, small, large, answer, disturbed, at, ci95, sentence }) => [
      ...[
        run,
        workload,
        scope,
        axis,
        valuesText(values ?? {}),
        small,
        large,
        answer,
        disturbed === true,
      ],
      ...[at, ci95?.[0], ci95?.[1], sentence],
    ],
  );
  return csvTable({ columns, rows }, decimal);
}
