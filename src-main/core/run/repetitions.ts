import { type Outcome, type PlannedCase, repetitionsOfCase } from '../../contract/run.ts';
import { thoroughRepetition } from './case-repetitions.ts';
import type { MeasuredCase } from './measured-cases.ts';

/** By case index: what an earlier part of the run has stored. */
export type FinishedCases = ReadonlyMap<number, MeasuredCase>;

/** What is still to be measured: the cases, how many repetitions of each, and whether the thorough one is among them. */
export type Left = readonly {
  readonly planned: PlannedCase;
  readonly count: number;
  readonly thorough: boolean;
}[];

export type OpenRepetitions = ReturnType<typeof openRepetitions>;

/** Which repetitions of which cases are still to be measured. */
export function openRepetitions(
  cases: readonly PlannedCase[],
  finished: FinishedCases = new Map(),
) {
  const due = new Map(
    cases.map((planned) => {
      const { index } = planned;
      const done = finished.get(index);
      const all = repetitionsOfCase(planned);
      if (done === undefined) return [index, new Set(all)];
      const open = done.result.outcome === 'ok' ? all : [];
      return [index, new Set(open.filter((repetition) => !done.headline.has(repetition)))];
    }),
  );
  const thoroughOf = new Map(cases.map((planned) => [planned.index, thoroughRepetition(planned)]));
  let total = cases.reduce((sum, planned) => sum + repetitionsOfCase(planned).length, 0);
  let open = due.values().reduce((sum, left) => sum + left.size, 0);
  return {
    /** Repetitions of all cases together, finished ones included. */
    total: () => total,
    /** Of them, how many need no measuring any more. */
    settled: () => total - open,
    isDue: ({ index }: PlannedCase, repetition: number) => due.get(index)?.has(repetition) === true,
    left: (): Left =>
      cases.flatMap((planned) => {
        const own = due.get(planned.index);
        if (own === undefined || own.size === 0) return [];
        return [
          { planned, count: own.size, thorough: own.has(thoroughOf.get(planned.index) ?? 0) },
        ];
      }),
    /** One more repetition of a case. */
    add({ index }: PlannedCase, repetition: number): void {
      due.get(index)?.add(repetition);
      total += 1;
      open += 1;
    },
    /** A case that was skipped or failed is not tried in later repetitions. */
    finish({ index }: PlannedCase, repetition: number, outcome: Outcome): void {
      const left = due.get(index);
      if (left === undefined) return;
      const before = left.size;
      if (outcome === 'ok') left.delete(repetition);
      else left.clear();
      open -= before - left.size;
    },
  };
}

/** The number of the last first repetition of any case, and one. */
export function maxRepetitions(cases: readonly PlannedCase[]): number {
  return cases.reduce(
    (max, planned) => Math.max(max, 1 + (repetitionsOfCase(planned).at(-1) ?? -1)),
    0,
  );
}
