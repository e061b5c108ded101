import { createMoments } from '../moments.ts';
import { mean, variance } from '../order.ts';
import type { CriterionKind } from './criterion.ts';

/**
 * The relative standard deviation has converged when its last `window` values have themselves a relative standard
 * deviation below `converged`. Both as in nvbench.
 */
const window = 512;
const converged = 0.05;

/** Until the relative standard deviation is low enough or no longer changes: nvbench's stdrel. */
export const noise: CriterionKind = {
  id: 'noise',
  make: (parameters, { batch = 1 }) => {
    const [maxNoise, minTimeNs] = [parameters('maxNoise'), parameters('minTime') * 1e9];
    const [minSamples, maxSamples] = [parameters('minSamples'), parameters('maxSamples')];
    const moments = createMoments();
    const history: number[] = [];
    let totalNs = 0;
    let spent = false;
    return {
      after(timesNs) {
        const newest = timesNs[timesNs.length - 1] ?? Number.NaN;
        totalNs += batch * newest;
        moments.add(newest);
        spent = timesNs.length >= maxSamples;
        if (spent) return 'max-samples';
        if (timesNs.length < 2) return null;
        const deviation = Math.sqrt(moments.variance()) / moments.mean();
        history.push(deviation);
        if (history.length > window) history.shift();
        if (timesNs.length < minSamples || totalNs < minTimeNs) return null;
        if (deviation < maxNoise) return 'noise';
        return hasConverged(history) ? 'noise-settled' : null;
      },
      target: null,
      isSpent: () => spent,
    };
  },
};

function hasConverged(history: readonly number[]): boolean {
  if (history.length < window) return false;
  return Math.sqrt(variance(history)) < converged * mean(history);
}
