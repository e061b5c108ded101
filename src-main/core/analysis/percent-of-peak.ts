import { comparedScope } from '../../contract/by-scope.ts';
import type { MeasuredPeaks, PeakShare, PercentOfPeak } from '../../contract/inspection.ts';
import type { MeasuredPeak } from '../../contract/machine.ts';
import { hostPeaks } from '../../contract/measured-peaks.ts';
import { type Precision, precisionOf } from '../../contract/precision.ts';
import type { Descriptor, StoredCase } from '../../contract/run.ts';
import { format } from '../../contract/units.ts';
import type { Device } from '../../contract/workload.ts';
import { type PeakAttributes, usedCores } from './nominal-peak.ts';

/** Measured peaks of one device that hold for a case. */
export type Roof = {
  readonly device: 'cpu' | 'cuda';
  /** Name of the processor or GPU. */
  readonly name: string;
  /** The cache whose bandwidth it is; null for memory. */
  readonly cache: string | null;
  /** With how many threads they were measured; null on a GPU. */
  readonly threads: number | null;
  /** Null where that cache, or such operations, were not measured. */
  readonly bytesPerSecond: number | null;
  readonly operationsPerSecond: number | null;
  /** The precision that `operationsPerSecond` is the peak of. */
  readonly arithmetic: Precision;
  /** Why the case may be above it all the same. */
  readonly whyAbove: (bound: 'memory' | 'compute') => string;
};

/**
 * How near each case comes to what its device can do: the minimum time that its declared bytes and operations can take
 * at the measured rates, over the median. A working set that stays in a cache is compared with that cache. By case
 * index; cases without declared work, of whose device or cache no peak was measured, are left out.
 */
export function peakShares(
  cases: readonly StoredCase[],
  descriptors: ReadonlyMap<number, Descriptor>,
  { peaks }: MeasuredPeaks,
): Readonly<Record<string, PercentOfPeak>> {
  if (peaks.length === 0) return {};
  return Object.fromEntries(
    cases.flatMap((stored) => {
      const descriptor = descriptors.get(stored.index);
      const share = descriptor === undefined ? null : shareOf(stored, descriptor, peaks);
      return share === null ? [] : [[String(stored.index), share]];
    }),
  );
}

function shareOf(
  stored: StoredCase,
  { variant }: Descriptor,
  peaks: readonly MeasuredPeak[],
): PercentOfPeak | null {
  const metric = stored.metrics[comparedScope];
  const medianNs = metric?.medianNs ?? 0;
  const roof = roofOf(stored, variant.device, peaks);
  if (stored.outcome !== 'ok' || !(medianNs > 0) || roof === null) return null;
  const { cache, bytesPerSecond: bandwidth, operationsPerSecond: rate } = roof;
  const memory = minSeconds(stored.bytesMoved, bandwidth);
  const compute = minSeconds(stored.operations, rate);
  // Arithmetic whose peak is not known says nothing about memory.
  if (compute === null && /^flop/i.test(stored.operationUnit ?? '')) return null;
  if (memory === null && compute === null) return null;
  const seconds = Math.max(memory ?? 0, compute ?? 0);
  const bound = (memory ?? 0) >= (compute ?? 0) ? 'memory' : 'compute';
  const above = seconds > (metric?.ci95HiNs ?? medianNs) / 1e9;
  return {
    percent: (100 * seconds) / (medianNs / 1e9),
    bound,
    peak: (bound === 'memory' ? bandwidth : rate) ?? 0,
    unit: bound === 'memory' ? 'B/s' : 'FLOP/s',
    ...(bound === 'memory' && cache !== null ? { cache } : {}),
    ...(above ? { reason: roof.whyAbove(bound) } : {}),
  };
}

/**
 * How near a case comes to each measured peak that its work meets, the farthest memory first: memory and all caches, or,
 * for a working set that stays in a cache, that cache and the nearer ones; and arithmetic, where its operations are
 * floating-point ones. Empty where nothing was measured of its device.
 */
export function everyPeakShare(
  stored: StoredCase,
  descriptor: Descriptor,
  { peaks }: MeasuredPeaks,
): readonly PeakShare[] {
  const { device } = descriptor.variant;
  const seconds = (stored.metrics[comparedScope]?.medianNs ?? 0) / 1e9;
  if (stored.outcome !== 'ok' || !(seconds > 0) || device === 'cpu+cuda') return [];
  const own = peaksOf(stored, device, peaks);
  const bandwidths = Map.groupBy(
    own.filter(({ unit }) => unit === 'B/s'),
    (peak) => levelOf(peak) ?? memory,
  );
  const set = cacheOf(stored.attributes);
  const levels = [...bandwidths.keys()]
    .filter((level) => set === null || (level !== memory && level <= set))
    // L1, L2, L3 and then memory: the names sort as the levels do, in reverse.
    .sort((a, b) => (a === memory ? -1 : b === memory ? 1 : a < b ? 1 : -1));
  const bound = shareOf(stored, descriptor, peaks);
  const binding =
    bound === null || bound.bound === 'compute' ? bound?.bound : (bound.cache ?? memory);
  const share = (
    of: string,
    work: number | null,
    peak: number | null,
    unit: PeakShare['unit'],
  ): readonly PeakShare[] => {
    if (peak === null || work === null || !(work > 0)) return [];
    const rate = work / seconds;
    return [{ of, percent: (100 * rate) / peak, rate, peak, unit, binding: of === binding }];
  };
  const bandwidth = (level: string): number | null => maxOrNull(bandwidths.get(level) ?? []);
  return [
    ...levels.flatMap((of) => share(of, stored.bytesMoved, bandwidth(of), 'B/s')),
    ...share('compute', stored.operations, arithmeticPeak(stored, device, own), 'FLOP/s'),
  ];
}

const memory = 'memory';

/**
 * What a case cannot exceed: the rates measured of its device, with as many threads, of the cache that its working set
 * stays in or of memory, and of arithmetic where its operations are floating-point ones. Null for a variant on both
 * devices, which has no one peak, and where nothing was measured of its device.
 */
export function roofOf(
  stored: StoredCase,
  device: Device,
  peaks: readonly MeasuredPeak[],
): Roof | null {
  if (device === 'cpu+cuda') return null;
  const own = peaksOf(stored, device, peaks);
  const cache = cacheOf(stored.attributes);
  const [first] = own;
  if (first === undefined) return null;
  const threads = Number(first.attributes.threads);
  return {
    device,
    name: first.device,
    cache,
    threads: threads > 0 ? threads : null,
    bytesPerSecond: maxOrNull(own.filter((it) => it.unit === 'B/s' && levelOf(it) === cache)),
    operationsPerSecond: arithmeticPeak(stored, device, own),
    arithmetic: precisionOf(stored.attributes),
    whyAbove: (bound) => whyAbove(stored, device, bound, own),
  };
}

/** The cache that the working set stays in from sample to sample; null where it comes from memory. */
export function cacheOf(attributes: StoredCase['attributes']): string | null {
  if (attributes.l2Resident === true) return 'L2';
  return attributes.cacheResident === true ? String(attributes.cacheLevel) : null;
}

const levelOf = ({ attributes }: MeasuredPeak): string | null =>
  attributes.cache === undefined ? null : String(attributes.cache);

/** A working set of up to so many times the last cache finds a part of itself there again. */
const partlyCached = 8;

/** A result above the peak means that the declared work or the measured peak is wrong. This is the reason. */
function whyAbove(
  { bytesMoved, values, attributes }: StoredCase,
  device: 'cpu' | 'cuda',
  bound: PercentOfPeak['bound'],
  own: readonly MeasuredPeak[],
): string {
  const again = 'or the peak was measured while the device was slower: measure the peak again';
  if (bound === 'compute') return `the declared operations are an upper bound, ${again}`;
  const moved = bytesMoved ?? 0;
  const set = format(moved, 'bytes');
  const cached = own.filter((peak) => levelOf(peak) !== null);
  const level = cacheOf(attributes);
  if (level !== null) {
    const measured = maxOf(
      cached.filter((it) => levelOf(it) === level),
      setOf,
    );
    return moved < measured
      ? `its working set of ${set} is smaller than the ${format(measured, 'bytes')} used to measure the peak of ${level}, so a part of it fits into a nearer cache`
      : `the declared bytes are an upper bound, ${again}`;
  }
  if (values.cache === 'cold') return 'a part of its output is still in a cache when it ends';
  if (device === 'cpu' && attributes.cacheResident === undefined) {
    return 'the run does not record whether its working set stayed in a cache';
  }
  // A measurement of a cache uses half of it.
  const last = 2 * maxOf(cached, setOf);
  return moved < partlyCached * last
    ? `a part of its ${set} stays in the last-level cache (${format(last, 'bytes')}) between samples`
    : `the declared bytes are an upper bound, ${again}`;
}

const setOf = ({ attributes }: MeasuredPeak): number => Number(attributes.bytes ?? 0);

const maxOf = (peaks: readonly MeasuredPeak[], of: (peak: MeasuredPeak) => number): number =>
  Math.max(0, ...peaks.map(of));

/** Seconds that so much work takes at that rate; null where either is not known or there is no work. */
function minSeconds(work: number | null, rate: number | null): number | null {
  return work === null || rate === null || !(work > 0) ? null : work / rate;
}

/** Of the host with as many threads as the case used, or the next more; of the GPU that the case names. */
function peaksOf(
  stored: StoredCase,
  device: 'cpu' | 'cuda',
  peaks: readonly MeasuredPeak[],
): readonly MeasuredPeak[] {
  if (device === 'cuda') {
    const own = peaks.filter(({ id }) => !id.startsWith('host-'));
    const name = stored.attributes.device;
    return own.filter((peak) => peak.device === name);
  }
  return hostPeaks(peaks, usedCores(stored));
}

/**
 * The measured rate of floating-point work in the precision of the case; null where its operations are others, and where
 * that precision was not measured. Of a host only FP64 is measured: its FP32 peak is taken as twice that.
 */
function arithmeticPeak(
  { operationUnit, attributes }: StoredCase,
  device: 'cpu' | 'cuda',
  own: readonly MeasuredPeak[],
): number | null {
  if (!/^flop/i.test(operationUnit ?? '')) return null;
  const single = maxOrNull(own.filter((peak) => computesIn(peak) === 'FP32'));
  const double = maxOrNull(own.filter((peak) => computesIn(peak) === 'FP64'));
  const precision = precisionOf(attributes);
  if (precision === 'FP64') return double;
  if (precision === 'FP16') return null;
  return single ?? (device === 'cpu' && double !== null ? 2 * double : null);
}

/** The precision of a measured rate of arithmetic; null for another rate. */
function computesIn({ unit, id }: MeasuredPeak): Precision | null {
  if (unit !== 'FLOP/s') return null;
  return /32/.test(id) ? 'FP32' : 'FP64';
}

function maxOrNull(peaks: readonly MeasuredPeak[]): number | null {
  const values = peaks.map(({ value }) => value).filter((value) => value > 0);
  return values.length === 0 ? null : Math.max(...values);
}

/** The most that was measured of multiply-adds in double precision on the host; nothing where it was not. */
export function measuredPeak({
  peaks,
}: Pick<MeasuredPeaks, 'peaks'>): Pick<PeakAttributes, 'measuredFlops'> {
  const measuredFlops = maxOrNull(
    peaks.filter((peak) => peak.id.startsWith('host-') && computesIn(peak) === 'FP64'),
  );
  return measuredFlops === null ? {} : { measuredFlops };
}
