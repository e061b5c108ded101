import type { SpanSamples } from '../../src-main/contract/run.ts';
import { type Comparer, createComparer } from '../../src-main/core/analysis/compare.ts';
import { defaultMargins, type Margins } from '../../src-main/stats/decide.ts';

/** The product's comparison over samples that a test makes up, of whichever run. */
export function sampleComparer(
  samplesOf: (caseIndex: number, span: string) => readonly SpanSamples[],
  margins: Margins = defaultMargins,
): Comparer {
  const store = {
    samplesOfCases: (_: string, indices: readonly number[], span: string) =>
      new Map(indices.map((index) => [index, samplesOf(index, span)])),
  };
  return createComparer(store, () => margins);
}

/** A repetition of each array of times. */
export function repetitions(span: string, times: readonly Float64Array[]): readonly SpanSamples[] {
  return times.map((timesNs, round) => ({
    span,
    round,
    timesNs: Float64Array.from(timesNs),
    repeats: 1,
    launchIncluded: false,
  }));
}
