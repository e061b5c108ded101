import type { RunDetail } from '../../contract/api.ts';
import { caseName, shownAxes } from '../../contract/case-names.ts';
import { type ComparisonView, evidenceOf } from '../../contract/verdict.ts';
import { missedByCase, wideIntervalText } from '../../contract/wide-intervals.ts';
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

/** The same of the cases of one run, whose intervals have a target. */
export const caseWhyFlag: Flag = {
  ...whyFlag,
  help: `${whyFlag.help}, and which intervals are wider than their target`,
};

/** `slower: the ratio is ...; interval of this run, ...` */
export function whyText(comparison: ComparisonView): string {
  const reasons = [comparison.reason, ...evidenceOf(comparison)].map(oneLine).join('; ');
  return `${comparison.verdict}: ${reasons}`;
}

/**
 * The reasons of a run's verdicts, and intervals that are wider than their target, by workload; each case with the axes
 * in which its workload's cases differ: else two lines would name one case. Empty where there is neither.
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
  const wide = wideIntervals(io, detail);
  const judgedText =
    blocks.length === 0 ? '' : `${paint(io, 'bold', 'Verdicts')}\n${blocks.join('')}`;
  return [judgedText, wide].filter((part) => part !== '').join('\n');
}

/** How far each case that did not reach the target for its interval is from it; empty where all did. */
function wideIntervals(io: CliIo, detail: RunDetail): string {
  const missed = missedByCase(detail);
  const cases = detail.cases.filter(({ index }) => missed.has(index));
  const blocks = [...Map.groupBy(cases, (it) => it.workload)].map(([workload, own]) => {
    const axes = shownAxes(
      detail.cases.filter((it) => it.workload === workload),
      sizeAxisOf(detail, workload),
    );
    const lines = own.map((it) => {
      const text = wideIntervalText(missed.get(it.index) ?? []);
      return `  ${oneLine(caseName(it, axes))}: ${text}\n`;
    });
    return `${oneLine(workload)}\n${lines.join('')}`;
  });
  return blocks.length === 0 ? '' : `${paint(io, 'bold', 'Wide intervals')}\n${blocks.join('')}`;
}
