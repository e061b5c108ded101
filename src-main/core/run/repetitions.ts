import type { Outcome, PlannedCase, Policy } from '../../contract/run.ts';

/** By case index: the rounds that are stored, or `all` for a case that needs no more. */
export type FinishedRounds = ReadonlyMap<number, ReadonlySet<number> | 'all'>;

/** Which rounds of which cases are still to be measured. */
export type Rounds = {
  /** Rounds of all cases together, finished ones included. */
  readonly total: number;
  /** Of them, how many need no measuring any more. */
  settled(): number;
  isDue(planned: PlannedCase, round: number): boolean;
  /** A case that was skipped or failed is not tried in later rounds. */
  finish(planned: PlannedCase, round: number, outcome: Outcome): void;
};

export function createRounds(
  cases: readonly PlannedCase[],
  finished: FinishedRounds = new Map(),
): Rounds {
  const due = new Map(
    cases.map(({ index, policy }) => {
      const done = finished.get(index);
      const all = Array.from({ length: policy.rounds }, (_, round) => round);
      const left = done === 'all' ? [] : all.filter((round) => done?.has(round) !== true);
      return [index, new Set(left)];
    }),
  );
  const total = cases.reduce((sum, { policy }) => sum + policy.rounds, 0);
  let open = due.values().reduce((sum, left) => sum + left.size, 0);
  return {
    total,
    settled: () => total - open,
    isDue: ({ index }, round) => due.get(index)?.has(round) === true,
    finish({ index }, round, outcome) {
      const left = due.get(index);
      if (left === undefined) return;
      const before = left.size;
      if (outcome === 'ok') left.delete(round);
      else left.clear();
      open -= before - left.size;
    },
  };
}

/** The stopping criterion of a number of samples, and its parameters that count them. */
const countingCriterion = 'fixed';
const counts: ReadonlySet<string> = new Set(['samples', 'otherSamples']);

/** At most as many rounds as there are samples to share among them. */
export function withFittingRounds(policy: Policy): Policy {
  const { samples } = policy.parameters;
  if (policy.rule !== countingCriterion || typeof samples !== 'number') return policy;
  return { ...policy, rounds: Math.max(1, Math.min(policy.rounds, samples)) };
}

/**
 * What an engine is asked for in one round: a number of samples is of the case, so its rounds share it, the first ones
 * taking one more where it does not divide. Every other criterion looks at each round by itself.
 */
export function policyOfRound(policy: Policy, round: number): Policy {
  if (policy.rule !== countingCriterion || policy.rounds === 1) return policy;
  const share = (count: number): number => Math.max(1, Math.ceil((count - round) / policy.rounds));
  const parameters = Object.entries(policy.parameters).map(([id, value]) => {
    // 0 other samples means as many as of the kernel.
    const shared = counts.has(id) && typeof value === 'number' && value > 0;
    return [id, shared ? share(value) : value] as const;
  });
  return { ...policy, parameters: Object.fromEntries(parameters) };
}
