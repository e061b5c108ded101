import type { Handlers } from '../../contract/procedure.ts';
import type { trendProcedures } from '../../contract/procedures/trends.ts';
import type { ApiContext } from './context.ts';

/** Histories of cases over all runs. */
export function trendsApi({ open }: ApiContext): Handlers<typeof trendProcedures> {
  return {
    async trends(request) {
      const { store, comparer } = await open();
      const { trendsOf } = await import('../analysis/trend/trends.ts');
      return trendsOf(store, request, comparer.margins(), comparer.priors);
    },
    async changes(request) {
      const { store, comparer, results } = await open();
      const { allChanges } = await import('../analysis/trend/all-changes.ts');
      const found = allChanges(store, request, comparer.margins(), comparer.priors);
      return { ...found, complete: results.isComplete() };
    },
  };
}
