import type { Variant, Workload } from '../../contract/workload.ts';

/** A workload of which only the name is known: it is not in this build. */
export function unknownWorkload(id: string): Workload {
  return {
    id,
    title: id,
    summary: '',
    sizeAxis: '',
    baseline: '',
    inputFiles: [],
    axes: [],
    variants: [],
  };
}

/** A variant of which only the name is known. @param reason why it is not available */
export function unknownVariant(id: string, reason: string): Variant {
  return {
    id,
    title: id,
    summary: '',
    device: 'cpu',
    kind: 'study',
    source: '',
    parameters: [],
    scopes: [],
    available: false,
    reason,
  };
}
