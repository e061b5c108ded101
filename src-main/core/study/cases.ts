import { agree } from '../../contract/case-names.ts';
import type { Configuration } from '../../contract/configuration.ts';
import type { StoredCase } from '../../contract/run.ts';
import type { Values } from '../../contract/workload.ts';

export const nanosecondsOf = { ns: 1, us: 1e3, ms: 1e6, s: 1e9 } as const;

/** Statistics that studies print, by the metric that they are. */
export const metricOf = {
  mean: 'meanNs',
  median: 'medianNs',
  minimum: 'minNs',
  maximum: 'maxNs',
} as const;
export type Statistic = keyof typeof metricOf;

/** A statistic of a case, in nanoseconds. */
export function timeOf(
  { metrics }: StoredCase,
  scope: string,
  statistic: Statistic = 'median',
): number | undefined {
  return metrics[scope]?.[metricOf[statistic]];
}

/** Cases of a variant with these values; in the timing scope of the table or claim unless it names another. */
export type Selection = {
  readonly variant: string;
  readonly values?: Values;
  readonly scope?: string;
};

/** The cases of a selection, timed ones alone. */
export function casesOf(
  cases: readonly StoredCase[],
  workload: string,
  { variant, values = {} }: Selection,
): readonly StoredCase[] {
  return cases.filter(
    (one) =>
      one.workload === workload &&
      one.variant === variant &&
      one.outcome === 'ok' &&
      agree(one.values, values),
  );
}

/** What the input of a case is called: the name of the group that it came from. */
export function nameOf(configuration: Configuration, stored: StoredCase): string | null {
  const group = configuration.groups.find(
    (one) =>
      one.name !== undefined && one.workload === stored.workload && agree(stored.values, one.set),
  );
  return group?.name ?? null;
}

/**
 * Cases that differ in nothing but a numeric axis, and what follows it as the sides of a square do. Where other settings
 * were swept too, the series with the most values of the axis, the first of equals: two of them mixed are no series.
 */
export function seriesAlong(cases: readonly StoredCase[], axis: string): readonly StoredCase[] {
  const numbered = cases.filter(({ values }) => typeof values[axis] === 'number');
  const follows = (other: string): boolean =>
    numbered.every(({ values }) => values[other] === values[axis]);
  const series = Map.groupBy(numbered, ({ values }) =>
    JSON.stringify(
      Object.entries(values)
        .filter(([other]) => !follows(other))
        .sort(([a], [b]) => (a < b ? -1 : 1)),
    ),
  );
  return [...series.values()].sort((a, b) => b.length - a.length)[0] ?? [];
}
