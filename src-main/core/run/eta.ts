import type { PlannedCase } from '../../contract/run.ts';
import { createMoments } from '../../stats/moments.ts';

/** How long a run will go on, from what its cases have taken so far. */
export type Eta = {
  readonly finished: (planned: PlannedCase, seconds: number) => void;
  /** Seconds for the repetitions of cases that are left, as a range; null before anything has finished. */
  readonly remaining: (left: readonly PlannedCase[]) => [number, number] | null;
};

/** A case whose earlier repetition is known takes as long again, give or take this part. */
const again = 0.1;

/**
 * A case of which an earlier repetition is known takes as long again. What all have taken so far stands for the others:
 * they are measured in shuffled order, so the mean of the finished ones is that of the rest, with an error that comes
 * from both numbers. The range is two standard deviations wide.
 */
export function createEta(): Eta {
  const known = new Map<number, number>();
  const moments = createMoments();

  return {
    finished({ index }, seconds) {
      known.set(index, seconds);
      moments.add(seconds);
    },
    remaining(left) {
      const count = moments.count();
      if (count === 0) return null;
      const mean = moments.mean();
      let sure = 0;
      let unknown = 0;
      for (const { index } of left) {
        const before = known.get(index);
        if (before === undefined) unknown += 1;
        else sure += before;
      }
      // One case says nothing of how much they differ: assume as much as it took.
      const variance = count > 1 ? moments.variance() : mean ** 2;
      const spread = 2 * Math.sqrt(variance * unknown * (1 + unknown / count));
      const middle = mean * unknown;
      return [
        sure * (1 - again) + Math.max(0, middle - spread),
        sure * (1 + again) + middle + spread,
      ];
    },
  };
}
