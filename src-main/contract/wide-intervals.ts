import { targetText } from './break-even-target.ts';
import type { Plan, RunRow, StoredCase } from './run.ts';
import { type Missed, missedTargets } from './target.ts';
import { scopeName } from './timing-scopes.ts';
import { format } from './units.ts';

type Measured = {
  readonly run: Pick<RunRow, 'status'>;
  readonly plan: Pick<Plan, 'cases'>;
  readonly cases: readonly Pick<StoredCase, 'index' | 'outcome' | 'metrics' | 'attributes'>[];
};

/**
 * The cases of a run that did not reach the target for their 95 % CI, by index, each with its timing scopes. None of a run
 * under way, whose further repetitions narrow them.
 */
export function missedByCase({
  run,
  plan,
  cases,
}: Measured): ReadonlyMap<number, readonly Missed[]> {
  if (run.status === 'running') return new Map();
  const policies = new Map(plan.cases.map(({ index, policy }) => [index, policy]));
  return new Map(
    cases.flatMap(({ index, outcome, metrics, attributes }) => {
      const policy = policies.get(index);
      if (outcome !== 'ok' || policy === undefined) return [];
      const missed = missedTargets(metrics, policy, 'gpuUuid' in attributes);
      return missed.length === 0 ? [] : [[index, missed] as const];
    }),
  );
}

/** How many cases of a run did not reach their target, and what helps; empty where all did. */
export function missedCasesText(measured: Measured): string {
  const missed = missedByCase(measured).size;
  const timed = measured.cases.filter(({ outcome }) => outcome === 'ok').length;
  return missed === 0
    ? ''
    : `${missed} of ${timed} cases did not reach the target for their 95 % CI; more repetitions narrow it`;
}

/** `half-width of the 95 % CI: kernel 3.4 % (target 1 %), end to end 2.9 % (target 2 %)`. */
export function wideIntervalText(missed: readonly Missed[]): string {
  const each = missed.map(
    ({ scope, half, target }) =>
      `${scopeName(scope)} ${format(half, 'percent', { digits: 2 })} (target ${targetText(target)})`,
  );
  return `half-width of the 95 % CI: ${each.join(', ')}`;
}
