import { afterEach, beforeEach, expect, vi } from 'vitest';
import type { Configuration, Group } from '../../../src-main/contract/configuration.ts';
import type { Progress } from '../../../src-main/contract/progress.ts';
import type { Plan } from '../../../src-main/contract/run.ts';
import { createEngineSupervisor } from '../../../src-main/core/engines/engine-supervisor.ts';
import { describeMachine } from '../../../src-main/core/machine/machine.ts';
import { makePlan } from '../../../src-main/core/plan/planner.ts';
import {
  createRunner,
  type Runner,
  type RunnerSources,
} from '../../../src-main/core/run/runner.ts';
import { openStore, type Store } from '../../../src-main/core/store/store.ts';
import {
  createScriptedEngines,
  type ScriptedEngines,
  scriptedCatalog,
} from '../../helpers/scripted-engine.ts';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';

let home: string;
export let store: Store;
export let engines: ScriptedEngines;
export let seen: Progress[];

export const free = { hostBytes: 1e12, gpus: [] };
export const survey = async () => ({
  catalog: scriptedCatalog,
  machine: describeMachine({ gpus: [], versions: {}, noGpuReason: 'none' }),
  free,
});

/** Other engines for the rest of a test. */
export function useEngines(given: ScriptedEngines): void {
  engines = given;
}

/** Every repetition takes as long, however busy the machine is: all further ones have as much time as the first ones took. */
export function makeRunner(more: Partial<RunnerSources> = {}): Runner {
  let ms = 0;
  return createRunner({
    now() {
      ms += 1;
      return ms;
    },
    store: () => store,
    supervisor: createEngineSupervisor({ fork: engines.fork, environment: {} }),
    survey,
    lock: async () => ({ neighbours: async () => [], release: async () => {} }),
    onProgress: (progress) => seen.push(progress),
    onChange: () => {},
    ...more,
  });
}

export function planOf(group: Partial<Group>, more: Partial<Configuration['policy']> = {}): Plan {
  return makePlan(
    {
      groups: [{ workload: 'count', variants: ['sequential'], set: {}, sweep: {}, ...group }],
      policy: {
        criterion: 'fixed',
        parameters: { samples: 18 },
        timeLimitS: 1,
        repetitions: 2,
        order: 'shuffled',
        ...more,
      },
      orderSeed: 3,
    },
    { catalog: scriptedCatalog },
  );
}

beforeEach(() => {
  home = temporaryFolder();
  store = openStore(home);
  engines = createScriptedEngines();
  seen = [];
});

afterEach(() => {
  store.close();
});

export async function waitFor(condition: () => boolean): Promise<void> {
  await vi.waitFor(() => expect(condition()).toBe(true), { timeout: 10_000, interval: 2 });
}
