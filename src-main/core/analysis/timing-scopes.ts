import { hintFor } from '../../contract/did-you-mean.ts';
import { badInput } from '../../contract/failure.ts';
import type { Descriptor, StoredCase } from '../../contract/run.ts';
import type { Catalog } from '../../contract/workload.ts';

type Reporting = { readonly scopes: readonly string[] };

/** The timing scopes that variants of a run report, and those that its cases have. */
export function scopesOf(
  cases: readonly Pick<StoredCase, 'metrics'>[],
  variants: readonly Reporting[],
): readonly string[] {
  const measured = cases.flatMap(({ metrics }) => Object.keys(metrics));
  return [...new Set([...variants.flatMap(({ scopes }) => scopes), ...measured])];
}

/** The same of a stored run. */
export function scopesOfRun(
  cases: readonly Pick<StoredCase, 'metrics'>[],
  descriptors: ReadonlyMap<number, Descriptor>,
): readonly string[] {
  return scopesOf(
    cases,
    [...descriptors.values()].map(({ variant }) => variant),
  );
}

/** The timing scopes that the variants of planned cases report, in the order of the catalog. */
export function scopesOfPlan(
  cases: readonly { readonly workload: string; readonly variant: string }[],
  { workloads }: Pick<Catalog, 'workloads'>,
): readonly string[] {
  const planned = new Set(cases.map(({ workload, variant }) => `${workload} ${variant}`));
  const scopes = workloads.flatMap(({ id, variants }) =>
    variants.flatMap((one) => (planned.has(`${id} ${one.id}`) ? one.scopes : [])),
  );
  return [...new Set(scopes)];
}

/**
 * Where nothing is known of any timing scope (a run without a case), none can be told to be wrong.
 *
 * @throws BreakevenError `bad-input` for a timing scope that none of the known ones is.
 */
export function checkScope(scope: string | undefined, known: readonly string[]): void {
  if (scope === undefined || known.length === 0 || known.includes(scope)) return;
  throw badInput(`unknown timing scope "${scope}"${hintFor(scope, known)}`);
}
