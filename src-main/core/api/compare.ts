import type { Api } from '../../contract/api.ts';
import type { ApiContext } from './context.ts';

/** Runs or variants side by side. */
export function compareApi({ open, home }: ApiContext): Pick<Api, 'compareRuns'> {
  return {
    async compareRuns(request) {
      const { store } = await open();
      const { compareSides } = await import('../analysis/compare-sides.ts');
      const { readSettings } = await import('../store/settings.ts');
      const { difference, same } = readSettings(home()).margins;
      return compareSides(store, request, { differenceMargin: difference, sameMargin: same });
    },
  };
}
