import type { EarlierPeaks, RefusedPeaks } from './inspection.ts';
import type { MeasuredPeak } from './machine.ts';

/** Devices whose peaks stayed when those of others were replaced, with the time at which they were measured. */
export function earlierPeaks(peaks: readonly MeasuredPeak[]): readonly EarlierPeaks[] {
  const times = new Map(
    peaks.flatMap(({ device, attributes }) =>
      typeof attributes.measuredAt === 'string' ? [[device, attributes.measuredAt] as const] : [],
    ),
  );
  return [...times].map(([device, measuredAt]) => ({ device, measuredAt }));
}

/**
 * What became of the peaks of each device where some were refused: `the new peaks of H200 were stored; the peaks of Xeon of
 * 2026-11-21 stay the reference`.
 *
 * @param time how an instant is shown
 */
export function keptPeaksText(
  { stored, kept, peaks }: RefusedPeaks,
  time: (instant: string) => string = (instant) => instant,
): string {
  const without = [...new Set(peaks.map(({ device }) => device))].filter((device) =>
    kept.every((one) => one.device !== device),
  );
  const other = stored.length + kept.length > 0 ? ` of ${without.join(' and ')}` : '';
  return [
    ...(stored.length === 0 ? [] : [`the new peaks of ${stored.join(' and ')} were stored`]),
    ...kept.map(
      ({ device, measuredAt }) =>
        `the peaks of ${device} of ${time(measuredAt)} stay the reference`,
    ),
    ...(without.length === 0 ? [] : [`nothing was stored${other}`]),
  ].join('; ');
}

/** The peaks of the host with so many threads, or the next more that were measured, or else the maximum. */
export function hostPeaks(
  peaks: readonly MeasuredPeak[],
  threads: number,
): readonly MeasuredPeak[] {
  const host = peaks.filter(({ id }) => id.startsWith('host-'));
  const counts = [...new Set(host.map((peak) => Number(peak.attributes.threads)))];
  const enough = counts.filter((count) => count >= Math.max(1, threads));
  const chosen = enough.length > 0 ? Math.min(...enough) : Math.max(...counts);
  return host.filter((peak) => Number(peak.attributes.threads) === chosen);
}
