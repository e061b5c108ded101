import type { PercentOfPeak } from '../../contract/inspection.ts';
import type { Machine } from '../../contract/machine.ts';
import type { Descriptor, Plan, RunRow, ScopeProcess, StoredCase } from '../../contract/run.ts';
import { shortfalls } from '../../contract/shortfalls.ts';
import { headlineScope } from '../../contract/timing-scopes.ts';
import { abovePeak } from './above-peak.ts';

export type WarningSources = {
  readonly run: RunRow;
  readonly machine: Machine;
  readonly plan: Plan;
  readonly descriptors: ReadonlyMap<number, Descriptor>;
  /** How near each case comes to the measured peaks, by case index. */
  readonly shares: Readonly<Record<string, PercentOfPeak>>;
  /** What the processes of the cases say of a timing scope, by case index. */
  readonly processes: (scope: string) => ReadonlyMap<number, readonly ScopeProcess[]>;
};

/**
 * The cases of a run with what can be said of each only now: that it is above a peak, and, where the run was cut off
 * before its end, that it has less than was asked for. A run under way says neither.
 */
export function withShownWarnings(
  cases: readonly StoredCase[],
  { run, machine, plan, descriptors, shares, processes }: WarningSources,
): readonly StoredCase[] {
  if (run.status === 'running') return cases;
  const policies = new Map(plan.cases.map(({ index, policy }) => [index, policy]));
  const read = new Map<string, ReturnType<typeof processes>>();
  const samplesOf = (stored: StoredCase): readonly number[] => {
    const scope = headlineScope(Object.keys(stored.metrics)) ?? '';
    const known = read.get(scope) ?? processes(scope);
    read.set(scope, known);
    return (known.get(stored.index) ?? []).map(({ n }) => n);
  };
  return cases.map((stored) => {
    const policy = policies.get(stored.index);
    if (stored.outcome !== 'ok' || policy === undefined) return stored;
    const { index, stopReason } = stored;
    const above = abovePeak(
      stored,
      descriptors.get(index)?.variant.device,
      shares[String(index)],
      machine,
    );
    // A run that came to its end has said it, and knows which repetitions are left out as they were disturbed.
    const short =
      run.status === 'complete'
        ? []
        : shortfalls({ policy, stopReason, samplesOfEach: samplesOf(stored) });
    const said = new Set([...stored.warnings, ...short, ...(above === null ? [] : [above])]);
    return said.size === stored.warnings.length ? stored : { ...stored, warnings: [...said] };
  });
}
