import type { MeasuredPeak } from '../../contract/machine.ts';
import { format } from '../../contract/units.ts';

/** Times that each peak is measured, each in a fresh process. */
export const peakPasses = 5;

/** Peaks of one device, each measured once, and why they are not those of a quiet machine, or null. */
export type JudgedPass = {
  readonly peaks: readonly MeasuredPeak[];
  readonly disturbed: string | null;
};

/** The passes of one device, summarised. */
export type DevicePeaks = {
  /** Name of the processor or of GPUs of one name, whose peaks are stored as those of one device. */
  readonly device: string;
  readonly peaks: readonly MeasuredPeak[];
  /** Why they are no peaks of it, in one sentence; null where they are. */
  readonly fault: string | null;
};

/** The peaks of each device, judged by its own passes: what disturbs one device is no fault of another. */
export function peaksByDevice(passes: readonly JudgedPass[]): readonly DevicePeaks[] {
  const byDevice = Map.groupBy(
    passes.filter(({ peaks }) => peaks.length > 0),
    ({ peaks }) => peaks[0]?.device ?? '',
  );
  return [...byDevice].map(([device, own]) => {
    const peaks = bestOfPasses(own.map((pass) => pass.peaks));
    const disturbed = own.map((pass) => pass.disturbed);
    return { device, peaks, fault: peaksFault(device, peaks, disturbed) };
  });
}

/** The best of several passes of each peak, with how far they spread: (best - worst) / best. */
export function bestOfPasses(
  passes: readonly (readonly MeasuredPeak[])[],
): readonly MeasuredPeak[] {
  const same = Map.groupBy(passes.flat(), ({ id, device, attributes }) =>
    JSON.stringify([id, device, attributes.threads ?? null, attributes.cache ?? null]),
  );
  return [...same.values()].flatMap((found) => {
    const [best] = found.toSorted((a, b) => b.value - a.value);
    if (best === undefined) return [];
    const worst = Math.min(...found.map(({ value }) => value));
    const spread = best.value > 0 ? (best.value - worst) / best.value : 0;
    return [{ ...best, attributes: { ...best.attributes, passes: found.length, spread } }];
  });
}

/**
 * Why what was measured is no peak of a device, in one sentence; null where it is one. A pass that was disturbed is not
 * the best one, as long as others were not.
 *
 * @param best of that device
 * @param disturbed of each of its passes why, or null
 */
export function peaksFault(
  device: string,
  best: readonly MeasuredPeak[],
  disturbed: readonly (string | null)[],
): string | null {
  const reason = disturbedFault(disturbed, `passes of ${device}`);
  if (reason !== null) return reason;
  return best.flatMap((memory) => memoryAboveCache(memory, best) ?? [])[0] ?? null;
}

/**
 * Says so where more than half of what was measured was disturbed; null where it was not.
 *
 * @param what `measurements`
 */
export function disturbedFault(disturbed: readonly (string | null)[], what: string): string | null {
  const reasons = disturbed.filter((reason) => reason !== null);
  return 2 * reasons.length > disturbed.length
    ? `${reasons.length} of ${disturbed.length} ${what} were disturbed: ${reasons.at(-1)}`
    : null;
}

/** Memory cannot be faster than the last cache in front of it: the cache was measured while something else ran. */
function memoryAboveCache(memory: MeasuredPeak, all: readonly MeasuredPeak[]): string | null {
  if (memory.attributes.cache !== undefined) return null;
  const [last] = all
    .filter(
      ({ id, device, attributes }) =>
        attributes.cache !== undefined &&
        id.replace(/-(cache|l2)-/, '-') === memory.id &&
        device === memory.device &&
        attributes.threads === memory.attributes.threads,
    )
    .toSorted((a, b) => Number(b.attributes.bytes ?? 0) - Number(a.attributes.bytes ?? 0));
  if (last === undefined || memory.value <= last.value) return null;
  const rate = (value: number): string => format(value, 'bytes-per-second');
  const threads =
    memory.attributes.threads === undefined ? '' : ` with ${memory.attributes.threads} threads`;
  return `${memory.title} of ${memory.device}${threads} came out at ${rate(memory.value)}, above the ${rate(last.value)} of ${last.attributes.cache}`;
}
