import { defaultTrendOptions } from '../../../contract/procedures/trends.ts';
import type { Margins } from '../../../stats/decide.ts';
import type { ChangeFound, SeriesFinding } from '../../store/series-changes.ts';
import type { MachineVariation } from '../machine-variation.ts';
import type { WholeTrend } from './trend.ts';
import { type TrendStore, trendReader } from './trends.ts';

/** Reads the changes in the histories of cases of one run, on its machine, by the rule of every history. */
export function changesReader(
  store: TrendStore,
  runId: string,
  margins: Margins,
  variation: MachineVariation,
): (caseIndex: number, scope: string, maxP?: number) => SeriesFinding | null {
  const read = trendReader(store, runId, defaultTrendOptions, margins, variation);
  return (caseIndex, scope, maxP) => {
    const trend = read(caseIndex, scope, maxP);
    return trend === null
      ? null
      : { state: trend.state, runs: trend.runs, changes: changesOf(trend) };
  };
}

function changesOf({ changePoints, creep, points }: WholeTrend): readonly ChangeFound[] {
  const found = changePoints.map(
    ({ before, after, ratio, ci95, p, differences, sentence }): ChangeFound => ({
      kind: 'step',
      ...{ runId: after.runId, caseIndex: after.caseIndex, at: after.at, ratio, p },
      body: { ci95, before, after, differences, sentence },
    }),
  );
  const [first, last] = [points[0], points.at(-1)];
  if (creep === undefined || first === undefined || last === undefined) return found;
  const { ratio, ci95, p, sentence } = creep;
  return [
    ...found,
    {
      kind: 'creep',
      ...{ runId: last.runId, caseIndex: last.caseIndex, at: last.at, ratio, p },
      body: { ci95, before: first, after: last, differences: [], sentence },
    },
  ];
}
