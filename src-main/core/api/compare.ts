import type { Api } from '../../contract/api.ts';
import type { ApiContext } from './context.ts';

/** Runs or variants side by side. */
export function compareApi({ open }: ApiContext): Pick<Api, 'compareRuns'> {
  return {
    async compareRuns(request) {
      const { store, comparer } = await open();
      const { compareSides } = await import('../analysis/compare-runs.ts');
      return compareSides(store, comparer, request);
    },
  };
}
