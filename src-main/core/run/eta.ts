import type { PlannedCase } from '../../contract/run.ts';
import { createMoments } from '../../stats/moments.ts';
import type { Left } from './repetitions.ts';

/** How long a run will go on, from what its cases have taken so far. */
export type Eta = {
  readonly finished: (planned: PlannedCase, seconds: number, thorough?: boolean) => void;
  /** Seconds for the repetitions that are left, as a range; null before anything has finished. */
  readonly remaining: (left: Left) => [number, number] | null;
};

/**
 * A case whose earlier repetition is known takes as long again, give or take this part, or the part by which repetitions
 * have changed so far: on a machine whose load changes that is more.
 */
const again = 0.1;
/** What a thorough repetition takes longer at most, in seconds: verified runs and compared inputs. */
const thoroughS = 0.5;

/**
 * A case of which an earlier repetition is known takes as long again. What all have taken so far stands for the others:
 * they are measured in shuffled order, so the mean of the finished ones is that of the rest, with an error that comes
 * from both numbers. The range is two standard deviations wide.
 */
export function createEta(): Eta {
  const known = new Map<number, number>();
  const moments = createMoments();
  /** By how much thorough repetitions took longer than others of their cases. */
  const longer = createMoments();
  /** Logarithms of the factors, up or down, between repetitions of a case. */
  const changes = createMoments();

  /** Of one thorough repetition. */
  function longerBy(): readonly [number, number] {
    if (longer.count() === 0) return [0, thoroughS];
    return [longer.mean() * (1 - again), longer.mean() * (1 + again)];
  }

  return {
    finished({ index }, seconds, thorough = false) {
      const before = known.get(index);
      if (thorough && before !== undefined) longer.add(Math.max(0, seconds - before));
      else known.set(index, seconds);
      if (!thorough && before !== undefined && before > 0 && seconds > 0)
        changes.add(Math.abs(Math.log(seconds / before)));
      moments.add(seconds);
    },
    remaining(left) {
      const count = moments.count();
      if (count === 0) return null;
      const mean = moments.mean();
      let sure = 0;
      let unknown = 0;
      let thorough = 0;
      for (const { planned, count: times, thorough: isAmong } of left) {
        const before = known.get(planned.index);
        if (before === undefined) unknown += times;
        else sure += times * before;
        if (isAmong) thorough += 1;
      }
      // One case says nothing of how much they differ: assume as much as it took.
      const variance = count > 1 ? moments.variance() : mean ** 2;
      const spread = 2 * Math.sqrt(variance * unknown * (1 + unknown / count));
      const middle = mean * unknown;
      const [least, most] = longerBy();
      const part = 1 + Math.max(again, changes.count() === 0 ? 0 : changes.mean());
      return [
        sure / part + Math.max(0, middle - spread) + thorough * least,
        sure * part + middle + spread + thorough * most,
      ];
    },
  };
}
