import type { Outcome, PlannedCase } from '../../contract/run.ts';

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
