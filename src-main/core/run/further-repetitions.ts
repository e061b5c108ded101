import { maxFurther } from '../../contract/expected-time.ts';
import {
  type Outcome,
  type PlannedCase,
  type Repetition,
  repetitionsOfCase,
} from '../../contract/run.ts';
import { countingCriterion, maxAgain, maxRepetitionsOf } from '../../contract/target.ts';
import { minUndisturbed } from '../../stats/undisturbed.ts';

/** A case as far as it is measured. */
export type Measured = {
  readonly planned: PlannedCase;
  readonly outcome: Outcome;
  readonly repetitions: readonly Repetition[];
  /** It is slow against the neighbouring sizes, now or in the first repetition. */
  readonly outOfLine: 'now' | 'first' | null;
  /** The user has seen enough of it. */
  readonly closed: boolean;
  /** So many repetitions settle what is open of it; null where nothing is, or more do not help. */
  readonly settledBy: number | null;
};

/** What makes up for disturbed repetitions, and all else, takes at most this part of the time of the first ones. */
const maxMadeUp = 1;

export type Need = 'disturbed' | 'out of line' | 'open';

/** Why a case is to be measured once more; null where it is not. */
export function needOf({
  planned,
  outcome,
  repetitions,
  outOfLine,
  closed,
  settledBy,
}: Measured): Need | null {
  const { policy, part } = planned;
  const count = repetitions.length;
  if (closed || outcome !== 'ok') return null;
  const first = repetitionsOfCase(planned).length;
  if (count < first || count >= maxRepetitionsOf(policy)) return null;
  const again = count - first;
  const quiet = repetitions.filter(({ disturbed }) => disturbed === null).length;
  const fewest = part === undefined && quiet < count ? minUndisturbed : 0;
  if (again < maxAgain && quiet < Math.max(first, fewest)) return 'disturbed';
  // A part has its number of repetitions: what they leave open, and where a size is out of line, the whole run shows.
  if (part !== undefined) return null;
  if (again < (outOfLine === 'first' ? 1 : maxAgain) && outOfLine !== null) return 'out of line';
  return settledBy !== null && policy.criterion !== countingCriterion ? 'open' : null;
}

/**
 * The cases of the next further repetition: those with a need, as many as the time allows, the disturbed ones first and then
 * those that are settled soonest. A question that the time does not settle gets none of it.
 */
export function furtherCases(all: readonly Measured[]): ReadonlyMap<PlannedCase, Need> {
  const first = secondsOf(all, true);
  let spent = secondsOf(all, false);
  const wanting = all.flatMap((measured) => {
    const need = needOf(measured);
    return need === null ? [] : [{ measured, need, cost: costOf(measured, need) }];
  });
  const rank = (need: Need): number => (need === 'open' ? 1 : 0);
  const inTurn = wanting.sort((a, b) => rank(a.need) - rank(b.need) || a.cost - b.cost);
  const chosen = new Map<PlannedCase, Need>();
  for (const { measured, need, cost } of inTurn) {
    if (spent + cost > first * (need === 'open' ? maxFurther : maxMadeUp)) continue;
    spent += cost;
    chosen.set(measured.planned, need);
  }
  return chosen;
}

/** Seconds until its need is met. */
function costOf({ repetitions, settledBy }: Measured, need: Need): number {
  const count = repetitions.length;
  const each = repetitions.reduce((sum, { seconds }) => sum + seconds, 0) / count;
  return each * (need === 'open' ? Math.max(1, (settledBy ?? 0) - count) : 1);
}

/** Seconds of the repetitions that the plan asks for, or of all others. */
function secondsOf(all: readonly Measured[], planned: boolean): number {
  return all.reduce((sum, measured) => {
    const asked = new Set(repetitionsOfCase(measured.planned));
    return measured.repetitions.reduce(
      (own, { repetition, seconds }) => own + (asked.has(repetition) === planned ? seconds : 0),
      sum,
    );
  }, 0);
}
