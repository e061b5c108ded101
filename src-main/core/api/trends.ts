import type { Handlers } from '../../contract/procedure.ts';
import type { trendProcedures } from '../../contract/procedures/trends.ts';
import type { ApiContext } from './context.ts';

/** How long a question on changes examines histories that are pending, in milliseconds. */
const examineMs = 500;

/** Histories of cases over all runs. */
export function trendsApi({ open }: ApiContext): Handlers<typeof trendProcedures> {
  return {
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
