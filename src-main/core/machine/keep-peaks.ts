import type { MeasuredPeaks } from '../../contract/inspection.ts';
import type { MeasuredPeak } from '../../contract/machine.ts';
import { earlierPeaks } from '../../contract/measured-peaks.ts';
import type { Store } from '../store/store.ts';
import type { DevicePeaks } from './peaks.ts';

/**
 * Stores the peaks of the devices that nothing disturbed. Of the others the earlier ones stay, with the time at which they
 * were measured: a measurement replaces all of a machine.
 */
export function keepPeaks(
  store: Pick<Store, 'savePeaks' | 'measuredPeaks'>,
  machine: string,
  measured: readonly DevicePeaks[],
): MeasuredPeaks {
  const refused = measured.filter(({ fault }) => fault !== null);
  const before = store.measuredPeaks(machine);
  const earlier = before.peaks.filter((peak) =>
    refused.some(({ device }) => device === peak.device),
  );
  const kept = earlier.map((peak) => measuredAt(peak, before.measuredAt));
  const peaks = measured.flatMap(({ device, peaks: own, fault }) =>
    fault === null ? own : kept.filter((peak) => peak.device === device),
  );
  const stored = measured.filter(({ fault }) => fault === null).map(({ device }) => device);
  if (stored.length > 0) store.savePeaks(machine, peaks);
  const now = store.measuredPeaks(machine);
  if (refused.length === 0) return now;
  return {
    ...now,
    refused: {
      reason: refused.flatMap(({ fault }) => fault ?? []).join('; '),
      peaks: refused.flatMap((one) => one.peaks),
      stored,
      kept: earlierPeaks(kept),
    },
  };
}

/** With its time, unless it has one: it was kept before. */
function measuredAt(peak: MeasuredPeak, at: string | null): MeasuredPeak {
  return at === null ? peak : { ...peak, attributes: { measuredAt: at, ...peak.attributes } };
}
