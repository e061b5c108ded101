import { comparedScope } from '../../contract/by-scope.ts';
import type { RunReport } from '../../contract/run-report.ts';
import { breakEvensOfVariants, casesBySide } from './break-even/of-variants.ts';
import { subjectsOf } from './compare.ts';
import { comparedPairs } from './compared-pairs.ts';
import { adjusted } from './false-discovery.ts';

import { headlineOf } from './headline/headline.ts';
import { type Described, describedByWorkload, type ReportSource } from './report-source.ts';

/**
 * What a run says when its variants are compared with each other: each case compared with the baseline, and
 * break-evens.
 */
export function reportRun(source: ReportSource): RunReport {
  const breakEvens = describedByWorkload(source).flatMap((cases) =>
    casesBySide(cases).flatMap((side) => breakEvensOfVariants(side, source)),
  );
  return {
    comparisons: compareByScope(source, comparedScope),
    breakEvens,
    headline: headlineOf(source, { breakEvens }),
  };
}

/**
 * Each measured case compared with the baseline's that it pairs up with, by case index: one sweep of each workload. A
 * case without the timing scope is in it with no ratio.
 */
export function compareByScope(source: ReportSource, scope: string): RunReport['comparisons'] {
  const subjectOf = subjectsOf(source.runId, source.descriptors, source.configuration?.decide);
  const entries = describedByWorkload(source).flatMap((cases) => {
    const shown = comparedPairs(
      cases.map(({ stored }) => stored),
      baselineVariant(cases) ?? '',
    ).filter(({ contender }) => contender.outcome === 'ok');
    const views = source.comparer.judgeAll(
      shown.map(({ contender, baseline }) => [
        subjectOf(contender, scope),
        subjectOf(baseline, scope),
      ]),
      source,
    );
    const told = adjusted(views);
    return shown.flatMap(({ contender }, i) => {
      const view = told[i];
      return view === undefined ? [] : [[String(contender.index), view] as const];
    });
  });
  return Object.fromEntries(entries);
}

/** What ratios are to: the reference of the workload where it was measured, else the first variant. */
function baselineVariant(cases: readonly Described[]): string | undefined {
  const measured = cases.filter(({ stored }) => stored.outcome === 'ok');
  const reference = measured.find(
    ({ stored, descriptor }) => stored.variant === descriptor.workload.baseline,
  );
  return (reference ?? measured[0] ?? cases[0])?.stored.variant;
}
