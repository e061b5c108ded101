import type { RunRow, ScopeProcess, StoredCase } from '../../contract/run.ts';
import { undisturbed } from '../../stats/undisturbed.ts';
import type { ReportStore } from '../export/report-page.ts';
import type { ImportedRun } from '../store/import.ts';
import type { Store } from '../store/store.ts';

export type RunInMemory = ReportStore & Pick<Store, 'report' | 'allProcesses'>;

/**
 * A run of a file as a store has it that imported this run alone, for its report and its page: without log and builds,
 * which these do not show.
 *
 * @param processes what the processes of its cases say
 */
export function runInMemory(
  read: ImportedRun,
  processes: ReadonlyMap<number, readonly ScopeProcess[]>,
): RunInMemory {
  const cases = read.cases.toSorted((a, b) => a.stored.index - b.stored.index);
  const byCase = <T>(pick: (one: ImportedRun['cases'][number]) => T | undefined) =>
    new Map(
      cases.flatMap((one) => {
        const value = pick(one);
        return value === undefined ? [] : [[one.stored.index, value] as const];
      }),
    );
  const stored = {
    ...{ run: rowOf(read), machine: read.machine, plan: read.plan },
    cases: cases.map((one) => one.stored),
  };
  return {
    report: () => null,
    run: () => stored,
    resolve: (ref) => ref,
    descriptors: () => byCase(({ descriptor }) => descriptor),
    allProcesses: () => processes,
    processes: (_, scope) =>
      new Map(
        [...processes].map(([index, all]) => [
          index,
          undisturbed(all.filter((process) => process.scope === scope)),
        ]),
      ),
    samples: (_, index, scope) =>
      cases
        .filter(({ stored: { index: own } }) => own === index)
        .flatMap(({ samples }) => samples)
        .filter((part) => scope === undefined || part.scope === scope),
    repetitions: () => byCase(({ repetitions }) => repetitions),
    counters: () => byCase(({ counters }) => counters),
    measuredPeaks: () => read.peaks ?? { measuredAt: null, peaks: [] },
    logOf: () => [],
    builds: () => [],
    caseBuilds: () => new Map(),
    source: () => null,
    series: () => [],
    environmentOf: () => null,
    newestRunWith: () => null,
    machines: () => [],
    selectCases: () => new Map(),
  };
}

/** What a store counts itself, and does not take from a file. */
function rowOf({ run, machine, plan, cases }: ImportedRun): RunRow {
  const count = (outcome: StoredCase['outcome']): number =>
    cases.filter(({ stored }) => stored.outcome === outcome).length;
  const onGpu = cases.find(
    ({ stored, descriptor }) => stored.outcome === 'ok' && descriptor.variant.device !== 'cpu',
  );
  const named = onGpu?.stored.attributes['device'];
  const gpu = typeof named === 'string' ? named : machine.gpus[0]?.name;
  return {
    ...run,
    status: run.status === 'running' ? 'partial' : run.status,
    workloads: [...new Set(plan.cases.map(({ workload }) => workload))],
    device: (onGpu === undefined ? undefined : gpu) ?? machine.cpuModel,
    cases: Math.max(plan.cases.length, ...cases.map(({ stored }) => stored.index + 1)),
    ...{ ok: count('ok'), failed: count('failed'), skipped: count('skipped') },
    ...{ pinned: false, baseline: false },
  };
}
