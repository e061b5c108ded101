import { valueText } from '../../contract/axis-values.ts';
import type { Descriptor, StoredCase } from '../../contract/run.ts';
import type { RunResults } from '../../contract/run-results.ts';
import { breakEvenScopes, headlineScope, scopeTime } from '../../contract/timing-scopes.ts';
import { type BreakEvenView, variantOfLabel } from '../../contract/verdict.ts';
import type { Margins } from '../../stats/decide.ts';
import type { RunReport } from './run-report.ts';

/** Raise it when the rule for change points changes: stored histories are examined again then. */
const version = 1;

/** The name of the method by which histories are examined: its version and the margins. */
export function historyMethod({ difference, same }: Margins): string {
  return JSON.stringify([version, difference, same]);
}

type Described = {
  readonly cases: readonly StoredCase[];
  readonly descriptors: ReadonlyMap<number, Pick<Descriptor, 'workload'>>;
};

/** Of a run that cannot be read. */
export const noResults: RunResults = { breakEven: null, speedup: null, median: null };

/** The results of a run, from its own break-evens and comparisons. */
export function runResults(
  { cases, descriptors }: Described,
  { breakEvens, comparisons }: RunReport,
): RunResults {
  const ok = cases.filter(({ outcome }) => outcome === 'ok');
  const several = new Set(ok.map(({ workload }) => workload)).size > 1;
  const named = (workload: string, text: string): string =>
    several ? `${workload}: ${text}` : text;
  const sizeAxis = ({ index }: StoredCase): string | undefined =>
    descriptors.get(index)?.workload.sizeAxis;
  const sizeOf = (stored: StoredCase): number => Number(stored.values[sizeAxis(stored) ?? ''] ?? 0);
  const placeOf = (stored: StoredCase): string => {
    const axis = sizeAxis(stored);
    const value = axis === undefined ? undefined : stored.values[axis];
    return value === undefined
      ? stored.variant
      : `${stored.variant}, ${axis} = ${valueText(value)}`;
  };

  const first = firstBreakEven(breakEvens);
  const best = ok
    .flatMap((stored) => {
      const found = comparisons[String(stored.index)];
      const { ratio = null, ci95 = null, against = '' } = found ?? {};
      return ratio === null || !(ratio > 0) ? [] : [{ stored, ratio, ci95, against }];
    })
    .sort((a, b) => a.ratio - b.ratio || b.stored.index - a.stored.index)[0];
  const ofPair = ok.filter(
    ({ workload, variant }) =>
      first !== undefined && workload === first.workload && variant === variantOfLabel(first.large),
  );
  const largest = (of: readonly StoredCase[]): StoredCase | undefined =>
    [...of].sort((a, b) => sizeOf(b) - sizeOf(a) || a.index - b.index)[0];
  const standing = largest(ofPair) ?? best?.stored ?? largest(ok);
  const scope = standing === undefined ? null : headlineScope(Object.keys(standing.metrics));
  const ns = scope === null ? undefined : standing?.metrics[scope]?.medianNs;
  return {
    breakEven:
      first === undefined || first.at === null
        ? null
        : {
            at: first.at,
            ci95: first.ci95,
            about: named(
              first.workload,
              `${first.large} over ${first.small}, ${scopeTime(first.scope)}`,
            ),
          },
    speedup:
      best === undefined
        ? null
        : {
            ratio: 1 / best.ratio,
            ci95: best.ci95 === null ? null : [1 / best.ci95[1], 1 / best.ci95[0]],
            about: named(best.stored.workload, `${placeOf(best.stored)}, over ${best.against}`),
          },
    median:
      standing === undefined || ns === undefined || scope === null
        ? null
        : {
            ns,
            caseIndex: standing.index,
            about: named(standing.workload, `${placeOf(standing)}, ${scopeTime(scope)}`),
          },
  };
}

/** Of the headline pairs that have one size: in the time that a user waits for first, then as the report has them. */
function firstBreakEven(breakEvens: readonly BreakEvenView[]): BreakEvenView | undefined {
  const found = breakEvens.filter(
    ({ headline, answer, at }) => headline !== undefined && answer === 'one' && at !== null,
  );
  const ordered = [...breakEvenScopes]
    .reverse()
    .flatMap((scope) => found.filter((one) => one.scope === scope));
  return ordered[0] ?? found[0];
}
