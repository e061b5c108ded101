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

/** The cases of a workload at a point that were measured, of all its sizes. */
export const ofFacet = ({ detail, known, where }: Facetted): readonly StoredCase[] =>
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

/** The break-evens of the workload at the point, in one timing scope. */
export const breakEvensIn = (
  { detail, known, where }: Facetted,
  scope: string,
): readonly BreakEvenView[] =>
  detail.breakEvens.filter(
    (each) => each.workload === known.id && each.scope === scope && agree(each.values ?? {}, where),
  );

export type MatrixRow = {
  /** Which variant the row is about, and which one it is compared with. */
  readonly variant: string;
  readonly against: string;
  readonly answer: BreakEvenView;
};

/** Break-evens of a workload in one timing scope, a row a pair of variants. The pair of the headline comes first, then found ones, by size. */
export function matrixRows(facet: Facetted, scope: string): readonly MatrixRow[] {
  const rows = breakEvensIn(facet, scope).map((answer): MatrixRow => {
    const [against, variant] = answer.pair ?? [answer.small, answer.large];
    return { variant, against, answer };
  });
  const size = ({ answer }: MatrixRow) => answer.at ?? Number.POSITIVE_INFINITY;
  const rank = ({ answer }: MatrixRow) => Number(answer.headline === undefined);
  return rows.sort(
    (a, b) => rank(a) - rank(b) || size(a) - size(b) || (a.variant < b.variant ? -1 : 1),
  );
}

/** One case of a run. */
export type OfCase = { readonly detail: RunDetail; readonly stored: StoredCase };

export type Scale = {
  readonly min: number;
  readonly max: number;
  readonly ticks: readonly number[];
};

/** The sizes that were measured on a logarithmic axis, with whole decades as ticks. */
export function sizeScale(sizes: readonly number[]): Scale | null {
  const positive = sizes.filter((size) => size > 0);
  const [min, max] = [positive[0], positive.at(-1)];
  if (min === undefined || max === undefined || min === max) return null;
  const ticks: number[] = [];
  for (let power = Math.ceil(Math.log10(min)); 10 ** power <= max; power += 1)
    ticks.push(10 ** power);
  return { min, max, ticks };
}

/** Percent of the width at which a size stands; sizes outside stand at the ends. */
export function placeOf(size: number, { min, max }: Scale): number {
  const share = (Math.log(size) - Math.log(min)) / (Math.log(max) - Math.log(min));
  return 100 * Math.max(0, Math.min(1, share));
}
