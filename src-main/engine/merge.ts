import type { NativeMachine } from '../contract/machine.ts';
import type { Catalog, Variant, Workload } from '../contract/workload.ts';

/**
 * One catalog out of those of several providers. Each names the workloads in full and its own variants; a workload
 * keeps the variants of all, in the order of the providers. Faults are listed, the first entry wins.
 */
export function mergeCatalogs(catalogs: readonly Catalog[]): Catalog {
  const problems = new Set(catalogs.flatMap((catalog) => catalog.problems));
  const workloads = new Map<string, Workload>();
  for (const workload of catalogs.flatMap((catalog) => catalog.workloads)) {
    const known = workloads.get(workload.id);
    if (known === undefined) {
      workloads.set(workload.id, workload);
      continue;
    }
    if (JSON.stringify(known.axes) !== JSON.stringify(workload.axes)) {
      problems.add(`workload ${workload.id} has different axes in different addons`);
    }
    const variants = mergeVariants(
      workload.id,
      [...known.variants, ...workload.variants],
      problems,
    );
    workloads.set(workload.id, { ...known, variants });
  }
  return {
    workloads: [...workloads.values()],
    scopes: uniqueById(catalogs.flatMap((catalog) => catalog.scopes)),
    criteria: uniqueById(catalogs.flatMap((catalog) => catalog.criteria)),
    problems: [...problems],
  };
}

function mergeVariants(
  workload: string,
  variants: readonly Variant[],
  problems: Set<string>,
): Variant[] {
  const seen = new Set<string>();
  for (const { id } of variants) {
    if (seen.has(id)) problems.add(`variant ${workload}/${id} is there twice`);
    seen.add(id);
  }
  return uniqueById(variants);
}

function uniqueById<T extends { readonly id: string }>(items: readonly T[]): T[] {
  const seen = new Map<string, T>();
  for (const item of items) {
    if (!seen.has(item.id)) seen.set(item.id, item);
  }
  return [...seen.values()];
}

/** Attributes of the machine from all providers; the reason for no GPU is kept only where none has a GPU. */
export function mergeMachines(machines: readonly NativeMachine[]): NativeMachine {
  const gpus = machines.find((machine) => machine.gpus.length > 0)?.gpus ?? [];
  const versions = Object.assign({}, ...machines.map((machine) => machine.versions));
  const reasons = machines.flatMap((machine) => machine.noGpuReason ?? []);
  // The addon loaded last is the one that looked for a device.
  const noGpuReason = gpus.length > 0 ? null : (reasons.at(-1) ?? 'no CUDA addon is loaded');
  return { gpus, versions, noGpuReason };
}
