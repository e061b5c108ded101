import type { Repetition } from '../../contract/run.ts';
import { type CaseTime, type RunTimings, sumOfTimings } from '../../contract/timings.ts';

/** Where the time of the cases of a run went, in all their processes. */
export function runTimings(repetitions: ReadonlyMap<number, readonly Repetition[]>): RunTimings {
  const cases = [...repetitions].map(([index, own]) => ({ index, ...timeOf(own) }));
  return { cases, total: timeOf([...repetitions.values()].flat()) };
}

function timeOf(repetitions: readonly Repetition[]): CaseTime {
  return {
    repetitions: repetitions.length,
    seconds: repetitions.reduce((sum, { seconds }) => sum + seconds, 0),
    timings: sumOfTimings(repetitions.map(({ timings = {} }) => timings)),
  };
}
