import type { Descriptor } from '../../contract/run.ts';
import type { Workload } from '../../contract/workload.ts';

/** The catalog's workloads and variants first, so that a variant keeps its colour; then what is no longer in it. */
export function storedWorkloads(
  workloads: readonly Workload[],
  descriptors: ReadonlyMap<number, Descriptor>,
): readonly Workload[] {
  const byId = new Map(workloads.map((workload) => [workload.id, workload]));
  for (const { workload, variant } of descriptors.values()) {
    const known = byId.get(workload.id) ?? { ...workload, variants: [] };
    const has = known.variants.some(({ id }) => id === variant.id);
    const variants = has ? known.variants : [...known.variants, variant];
    byId.set(workload.id, { ...known, variants });
  }
  return [...byId.values()];
}
