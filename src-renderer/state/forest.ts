import type {
  CompareCell,
  CompareRow,
  CompareSide,
  RunsComparison,
} from '../../src-main/contract/procedures/compare.ts';
import type { ComparisonView } from '../../src-main/contract/verdict.ts';

export type ForestRow = {
  readonly key: string;
  readonly row: CompareRow;
  /** Place of the contender among the sides. */
  readonly side: number;
  readonly baseline: CompareCell;
  readonly contender: CompareCell;
  readonly comparison: ComparisonView & { readonly ratio: number };
};

/** The judged pairs of a comparison, those that changed most first. A pair that stands in several rows is one. */
export function forestRows({ rows }: Pick<RunsComparison, 'rows'>): readonly ForestRow[] {
  const found = new Map<string, ForestRow>();
  for (const row of rows) {
    const [baseline, ...others] = row.cells;
    others.forEach((contender, i) => {
      const comparison = contender?.comparison;
      if (baseline == null || contender == null || comparison == null) return;
      const { ratio } = comparison;
      if (ratio === null || !(ratio > 0)) return;
      const key = `${i + 1} ${baseline.caseIndex} ${contender.caseIndex}`;
      if (!found.has(key)) {
        found.set(key, {
          key,
          row,
          side: i + 1,
          baseline,
          contender,
          comparison: { ...comparison, ratio },
        });
      }
    });
  }
  // Rounded: changes that a reader cannot tell apart keep the order of the cases.
  const size = ({ comparison }: ForestRow) =>
    Math.round(1e4 * Math.abs(Math.log(comparison.ratio)));
  return [...found.values()].sort((a, b) => size(b) - size(a));
}

/** What a side is called where it needs one word: its variant or title, or its run where another side has the same. */
export function sideNames(sides: readonly CompareSide[]): readonly string[] {
  const names = sides.map(({ variant, run }) => variant ?? run.title);
  return sides.map(({ run }, i) => {
    const name = names[i] ?? '';
    return name === '' || names.indexOf(name) !== names.lastIndexOf(name) ? run.id : name;
  });
}

export type RatioScale = {
  readonly low: number;
  readonly high: number;
  readonly ticks: readonly number[];
};

const candidates = [1.02, 1.05, 1.1, 1.2, 1.5, 2, 3, 5, 10, 20, 50, 100, 1000, 10_000];

/** An axis around 1, as far to one side as to the other, that holds every ratio and its interval. */
export function ratioScale(rows: readonly ForestRow[], margin: number): RatioScale {
  const far = rows.flatMap(({ comparison: { ratio, ci95 } }) =>
    [ratio, ...(ci95 ?? [])].map((value) => Math.exp(Math.abs(Math.log(value)))),
  );
  const max = Math.max(1 + 2 * margin, ...far.filter(Number.isFinite));
  const high = candidates.find((each) => each >= max) ?? max;
  const steps = candidates.filter((each) => each <= high).slice(-2);
  const ticks = [...steps.map((each) => 1 / each).reverse(), 1, ...steps];
  return { low: 1 / high, high, ticks };
}

/** Percent of the width at which a ratio stands. */
export function ratioPlace(ratio: number, { low, high }: RatioScale): number {
  const share = (Math.log(ratio) - Math.log(low)) / (Math.log(high) - Math.log(low));
  return 100 * Math.max(0, Math.min(1, share));
}
