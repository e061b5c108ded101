import { sumOfVariances } from '../../src-main/stats/judge.ts';
import type { JudgedProcess, JudgedSide } from '../../src-main/stats/judged-case.ts';
import type { Random } from '../../src-main/stats/random.ts';
import type { LearnedRuns, Variance } from '../../src-main/stats/run-variation.ts';

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

/** What a store of many runs says of a machine whose runs differ by this much. */
export function runsOf(sd: number, degrees = 1e6): LearnedRuns {
  return { sd, degrees, runs: 10 };
}

type Component = { readonly sd: number; readonly degrees: number };

/** What is expected of the estimates of runs of five processes. */
export function varianceOfRuns(processes: Component, runs: Component): Variance {
  return sumOfVariances([
    { value: processes.sd ** 2 / 5, degrees: processes.degrees },
    { value: runs.sd ** 2, degrees: runs.degrees },
  ]);
}

/** Of kernels of a GPU, and of programs on a processor. */
export const gpuRuns = {
  processes: { sd: 0.006, degrees: 4 },
  runs: { sd: 0.002, degrees: 5 },
} as const;
export const cpuRuns = {
  processes: { sd: 0.04, degrees: 2 },
  runs: { sd: 0.032, degrees: 5 },
} as const;
