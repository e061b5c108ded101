import type { Metric, Outcome, PlannedCase, Repetition } from '../../contract/run.ts';
import { maxAgain, maxRepetitionsOf, missedTargets } from '../../contract/target.ts';
import { minUndisturbed } from '../../stats/undisturbed.ts';

/** A case as far as it is measured. */
export type Measured = {
  readonly planned: PlannedCase;
  readonly isGpu: boolean;
  readonly outcome: Outcome;
  readonly metrics: Readonly<Record<string, Metric>>;
  readonly repetitions: readonly Repetition[];
  /** It is slow against the neighbouring sizes, now or in the first repetition. */
  readonly outOfLine: 'now' | 'first' | null;
  /** The user has seen enough of it. */
  readonly closed: boolean;
};

/** All further repetitions take at most this part of the time of the first ones. */
const maxExtra = 1;

export type Need = 'disturbed' | 'out of line' | 'wide';

/** Why a case is to be measured once more; null where it is not. */
export function needOf(measured: Measured): Need | null {
  const { planned, outcome, repetitions, outOfLine, closed } = measured;
  const { policy } = planned;
  const count = repetitions.length;
  if (closed || outcome !== 'ok') return null;
  if (count < policy.repetitions || count >= maxRepetitionsOf(policy)) return null;
  const again = count - policy.repetitions;
  const quiet = repetitions.filter(({ disturbed }) => disturbed === null).length;
  const wanted = quiet < count ? Math.max(policy.repetitions, minUndisturbed) : policy.repetitions;
  if (again < maxAgain && quiet < wanted) return 'disturbed';
  if (again < (outOfLine === 'first' ? 1 : maxAgain) && outOfLine !== null) return 'out of line';
  return missedTargets(measured.metrics, policy, measured.isGpu).length > 0 ? 'wide' : null;
}

/**
 * The cases of the next further repetition: those with a need, as many as the time allows, the disturbed ones first and
 * then those that are farthest from their target.
 */
export function furtherCases(all: readonly Measured[]): ReadonlyMap<PlannedCase, Need> {
  let left = maxExtra * secondsOf(all, (repetition, repetitions) => repetition < repetitions);
  left -= secondsOf(all, (repetition, repetitions) => repetition >= repetitions);
  const wanting = all.flatMap((measured) => {
    const need = needOf(measured);
    return need === null ? [] : [{ measured, need, urgency: urgencyOf(measured, need) }];
  });
  const chosen = new Map<PlannedCase, Need>();
  for (const { measured, need } of wanting.sort((a, b) => b.urgency - a.urgency)) {
    const { planned, repetitions } = measured;
    const cost = repetitions.reduce((sum, { seconds }) => sum + seconds, 0) / repetitions.length;
    if (cost > left) continue;
    left -= cost;
    chosen.set(planned, need);
  }
  return chosen;
}

function urgencyOf({ metrics, planned, isGpu }: Measured, need: Need): number {
  if (need !== 'wide') return Number.POSITIVE_INFINITY;
  const [worst] = missedTargets(metrics, planned.policy, isGpu);
  return worst === undefined ? 0 : worst.half / worst.target;
}

function secondsOf(
  all: readonly Measured[],
  counts: (repetition: number, repetitions: number) => boolean,
): number {
  return all.reduce(
    (sum, { planned, repetitions }) =>
      sum +
      repetitions.reduce(
        (own, { repetition, seconds }) =>
          own +
          (counts(repetition - (planned.firstRepetition ?? 0), planned.policy.repetitions)
            ? seconds
            : 0),
        0,
      ),
    0,
  );
}
