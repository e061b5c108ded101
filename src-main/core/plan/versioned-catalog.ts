import type { Configuration } from '../../contract/configuration.ts';
import { versionId, versionOf } from '../../contract/versions.ts';
import type { Catalog, Variant, Workload } from '../../contract/workload.ts';

/**
 * The catalog with the versions that a configuration names of variants, `cub@base` of `cub`: the same code under two names,
 * so that it can be compared with itself. A lab that is open as two versions describes its own.
 */
export function withVersions(catalog: Catalog, { groups }: Pick<Configuration, 'groups'>): Catalog {
  const named = new Map<string, Set<string>>();
  for (const { workload, variants } of groups) {
    const ids = variants === 'all' ? [] : variants.filter((id) => versionOf(id) !== null);
    if (ids.length > 0) named.set(workload, new Set([...(named.get(workload) ?? []), ...ids]));
  }
  if (named.size === 0) return catalog;
  const workloads = catalog.workloads.map((workload) =>
    versioned(workload, [...(named.get(workload.id) ?? [])]),
  );
  return { ...catalog, workloads };
}

function versioned(workload: Workload, ids: readonly string[]): Workload {
  const known = new Map(workload.variants.map((variant) => [variant.id, variant]));
  const added = ids.flatMap((id): Variant[] => {
    const version = versionOf(id);
    const plain = known.get(version?.id ?? '');
    if (version === null || plain === undefined || known.has(id)) return [];
    return [{ ...plain, id, title: `${plain.title} (${version.side})` }];
  });
  const baselineId = versionId(workload.baseline, 'base');
  const [first] = ids.filter((id) => versionOf(id)?.side === 'base');
  if (first === undefined) return workload;
  const baseline = ids.includes(baselineId) ? baselineId : first;
  return { ...workload, baseline, variants: [...workload.variants, ...added] };
}

/** What the engine is asked to run for a variant of a run: it does not know versions that this catalog added. */
export function runVariant(
  { workloads }: Catalog,
  { workload, variant }: { readonly workload: string; readonly variant: string },
): string {
  const plain = versionOf(variant)?.id;
  const known = workloads
    .find(({ id }) => id === workload)
    ?.variants.find(({ id }) => id === plain);
  return known?.id ?? variant;
}
