import type { Api } from '../../contract/api.ts';
import type { BreakEvenOutputs } from '../../contract/procedures/break-evens.ts';
import type { ApiContext } from './context.ts';

/** Break-evens beyond those that a run shows by itself. */
export function breakEvensApi({ open }: ApiContext): Pick<Api, keyof BreakEvenOutputs> {
  return {
    async breakEvensBetween({ ref, axis, small, large, ...filter }) {
      const [{ store, reports }, { checkFilter, selected }] = await Promise.all([
        open(),
        import('../adaptive/refine.ts'),
      ]);
      const { run, cases } = store.run(ref);
      checkFilter(filter, cases);
      const views = reports.between(run.id, { axis, small, large });
      return { breakEvens: selected(views, filter) };
    },
  };
}
