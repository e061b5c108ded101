import type { Axis, Values, Variant, Workload } from '../../contract/workload.ts';
import type { ScriptVariant } from './script-variant.ts';

/** The measurement axes of this workload, from its native variants. */
function measurementAxes({ variants }: Workload): readonly Axis[] {
  const described = variants.find(({ parameters }) => parameters.some(isMeasurement));
  return described?.parameters.filter(isMeasurement) ?? [];
}

const isMeasurement = ({ role }: Axis): boolean => role === 'measurement';

/** A script's description with the measurement axes that every native variant has. */
export function withMeasurementAxes(described: Variant, workload: Workload): Variant {
  const own = new Set(described.parameters.map(({ id }) => id));
  const more = measurementAxes(workload).filter(({ id }) => !own.has(id));
  return { ...described, parameters: [...described.parameters, ...more] };
}

/** Why a script does not support these measurement axes, in one sentence; null when it does. */
export function refuseMeasurement(
  { id }: Variant,
  { input }: ScriptVariant,
  { cache, freshInput }: Values,
): string | null {
  if (cache !== undefined && cache !== 'hot') {
    return `cache is ${cache}, but ${id} runs outside the native library, which alone can flush the caches: allowed is hot`;
  }
  // Without input there is nothing to generate again.
  if (freshInput === true && input !== 'none') {
    return `freshInput is true, but ${id} takes its input once for all samples: allowed is false`;
  }
  return null;
}
