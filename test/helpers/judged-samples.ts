import type { ComparisonView } from '../../src-main/contract/verdict.ts';
import { type JudgedSide, judge } from '../../src-main/stats/judge.ts';
import { isAutocorrelated, summarizeProcess } from '../../src-main/stats/process-summary.ts';

/** Samples of one side, a repetition an entry, with their clocks where they are known. */
export type SampledSide = Pick<JudgedSide, 'label' | 'device' | 'resolutionNs'> & {
  readonly rounds: readonly Float64Array[];
  readonly clocks?: readonly Float64Array[];
};

/** The product's verdict on kernels of which these samples were taken. */
export function judgeSamples(
  contender: SampledSide,
  baseline: SampledSide,
  sameRun: boolean,
): ComparisonView {
  const sideOf = ({ rounds, clocks, ...side }: SampledSide): JudgedSide => ({
    ...side,
    scope: 'kernel',
    processes: rounds.map((timesNs, repetition) => {
      const process = summarizeProcess(timesNs, clocks?.[repetition]);
      return {
        repetition,
        medianNs: process.median_ns,
        logError: process.log_error,
        n: process.n,
        effectiveN: process.effective_n,
        autocorrelated: isAutocorrelated(process),
        cycles: process.cycles,
      };
    }),
  });
  return judge(sideOf(contender), sideOf(baseline), { sameRun });
}
