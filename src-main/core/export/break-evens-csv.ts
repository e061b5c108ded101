import { valuesText } from '../../contract/case-names.ts';
import { type BreakEvenView, pairOfView } from '../../contract/verdict.ts';
import { csvTable } from '../table/csv.ts';
import type { Column, DecimalMark } from '../table/table.ts';

const columns = [
  ...['run', 'workload', 'scope', 'axis', 'values', 'variant', 'other', 'answer', 'disturbed'],
  ...['faster_at_small', 'faster_at_large', 'at', 'ci95_lo', 'ci95_hi', 'sentence'],
].map((title): Column => ({ title, align: 'left' }));

/**
 * A row a pair and timing scope; sizes as they were estimated, empty where there is no one size. Who is faster at small
 * and at large sizes is empty where the answer does not establish it, and one variant where it wins at both ends.
 */
export function breakEvensCsv(
  run: string,
  views: readonly BreakEvenView[],
  decimal?: DecimalMark,
): string {
  const rows = views.map((view) => {
    const { workload, scope, axis, values, small, large, answer, disturbed, at, ci95 } = view;
    return [
      ...[run, workload, scope, axis, valuesText(values ?? {}), ...pairOfView(view)],
      ...[answer, disturbed === true],
      ...(answer === 'inconclusive' ? [null, null] : [small, large]),
      ...[at, ci95?.[0], ci95?.[1], view.sentence],
    ];
  });
  return csvTable({ columns, rows }, decimal);
}
