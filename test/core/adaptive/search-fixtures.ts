import type { Descriptor } from '../../../src-main/contract/run.ts';

/** A parameter from 0 to 1. */
export const share = {
  id: 'share',
  title: '',
  help: '',
  role: 'variant',
  type: 'real',
  min: 0,
  max: 1,
  default: 0.5,
  scale: 'linear',
} as const;

/** As much of a descriptor as a search for the share of a variant reads. */
export function searching(id: string, device: string): Descriptor {
  return {
    workload: { axes: [] },
    variant: { id, device, parameters: [share] },
  } as unknown as Descriptor;
}
