import { comparedSpan } from '../../contract/by-span.ts';
import { defaultMargins, type Margins } from '../../stats/decide.ts';
import type { Store } from '../store/store.ts';
import { compareBySpan, type ReportSource, type RunReport, reportRun } from './run-report.ts';

export type Reports = {
  of(runId: string): RunReport;
  /** Verdicts by one span. */
  verdicts(runId: string, span: string): RunReport['comparisons'];
};

const nothing: RunReport = { comparisons: {}, breakEvens: [] };
/** Reports that are kept: a window goes back and forth between a few. */
const kept = 32;

/**
 * Verdicts and break-evens of runs. They are bootstrapped, which takes time: made once for a run that has ended, and
 * not at all for one under way, whose machine is busy measuring.
 */
export function createReports(
  store: Pick<Store, 'run' | 'samples' | 'descriptors'>,
  margins: () => Margins = () => defaultMargins,
): Reports {
  const known = new Map<string, unknown>();
  /** `make` of a run's samples, or what it made of them before; `otherwise` of a run under way. */
  function remembered<T>(
    runId: string,
    what: string,
    otherwise: T,
    make: (source: ReportSource) => T,
  ): T {
    const { run, plan, cases } = store.run(runId);
    if (run.status === 'running') return otherwise;
    const chosen = margins();
    const key = `${chosen.difference} ${chosen.same} ${runId} ${run.finishedAt} ${cases.length} ${cases.at(-1)?.finishedAt} ${what}`;
    const before = known.get(key);
    if (before !== undefined) return before as T;
    const made = make({
      cases,
      descriptors: store.descriptors(runId),
      samples: (index, span) => store.samples(runId, index, span),
      margins: chosen,
      configuration: plan.configuration,
    });
    known.set(key, made);
    for (const oldest of known.keys()) {
      if (known.size <= kept) break;
      known.delete(oldest);
    }
    return made;
  }
  const of: Reports['of'] = (runId) => remembered(runId, 'report', nothing, reportRun);
  return {
    of,
    verdicts(runId, span) {
      if (span === comparedSpan) return of(runId).comparisons;
      return remembered(runId, `span ${span}`, nothing.comparisons, (source) =>
        compareBySpan(source, span),
      );
    },
  };
}
