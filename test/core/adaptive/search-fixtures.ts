import type { Descriptor } from '../../../src-main/contract/run.ts';
import { integerAxis } from '../../helpers/catalog-parts.ts';

/** A parameter from 0 to 1. */
export const share = {
  ...integerAxis('share', 0, 1, 0.5),
  ...({ role: 'variant', type: 'real', scale: 'linear' } as const),
};

/** As much of a descriptor as a search for the share of a variant reads. */
export function searching(id: string, device: string): Descriptor {
  return {
    workload: { axes: [] },
    variant: { id, device, parameters: [share] },
  } as unknown as Descriptor;
}
