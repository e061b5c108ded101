import type { ScopeProcess, ScopeSamples } from '../../src-main/contract/run.ts';
import { type Comparer, createComparer } from '../../src-main/core/analysis/compare.ts';
import { defaultMargins, type Margins } from '../../src-main/stats/decide.ts';
import { withProcesses } from '../../src-main/stats/process-summary.ts';

/** What the processes said of which these samples were taken. */
export function processesOf(samples: readonly ScopeSamples[]): readonly ScopeProcess[] {
  return withProcesses(samples).flatMap(({ process, scope, repetition, repeats }) =>
    process === undefined ? [] : [{ ...process, scope, repetition, repeats }],
  );
}

/** What the processes of each case say, made when it is asked for. */
class LazyProcesses extends Map<number, readonly ScopeProcess[]> {
  readonly #of: (caseIndex: number) => readonly ScopeSamples[];

  constructor(of: (caseIndex: number) => readonly ScopeSamples[]) {
    super();
    this.#of = of;
  }

  override get(caseIndex: number): readonly ScopeProcess[] {
    return processesOf(this.#of(caseIndex));
  }
}

/** The product's comparison over samples that a test makes up, of whichever run. */
export function sampleComparer(
  samplesOf: (caseIndex: number, scope: string) => readonly ScopeSamples[],
  margins: Margins = defaultMargins,
): Comparer {
  const store = {
    allProcesses: () => new Map(),
    processes: (_: string, scope: string) => new LazyProcesses((index) => samplesOf(index, scope)),
  };
  return createComparer(store, () => margins);
}

/** A repetition of each array of times. */
export function repetitions(
  scope: string,
  times: readonly Float64Array[],
): readonly ScopeSamples[] {
  return times.map((timesNs, repetition) => ({
    scope,
    repetition,
    timesNs: Float64Array.from(timesNs),
    repeats: 1,
    launchIncluded: false,
  }));
}
