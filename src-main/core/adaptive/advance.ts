import type { Plan } from '../../contract/run.ts';
import { type ReportSource, type RunReport, reportRun } from '../analysis/run-report.ts';
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

type ReportStore = Pick<Store, 'run' | 'samples' | 'descriptors'>;

/** For a run that searches a parameter, the rest of its probes; nothing for any other. */
export function startAdvance({ configuration }: Plan, store: ReportStore): Advance | undefined {
  if (configuration.tune === undefined) return undefined;
  return (runId) => nextProbes(tuneSource(store, runId));
}

export function tuneSource(store: ReportStore, runId: string): TuneSource {
  const { run, plan, cases } = store.run(runId);
  return {
    ended: run.status !== 'running',
    configuration: plan.configuration,
    planned: plan.cases,
    cases,
    descriptors: store.descriptors(runId),
    samples: (index, span) => store.samples(runId, index, span).map(({ timesNs }) => timesNs),
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
  report: RunReport,
  runId: string,
  filter: RefineFilter,
): Advance {
  refuseWhereNothingCrosses(selected(report.breakEvens, filter), runId);
  let steps = 0;
  return (id) => {
    steps += 1;
    if (steps > mostRefineSteps) return [];
    const { plan, cases } = store.run(id);
    const source: ReportSource = {
      cases,
      descriptors: store.descriptors(id),
      samples: (index, span) => store.samples(id, index, span),
      configuration: plan.configuration,
    };
    return nextCases(selected(reportRun(source).breakEvens, filter), plan.cases);
  };
}
