import type { Handlers } from '../../contract/procedure.ts';
import type { compareProcedures } from '../../contract/procedures/compare.ts';
import type { ApiContext } from './context.ts';

/** Runs or variants side by side. */
export function compareApi({ open }: ApiContext): Handlers<typeof compareProcedures> {
  return {
    async compareRuns(request) {
      const { store, comparer } = await open();
      const { compareSides } = await import('../analysis/compare-runs.ts');
      return compareSides(store, comparer, request);
    },
  };
}
