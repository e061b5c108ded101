import type { RunDetail } from '../../src-main/contract/api.ts';
import { agree } from '../../src-main/contract/case-names.ts';
import type { StoredCase } from '../../src-main/contract/run.ts';
import { breakEvenScopes } from '../../src-main/contract/timing-scopes.ts';
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

export type HeadlinePair = {
  readonly contender: string;
  readonly baseline: string;
  /** The contender is the fastest on the GPU and the baseline the fastest on the CPU, not a parallel variant and the baseline. */
  readonly devices: boolean;
  readonly scope: string;
  readonly size: number;
  readonly breakEven: BreakEvenView | null;
};

/** The fastest of some variants at a size, by median. */
function fastest(cases: readonly StoredCase[], scope: string): string | null {
  const timed = cases.flatMap(({ variant, metrics }) => {
    const ns = metrics[scope]?.medianNs;
    return ns === undefined ? [] : [{ variant, ns }];
  });
  return timed.sort((a, b) => a.ns - b.ns)[0]?.variant ?? null;
}

/**
 * What a reader asks first: the best GPU variant against the best CPU variant at the largest size, in the time that a
 * user waits for. The pair that the run's break-evens name goes first. Without a GPU, the best parallel variant against the
 * baseline. Null where nothing can be compared.
 */
export function headlinePair(facet: Facetted): HeadlinePair | null {
  const { known } = facet;
  const size = sizesOf(facet).at(-1);
  if (size === undefined) return null;
  const largest = ofFacet(facet).filter((each) => sizeOf(each, known) === size);
  for (const scope of [...[...breakEvenScopes].reverse(), 'kernel']) {
    const pair = pairAt(facet, largest, scope);
    if (pair === null) continue;
    const [contender, baseline, devices] = pair;
    const breakEven = breakEvenOf(facet, scope, contender, baseline);
    return { contender, baseline, devices, scope, size, breakEven };
  }
  return null;
}

/** Contender and baseline in one timing scope, and whether they are the best of two devices. */
function pairAt(
  facet: Facetted,
  largest: readonly StoredCase[],
  scope: string,
): readonly [string, string, boolean] | null {
  const { known } = facet;
  const isCpu = (id: string) => known.variants.find((one) => one.id === id)?.device === 'cpu';
  const timed = largest.filter(({ metrics }) => metrics[scope] !== undefined);
  const has = (id: string) => timed.some(({ variant }) => variant === id);
  const headline = facetBreakEvens(facet).find(
    (each) => each.headline !== undefined && each.scope === scope && each.pair?.every(has),
  );
  if (headline?.pair !== undefined) {
    const [a, b] = headline.pair;
    const devices = headline.headline === 'cpu-gpu';
    const first = devices ? !isCpu(a) : a !== (headline.baseline ?? known.baseline);
    return first ? [a, b, devices] : [b, a, devices];
  }
  const named = facetBreakEvens(facet)
    .flatMap(({ pair, scope: timingScope }) =>
      pair === undefined || timingScope !== scope ? [] : [pair],
    )
    .find(([a, b]) => isCpu(a) && !isCpu(b) && a !== known.baseline && has(a) && has(b));
  if (named !== undefined) return [named[1], named[0], true];
  const fastestOf = (fits: (id: string) => boolean) =>
    fastest(
      timed.filter(({ variant }) => fits(variant)),
      scope,
    );
  const [cpu, gpu] = [fastestOf(isCpu), fastestOf((id) => !isCpu(id))];
  if (cpu !== null && gpu !== null) return [gpu, cpu, true];
  const other = fastestOf((id) => id !== known.baseline);
  return other === null || !has(known.baseline) ? null : [other, known.baseline, false];
}

const facetBreakEvens = ({ detail, known, where }: Facetted): readonly BreakEvenView[] =>
  detail.breakEvens.filter(
    ({ workload, values }) => workload === known.id && agree(values ?? {}, where),
  );

function breakEvenOf(facet: Facetted, scope: string, a: string, b: string): BreakEvenView | null {
  return (
    facetBreakEvens(facet).find(
      ({ scope: timingScope, pair }) =>
        timingScope === scope && pair?.includes(a) === true && pair.includes(b),
    ) ?? null
  );
}

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
