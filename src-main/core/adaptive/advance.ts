import type { Plan, StoredCase } from '../../contract/run.ts';
import { type Comparer, subjectsOf } from '../analysis/compare.ts';
import type { Advance } from '../run/step.ts';
import type { Store } from '../store/store.ts';
import { nextTrials, type TuneSource } from './tune.ts';

/** Runs that decide what to measure from what they have measured. */

type ReportStore = Pick<Store, 'run' | 'samples' | 'processes' | 'descriptors'>;

/** For a run that searches a parameter, the rest of its values; nothing for any other. */
export function startAdvance(
  { configuration }: Plan,
  store: ReportStore,
  comparer: Comparer,
): Advance | undefined {
  if (configuration.tune === undefined) return undefined;
  return (runId) => {
    const added = nextTrials(tuneSource(store, comparer, runId));
    return added.length === 0 ? null : { added };
  };
}

/** From the start of the run to the end of its last case. */
function spentS(createdAt: string, cases: readonly StoredCase[]): number {
  const ends = cases.map(({ finishedAt }) => Date.parse(finishedAt));
  return Math.max(0, ...ends.map((end) => end - Date.parse(createdAt))) / 1000;
}

export function tuneSource(store: ReportStore, comparer: Comparer, runId: string): TuneSource {
  const { run, plan, cases } = store.run(runId);
  const descriptors = store.descriptors(run.id);
  const subjectOf = subjectsOf(run.id, descriptors);
  return {
    ended: run.status !== 'running',
    spentS: spentS(run.createdAt, cases),
    configuration: plan.configuration,
    planned: plan.cases,
    cases,
    descriptors,
    judge: (contender, baseline, scope) =>
      comparer.judge(subjectOf(contender, scope), subjectOf(baseline, scope)),
  };
}
