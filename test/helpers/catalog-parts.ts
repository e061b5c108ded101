import type { Variant } from '../../src-main/contract/workload.ts';

/** An axis of whole numbers that belongs to the input, on a logarithmic scale. */
export const integerAxis = (id: string, min: number, max: number, standard: number) => ({
  ...{ id, title: id, help: `The axis ${id}.`, role: 'input' as const, type: 'integer' as const },
  ...{ min, max, default: standard, scale: 'log' as const },
});

/** A variant of a study on a CPU that can run here. */
export const variantOf = (id: string, more: Partial<Variant> = {}): Variant => ({
  ...{ id, title: id, summary: `The variant ${id}.`, device: 'cpu', kind: 'study' },
  ...{ source: 'scripted', parameters: [], scopes: ['kernel', 'call', 'total'] },
  ...{ available: true, reason: null },
  ...more,
});
