import type { Output } from '../../../contract/api.ts';
import type { SeriesChange } from '../../../contract/procedures/trends.ts';
import type { Margins } from '../../../stats/decide.ts';
import { falseDiscoveryRate, type StatedChanges } from '../../../stats/stated-changes.ts';
import type { ChangesRequest, StoredChange } from '../../store/series-changes.ts';
import type { Store } from '../../store/store.ts';
import type { MachinePriors } from '../machine-priors.ts';
import { changesReader } from './series-changes.ts';
import type { TrendStore } from './trends.ts';

type ChangesStore = TrendStore & Pick<Store, 'changes' | 'statedChanges'>;

/**
 * Changes in all histories, of which those are stated that hold with their p values adjusted for the number of
 * histories, as the histories of one run are.
 */
export function allChanges(
  store: ChangesStore,
  request: Omit<ChangesRequest, 'maxP'>,
  margins: Margins,
  priors: MachinePriors,
): Omit<Output<'changes'>, 'complete'> {
  const stated = store.statedChanges();
  const { changes, ...rest } = store.changes({ ...request, maxP: stated.maxP });
  return {
    ...rest,
    falseDiscoveryRate,
    changes: changes.flatMap((change) => {
      const said = change.partly ? narrowed(store, change, stated, margins, priors) : change;
      return said === null ? [] : [viewOf(said, stated)];
    }),
  };
}

/** A history of which another change is not stated: its segments are joined there, which says something else of this one. */
function narrowed(
  store: ChangesStore,
  change: StoredChange,
  { maxP }: StatedChanges,
  margins: Margins,
  priors: MachinePriors,
): StoredChange | null {
  const read = changesReader(store, change.runId, margins, priors);
  const found = read(change.caseIndex, change.scope, maxP)?.changes.find(
    ({ runId, kind }) => runId === change.runId && kind === change.kind,
  );
  return found === undefined ? null : { ...change, ...found.body, ratio: found.ratio, p: found.p };
}

function viewOf(
  { runId, caseIndex, at, partly, scope, ...change }: StoredChange,
  stated: StatedChanges,
): SeriesChange {
  return { ...change, scope, adjustedP: stated.adjustedP(change.p) };
}
