import { type PlannedCase, repetitionsOfCase } from '../../contract/run.ts';
import { countingCriterion, maxRepetitionsOf } from '../../contract/target.ts';
import { createMoments } from '../../stats/moments.ts';
import type { Left } from './repetitions.ts';

/**
 * How many times as long as the first repetition of its cases a thorough one takes, and a later one: of recorded runs, for
 * as long as a run has not shown its own. A policy whose samples end soon leaves little that the short first one lacks.
 */
const usual = { thorough: 2.5, later: 1.6 };
const usualOfShort = { thorough: 1.45, later: 0.95 };
/** Seconds a timing scope. */
const shortLimit = 0.05;
/** What open questions and disturbed cases take besides, as part of the planned repetitions. */
const usualFurther = 0.15;
/** What is usual counts as much as so many cases of the run. */
const usualCases = 5;
/** Least part by which the expected time is off; more where repetitions of a case differ by more, as the load changes. */
const leastPart = 0.1;
/** The same before a run has shown how much longer its other repetitions take than its first. */
const unseenPart = 0.35;

/** What repetitions of one kind took, and the first ones of the same cases. */
type Kind = { took: number; first: number };

/**
 * How long a run will go on, from what its cases have taken so far.
 * A case takes as long as in its last repetition; one that had its first one alone, that many times as long as others took
 * in place of theirs. In the first repetition what has finished stands for the other cases: they are measured in shuffled
 * order, so the mean of the finished ones is that of the rest, with an error that comes from both numbers.
 */
export function createEta() {
  const first = new Map<number, number>();
  const latest = new Map<number, number>();
  const firsts = createMoments();
  const thoroughOnes: Kind = { took: 0, first: 0 };
  const laterOnes: Kind = { took: 0, first: 0 };
  /** Logarithms of the factors, up or down, between what was expected of a repetition and what it took. */
  const changes = createMoments();
  const counts = new Map<number, number>();
  let expected = usual;
  /** Seconds of planned repetitions that may have further ones, and of these. */
  const spent = { planned: 0, further: 0 };

  const factor = ({ took, first: of }: Kind, expected: number): number => {
    const weight = usualCases * firsts.mean();
    return (took + weight * expected) / (of + weight);
  };

  /** Factors of this run. A run whose thorough repetitions take unusually long has a load that stays, or a long policy. */
  function factors() {
    const thorough = factor(thoroughOnes, expected.thorough);
    return { thorough, later: factor(laterOnes, (thorough * expected.later) / expected.thorough) };
  }

  /** Seconds of repetitions beyond those of the plan, of which those that are left may be some. */
  function furtherOf(left: Left, seconds: number): number {
    const may = left.filter(({ planned }) => mayHaveFurther(planned));
    const isFurther = may.some(
      ({ planned }) => (counts.get(planned.index) ?? 0) >= repetitionsOfCase(planned).length,
    );
    const own = (seconds * may.length) / Math.max(1, left.length);
    return isFurther
      ? Math.max(0, usualFurther * spent.planned - spent.further - own)
      : usualFurther * (spent.planned + own);
  }

  const laterOf = (index: number, own: number, later: number): number =>
    latest.get(index) ?? own * later;

  return {
    finished(planned: PlannedCase, seconds: number, isThorough = false): void {
      const { index } = planned;
      const own = first.get(index);
      const count = (counts.get(index) ?? 0) + 1;
      counts.set(index, count);
      if (mayHaveFurther(planned)) {
        spent[count > repetitionsOfCase(planned).length ? 'further' : 'planned'] += seconds;
      }
      if (own === undefined) {
        expected = (planned.policy.timeLimitS ?? shortLimit) < shortLimit ? usualOfShort : usual;
        first.set(index, seconds);
        firsts.add(seconds);
        return;
      }
      const { thorough, later } = factors();
      const foreseen = isThorough ? own * thorough : laterOf(index, own, later);
      if (foreseen > 0 && seconds > 0) changes.add(Math.abs(Math.log(seconds / foreseen)));
      const kind = isThorough ? thoroughOnes : laterOnes;
      kind.took += seconds;
      kind.first += own;
      if (!isThorough) latest.set(index, seconds);
    },
    /** Seconds for the repetitions that are left, as a range; null before anything has finished. */
    remaining(left: Left): [number, number] | null {
      const count = firsts.count();
      if (count === 0) return null;
      const mean = firsts.mean();
      const { thorough, later } = factors();
      let sure = 0;
      /** First repetitions of cases that had none, in units of one. */
      let unknown = 0;
      for (const { planned, count: times, thorough: isAmong } of left) {
        const own = first.get(planned.index);
        const others = times - (isAmong ? 1 : 0);
        if (own !== undefined) {
          sure += others * laterOf(planned.index, own, later) + (isAmong ? own * thorough : 0);
        } else {
          unknown += 1 + (others - 1) * later + (isAmong ? thorough : 0);
        }
      }
      // One case says nothing of how much they differ: assume as much as it took.
      const variance = count > 1 ? firsts.variance() : mean ** 2;
      const cases = left.filter(({ planned }) => !first.has(planned.index)).length;
      const each = cases === 0 ? 0 : unknown / cases;
      const spread = 2 * each * Math.sqrt(variance * cases * (1 + cases / count));
      const middle = mean * unknown;
      const part = 1 + (changes.count() === 0 ? unseenPart : Math.max(leastPart, changes.mean()));
      const more = furtherOf(left, sure + middle);
      return [
        (sure + Math.max(0, middle - spread)) / part + more / 2,
        (sure + middle + spread) * part + 1.5 * more,
      ];
    },
  };
}

/** Cases of a run that end when their question is answered. */
function mayHaveFurther(planned: PlannedCase): boolean {
  const { policy, part } = planned;
  const most = maxRepetitionsOf(policy);
  return (
    part === undefined &&
    policy.criterion !== countingCriterion &&
    most > repetitionsOfCase(planned).length
  );
}
