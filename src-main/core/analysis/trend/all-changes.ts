import type { Output } from '../../../contract/api.ts';
import { neededRuns } from '../../../contract/change-text.ts';
import type { SeriesChange } from '../../../contract/procedures/trends.ts';
import type { Margins } from '../../../stats/decide.ts';
import {
  falseDiscoveryRate,
  type StatedChanges,
  statedChanges,
} from '../../../stats/stated-changes.ts';
import type { ChangesPage, StoredChange } from '../../store/series-changes.ts';
import type { MachineVariation } from '../machine-variation.ts';
import { changesReader } from './series-changes.ts';
import type { TrendStore } from './trends.ts';

/**
 * Changes in all histories, of which those are stated that hold with their p values adjusted for the number of
 * histories, as the histories of one run are.
 */
export function allChanges(
  store: TrendStore,
  { changes, total, examined }: ChangesPage,
  margins: Margins,
  variation: MachineVariation,
): Omit<Output<'changes'>, 'pending'> {
  const stated = statedChanges(examined.ps, examined.unchanged);
  return {
    total,
    examined: examined.histories,
    needed: neededRuns(examined.few),
    falseDiscoveryRate,
    changes: changes.flatMap((change) => {
      const said = change.partly ? narrowed(store, change, stated, margins, variation) : change;
      return said === null ? [] : [viewOf(said, stated)];
    }),
  };
}

/** A history of which another change is not stated: its segments are joined there, which says something else of this one. */
function narrowed(
  store: TrendStore,
  change: StoredChange,
  { maxP }: StatedChanges,
  margins: Margins,
  variation: MachineVariation,
): StoredChange | null {
  const read = changesReader(store, change.runId, margins, variation);
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
