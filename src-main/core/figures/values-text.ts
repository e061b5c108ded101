import { valueText } from '../../contract/axis-values.ts';
import type { Values } from '../../contract/workload.ts';

/** `bins = 8, distribution = uniform`. */
export function valuesText(values: Values): string {
  return Object.entries(values)
    .map(([axis, value]) => `${axis} = ${valueText(value) || 'default'}`)
    .join(', ');
}
