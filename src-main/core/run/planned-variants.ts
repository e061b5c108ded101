import type { Descriptor, PlannedCase } from '../../contract/run.ts';
import type { Catalog, Variant } from '../../contract/workload.ts';
import type { Survey } from '../engines/survey.ts';
import { memoryFault } from '../plan/memory-limits.ts';
import { unknownVariant, unknownWorkload } from '../plan/unknown-descriptor.ts';

/** Known before it starts: by the planner, because memory has gone since, or because the variant has. */
export function skipReason(planned: PlannedCase, { catalog, free }: Survey): string | null {
  if (planned.skip !== undefined) return planned.skip;
  const { workload, variant } = findDescriptor(catalog, planned);
  if (variant === undefined) {
    return `the variant ${planned.workload}/${planned.variant} is not in this build${workload === undefined ? ' (nor its workload)' : ''}`;
  }
  if (!variant.available) return variant.reason ?? 'it is not available on this machine';
  return memoryFault(planned, free);
}

type Named = Pick<PlannedCase, 'workload' | 'variant'>;

export function findDescriptor(catalog: Catalog, planned: Named) {
  const workload = catalog.workloads.find(({ id }) => id === planned.workload);
  const variant = workload?.variants.find(({ id }) => id === planned.variant);
  return { workload, variant };
}

/** A variant that is gone counts as one of the CPU. */
export function deviceOf(catalog: Catalog, planned: Named): Variant['device'] {
  return findDescriptor(catalog, planned).variant?.device ?? 'cpu';
}

export function isGpu(catalog: Catalog, planned: Named): boolean {
  return deviceOf(catalog, planned) !== 'cpu';
}

/** As the engine describes the variant now; of one that is gone only the names are known. */
export function descriptorOf(catalog: Catalog, planned: PlannedCase): Descriptor {
  const found = findDescriptor(catalog, planned);
  const { variants: _variants, ...workload } = found.workload ?? unknownWorkload(planned.workload);
  const variant = found.variant ?? unknownVariant(planned.variant, 'not in this build');
  return { workload, variant };
}
