import type { StudyTable } from '../../contract/study.ts';
import { scopeTime } from '../../contract/timing-scopes.ts';
import { mean } from '../../stats/order.ts';
import type { Selection } from './cases.ts';
import { timeRatio } from './evidence.ts';
import { pairsFor } from './ratio-claims.ts';
import { isOneOf, type Sizes, sizesText } from './sizes.ts';
import type { Table } from './study.ts';

type SpeedupTable = {
  readonly printed: string;
  readonly title: string;
  readonly workload: string;
  readonly scope: string;
  /** Sizes that the means are over. */
  readonly sizes: Sizes;
  /** How many times as fast: the mean time of the first over that of the second, at each size that has both. */
  readonly columns: Readonly<Record<string, readonly [of: Selection, over: Selection]>>;
  /** A printed table of times with the same columns: those of `of` over each, in the mean over its rows. */
  readonly follows?: { readonly table: string; readonly of: string };
  readonly notes: readonly string[];
};

/**
 * A study's mean speedups: of this run, as printed, and, where the study prints the times as well, what follows from
 * them. Means are arithmetic means of the ratios at each size.
 */
export function speedups(options: SpeedupTable): Table {
  const { columns, follows, scope, printed, title, workload, sizes, notes } = options;
  const names = Object.keys(columns);
  return {
    ...{ printed, columns: names },
    report(source) {
      const tables = source.study?.tables ?? {};
      const measured = Object.values(columns).map(([of, over]) =>
        pairsFor(source, workload, of, over).flatMap(({ contender, baseline }) => {
          if (!isOneOf(contender.values, sizes)) return [];
          const [top, bottom] = [
            { stored: contender, scope },
            { stored: baseline, scope },
          ];
          return timeRatio(source, top, bottom, 'mean')?.value ?? [];
        }),
      );
      const followed = (name: string): number | null =>
        meanOf(
          (tables[follows?.table ?? ''] ?? []).flatMap((row) => {
            const [a, b] = [row[follows?.of ?? ''], row[name]];
            return typeof a === 'number' && typeof b === 'number' ? [a / b] : [];
          }),
        );
      const asPrinted = (tables[printed] ?? []).map((row) =>
        names.map((name) => row[name] ?? null),
      );
      const table: StudyTable = {
        title,
        columns: [
          { title: 'source', unit: null, source: 'key' },
          ...names.map((name) => ({ title: name, unit: null, source: 'derived' }) as const),
        ],
        rows: [
          ['measured here', ...measured.map(meanOf)],
          ...asPrinted.map((cells) => ['as printed', ...cells]),
          ...(follows ? [[`follows from ${follows.table}`, ...names.map(followed)]] : []),
        ],
        notes: [
          `Measured: ratios of means of the ${scopeTime(scope)}; arithmetic mean over ${countText(measured.map(({ length }) => length))}.`,
          `The means of the study cover ${sizesText(sizes)}; other sizes are excluded.`,
          ...notes,
        ],
      };
      return { table, figures: [] };
    },
  };
}

function meanOf(ratios: readonly number[]): number | null {
  return ratios.length === 0 ? null : mean(ratios);
}

/** `6 sizes`; `2 to 6 sizes` where columns have different ones. */
function countText(counts: readonly number[]): string {
  const [min, max] = [Math.min(...counts), Math.max(...counts)];
  if (max === 0) return '0 sizes: this run has none with both variants';
  return `${min === max ? max : `${min} to ${max}`} ${max === 1 ? 'size' : 'sizes'}`;
}
