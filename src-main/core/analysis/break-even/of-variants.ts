import { breakEvenScopes } from '../../../contract/timing-scopes.ts';
import type { BreakEvenView } from '../../../contract/verdict.ts';
import { type VersionSide, versionOf, versionSides } from '../../../contract/versions.ts';
import type { Described, ReportSource } from '../report-source.ts';
import { crossingOf, facetsOf, type Line, sizesOf } from './lines.ts';
import { baselineOf, headlinePairs, linesOf } from './pairs.ts';

/**
 * The break-evens of the variants of one workload: in each timing scope the headline pair first, then the baseline
 * against each other variant.
 */
export function breakEvensOfVariants(
  cases: readonly Described[],
  source: ReportSource,
  scopes: readonly string[] = breakEvenScopes,
): BreakEvenView[] {
  const found = sizesOf(cases);
  if (found === null) return [];
  const { size, measured } = found;
  const views = facetsOf(cases, measured, size).flatMap(({ facet, shared, values }) => {
    const lines = linesOf(facet, shared, size);
    return scopes
      .flatMap((scope, i) => pairsOf(lines, size.axis, scope).map((pair) => ({ scope, i, pair })))
      .sort((a, b) => a.pair.rank - b.pair.rank || a.i - b.i)
      .flatMap(({ scope, pair: { sides, role } }) =>
        crossingOf(sides, scope, size, values, source).map((view) => ({ ...view, ...role })),
      );
  });
  return views.sort((a, b) => rankOf(a) - rankOf(b));
}

/**
 * The cases of each version where a run has several variants in two versions: a break-even is between variants of one
 * version. A variant that was measured in one version alone is the same in both.
 */
export function casesBySide(cases: readonly Described[]): readonly (readonly Described[])[] {
  const versions = cases.map((one) => ({ one, version: versionOf(one.stored.variant) }));
  const variantsOf = (side: VersionSide) =>
    new Set(versions.flatMap(({ version }) => (version?.side === side ? [version.id] : [])));
  const [base, head] = [variantsOf('base'), variantsOf('head')];
  if (base.size < 2 || head.size === 0) return [cases];
  return versionSides.map((side) =>
    versions.flatMap(({ one, version }) => {
      const shared = version !== null && !(version.side === 'base' ? head : base).has(version.id);
      return version === null || version.side === side || shared ? [one] : [];
    }),
  );
}

const rankOf = ({ headline, bestKnown }: BreakEvenView): number =>
  headline !== undefined ? 0 : bestKnown === true ? 1 : 2;

type Pair = {
  readonly sides: readonly [Line, Line];
  /** Of the headline, then of the baseline in the order of the run. */
  readonly rank: number;
  readonly role: Pick<BreakEvenView, 'headline' | 'bestKnown' | 'baseline'>;
};

/** The pair of the headline, the best pair known where that is another one, then the baseline against each other variant. */
function pairsOf(lines: readonly Line[], sizeAxis: string, scope: string): readonly Pair[] {
  const baseline = baselineOf(lines);
  const { pair, bestKnown } = headlinePairs(lines, sizeAxis, scope);
  const ofBaseline = (sides: readonly Line[]): Pair['role'] =>
    baseline !== undefined && sides.includes(baseline) ? { baseline: baseline.label } : {};
  const first: Pair[] = [
    ...(pair === null
      ? []
      : [{ sides: pair.sides, rank: 0, role: { ...ofBaseline(pair.sides), headline: pair.kind } }]),
    ...(bestKnown === null
      ? []
      : [
          {
            sides: bestKnown.sides,
            rank: 0,
            role: { ...ofBaseline(bestKnown.sides), bestKnown: true as const },
          },
        ]),
  ];
  const against = lines.flatMap((line, i): Pair[] =>
    baseline === undefined || line === baseline
      ? []
      : [{ sides: [baseline, line], rank: i + 1, role: ofBaseline([baseline]) }],
  );
  const stands = ({ sides }: Pair): boolean =>
    first.some((one) => sides.every((line) => one.sides.includes(line)));
  return [...first, ...against.filter((one) => !stands(one))];
}
