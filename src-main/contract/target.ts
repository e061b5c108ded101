import type { Policy } from './configuration.ts';
import type { Metric, StoredCase } from './run.ts';

/** Half-width of the 95 % interval of this run, relative, that is narrow enough. */
export const defaultTarget = { gpuKernel: 0.01, other: 0.02 } as const;
export const defaultMaxRepetitions = 20;

/** The criterion of the studies, which says how many samples and repetitions there are: nothing narrows its intervals. */
export const countingCriterion = 'fixed';
/** Ends sampling when the median is known well enough. */
export const precisionCriterion = 'precision';

const judgedScopes = ['kernel', 'call', 'total'] as const;

/** Repetitions beyond the minimum for which a disturbance or a neighbouring size is reason enough. */
export const maxAgain = 3;

/**
 * At most so many repetitions of a case. A counting criterion adds none but for those that were disturbed, and where one
 * was asked for, one it is.
 */
export function maxRepetitionsOf({
  criterion,
  repetitions,
  maxRepetitions = defaultMaxRepetitions,
}: Policy): number {
  const max = Math.max(repetitions, maxRepetitions);
  if (criterion !== countingCriterion) return max;
  return repetitions === 1 ? 1 : Math.min(repetitions + maxAgain, max);
}

/** A timing scope whose interval is wider than its target; shares of the median. */
export type Missed = { readonly scope: string; readonly half: number; readonly target: number };

/** The timing scopes of a case that have not reached their targets, the farthest from it first. */
export function missedTargets(
  metrics: Readonly<Record<string, Metric>>,
  { criterion, target = defaultTarget }: Policy,
  isGpu: boolean,
): readonly Missed[] {
  if (criterion === countingCriterion) return [];
  return judgedScopes
    .flatMap((scope): Missed[] => {
      const half = halfWidthOf(metrics[scope]);
      const allowed = isGpu && scope === 'kernel' ? target.gpuKernel : target.other;
      return half !== null && half > allowed ? [{ scope, half, target: allowed }] : [];
    })
    .sort((a, b) => b.half / b.target - a.half / a.target);
}

function halfWidthOf(metric: Metric | undefined): number | null {
  const { ci95LoNs: low = null, ci95HiNs: high = null } = metric ?? {};
  return low === null || high === null || !(low > 0) ? null : Math.sqrt(high / low) - 1;
}

/** What the warning of a case begins with whose disturbed repetitions count. */
export const disturbedMark = 'disturbed: ';

/** What the warning of a case begins with that has more threads than it may use CPUs. */
export const crowdedMark = 'oversubscribed: ';

/** What the warning of a case begins with whose rate is above the peak of its device. */
export const abovePeakMark = 'above the peak: ';

/** What disturbed a case whose disturbed repetitions count; null where nothing did. */
export function disturbedText({ warnings }: Pick<StoredCase, 'warnings'>): string | null {
  const disturbance = warnings.find((warning) => warning.startsWith(disturbedMark));
  return disturbance === undefined ? null : disturbance.slice(disturbedMark.length);
}

export function isDisturbed(stored: Pick<StoredCase, 'warnings'>): boolean {
  return disturbedText(stored) !== null;
}

/** What was beside the repetitions of a run. */
export type CountedRepetitions = {
  readonly all: number;
  readonly disturbed: number;
  /** Runs on other cores of the machine: `process 12 on cores 8-15`. */
  readonly neighbours?: readonly string[];
  /** Repetitions on a GPU whose other processes could not be seen. */
  readonly gpuUnseen?: number;
};

/** Runs that were measured at the same time, and what could not be seen; one sentence each. */
export function besideTexts({ neighbours = [], gpuUnseen = 0 }: CountedRepetitions): string[] {
  return [
    ...(neighbours.length === 0 ? [] : [`measured beside ${neighbours.join(', ')}`]),
    ...(gpuUnseen === 0
      ? []
      : ['other processes on the GPU cannot be seen: the driver does not list its processes here']),
  ];
}

/** Which repetitions of a run are left out; empty where none was disturbed. */
export function disturbedRepetitionsText(counted: CountedRepetitions | undefined): string {
  if (counted === undefined || counted.disturbed === 0) return '';
  const one = counted.disturbed === 1;
  return `${counted.disturbed} of ${counted.all} repetitions ${one ? 'was' : 'were'} disturbed by interference; estimates leave ${one ? 'it' : 'them'} out where ${one ? 'its' : 'a'} case has three others.`;
}
