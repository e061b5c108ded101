import { comparedScope } from '../../contract/by-scope.ts';
import type { Decide } from '../../contract/configuration.ts';
import type { PlannedCase, ScopeProcess } from '../../contract/run.ts';
import type { ComparisonView } from '../../contract/verdict.ts';
import type { Catalog } from '../../contract/workload.ts';
import { defaultMargins } from '../../stats/decide.ts';
import { judgePairs, type PairedSide, pairsFor } from '../../stats/judge-pairs.ts';
import { judgedProcess } from '../../stats/process-summary.ts';
import { timeStepNs } from '../../stats/time-step.ts';
import { comparedPairs } from '../analysis/compared-pairs.ts';
import { adjusted } from '../analysis/false-discovery.ts';
import { isAnswered } from '../analysis/gate-answer.ts';
import type { MeasuredCase } from './measured-cases.ts';
import { deviceOf, findDescriptor } from './planned-variants.ts';

/** More pairs than this are not promised. */
export const mostPairs = 50;
/** How far pairs of one program usually differ, before any of these was measured: standard deviation of the logarithm. */
const usualSpread = { cpu: 0.03, gpu: 0.01 };

/** Pairs after which a change of this part is detected, as programs usually vary; null where 50 are too few. */
export function pairsExpected(tell: number, isGpu: boolean): number | null {
  return pairsFor((isGpu ? usualSpread.gpu : usualSpread.cpu) ** 2, Math.log1p(tell));
}

/** One comparison that a run is to decide. */
export type Question = { readonly contender: PlannedCase; readonly baseline: PlannedCase };

/** The questions of a run: each case and the one that it is compared with, by workload. */
export function questionsOf(
  cases: readonly PlannedCase[],
  catalog: Catalog,
): readonly (readonly Question[])[] {
  return [...Map.groupBy(cases, ({ workload }) => workload).values()].map((own) => {
    const [first] = own.toSorted((a, b) => a.index - b.index);
    if (first === undefined) return [];
    const reference = findDescriptor(catalog, first).workload?.baseline;
    const isMeasured = own.some(({ variant }) => variant === reference);
    return comparedPairs(own, isMeasured && reference !== undefined ? reference : first.variant);
  });
}

/**
 * The questions of which one more pair is to be measured: not answered, with pairs left. The comparisons of a workload
 * are one sweep, in which a difference has to hold after the adjustment for their number.
 */
export function openQuestions(
  families: readonly (readonly Question[])[],
  measured: ReadonlyMap<number, MeasuredCase>,
  catalog: Catalog,
  decide: Decide,
): readonly Question[] {
  return families.flatMap((family) => {
    const asked = family.filter(({ contender, baseline }) =>
      [contender, baseline].every(({ index }) => measured.get(index)?.result.outcome === 'ok'),
    );
    const views = adjusted(asked.map((question) => viewOf(question, measured, catalog, decide)));
    return asked.filter((_, at) => {
      const view = views[at];
      const pairs = view?.repetitions?.[0] ?? 0;
      return view !== undefined && pairs < decide.pairs && !isAnswered(view, decide);
    });
  });
}

function viewOf(
  { contender, baseline }: Question,
  measured: ReadonlyMap<number, MeasuredCase>,
  catalog: Catalog,
  decide: Decide,
): ComparisonView {
  const { scope = comparedScope, tell } = decide;
  const sideOf = (planned: PlannedCase): PairedSide => {
    const found = measured.get(planned.index);
    const processes = (found?.processes ?? []).filter((one: ScopeProcess) => one.scope === scope);
    const device = deviceOf(catalog, planned);
    const attributes = found?.result.attributes ?? {};
    return {
      label: planned.variant,
      processes: processes.map(judgedProcess),
      resolutionNs: timeStepNs(attributes, device, scope, processes),
    };
  };
  const margins = { ...defaultMargins, same: tell };
  return judgePairs(sideOf(contender), sideOf(baseline), { margins });
}
