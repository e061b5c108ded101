/**
 * A batch, the executions of one sample, lasts at least so long, and at least `minBatchSteps` steps of the clock; one of
 * several executions lasts at most `maxBatchNs`, which is shorter than the slice of a scheduler: a longer one contains
 * preemptions that a median of single executions drops. `native/core/batch.h` does the same for native variants.
 */
export const minBatchNs = 50e3;
export const minBatchSteps = 2000;
export const maxBatchNs = 200e3;
const maxBatch = 2 ** 20;
/** The minimum of several: an interrupted one passes for a long batch. */
const tries = 3;

/** How long a batch lasts at least with this clock: below twice that, the next power of two is still short enough. */
export function shortestBatchNs(clockStepNs: number): number {
  return Math.min(Math.max(minBatchSteps * clockStepNs, minBatchNs), maxBatchNs / 2);
}

/**
 * The smallest power of two for which a batch lasts long enough. `timeBatch` takes one of so many executions and
 * returns its time in nanoseconds.
 */
export async function chooseBatch(
  timeBatch: (executions: number) => Promise<number>,
  clockStepNs: number,
): Promise<number> {
  const enough = shortestBatchNs(clockStepNs);
  for (let executions = 1; executions < maxBatch; executions *= 2) {
    let shortest = await timeBatch(executions);
    for (let again = 1; again < tries && shortest >= enough; again += 1) {
      shortest = Math.min(shortest, await timeBatch(executions));
    }
    if (shortest >= enough) return executions;
  }
  return maxBatch;
}
