import type { RunDetail } from '../contract/api.ts';
import { tuneSource } from './adaptive.ts';
import { ceilingShares } from './ceiling-share.ts';
import type { Store } from './store/store.ts';
import { tuningOf } from './tune.ts';

/** What a run shows where it has it: shares of measured ceilings, and the state of a search. */
export function shownBeside(
  store: Store,
  { run, machine, cases }: Pick<RunDetail, 'run' | 'machine' | 'cases'>,
): Pick<RunDetail, 'ceilings' | 'tuning'> {
  const ceilings = store.ceilings(machine.fingerprint);
  const shares = ceilingShares(cases, store.descriptors(run.id), ceilings);
  const tuning = tuningOf(tuneSource(store, run.id));
  return {
    ...(Object.keys(shares).length === 0 ? {} : { ceilings: shares }),
    ...(tuning === null ? {} : { tuning }),
  };
}
