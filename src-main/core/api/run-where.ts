import type { RunDetail } from '../../contract/api.ts';
import { BreakevenError } from '../../contract/failure.ts';
import { pairOfView, variantOfLabel } from '../../contract/verdict.ts';

import type { Comparer } from '../analysis/compare.ts';
import { createReports } from '../analysis/reports.ts';
import { type CaseFilter, caseFilter, type FilteredCase } from '../store/case-filter.ts';
import type { Store } from '../store/store.ts';

/** The cases of a run that a query means. @throws BreakevenError `bad-input` where none does. */
export function casesWhere<T extends FilteredCase>(
  store: Pick<Store, 'descriptors'>,
  runId: string,
  cases: readonly T[],
  where: string,
): { readonly cases: readonly T[]; readonly filter: CaseFilter } {
  const filter = caseFilter(where, cases, store.descriptors(runId));
  const fitting = cases.filter(filter.fits);
  if (fitting.length > 0) return { cases: fitting, filter };
  throw new BreakevenError('bad-input', `no case of run ${runId} fits ${where}`);
}

/**
 * A run as far as a query goes: its cases that fit, with their verdicts, and the break-evens of variants that have such a
 * case, estimated from the inputs that fit.
 */
export function runWhere(
  store: Store,
  comparer: Comparer,
  detail: RunDetail,
  where: string,
): RunDetail {
  const { cases, filter } = casesWhere(store, detail.run.id, detail.cases, where);
  const variants = new Set(cases.map(({ workload, variant }) => `${workload} ${variant}`));
  const { breakEvens } = reportOf(store, comparer, detail.run.id, filter.fitsInput);
  const kept = new Set(cases.map(({ index }) => String(index)));
  const ofKept = <T>(record: Readonly<Record<string, T>>): Readonly<Record<string, T>> =>
    Object.fromEntries(Object.entries(record).filter(([index]) => kept.has(index)));
  return {
    ...detail,
    cases,
    headline: reportOf(store, comparer, detail.run.id, filter.fits).headline,
    comparisons: ofKept(detail.comparisons),
    breakEvens: breakEvens.filter((view) =>
      pairOfView(view).some((label) => variants.has(`${view.workload} ${variantOfLabel(label)}`)),
    ),
    ...(detail.percentOfPeak === undefined ? {} : { percentOfPeak: ofKept(detail.percentOfPeak) }),
  };
}

/** What a run would say if it had those cases alone. It is not remembered: the next query is another. */
function reportOf(
  store: Store,
  comparer: Comparer,
  runId: string,
  fits: (one: FilteredCase) => boolean,
) {
  const part: Store = {
    ...store,
    run(ref) {
      const stored = store.run(ref);
      return { ...stored, cases: stored.cases.filter(fits) };
    },
  };
  const judged = { ...comparer.judged, remember: <T>(_key: string, make: () => T): T => make() };
  return createReports(part, { ...comparer, judged }).of(runId);
}
