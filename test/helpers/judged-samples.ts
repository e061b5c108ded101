import type { ComparisonView } from '../../src-main/contract/verdict.ts';
import { judge } from '../../src-main/stats/judge.ts';
import type { JudgedSide } from '../../src-main/stats/judged-case.ts';
import { judgedProcess, summarizeProcess } from '../../src-main/stats/process-summary.ts';

/** Samples of one side, a repetition an entry, with their clocks where they are known. */
export type SampledSide = Pick<JudgedSide, 'label' | 'device' | 'resolutionNs'> & {
  readonly repetitions: readonly Float64Array[];
  readonly clocks?: readonly Float64Array[];
};

/** The product's verdict on kernels of which these samples were taken. */
export function judgeSamples(
  contender: SampledSide,
  baseline: SampledSide,
  sameRun: boolean,
): ComparisonView {
  const sideOf = ({ repetitions, clocks, ...side }: SampledSide): JudgedSide => ({
    ...side,
    scope: 'kernel',
    processes: repetitions.map((timesNs, repetition) =>
      judgedProcess({ ...summarizeProcess(timesNs, clocks?.[repetition]), repetition }),
    ),
  });
  return judge(sideOf(contender), sideOf(baseline), { sameRun });
}
