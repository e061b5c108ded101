import { defaultRefinement, widthOf } from '../../contract/break-even-target.ts';
import type { Metric, PlannedCase } from '../../contract/run.ts';
import type { RunReport } from '../../contract/run-report.ts';
import { maxRepetitionsOf, missedTargets } from '../../contract/target.ts';
import { headlineScope } from '../../contract/timing-scopes.ts';
import { type BreakEvenView, variantOfLabel } from '../../contract/verdict.ts';
import { minProcesses } from '../../stats/judge.ts';

/** A case as far as it is measured. */
export type QuestionedCase = {
  readonly planned: PlannedCase;
  readonly isGpu: boolean;
  /** Repetitions that it has. */
  readonly count: number;
  readonly metrics: Readonly<Record<string, Metric>>;
};

/** What a run says so far: verdicts, break-evens, and one sentence. */
export type SofarReport = Pick<RunReport, 'comparisons' | 'breakEvens'>;

/**
 * By case index: how many repetitions settle what is open of it, a verdict or the break-even that a run is read for. A case that
 * nothing is compared with has its own interval as the question. Absent: nothing is open, or more repetitions do not help.
 */
export function repetitionsThatSettle(
  cases: readonly QuestionedCase[],
  { comparisons, breakEvens }: SofarReport,
): ReadonlyMap<number, number> {
  const open = new Map<number, number>();
  const ask = ({ planned, count }: QuestionedCase, needed: number): void => {
    if (needed <= count || needed > maxRepetitionsOf(planned.policy)) return;
    const { index } = planned;
    // The question that is settled first; the others are asked again then.
    open.set(index, Math.min(open.get(index) ?? Number.POSITIVE_INFINITY, needed));
  };
  const compared = new Set<number>();
  const byInput = Map.groupBy(cases, ({ planned }) => planned.inputKey);
  for (const contender of cases) {
    const view = comparisons[String(contender.planned.index)];
    if (view === undefined || view.verdict === 'not comparable') continue;
    const baseline = byInput
      .get(contender.planned.inputKey)
      ?.find(({ planned }) => planned.variant === variantOfLabel(view.against));
    const sides = baseline === undefined ? [contender] : [contender, baseline];
    for (const side of sides) compared.add(side.planned.index);
    const needed = view.needed?.repetitions;
    if (view.verdict !== 'inconclusive' || needed === undefined) continue;
    for (const side of sides) ask(side, needed);
  }
  for (const view of breakEvens) {
    if (view.headline === undefined) continue;
    for (const side of cases.filter(({ planned }) => isBeside(planned, view))) {
      ask(side, neededBy(view, side.count));
    }
  }
  for (const alone of cases) {
    if (compared.has(alone.planned.index)) continue;
    ask(alone, neededAlone(alone));
  }
  return open;
}

/** Of the two variants of a break-even, at the sizes next to it. */
function isBeside({ workload, variant, values }: PlannedCase, view: BreakEvenView): boolean {
  const { pair = [view.small, view.large], brackets = [], axis } = view;
  const size = Number(values[axis]);
  return (
    workload === view.workload &&
    pair.some((label) => variantOfLabel(label) === variant) &&
    brackets.some((ends) => ends.includes(size)) &&
    Object.entries(view.values ?? {}).every(([other, value]) => values[other] === value)
  );
}

/** An interval narrows with the square root of their number; what interpolation adds does not narrow. */
function neededBy(view: BreakEvenView, count: number): number {
  const width = widthOf(view);
  if (view.answer !== 'one' || width === null || view.refined === true) return 0;
  return Math.ceil(count * (width / (2 * defaultRefinement.target)) ** 2);
}

/** The timing scope that tables show is what such a case was measured for. */
function neededAlone({ planned, isGpu, metrics, count }: QuestionedCase): number {
  const scope = headlineScope(Object.keys(metrics));
  // Fewer have no interval that could miss a target.
  if (count < minProcesses) return minProcesses;
  const missed = missedTargets(metrics, planned.policy, isGpu).find((one) => one.scope === scope);
  return missed === undefined ? 0 : Math.ceil(count * (missed.half / missed.target) ** 2);
}
