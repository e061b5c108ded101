import type { PlannedCase } from '../contract/run.ts';

/** Part of a policy's time limit that a case may take beside its samples: input, reference, verification, warm-up. */
const overheadS = 2;

/**
 * How long a run will go on, from what its cases have taken so far. A case of which an earlier round is known takes as
 * long again; for the others what all have taken bounds it.
 */
export type Eta = {
  readonly finished: (planned: PlannedCase, seconds: number) => void;
  /** Seconds as a range for the cases that are left; null before anything has finished. */
  readonly remaining: (left: readonly PlannedCase[]) => [number, number] | null;
};

export function createEta(): Eta {
  const known = new Map<number, number>();
  let sorted: number[] = [];

  const quantile = (part: number): number =>
    sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))] ?? 0;

  function bounds(planned: PlannedCase): readonly [number, number] {
    const before = known.get(planned.index);
    if (before !== undefined) return [before * 0.9, before * 1.2];
    const { timeLimitS } = planned.policy;
    const high = Math.max(quantile(0.9), (planned.estimate?.seconds ?? 0) * 10) * 1.2;
    const most = timeLimitS === null ? high : Math.min(high, timeLimitS * 3 + overheadS);
    return [Math.min(quantile(0.25), most), most];
  }

  return {
    finished(planned, seconds) {
      known.set(planned.index, seconds);
      sorted = [...sorted, seconds].sort((a, b) => a - b);
      // Of a long run a sample of what was seen is enough.
      if (sorted.length > 512) sorted = sorted.filter((_, i) => i % 2 === 0);
    },
    remaining(left) {
      if (sorted.length === 0) return null;
      let low = 0;
      let high = 0;
      for (const planned of left) {
        const [least, most] = bounds(planned);
        low += least;
        high += most;
      }
      return [low, high];
    },
  };
}
