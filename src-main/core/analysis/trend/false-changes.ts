import type { TrendChange, TrendCreep } from '../../../contract/procedures/trends.ts';
import { falseDiscoveryRate, statedChanges } from '../../../stats/stated-changes.ts';
import type { WholeTrend } from './trend.ts';

/** Makes the trend of a series again, of changes with at most this p. */
type Narrow = (maxP: number) => WholeTrend;

/**
 * The trends of series that are examined together, of which only changes are stated that hold with their p values
 * adjusted for the number of series (Benjamini-Hochberg on the judge's own p, see `pOfAnyPlace`). A series without a change counts as one
 * with a p of 1, and so do `unseen` further ones; one series alone is not adjusted.
 */
export function withoutFalseChanges(
  series: readonly { readonly trend: WholeTrend; readonly narrow: Narrow }[],
  unseen: number,
): readonly WholeTrend[] {
  const examined = series.filter(({ trend }) => trend.state !== 'too-few').length + unseen;
  const found = series.flatMap(({ trend }) => changesOf(trend).map(({ p }) => p));
  if (examined < 2 || found.length === 0) return series.map(({ trend }) => trend);
  const changed = series.filter(({ trend }) => changesOf(trend).length > 0).length;
  const { maxP, adjustedP } = statedChanges(found, examined - changed);
  const adjust = <Change extends TrendChange | TrendCreep>(change: Change): Change => ({
    ...change,
    adjustedP: adjustedP(change.p),
  });
  return series.map(({ trend, narrow }): WholeTrend => {
    const left = changesOf(trend).filter(({ p }) => p > maxP);
    const kept = left.length === 0 ? trend : narrow(maxP);
    const note = left.length === 0 ? [] : [leftOutNote(left.length, examined)];
    return {
      ...kept,
      changePoints: kept.changePoints.map(adjust),
      ...(kept.creep === undefined ? {} : { creep: adjust(kept.creep) }),
      notes: [...kept.notes, ...note],
    };
  });
}

function changesOf({ changePoints, creep }: WholeTrend): readonly (TrendChange | TrendCreep)[] {
  return creep === undefined ? changePoints : [...changePoints, creep];
}

function leftOutNote(changes: number, series: number): string {
  const what = changes === 1 ? '1 change is' : `${changes} changes are`;
  return `${what} not significant over ${series} series (false discovery rate ${falseDiscoveryRate * 100} %)`;
}
