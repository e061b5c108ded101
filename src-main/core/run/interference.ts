import type { Interference } from '../../contract/interference.ts';
import type { Repetition } from '../../contract/run.ts';
import { undisturbed } from '../../stats/undisturbed.ts';
import { coresShared, type OwnIssueRatios } from './own-issue-ratios.ts';

/** What makes a repetition of a case disturbed, one entry a cause: its reason in a few words, or null. */
type Cause = (found: Interference) => string | null;

const maxStolen = 0.02;
/** The system counts stolen time in ticks of 10 ms: fewer than these say nothing of a share. */
const minStolenS = 0.03;
/** Part of the CPUs that other processes may use during a measurement of all of them. */
const maxOthers = 0.05;
/** Part of a GPU's time that other processes may use. */
const maxOthersOfGpu = 0.02;
/** Part of the samples that may be contended: a median hardly moves. `native/core/contention.cpp` has the same. */
const maxContended = 0.1;
const minThreads = 0.9;
/** The time of other threads than the running one is known to one tick of the scheduler, of up to 10 ms. */
const minMeasuredS = { one: 0.005, several: 0.05 };
/** Threads that lack time without being interrupted wait for each other: that is the program's own. */
const minSwitchesPerS = 20;
const minWaiting = 0.1;
/** Assumed wait of an interrupted thread where the system does not report waiting. */
const longestTurnS = 0.1;

const stolen: Cause = ({ cpuS = 0, stolenS = 0 }) =>
  cpuS > 0 && stolenS >= minStolenS && stolenS / cpuS > maxStolen
    ? `${percent(stolenS / cpuS)} of the CPU time was stolen by other virtual machines`
    : null;

const others: Cause = ({ othersS = 0, seconds = 0, usableCpus = 1 }) => {
  const share = othersS / (seconds * usableCpus);
  return seconds > 0 && share > maxOthers
    ? `other programs used ${percent(share)} of the CPUs`
    : null;
};

const threads: Cause = (found) => {
  const { effectiveThreads, threads: asked = 1, measuredS = 0, usableCpus = asked } = found;
  if (effectiveThreads === undefined || effectiveThreads >= minThreads * asked) return null;
  const short = measuredS < (asked === 1 ? minMeasuredS.one : minMeasuredS.several);
  if (short || asked > usableCpus || (asked > 1 && !isInterrupted(found))) return null;
  return `effective threads ${effectiveThreads.toFixed(2)}${asked === 1 ? '' : ` of ${asked}`}`;
};

const clock: Cause = ({ keptThrottledSamples = 0, throttleReasons }) =>
  keptThrottledSamples > 0
    ? `GPU clock below 75 % of its default${throttleReasons === undefined ? '' : ` (${throttleReasons})`}`
    : null;

const contended: Cause = ({ keptContendedShare = 0 }) =>
  keptContendedShare > maxContended
    ? `${coresShared} during ${percent(keptContendedShare)} of the samples`
    : null;

/** A context alone takes no time: where its use is not told, it may. */
const gpuShared: Cause = ({ gpuOthers = 0, gpuOthersUse }) => {
  if (gpuOthers === 0 || (gpuOthersUse ?? 1) <= maxOthersOfGpu) return null;
  const who = gpuOthers === 1 ? 'another process' : `${gpuOthers} other processes`;
  return gpuOthersUse === undefined
    ? `${who} on the GPU, whose use of it the driver does not tell`
    : `${who} on the GPU, which used up to ${percent(gpuOthersUse)} of its time`;
};

const causes: readonly Cause[] = [stolen, others, threads, clock, contended, gpuShared];

/** Why the times are not those of a quiet machine; null where nothing speaks against them. */
export function disturbedBy(found: Interference | undefined): string | null {
  if (found === undefined) return null;
  const reasons = causes.flatMap((cause) => cause(found) ?? []);
  return reasons.length === 0 ? null : reasons.join(', ');
}

/** The attribute of a case whose cores were watched, and its own, in all repetitions that count. */
export function watchedAttribute(
  repetitions: readonly Repetition[],
  own: OwnIssueRatios,
): { readonly coresWatched?: true } {
  const counting = undisturbed(
    repetitions.map(({ interference, disturbed }) => ({
      disturbed: disturbed ?? undefined,
      watched: disturbed === null && own.areOwn(interference),
    })),
  );
  return counting.length > 0 && counting.every(({ watched }) => watched)
    ? { coresWatched: true }
    : {};
}

/** Whether interruptions are frequent and explain the missing CPU time; a variant may use fewer threads than it is given. */
function isInterrupted(found: Interference): boolean {
  const { seconds = 0, involuntarySwitches = 0, waitingS, threads: asked = 1 } = found;
  const { usableCpus = asked } = found;
  if (!(seconds > 0)) return false;
  const missingS = (asked - (found.effectiveThreads ?? asked)) * (found.measuredS ?? 0);
  // Linux averages the wait over the CPUs; meanwhile the other threads of a team may sleep at a barrier.
  const lostS =
    waitingS === undefined ? involuntarySwitches * longestTurnS : waitingS * usableCpus * asked;
  if (lostS < missingS) return false;
  return involuntarySwitches / seconds > minSwitchesPerS || (waitingS ?? 0) / seconds > minWaiting;
}

function percent(share: number): string {
  return `${(100 * share).toFixed(share < 0.1 ? 1 : 0)} %`;
}
