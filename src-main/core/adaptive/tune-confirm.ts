import type { PlannedCase, StoredCase } from '../../contract/run.ts';
import type { ComparisonView } from '../../contract/verdict.ts';
import type { Scalar } from '../../contract/workload.ts';
import { identityOf } from '../plan/planner.ts';

/**
 * The best of many values owes part of its place to chance. When a search ends, the best value and the fastest one that
 * differs from it are measured again, alone, in fresh processes: only these decide whether there is a difference.
 */

/** Two cases measured again: the best value and the fastest one that differs from it. */
export type Confirmation = {
  readonly best: PlannedCase;
  readonly other: PlannedCase;
};

/** Repetitions of a confirmation, unless the run has more. */
const minRepetitions = 5;
/** Values that are measured again after each other: where these do not differ, a further one is not tried. */
const maxConfirmations = 3;

/** The cases of a search by what they are: values tried once, and then in pairs what was measured again. */
export function splitPlanned(planned: readonly PlannedCase[]): {
  readonly trials: readonly PlannedCase[];
  readonly confirmations: readonly Confirmation[];
} {
  const seen = new Set<string>();
  const again = planned.filter((each) => {
    const identity = identityOf(each);
    if (seen.has(identity)) return true;
    seen.add(identity);
    return false;
  });
  const confirmations = again.flatMap((best, i): Confirmation[] => {
    const other = again[i + 1];
    return i % 2 === 1 || other === undefined ? [] : [{ best, other }];
  });
  return { trials: planned.filter((each) => !again.includes(each)), confirmations };
}

/** The same two cases once more, to be measured by processes of their own. */
export function confirmationOf(best: PlannedCase, other: PlannedCase): readonly PlannedCase[] {
  return [best, other].map((planned) => ({
    ...planned,
    policy: {
      ...planned.policy,
      repetitions: Math.max(minRepetitions, planned.policy.repetitions),
    },
  }));
}

export type Range = { readonly from: number; readonly to: number };

export type Decided = {
  /** The values that do not differ from the best one. */
  readonly equal: Range;
  /** Position of the value that is to be measured again together with the best; null where nothing is. */
  readonly open: number | null;
  /** The last comparison in fresh processes; null where there was none. */
  readonly last: { readonly value: Scalar; readonly comparison: ComparisonView } | null;
};

/** A value of a search and its time. */
export type SearchTime = {
  readonly value: Scalar;
  readonly ns: number;
  /** Lower end of the interval of its time over the best one's; the ratio of both times by default. */
  readonly minRatio?: number | undefined;
};

/**
 * Takes values into the range of the best one as long as the fastest one outside is not slower in fresh processes. After
 * three that were not, the differences that the search shows are known to be wrong up to the ratio of these: what lies
 * beyond it in the search, with its interval, stays outside, and what does not is taken in.
 *
 * @param times ascending by value
 */
export function decide(
  times: readonly SearchTime[],
  equal: Range,
  confirmed: (value: Scalar) => ComparisonView | null,
): Decided {
  let { from, to } = equal;
  let last: Decided['last'] = null;
  const best = Math.min(...times.map(({ ns }) => ns));
  let refuted = 1;
  for (let tried = 0; tried < maxConfirmations; tried++) {
    const outside = times
      .map(({ value, ns }, at) => ({ value, ns, at }))
      .filter(({ at }) => at < from || at > to)
      .sort((a, b) => a.ns - b.ns)[0];
    if (outside === undefined) break;
    const comparison = confirmed(outside.value);
    if (comparison === null) return { equal: { from, to }, open: outside.at, last };
    last = { value: outside.value, comparison };
    if (comparison.verdict === 'slower') return { equal: { from, to }, open: null, last };
    refuted = Math.max(refuted, outside.ns / best);
    from = Math.min(from, outside.at);
    to = Math.max(to, outside.at);
  }
  const isSlower = (at: number): boolean => {
    const { ns, minRatio = ns / best } = times[at] ?? { ns: Number.POSITIVE_INFINITY };
    return minRatio > refuted;
  };
  const range = { from, to };
  const grown = last === null ? range : grownRange(range, times.length, isSlower);
  return { equal: grown, open: null, last };
}

/** With the neighbours at both ends, of so many values, up to the first that is slower. */
export function grownRange(
  { from, to }: Range,
  count: number,
  isSlower: (at: number) => boolean,
): Range {
  let [low, high] = [from, to];
  while (low > 0 && !isSlower(low - 1)) low -= 1;
  while (high < count - 1 && !isSlower(high + 1)) high += 1;
  return { from: low, to: high };
}

/** The comparison of a pair that was measured again; null where it has not been, or is not finished. */
export function judgeConfirmation(
  { best, other }: Confirmation,
  storedOf: (planned: PlannedCase) => StoredCase | undefined,
  judge: (contender: StoredCase, baseline: StoredCase) => ComparisonView,
): ComparisonView | null {
  const [contender, baseline] = [storedOf(other), storedOf(best)];
  return contender === undefined || baseline === undefined ? null : judge(contender, baseline);
}
