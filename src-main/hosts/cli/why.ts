import type { RunDetail } from '../../contract/api.ts';
import { caseName, shownAxes } from '../../contract/case-names.ts';
import { type ComparisonView, evidenceOf } from '../../contract/verdict.ts';
import type { Flag } from './flags.ts';
import { type CliIo, paint } from './io.ts';
import { sizeAxisOf } from './run-summary.ts';
import { oneLine } from './terminal-text.ts';

/** Of the verbs whose tables have verdicts: a reason is longer than a row of a table. */
export const whyFlag: Flag = {
  name: 'why',
  value: null,
  help: 'also print the reason of each verdict and what speaks for it',
};

/** `slower: the ratio is ...; interval of this run, ...` */
export function whyText(comparison: ComparisonView): string {
  const told = [comparison.reason, ...evidenceOf(comparison)].map(oneLine).join('; ');
  return `${comparison.verdict}: ${told}`;
}

/**
 * The reasons of a run's verdicts, by workload; each case with the axes in which its workload's cases differ: else two
 * lines would name one case. Empty where nothing is compared.
 */
export function reasonsOf(io: CliIo, detail: RunDetail): string {
  const judged = detail.cases.filter((it) => String(it.index) in detail.comparisons);
  const blocks = [...Map.groupBy(judged, (it) => it.workload)].map(([workload, cases]) => {
    const axes = shownAxes(cases, sizeAxisOf(detail, workload));
    const lines = cases.flatMap((it) => {
      const comparison = detail.comparisons[String(it.index)];
      if (comparison === undefined) return [];
      return [`  ${oneLine(caseName(it, axes))}: ${whyText(comparison)}\n`];
    });
    return `${oneLine(workload)}\n${lines.join('')}`;
  });
  return blocks.length === 0 ? '' : `${paint(io, 'bold', 'Verdicts')}\n${blocks.join('')}`;
}
