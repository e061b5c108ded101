import type { Plan } from '../../contract/run.ts';
import { type Comparer, subjectsOf } from '../analysis/compare.ts';
import { sourceOf } from '../analysis/reports.ts';
import { type RunReport, reportRun } from '../analysis/run-report.ts';
import type { Advance } from '../run/runner.ts';
import type { Store } from '../store/store.ts';
import {
  mostRefineSteps,
  nextCases,
  type RefineFilter,
  refuseWhereNothingCrosses,
  selected,
} from './refine.ts';
import { nextProbes, type TuneSource } from './tune.ts';

/** Runs that decide what to measure from what they have measured. */

type ReportStore = Pick<Store, 'run' | 'samples' | 'processes' | 'descriptors'>;

/** For a run that searches a parameter, the rest of its probes; nothing for any other. */
export function startAdvance(
  { configuration }: Plan,
  store: ReportStore,
  comparer: Comparer,
): Advance | undefined {
  if (configuration.tune === undefined) return undefined;
  return (runId) => nextProbes(tuneSource(store, comparer, runId));
}

export function tuneSource(store: ReportStore, comparer: Comparer, runId: string): TuneSource {
  const { run, plan, cases } = store.run(runId);
  const descriptors = store.descriptors(run.id);
  const subjectOf = subjectsOf(run.id, descriptors);
  return {
    ended: run.status !== 'running',
    configuration: plan.configuration,
    planned: plan.cases,
    cases,
    descriptors,
    judge: (contender, baseline, span) =>
      comparer.judge(subjectOf(contender, span), subjectOf(baseline, span)),
  };
}

/**
 * Sizes near the break-evens of a run, step by step, until each interval is narrow, nothing more would help, or there
 * have been enough steps.
 *
 * @throws BreakevenError `bad-input` when there is nothing to refine.
 */
export function refineAdvance(
  store: ReportStore,
  comparer: Comparer,
  report: RunReport,
  runId: string,
  filter: RefineFilter,
): Advance {
  refuseWhereNothingCrosses(selected(report.breakEvens, filter), runId);
  let steps = 0;
  return (id) => {
    steps += 1;
    if (steps > mostRefineSteps) return [];
    const stored = store.run(id);
    const { breakEvens } = reportRun(sourceOf(store, comparer, stored));
    return nextCases(selected(breakEvens, filter), stored.plan.cases);
  };
}
