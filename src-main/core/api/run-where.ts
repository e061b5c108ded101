import type { RunDetail } from '../../contract/api.ts';
import { badInput } from '../../contract/failure.ts';
import { pairOfView, variantOfLabel } from '../../contract/verdict.ts';
import type { Comparer } from '../analysis/compare.ts';
import { createReports } from '../analysis/reports.ts';
import type { Store } from '../store/store.ts';

/**
 * A run as far as a query goes: its cases that fit, with their verdicts, and the break-evens of variants that have such a
 * case, estimated from the inputs that fit.
 *
 * @throws BreakevenError `bad-input` where no case fits.
 */
export function runWhere(
  store: Store,
  comparer: Comparer,
  detail: RunDetail,
  where: string,
  allowDisturbed: boolean,
): RunDetail {
  const { id } = detail.run;
  const selected = store.selectCases([id], where).get(id);
  const cases = detail.cases.filter(({ index }) => selected?.cases.has(index));
  if (cases.length === 0) throw badInput(`no case of run ${id} fits ${where}`);
  const variants = new Set(cases.map(({ workload, variant }) => `${workload} ${variant}`));
  const reportOf = (indexes: ReadonlySet<number>) =>
    reportsOf(store, comparer, indexes).of(id, allowDisturbed);
  const { breakEvens } = reportOf(selected?.inputs ?? new Set());
  const kept = new Set(cases.map(({ index }) => String(index)));
  const ofKept = <T>(record: Readonly<Record<string, T>>): Readonly<Record<string, T>> =>
    Object.fromEntries(Object.entries(record).filter(([index]) => kept.has(index)));
  return {
    ...detail,
    cases,
    headline: reportOf(new Set(cases.map(({ index }) => index))).headline,
    comparisons: ofKept(detail.comparisons),
    breakEvens: breakEvens.filter((view) =>
      pairOfView(view).some((label) => variants.has(`${view.workload} ${variantOfLabel(label)}`)),
    ),
    ...(detail.percentOfPeak === undefined ? {} : { percentOfPeak: ofKept(detail.percentOfPeak) }),
  };
}

/** Reports of runs as if they had these cases alone. They are not cached: the next query selects other cases. */
function reportsOf(store: Store, comparer: Comparer, indexes: ReadonlySet<number>) {
  const part: Store = {
    ...store,
    report: () => null,
    run(ref) {
      const stored = store.run(ref);
      return { ...stored, cases: stored.cases.filter(({ index }) => indexes.has(index)) };
    },
  };
  const judged = { ...comparer.judged, remember: <T>(_key: string, make: () => T): T => make() };
  return createReports(part, { ...comparer, judged });
}
