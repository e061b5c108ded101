import { comparedScope } from '../../contract/by-scope.ts';
import type { Between } from '../../contract/procedures/break-evens.ts';
import type { PlannedCase } from '../../contract/run.ts';
import type { RunReport, StoredReport } from '../../contract/run-report.ts';
import type { BreakEvenView } from '../../contract/verdict.ts';
import { disturbedWarning } from '../../stats/undisturbed.ts';
import type { Store, StoredRun } from '../store/store.ts';
import { productVersion } from '../util/product-version.ts';
import { breakEvensOfValues } from './break-even/of-values.ts';
import type { Comparer } from './compare.ts';
import type { ReportSource } from './report-source.ts';
import { compareByScope, reportRun } from './run-report.ts';

export type Reports = {
  /**
   * As stored when the run ended. With other margins or by another version all but its headline is computed again.
   *
   * @param allowDisturbed cases of which most repetitions were disturbed have verdicts too
   */
  of(runId: string, allowDisturbed?: boolean): RunReport;
  /** Computed now. */
  toStore(runId: string): StoredReport;
  /** Verdicts by one timing scope. */
  verdicts(runId: string, scope: string, allowDisturbed?: boolean): RunReport['comparisons'];
  /** Break-evens between two values of an axis. */
  between(runId: string, between: Between): readonly BreakEvenView[];
  /** Verdicts of the cases that a run under way has finished; made again each time. */
  sofar(runId: string, scope: string): RunReport['comparisons'];
  /** What a run under way says so far; made again each time. */
  underway(runId: string): RunReport;
};

type SourceStore = Pick<Store, 'run' | 'processes' | 'descriptors'>;
type ReportStore = SourceStore & Pick<Store, 'report' | 'repetitions'>;

const nothing: RunReport = { comparisons: {}, breakEvens: [], headline: null };

/**
 * Verdicts and break-evens of runs. They take time: computed once when a run ends, and not at all for one under way,
 * whose machine is busy measuring.
 */
export function createReports(store: ReportStore, comparer: Comparer): Reports {
  /** What is made of a run, or was before; `otherwise` of a run under way. */
  function remembered<T>(
    runId: string,
    what: string,
    otherwise: T,
    make: (source: ReportSource) => T,
  ): T {
    const stored = store.run(runId);
    const { run, cases } = stored;
    if (run.status === 'running') return otherwise;
    const { difference, same } = comparer.margins();
    const finished = [run.finishedAt, cases.length, cases.at(-1)?.finishedAt];
    const key = JSON.stringify(['report', what, runId, ...finished, difference, same]);
    return comparer.judged.remember(key, () => make(sourceOf(store, comparer, stored)));
  }
  const computed: Reports['of'] = (runId, allowDisturbed = false) =>
    remembered(runId, allowDisturbed ? 'disturbed' : '', nothing, (source) =>
      reportRun({ ...source, allowDisturbed }),
    );
  function method(): string {
    const { difference, same } = comparer.margins();
    return JSON.stringify([productVersion(), difference, same]);
  }
  const of: Reports['of'] = (runId, allowDisturbed = false) => {
    const stored = allowDisturbed ? null : store.report(runId);
    if (stored === null) return computed(runId, allowDisturbed);
    const { method: by, ...report } = stored;
    return by === method() ? report : { ...computed(runId), headline: report.headline };
  };
  return {
    of,
    toStore: (runId) => ({ method: method(), ...computed(runId) }),
    verdicts(runId, scope, allowDisturbed = false) {
      if (scope === comparedScope) return of(runId, allowDisturbed).comparisons;
      const what = allowDisturbed ? `disturbed ${scope}` : scope;
      return remembered(runId, what, nothing.comparisons, (source) =>
        compareByScope({ ...source, allowDisturbed }, scope),
      );
    },
    between(runId, between) {
      const { axis, small, large } = between;
      const what = JSON.stringify(['between', axis, small, large]);
      return remembered(runId, what, nothing.breakEvens, (source) =>
        breakEvensOfValues(source, between),
      );
    },
    underway: (runId) => reportRun(sourceSoFar(store, comparer, runId)),
    sofar: (runId, scope) => compareByScope(sourceSoFar(store, comparer, runId), scope),
  };
}

/** Of a run under way: cases say that they are disturbed as they would if it ended now. */
function sourceSoFar(store: ReportStore, comparer: Comparer, runId: string): ReportSource {
  const stored = store.run(runId);
  const repetitions = store.repetitions(runId);
  const cases = stored.cases.map((each) => {
    const warning = disturbedWarning(repetitions.get(each.index) ?? []);
    return warning === null ? each : { ...each, warnings: [...each.warnings, warning] };
  });
  return sourceOf(store, comparer, { ...stored, cases });
}

function sessionsOf(cases: readonly PlannedCase[]): readonly number[] {
  const starts = new Set(cases.flatMap(({ firstRepetition }) => firstRepetition ?? []));
  return [...starts].sort((a, b) => a - b);
}

/** What the report of a stored run is made from. */
export function sourceOf(
  store: SourceStore,
  comparer: Comparer,
  { run, plan, cases }: Pick<StoredRun, 'run' | 'plan' | 'cases'>,
): ReportSource {
  const byScope = new Map<string, ReturnType<SourceStore['processes']>>();
  return {
    runId: run.id,
    comparer,
    cases,
    descriptors: store.descriptors(run.id),
    processes(index, scope) {
      const read = byScope.get(scope) ?? store.processes(run.id, scope);
      byScope.set(scope, read);
      return read.get(index) ?? [];
    },
    configuration: plan.configuration,
    sessions: sessionsOf(plan.cases),
  };
}
