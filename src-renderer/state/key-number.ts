import { breakEvenText, medianText, speedupText } from '../../src-main/contract/result-text.ts';
import { headlineKind, type RunResults } from '../../src-main/contract/run-results.ts';

export type KeyNumber = {
  readonly text: string;
  readonly about: string;
  /** The case whose history stands for the run. */
  readonly caseIndex: number;
};

/**
 * What a run is remembered by: the break-even of its headline pair, else the best ratio to the baseline, else the time of
 * its largest case. Null where nothing was measured.
 */
export function keyNumber(results: RunResults | undefined): KeyNumber | null {
  const kind = results === undefined ? null : headlineKind(results);
  if (results === undefined || kind === null || results.median === null) return null;
  const texts = {
    breakEven: `n* = ${breakEvenText(results)}`,
    speedup: speedupText(results),
    median: medianText(results),
  };
  return {
    text: texts[kind],
    about: results[kind]?.about ?? '',
    caseIndex: results.median.caseIndex,
  };
}
