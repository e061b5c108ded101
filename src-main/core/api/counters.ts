import type { CounterPass } from '../../contract/counters.ts';
import { engineFault, notFound } from '../../contract/failure.ts';
import type { Handlers } from '../../contract/procedure.ts';
import type { counterProcedures } from '../../contract/procedures/counters.ts';
import type { CounterSet } from '../counters/profile-command.ts';
import type { Inspecting } from '../run/engine-tasks.ts';
import type { StoredRun } from '../store/store.ts';
import { commandWords } from '../util/paths.ts';
import type { ApiContext } from './context.ts';

/** A case of a run. */
type CaseKey = { readonly ref: string; readonly index: number };

/** What starts programs of this machine, and so is nothing for windows. */
export type CounterActions = {
  /** What a file holds, of a report through ncu. */
  readFile(path: string): Promise<{ readonly text: string; readonly version?: string }>;
  /** Counts one execution of a case and keeps what was counted: of a GPU with ncu, started with these words of this program, of a CPU by perf events. */
  count(
    key: CaseKey,
    set: CounterSet,
    program: readonly string[],
    signal: AbortSignal,
  ): Promise<CounterPass>;
};

/** Counters of profilers: imported, counted, and what follows from them. */
export function countersApi({
  open,
  trustedLabsOnly,
  profile,
}: ApiContext & {
  readonly trustedLabsOnly: boolean;
  /** One execution in an engine of this process. */
  readonly profile: Inspecting['profile'];
}): {
  readonly api: Handlers<typeof counterProcedures>;
  readonly actions: CounterActions;
} {
  async function profiled({ ref, index }: CaseKey) {
    const { store } = await open();
    const run = store.run(ref);
    const stored = caseOf(run, index);
    const input = run.plan.cases.find((planned) => planned.index === index)?.input;
    const descriptor = store.descriptors(run.run.id).get(index);
    return { store, profiled: { stored, descriptor, machine: run.machine, input } };
  }

  return {
    api: {
      async importCounters({ ref, index, ...file }) {
        const [{ store }, { passOf, refuseOtherKernel }] = await Promise.all([
          open(),
          import('../counters/counter-pass.ts'),
        ]);
        const pass = passOf(file);
        refuseOtherKernel(pass, caseOf(store.run(ref), index).attributes);
        store.saveCounters(ref, index, pass);
        return pass;
      },
      async counterCommand({ set, ...key }) {
        const { profileLine } = await import('../counters/profile-command.ts');
        return profileLine((await profiled(key)).profiled, commandWords(), set);
      },
      async explain({ pairs }) {
        const [{ store }, { explainCases }] = await Promise.all([
          open(),
          import('../analysis/explain-cases.ts'),
        ]);
        return explainCases(store, pairs);
      },
    },
    actions: {
      async readFile(path) {
        const { readCounterFile } = await import('../counters/read-file.ts');
        return readCounterFile(path);
      },
      async count(key, set, program, signal) {
        const [{ profileLine }, { findNcu, ncuVersion, runNcu }, { passOf }] = await Promise.all([
          import('../counters/profile-command.ts'),
          import('../counters/run-ncu.ts'),
          import('../counters/counter-pass.ts'),
        ]);
        const { store, profiled: given } = await profiled(key);
        const { stored, descriptor, input } = given;
        if (descriptor?.variant.device === 'cpu') {
          const { perfPass } = await import('../counters/perf-pass.ts');
          const { workload, variant, values } = stored;
          const result = await profile({ workload, variant, values, input });
          if (result.outcome !== 'ok') {
            throw engineFault(result.reason ?? 'it gave no answer');
          }
          const counted = perfPass(variant, result);
          store.saveCounters(key.ref, key.index, counted);
          return counted;
        }
        const ncu = findNcu();
        const line = profileLine({ ...given, trustedLabsOnly }, program, set, ncu);
        const text = await runNcu(line.words, signal);
        const version = await ncuVersion(ncu);
        const pass = passOf({ name: 'ncu', text, version });
        store.saveCounters(key.ref, key.index, pass);
        return pass;
      },
    },
  };
}

function caseOf({ run, cases }: StoredRun, index: number) {
  const stored = cases.find((each) => each.index === index);
  if (stored !== undefined) return stored;
  throw notFound(`run ${run.id} has no case ${index}`);
}
