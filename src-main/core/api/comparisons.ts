import type { Handlers } from '../../contract/procedure.ts';
import type { compareProcedures } from '../../contract/procedures/compare.ts';
import type { trendProcedures } from '../../contract/procedures/trends.ts';
import type { ApiContext } from './context.ts';
import { examineMs } from './history.ts';

/** Runs or variants side by side, and histories of cases over all runs. */
export function comparisonsApi({
  open,
}: ApiContext): Handlers<typeof compareProcedures & typeof trendProcedures> {
  return {
    async compareRuns(request) {
      const { store, comparer } = await open();
      const { compareSides } = await import('../analysis/compare-runs.ts');
      return compareSides(store, comparer, request);
    },
    async trends(request) {
      const { store, comparer } = await open();
      const { trendsOf } = await import('../analysis/trend/trends.ts');
      return trendsOf(store, request, comparer.margins(), comparer.variation);
    },
    async changes(request) {
      const { store, reader, comparer, results } = await open();
      const { allChanges } = await import('../analysis/trend/all-changes.ts');
      const pending = await results.examinePending(examineMs);
      const page = await reader.ask('changes', request);
      return { ...allChanges(store, page, comparer.margins(), comparer.variation), pending };
    },
  };
}
