import type { StudyTable } from '../../contract/study.ts';
import { scopeTime } from '../../contract/timing-scopes.ts';
import { mean } from '../../stats/order.ts';
import type { SpeedupTableDefinition } from './definition.ts';
import { timeRatio } from './evidence.ts';
import { pairsFor } from './ratio-claims.ts';
import { isOneOf, sizesText } from './sizes.ts';
import type { StudySource } from './source.ts';

type Cell = string | number | null;
type PublishedRow = Readonly<Record<string, Cell>>;

/**
 * A study's mean speedups: of this run, as printed, and, where the study prints the times as well, what follows from
 * them. Means are arithmetic means of the ratios at each size.
 */
export function speedupTable(definition: SpeedupTableDefinition, source: StudySource): StudyTable {
  const { columns, follows, span: scope, statistic, table, title, sizes, notes } = definition;
  const names = Object.keys(columns);
  const measured = Object.values(columns).map(({ of, over }) =>
    ratiosOf(definition, of, over, source),
  );
  const printed = source.study?.tables[table] ?? [];
  const times = follows === undefined ? [] : (source.study?.tables[follows.table] ?? []);
  const counts = measured.map(({ length }) => length);
  return {
    title,
    columns: [
      { title: 'source', unit: null, source: 'key' },
      ...names.map((name) => ({ title: name, unit: null, source: 'derived' }) as const),
    ],
    rows: [
      ['measured here', ...measured.map(meanOf)],
      ...printed.map((row) => ['as printed', ...names.map((name) => row[name] ?? null)]),
      ...(follows === undefined
        ? []
        : [
            [
              `follows from ${follows.table}`,
              ...names.map((name) => followed(times, follows.of, name)),
            ],
          ]),
    ],
    notes: [
      `Measured: ratios of ${statistic === 'mean_ns' ? 'means' : 'medians'} of the ${scopeTime(scope)}; arithmetic mean over ${countText(counts)}.`,
      `The means of the study cover ${sizesText(sizes)}; other sizes are excluded.`,
      ...notes,
    ],
  };
}

function ratiosOf(
  { workload, span: scope, statistic, sizes }: SpeedupTableDefinition,
  of: SpeedupTableDefinition['columns'][string]['of'],
  over: SpeedupTableDefinition['columns'][string]['over'],
  source: StudySource,
): readonly number[] {
  return pairsFor(source, workload, of, over).flatMap(({ contender, baseline }) => {
    const [top, bottom] = [contender, baseline].map((stored) => ({ stored, scope }));
    if (top === undefined || bottom === undefined || !isOneOf(contender.values, sizes)) return [];
    return timeRatio(source, top, bottom, statistic)?.value ?? [];
  });
}

function followed(rows: readonly PublishedRow[], of: string, name: string): number | null {
  return meanOf(
    rows.flatMap((row) => {
      const [a, b] = [row[of], row[name]];
      return typeof a === 'number' && typeof b === 'number' ? [a / b] : [];
    }),
  );
}

function meanOf(ratios: readonly number[]): number | null {
  return ratios.length === 0 ? null : mean(ratios);
}

/** `6 sizes`; `2 to 6 sizes` where columns have different ones. */
function countText(counts: readonly number[]): string {
  const [min, max] = [Math.min(...counts), Math.max(...counts)];
  if (max === 0) return '0 sizes: this run has none with both variants';
  const range = min === max ? `${max}` : `${min} to ${max}`;
  return `${range} ${max === 1 ? 'size' : 'sizes'}`;
}
