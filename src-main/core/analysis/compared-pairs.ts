import { versionId, versionOf } from '../../contract/versions.ts';
import { firstPairs, type Pairable, pairCases } from './pairing.ts';

export type ComparedPair<Case> = { readonly contender: Case; readonly baseline: Case };

/**
 * Which case of a run each case of one workload is compared with: a head version with the base version of the same
 * variant, or with the only base version; any other with the baseline of the workload. Baselines are compared with nothing.
 */
export function comparedPairs<Case extends Pairable>(
  cases: readonly Case[],
  baseline: string,
): readonly ComparedPair<Case>[] {
  const present = new Set(cases.map(({ variant }) => variant));
  const bases = [...present].filter((variant) => versionOf(variant)?.side === 'base');
  const againstOf = (variant: string): string | null => {
    const version = versionOf(variant);
    if (version === null) return variant === baseline ? null : baseline;
    if (version.side === 'base') return null;
    const own = versionId(version.id, 'base');
    return present.has(own) || bases.length !== 1 ? own : (bases[0] ?? null);
  };
  const groups = Map.groupBy(cases, ({ variant }) => againstOf(variant));
  const pairs = [...groups].flatMap(([against, contenders]) =>
    against === null
      ? []
      : pairCases(
          contenders,
          cases.filter(({ variant }) => variant === against),
          { acrossVariants: true, sameRun: true },
        ).pairs,
  );
  return firstPairs(pairs).toSorted((a, b) => a.contender.index - b.contender.index);
}
