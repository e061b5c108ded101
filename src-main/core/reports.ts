import { defaultMargins } from './compare.ts';
import { type Margins, type RunReport, reportRun } from './run-report.ts';
import type { Store } from './store/store.ts';

export type Reports = { of(runId: string): RunReport };

const nothing: RunReport = { comparisons: {}, breakEvens: [] };
/** Runs whose reports are kept: a window goes back and forth between a few. */
const kept = 32;

/**
 * Verdicts and break-evens of runs. They are bootstrapped, which takes time: made once for a run that has ended, and
 * not at all for one under way, whose machine is busy measuring.
 */
export function createReports(
  store: Pick<Store, 'run' | 'samples' | 'descriptors'>,
  margins: () => Margins = () => defaultMargins,
): Reports {
  const known = new Map<string, RunReport>();
  return {
    of(runId) {
      const { run, cases } = store.run(runId);
      if (run.status === 'running') return nothing;
      const chosen = margins();
      const key = `${chosen.difference} ${chosen.same} ${runId} ${run.finishedAt} ${cases.length} ${cases.at(-1)?.finishedAt}`;
      const before = known.get(key);
      if (before !== undefined) return before;
      const report = reportRun({
        cases,
        descriptors: store.descriptors(runId),
        samples: (index, span) => store.samples(runId, index, span),
        margins: chosen,
      });
      known.set(key, report);
      for (const oldest of known.keys()) {
        if (known.size <= kept) break;
        known.delete(oldest);
      }
      return report;
    },
  };
}
