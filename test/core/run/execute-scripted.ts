import type { EngineSupervisor } from '../../../src-main/core/engines/engine-supervisor.ts';
import { createProgress } from '../../../src-main/core/run/progress.ts';
import { createRunControl } from '../../../src-main/core/run/run-control.ts';
import { executeRun } from '../../../src-main/core/run/run-execution.ts';
import type { Store } from '../../../src-main/core/store/store.ts';
import { scriptedCatalog } from '../../helpers/scripted-engine.ts';
import { machine } from '../store/fixtures.ts';

type Scripted = {
  readonly store: Store;
  readonly runId: string;
  /** Stands for an engine. */
  readonly run: EngineSupervisor['run'];
  readonly control?: ReturnType<typeof createRunControl>;
};

/** Measures a run of the scripted catalog. */
export async function executeScripted({
  store,
  runId,
  run,
  control = createRunControl(),
}: Scripted): Promise<void> {
  const supervisor = { run, restart: async () => {} } satisfies Partial<EngineSupervisor>;
  await executeRun({
    ...{ store, runId, control, finished: new Map() },
    supervisor: supervisor as unknown as EngineSupervisor,
    plan: store.run(runId).plan,
    survey: { catalog: scriptedCatalog, machine, free: { hostBytes: 1e12, gpus: [] } },
    progress: createProgress(runId, () => {}),
    signal: new AbortController().signal,
    neighbours: async () => [],
    onStored: () => {},
    now: () => 0,
  });
}
