import type { RunDetail } from '../../src-main/contract/api.ts';
import { varyingAxes } from '../../src-main/contract/case-names.ts';
import type { StoredCase } from '../../src-main/contract/run.ts';
import type { Catalog, Scalar, TimingScope, Workload } from '../../src-main/contract/workload.ts';

/** The timing scopes that the cases report, in the order of the catalog; ones that it no longer has come last. */
export function scopesOf(
  cases: readonly StoredCase[],
  catalog: Catalog | null,
): readonly TimingScope[] {
  const reported = new Set(cases.flatMap(({ metrics }) => Object.keys(metrics)));
  const known = (catalog?.scopes ?? []).filter(({ id }) => reported.has(id));
  const gone = [...reported].filter((id) => !known.some((scope) => scope.id === id));
  return [
    ...known,
    ...gone.map((id): TimingScope => ({ id, title: id, help: '', unit: 'ns', hint: 'duration' })),
  ];
}

/** The values that all cases of a run share: said once instead of in every row. */
export function sharedValues(cases: readonly StoredCase[]): readonly (readonly [string, Scalar])[] {
  const varying = new Set(varyingAxes(cases).map(({ id }) => id));
  const shared = new Map(cases.flatMap(({ values }) => Object.entries(values)));
  return [...shared].filter(([id]) => !varying.has(id));
}

/** The workloads that a run measured, by id, with what is known of them: as the run stored it, else by the catalog. */
export function workloadsOf(
  detail: RunDetail,
  catalog: Catalog | null,
): readonly { readonly id: string; readonly title: string; readonly known: Workload | null }[] {
  const ids = [...new Set(detail.plan.cases.map(({ workload }) => workload))];
  return ids.map((id) => {
    const known =
      [...(detail.workloads ?? []), ...(catalog?.workloads ?? [])].find(
        (workload) => workload.id === id,
      ) ?? null;
    return { id, title: known?.title ?? id, known };
  });
}
