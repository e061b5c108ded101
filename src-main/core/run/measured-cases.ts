import type {
  CaseResult,
  Metric,
  PlannedCase,
  Process,
  Repetition,
  ScopeSamples,
  StoredCase,
} from '../../contract/run.ts';
import { headlineScope } from '../../contract/timing-scopes.ts';
import type { Catalog } from '../../contract/workload.ts';
import { withProcesses } from '../../stats/process-summary.ts';
import { closingWarnings } from './closing-warnings.ts';
import type { Measured } from './further-repetitions.ts';
import { checkSizes, curveOf, type LineCheck } from './sizes-out-of-line.ts';

/** A case as far as it is measured; its samples are in the store. */
export type MeasuredCase = {
  /** Of all repetitions, without samples and without what is said when the case is closed. */
  readonly result: CaseResult;
  readonly metrics: Readonly<Record<string, Metric>>;
  /** Of the headline scope, by repetition. */
  readonly processes: ReadonlyMap<number, Pick<Process, 'n' | 'medianNs'>>;
  readonly repetitions: readonly Repetition[];
  /** By timing scope: executions in one sample, as the first repetition chose them. */
  readonly batch: Readonly<Record<string, number>>;
  /** Warnings as they are stored. */
  readonly stored: readonly string[];
};

/** What the store has of a case. */
export function storedMeasured(
  stored: StoredCase,
  samples: readonly ScopeSamples[],
  repetitions: readonly Repetition[],
): MeasuredCase {
  const {
    index: _1,
    workload: _2,
    variant: _3,
    values: _4,
    metrics,
    finishedAt: _5,
    ...rest
  } = stored;
  const own = { result: { ...rest, samples: [] }, metrics, repetitions, stored: rest.warnings };
  return { ...own, ...fromSamples(samples, metrics) };
}

/** What samples say of the processes that took them. */
export function fromSamples(
  samples: readonly ScopeSamples[],
  metrics: Readonly<Record<string, Metric>>,
): Pick<MeasuredCase, 'processes' | 'batch'> {
  const headline = headlineScope(Object.keys(metrics));
  const processes = withProcesses(samples).flatMap(({ scope, repetition, process }) =>
    scope === headline && process !== undefined ? [[repetition, process] as const] : [],
  );
  const first = samples.toSorted((a, b) => b.repetition - a.repetition);
  return {
    processes: new Map(processes),
    batch: Object.fromEntries(first.map(({ scope, repeats }) => [scope, repeats])),
  };
}

/** How the sizes of the variants of a run lie to each other. */
export function linesOf(
  cases: readonly PlannedCase[],
  measured: ReadonlyMap<number, MeasuredCase>,
  catalog: Catalog,
): LineCheck {
  return checkSizes(
    cases.flatMap((planned) => {
      const found = measured.get(planned.index);
      if (found === undefined || found.result.outcome !== 'ok') return [];
      const sizeAxis = catalog.workloads.find(({ id }) => id === planned.workload)?.sizeAxis;
      const size = planned.values[sizeAxis ?? ''];
      const known = sizeAxis !== undefined && typeof size === 'number';
      const medians = [...found.processes].map(
        ([repetition, { medianNs }]) => [repetition, medianNs] as const,
      );
      return [
        {
          index: planned.index,
          curve: known ? curveOf(planned, sizeAxis) : null,
          size: known ? size : 0,
          metric: found.metrics[headlineScope(Object.keys(found.metrics)) ?? ''],
          mediansNs: new Map(medians),
        },
      ];
    }),
  );
}

/** What decides whether a case is measured once more. */
export function asMeasured(
  planned: PlannedCase,
  found: MeasuredCase,
  lines: LineCheck,
  more: Pick<Measured, 'isGpu' | 'closed'>,
): Measured {
  const { index } = planned;
  const outOfLine = lines.now.has(index) ? 'now' : lines.first.has(index) ? 'first' : null;
  const { metrics, repetitions } = found;
  return { planned, outcome: found.result.outcome, metrics, repetitions, outOfLine, ...more };
}

/** What a case says when nothing more of it is measured. */
export function closingOf(
  { policy, index }: PlannedCase,
  { result, metrics, processes, repetitions }: MeasuredCase,
  lines: LineCheck,
): readonly string[] {
  if (result.outcome !== 'ok') return [];
  return closingWarnings({
    policy,
    stopReason: result.stopReason,
    metrics,
    samplesOfEach: [...processes.values()].map(({ n }) => n),
    repetitions,
    outOfLine: lines.always.has(index) ? (lines.now.get(index) ?? null) : null,
  });
}
