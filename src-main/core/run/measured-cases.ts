import type {
  CaseResult,
  Metric,
  PlannedCase,
  Repetition,
  ScopeProcess,
  StoredCase,
} from '../../contract/run.ts';
import { headlineScope } from '../../contract/timing-scopes.ts';
import type { Catalog, Variant } from '../../contract/workload.ts';
import { metricsOfProcesses } from '../../stats/case-metrics.ts';
import type { RunVariation } from '../../stats/run-variation.ts';
import type { Survey } from '../engines/survey.ts';
import type { Store } from '../store/store.ts';
import { closingWarnings } from './closing-warnings.ts';
import type { Measured } from './further-repetitions.ts';
import { deviceOf } from './planned-variants.ts';
import { checkSizes, curveOf, type LineCheck } from './sizes-out-of-line.ts';

/** What is known of a case without its samples, which are in the store. */
type Known = {
  /** Of all repetitions, without samples and without what is said when the case is closed. */
  readonly result: CaseResult;
  /** What its processes said of all timing scopes, disturbed ones too. */
  readonly processes: readonly ScopeProcess[];
  readonly repetitions: readonly Repetition[];
  /** Warnings as they are stored. */
  readonly stored: readonly string[];
};

/** A case as far as it is measured, with what follows from what its processes said. */
export type MeasuredCase = Known & {
  /** Medians and intervals; quantiles of all samples are computed when the run ends. */
  readonly metrics: Readonly<Record<string, Metric>>;
  /** Its processes in the headline scope, by repetition. */
  readonly headline: ReadonlyMap<number, ScopeProcess>;
  /** By timing scope: executions in one sample, as the first repetition chose them. */
  readonly batch: Readonly<Record<string, number>>;
};

export function measuredCase(
  { processes: said, ...known }: Known,
  device: Variant['device'],
  variation?: RunVariation,
): MeasuredCase {
  const why = new Map(
    known.repetitions.map(({ repetition, disturbed }) => [repetition, disturbed]),
  );
  const processes = said.map(({ disturbed: _, ...process }) => {
    const disturbed = why.get(process.repetition) ?? null;
    return disturbed === null ? process : { ...process, disturbed };
  });
  const metrics = metricsOfProcesses(known.result, device, processes, variation);
  const headline = headlineScope(Object.keys(metrics));
  const last = processes.toSorted((a, b) => b.repetition - a.repetition);
  return {
    ...known,
    processes,
    metrics,
    headline: new Map(
      processes.flatMap((each) => (each.scope === headline ? [[each.repetition, each]] : [])),
    ),
    batch: Object.fromEntries(last.map(({ scope, repeats }) => [scope, repeats])),
  };
}

/** What the store has of the cases of a run, by index. */
export function storedCases(
  store: Pick<Store, 'run' | 'repetitions' | 'allProcesses'>,
  runId: string,
  { catalog }: Survey,
  variation?: RunVariation,
): ReadonlyMap<number, MeasuredCase> {
  const repetitions = store.repetitions(runId);
  const processes = store.allProcesses(runId);
  const measured = store.run(runId).cases.map((stored) => {
    const { index } = stored;
    const said = [processes.get(index) ?? [], repetitions.get(index) ?? []] as const;
    const known = storedCase(stored, ...said);
    return [index, measuredCase(known, deviceOf(catalog, stored), variation)] as const;
  });
  return new Map(measured);
}

function storedCase(
  stored: StoredCase,
  processes: readonly ScopeProcess[],
  repetitions: readonly Repetition[],
): Known {
  return {
    result: { ...resultOf(stored), samples: [] },
    processes,
    repetitions,
    stored: stored.warnings,
  };
}

/** The result of a stored case, whose samples are apart. */
export function resultOf(stored: StoredCase): Omit<CaseResult, 'samples'> {
  const {
    index: _1,
    workload: _2,
    variant: _3,
    values: _4,
    metrics: _5,
    finishedAt: _6,
    ...result
  } = stored;
  return result;
}

/** Checks the times of each variant over its sizes. */
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
      const medians = [...found.headline].map(
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

/** What an earlier part of the run has, without what it said of cases when it ended. */
export function reopened(
  runnable: readonly PlannedCase[],
  finished: ReadonlyMap<number, MeasuredCase>,
  catalog: Catalog,
): Map<number, MeasuredCase> {
  const lines = linesOf(runnable, finished, catalog);
  return new Map(
    runnable.flatMap((planned) => {
      const found = finished.get(planned.index);
      if (found === undefined) return [];
      const said = closingOf(planned, found, lines);
      const warnings = found.stored.filter((warning) => !said.includes(warning));
      return [[planned.index, { ...found, result: { ...found.result, warnings } }] as const];
    }),
  );
}

/** What decides whether a case is measured once more. */
export function asMeasured(
  planned: PlannedCase,
  found: MeasuredCase,
  lines: LineCheck,
  more: Pick<Measured, 'closed' | 'settledBy'>,
): Measured {
  const { index } = planned;
  const outOfLine = lines.now.has(index) ? 'now' : lines.first.has(index) ? 'first' : null;
  const { result, repetitions } = found;
  return { planned, outcome: result.outcome, repetitions, outOfLine, ...more };
}

/** What a case says when nothing more of it is measured. */
export function closingOf(
  { policy, index }: PlannedCase,
  { result, metrics, headline, repetitions }: MeasuredCase,
  lines: LineCheck,
): readonly string[] {
  if (result.outcome !== 'ok') return [];
  return closingWarnings({
    policy,
    stopReason: result.stopReason,
    metrics,
    samplesOfEach: [...headline.values()].map(({ n }) => n),
    repetitions,
    outOfLine: lines.always.has(index) ? (lines.now.get(index) ?? null) : null,
  });
}
