import type { RunDetail } from '../../src-main/contract/api.ts';
import { agree } from '../../src-main/contract/case-names.ts';
import type { StoredCase } from '../../src-main/contract/run.ts';
import type { BreakEvenView } from '../../src-main/contract/verdict.ts';
import type { Values, Workload } from '../../src-main/contract/workload.ts';

/** One workload of a run at one point of the axes that are not its size. */
export type Facetted = {
  readonly detail: RunDetail;
  readonly known: Workload;
  readonly where: Values;
};

const ofFacet = ({ detail, known, where }: Facetted): readonly StoredCase[] =>
  detail.cases.filter(
    (each) => each.workload === known.id && each.outcome === 'ok' && agree(each.values, where),
  );

const sizeOf = (stored: StoredCase, { sizeAxis }: Workload): number | null => {
  const value = stored.values[sizeAxis];
  return typeof value === 'number' ? value : null;
};

/** The sizes that were measured, ascending. */
export function sizesOf(facet: Facetted): readonly number[] {
  const sizes = ofFacet(facet).flatMap((each) => sizeOf(each, facet.known) ?? []);
  return [...new Set(sizes)].sort((a, b) => a - b);
}

const facetBreakEvens = ({ detail, known, where }: Facetted): readonly BreakEvenView[] =>
  detail.breakEvens.filter(
    ({ workload, values }) => workload === known.id && agree(values ?? {}, where),
  );

export type MatrixRow = {
  readonly key: string;
  /** Which variant the row is about, and which one it is compared with. */
  readonly variant: string;
  readonly against: string;
  readonly answers: Readonly<Record<string, BreakEvenView | undefined>>;
};

/** Break-evens of a workload: a row a pair of variants, an answer a timing scope. Found ones come first, by size. */
export function matrixRows(facet: Facetted): readonly MatrixRow[] {
  const pairs = Map.groupBy(facetBreakEvens(facet), ({ pair, small, large }) =>
    (pair ?? [small, large]).join('\t'),
  );
  const rows = [...pairs].map(([key, answers]): MatrixRow => {
    const [against = '', variant = ''] = key.split('\t');
    const byScope = Object.fromEntries(answers.map((each) => [each.scope, each]));
    return { key, variant, against, answers: byScope };
  });
  const first = ({ answers }: MatrixRow) =>
    Math.min(...Object.values(answers).map((each) => each?.at ?? Number.POSITIVE_INFINITY));
  return rows.sort((a, b) => first(a) - first(b) || (a.variant < b.variant ? -1 : 1));
}

export type HeatCell = {
  readonly size: number;
  readonly variant: string;
  readonly caseIndex: number;
  /** Time of the baseline over time of the variant: above 1 it is faster. */
  readonly speedup: number;
  readonly ci95: readonly [number, number] | null;
  readonly verdict: string;
};

/** Speedups over the baseline by size and variant, as the comparisons of the run have them. */
export function heatCells(facet: Facetted): readonly HeatCell[] {
  return ofFacet(facet).flatMap((each): HeatCell[] => {
    const comparison = facet.detail.comparisons[String(each.index)];
    const size = sizeOf(each, facet.known);
    if (comparison === undefined || comparison.ratio === null || size === null) return [];
    const { ratio, ci95, verdict } = comparison;
    return [
      {
        size,
        variant: each.variant,
        caseIndex: each.index,
        speedup: 1 / ratio,
        ci95: ci95 === null ? null : [1 / ci95[1], 1 / ci95[0]],
        verdict,
      },
    ];
  });
}
