import { valueText } from './axis-values.ts';
import type { Scalar } from './workload.ts';

export type BoundsFault = {
  /** The parameter that is to be changed: the maximum. */
  readonly parameter: string;
  readonly sentence: string;
};

/** A minimum above its maximum (`minSamples`, `maxSamples`), with which a criterion could never be met; null: none. */
export function boundsFault(parameters: Readonly<Record<string, Scalar>>): BoundsFault | null {
  for (const [id, min] of Object.entries(parameters)) {
    const parameter = id.replace(/^min(?=[A-Z])/, 'max');
    const max = parameters[parameter];
    if (parameter === id || typeof min !== 'number' || typeof max !== 'number' || min <= max) {
      continue;
    }
    const sentence = `${parameter}: ${valueText(max)} is below ${id} (${valueText(min)})`;
    return { parameter, sentence };
  }
  return null;
}
