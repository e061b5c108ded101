import type { Axis, Values, Variant, Workload } from '../../contract/workload.ts';
import type { ScriptVariant } from './script-variant.ts';

/** How cases of this workload can be measured, as its native variants say it. */
function measurementAxes({ variants }: Workload): readonly Axis[] {
  const described = variants.find(({ parameters }) => parameters.some(isMeasurement));
  return described?.parameters.filter(isMeasurement) ?? [];
}

const isMeasurement = ({ role }: Axis): boolean => role === 'measurement';

/** A script's description with the axes that say how it is measured, as every native variant has them. */
export function withMeasurementAxes(described: Variant, workload: Workload): Variant {
  const own = new Set(described.parameters.map(({ id }) => id));
  const more = measurementAxes(workload).filter(({ id }) => !own.has(id));
  return { ...described, parameters: [...described.parameters, ...more] };
}

/** Why a script cannot be measured so, in one sentence; null when it can. */
export function refuseMeasurement(
  { id }: Variant,
  { input }: ScriptVariant,
  { cache, freshInput }: Values,
): string | null {
  if (cache !== undefined && cache !== 'hot') {
    return `cache is ${cache}, but ${id} runs outside the native library, which alone can flush the caches: allowed is hot`;
  }
  // Without input there is nothing to make: every sample is of the values themselves.
  if (freshInput === true && input !== 'none') {
    return `freshInput is true, but ${id} takes its input once for all samples: allowed is false`;
  }
  return null;
}
