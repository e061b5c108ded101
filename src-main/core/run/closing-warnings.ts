import type { Policy } from '../../contract/configuration.ts';
import type { CaseResult, Metric, Repetition } from '../../contract/run.ts';
import { shortfalls } from '../../contract/shortfalls.ts';
import { crowdedMark } from '../../contract/target.ts';
import { disturbedWarning, minUndisturbed } from '../../stats/undisturbed.ts';

/** What is known of a case when nothing more of it is measured. */
export type ClosedCase = {
  readonly policy: Policy;
  readonly stopReason: CaseResult['stopReason'];
  readonly metrics: Readonly<Record<string, Metric>>;
  /** Of its processes in the headline scope. */
  readonly samplesOfEach: readonly number[];
  readonly repetitions: readonly Repetition[];
  /** Its time per element over that of both neighbouring sizes, where it is out of line in every repetition. */
  readonly outOfLine: number | null;
};

/** What a case has to say of itself when nothing more of it is measured. */
export function closingWarnings(closed: ClosedCase): readonly string[] {
  const others = [crowded, contained, leftOut, outOfLine];
  return [
    ...shortfalls(closed),
    ...others.flatMap((warning) => warning(closed) ?? []),
    ...[disturbedWarning(closed.repetitions)].flatMap((warning) => warning ?? []),
  ];
}

/** Threads that take turns on a CPU say nothing of that many cores. */
function crowded({ repetitions }: ClosedCase): string | null {
  for (const { interference } of repetitions) {
    const { threads, usableCpus } = interference ?? {};
    if (threads === undefined || usableCpus === undefined || threads <= usableCpus) continue;
    const cpus = usableCpus === 1 ? '1 CPU' : `${usableCpus} CPUs`;
    return `${crowdedMark}${threads} threads take turns on the ${cpus} that this process may use`;
  }
  return null;
}

/** Both cannot be what the program takes. */
function contained({ metrics }: ClosedCase): string | null {
  const low = metrics.kernel?.ci95LoNs ?? null;
  const below = ['call', 'total'].filter((scope) => {
    const high = metrics[scope]?.ci95HiNs ?? null;
    return low !== null && high !== null && high < low;
  });
  if (below.length === 0) return null;
  const contain = below.length === 1 ? 'it contains' : 'they contain';
  return `${below.join(' and ')} came out below the kernel that ${contain}: the machine changed its speed between their samples; measure again on a quieter machine, or with more repetitions`;
}

/** Disturbed repetitions that are left out, and could not be made up for. */
function leftOut({ policy, repetitions }: ClosedCase): string | null {
  const count = repetitions.filter((each) => each.disturbed === null).length;
  return count < minUndisturbed || count === repetitions.length || count >= policy.repetitions
    ? null
    : `${count} of ${policy.repetitions} repetitions: the others were disturbed and are left out`;
}

function outOfLine(closed: ClosedCase): string | null {
  if (closed.outOfLine === null) return null;
  const count = closed.samplesOfEach.length;
  return `time per element is ${closed.outOfLine.toFixed(1)} times that of both neighbouring sizes in all ${count} repetitions: the program is slow at this size, it is no interference`;
}
