import type { Device, Workload } from './workload.ts';

export type Identity = { readonly device: Device | null; readonly slot?: number };

const kindOrder = { study: 0, library: 1, fast: 2 } as const;

/**
 * Device of a variant and its place among the variants of that device: baseline, studies, libraries, fast ones, by id
 * inside each. Independent of the order in which an addon registers them, and of which cases a figure shows.
 */
export function identityOf(workload: Workload | undefined, variantId: string): Identity {
  const variant = workload?.variants.find(({ id }) => id === variantId);
  if (workload === undefined || variant === undefined) {
    return { device: null };
  }
  const order = workload.variants
    .filter(({ device }) => device === variant.device)
    .sort(
      (a, b) =>
        Number(b.id === workload.baseline) - Number(a.id === workload.baseline) ||
        kindOrder[a.kind] - kindOrder[b.kind] ||
        (a.id < b.id ? -1 : 1),
    );
  return { device: variant.device, slot: order.findIndex(({ id }) => id === variantId) };
}
