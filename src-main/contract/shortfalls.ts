import type { Policy } from './configuration.ts';
import { countingCriterion } from './target.ts';

/** How a case was measured, as far as it can be less than was asked for. */
export type Taken = {
  readonly policy: Policy;
  readonly stopReason: string | null;
  /** Of its processes in the headline scope. */
  readonly samplesOfEach: readonly number[];
};

const unreached = 'the others were skipped or not reached';

/** In which way a case has less than was asked for, one sentence each: its time limit, its samples, its repetitions. */
export function shortfalls(taken: Taken): readonly string[] {
  return [samplesShort, limited, repetitionsShort].flatMap((sentence) => sentence(taken) ?? []);
}

/** The number of samples alone would pass for the one that was asked for. */
function samplesShort({ policy, stopReason, samplesOfEach }: Taken): string | null {
  const asked = policy.parameters.samples;
  if (policy.criterion !== countingCriterion || typeof asked !== 'number') return null;
  const taken = samplesOfEach.reduce((sum, n) => sum + n, 0);
  if (taken === 0 || taken >= asked) return null;
  const why =
    stopReason === 'time-limit' ? `the time limit of ${policy.timeLimitS} s came first` : unreached;
  return `${taken} of ${asked} samples: ${why}`;
}

function limited({ policy, stopReason, samplesOfEach }: Taken): string | null {
  if (policy.criterion === countingCriterion || stopReason !== 'time-limit') return null;
  const asked = policy.parameters.minSamples;
  const min = Math.min(...samplesOfEach);
  const limit = `the time limit of ${policy.timeLimitS} s`;
  return typeof asked === 'number' && min < asked
    ? `${min} of at least ${asked} samples in a repetition: ${limit} came first`
    : `${limit} came before the stopping criterion was met`;
}

function repetitionsShort({ policy, samplesOfEach }: Taken): string | null {
  const taken = samplesOfEach.length;
  return taken === 0 || taken >= policy.repetitions
    ? null
    : `${taken} of ${policy.repetitions} repetitions: ${unreached}`;
}

/** What the warnings of a case say of that, in a word or two each, for the row of a table. */
export function shortfallLabels(warnings: readonly string[]): readonly string[] {
  const says = (pattern: RegExp): boolean => warnings.some((warning) => pattern.test(warning));
  return [
    ...(says(/the time limit of \S+ s came /) ? ['time limit'] : []),
    ...(says(/^\d+ of (at least )?\d+ samples\b/) ? ['fewer samples'] : []),
    ...(says(/^\d+ of \d+ repetitions: /) ? ['fewer repetitions'] : []),
  ];
}
