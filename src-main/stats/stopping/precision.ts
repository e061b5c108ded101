import { precisionCriterion } from '../../contract/target.ts';
import { autocorrelation } from '../autocorrelation.ts';
import { medianInterval } from '../median-interval.ts';
import { medianSorted } from '../order.ts';
import type { CriterionKind } from './criterion.ts';

/**
 * The next look at the interval is after so many samples more, as a part of those taken: sorting after each sample
 * would cost more than short samples do.
 */
const lookPart = 16;

/**
 * An interval narrower than this part of the variation between processes tells nothing more: it adds a twentieth to the
 * standard deviation of the process's value.
 */
const partOfProcesses = 1 / 3;

/**
 * Sampling time after which correlated samples end, in nanoseconds. A drift that is slower than this also varies from
 * process to process, and another process shows more of it than more samples of this one.
 */
const correlatedNs = 1e8;

/** Until the confidence interval of the median, from order statistics and the effective number of samples, is narrow enough. */
export const precision: CriterionKind = {
  id: precisionCriterion,
  make: (parameters, { resolutionNs, batch = 1, processSd = 0 }) => {
    const confidence = parameters('confidence');
    const width = Math.max(parameters('width'), partOfProcesses * processSd);
    const [minSamples, maxSamples] = [parameters('minSamples'), parameters('maxSamples')];
    const minTimeNs = parameters('minTime') * 1e9;
    let totalNs = 0;
    let spent = false;
    let nextLook = 0;
    return {
      after(timesNs) {
        const n = timesNs.length;
        totalNs += batch * (timesNs[n - 1] ?? Number.NaN);
        spent = n >= maxSamples;
        if (spent) return 'max-samples';
        if (n < minSamples || totalNs < minTimeNs || n < nextLook) return null;
        nextLook = n + Math.max(1, Math.floor(n / lookPart));
        const ascending = Float64Array.from(timesNs).sort();
        const interval = medianInterval(ascending, confidence, resolutionNs);
        if (interval === null) return null;
        const median = medianSorted(ascending);
        const half = Math.max(median - interval[0], interval[1] - median);
        if (half > width * median) return null;
        // Autocorrelated samples count as fewer.
        const { inflation } = autocorrelation(Float64Array.from(timesNs), median);
        if (half * Math.sqrt(inflation) <= width * median) return 'precision';
        return totalNs >= correlatedNs ? 'correlation' : null;
      },
      target: null,
      isSpent: () => spent,
    };
  },
};
