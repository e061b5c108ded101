import { type Outcome, type PlannedCase, repetitionsOfCase } from '../../contract/run.ts';
import { isThorough } from './case-repetitions.ts';
import type { MeasuredCase } from './measured-cases.ts';

/** By case index: what an earlier part of the run has stored. */
export type FinishedCases = ReadonlyMap<number, MeasuredCase>;

/** Which repetitions of which cases are still to be measured. */
export type OpenRepetitions = {
  /** Repetitions of all cases together, finished ones included. */
  total(): number;
  /** Of them, how many need no measuring any more. */
  settled(): number;
  isDue(planned: PlannedCase, repetition: number): boolean;
  /** Repetitions of a case that are still due, ascending. */
  dueOf(planned: PlannedCase): readonly number[];
  /** One more repetition of a case. */
  add(planned: PlannedCase, repetition: number): void;
  /** A case that was skipped or failed is not tried in later repetitions. */
  finish(planned: PlannedCase, repetition: number, outcome: Outcome): void;
};

export function openRepetitions(
  cases: readonly PlannedCase[],
  finished: FinishedCases = new Map(),
): OpenRepetitions {
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
  let total = cases.reduce((sum, planned) => sum + repetitionsOfCase(planned).length, 0);
  let open = due.values().reduce((sum, left) => sum + left.size, 0);
  return {
    total: () => total,
    settled: () => total - open,
    isDue: ({ index }, repetition) => due.get(index)?.has(repetition) === true,
    dueOf: ({ index }) => [...(due.get(index) ?? [])].sort((a, b) => a - b),
    add({ index }, repetition) {
      due.get(index)?.add(repetition);
      total += 1;
      open += 1;
    },
    finish({ index }, repetition, outcome) {
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

/** What is still to be measured: a case for each of its repetitions, and how many of these are thorough. */
export type Left = { readonly cases: readonly PlannedCase[]; readonly thorough: number };

export function leftOf(cases: readonly PlannedCase[], repetitions: OpenRepetitions): Left {
  const due = cases.map((planned) => ({ planned, due: repetitions.dueOf(planned) }));
  return {
    cases: due.flatMap(({ planned, due: own }) => own.map(() => planned)),
    thorough: due.reduce(
      (sum, { planned, due: own }) => sum + own.filter((each) => isThorough(planned, each)).length,
      0,
    ),
  };
}
