import type { EngineDescription } from '../../contract/engine-protocol.ts';
import type { Plan } from '../../contract/run.ts';
import { machineOf } from '../machine/doctor.ts';
import { type MeasuredRun, withExpectedTimes } from '../plan/expected-times.ts';
import type { Store } from '../store/store.ts';

/** Newest runs of this machine that are looked at. */
const maxRuns = 12;

/** The plan with the times that this machine's runs and peaks say. */
export function timed(
  plan: Plan,
  store: Pick<Store, 'run' | 'runsOf' | 'repetitions' | 'measuredPeaks'>,
  engine: EngineDescription,
): Plan {
  const { fingerprint } = machineOf(engine);
  const workloads = new Set(plan.cases.map(({ workload }) => workload));
  const measured = store.runsOf(fingerprint, maxRuns).flatMap((id): MeasuredRun[] => {
    const { run, plan: before, cases } = store.run(id);
    if (!run.workloads.some((workload) => workloads.has(workload))) return [];
    return [{ plan: before, cases, repetitions: store.repetitions(id) }];
  });
  const { peaks } = store.measuredPeaks(fingerprint);
  return withExpectedTimes(plan, measured, peaks, engine.catalog);
}
