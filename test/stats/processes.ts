import type { JudgedProcess, JudgedSide } from '../../src-main/stats/judged-case.ts';
import { type Component, type PriorTable, tableOf } from '../../src-main/stats/priors.ts';
import type { Random } from '../../src-main/stats/random.ts';

/** A process whose log median is known, of a hundred quiet samples unless said otherwise. */
export function processAt(
  repetition: number,
  medianNs: number,
  more: Partial<JudgedProcess> = {},
): JudgedProcess {
  return { repetition, medianNs, logError: 1e-5, n: 100, effectiveN: 100, ...more };
}

export function sideOf(
  label: string,
  medians: readonly number[],
  more: Partial<JudgedSide> = {},
): JudgedSide {
  const processes = medians.map((medianNs, repetition) => processAt(repetition, medianNs));
  return { label, device: 'cpu', scope: 'kernel', processes, ...more };
}

/** Log medians of processes: a normal shift of each, and `common` shifts that both sides of a repetition have. */
export function simulatedSide(
  random: Random,
  label: string,
  center: number,
  sd: number,
  common: readonly number[],
): JudgedSide {
  const medians = common.map((shift) => center * Math.exp(shift + sd * random.normal()));
  return sideOf(label, medians);
}

/** One prior for every device, scope and time. */
export function priorEverywhere(processes: Component, runs: Component): PriorTable {
  return tableOf({ processes, runs });
}
