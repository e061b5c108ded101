import { comparedScope } from '../../contract/by-scope.ts';
import type { PercentOfPeak } from '../../contract/inspection.ts';
import type { Machine } from '../../contract/machine.ts';
import { type Precision, precisionOf } from '../../contract/precision.ts';
import type { StoredCase } from '../../contract/run.ts';
import { abovePeakMark } from '../../contract/target.ts';
import { format } from '../../contract/units.ts';
import type { Device } from '../../contract/workload.ts';
import { gpuMemoryPeakOf, gpuPeakOf, peakOf, peakText, usedCores } from './nominal-peak.ts';
import { cacheOf } from './percent-of-peak.ts';

/**
 * Why the rate of a case cannot be what its device does, in one sentence; null where it can. It is compared with the
 * measured peak, or where none was measured against the nominal one, as far as it is known: the arithmetic of the cores by
 * what the system states of them, that of a GPU and its memory by the data sheet.
 */
export function abovePeak(
  stored: StoredCase,
  device: Device | undefined,
  share: PercentOfPeak | undefined,
  machine: Pick<Machine, 'physicalCores' | 'clockHz' | 'flopsPerCycle' | 'gpus'>,
): string | null {
  if (share?.reason !== undefined) {
    const where = share.cache === undefined ? '' : ` of ${share.cache}`;
    const percent = format(share.percent / 100, 'percent');
    return `${abovePeakMark}${percent} of the measured peak${where}: ${share.reason}`;
  }
  if (share !== undefined || stored.outcome !== 'ok') return null;
  if (device === 'cpu') return aboveNominal(stored, machine);
  return device === 'cuda' ? aboveDataSheet(stored, machine.gpus) : null;
}

/** Nanoseconds of the kernel, by the end of its interval that is in favour of the case. */
function kernelNs({ metrics }: StoredCase): number {
  const metric = metrics[comparedScope];
  return metric?.ci95HiNs ?? metric?.medianNs ?? 0;
}

function flopsOf({ operations, operationUnit }: StoredCase): number {
  return operations !== null && /^flop/i.test(operationUnit ?? '') ? operations : 0;
}

const asFlops = (value: number): string =>
  format(value, 'operations-per-second', { operation: 'FLOP' });

function aboveDataSheet(stored: StoredCase, gpus: Machine['gpus']): string | null {
  const { attributes, bytesMoved } = stored;
  const gpu = gpus.find(({ uuid }) => uuid === attributes.gpuUuid);
  const ns = kernelNs(stored);
  if (gpu === undefined || !(ns > 0)) return null;
  // What stays in a cache is not moved.
  const bytes = cacheOf(attributes) === null ? (bytesMoved ?? 0) : 0;
  const flops = precisionOf(attributes) === 'FP64' ? flopsOf(stored) : 0;
  for (const { work, peak, text } of [
    { work: flops, peak: gpuPeakOf(gpu), text: asFlops },
    {
      ...{ work: bytes, peak: gpuMemoryPeakOf(gpu) },
      text: (value: number) => format(value, 'bytes-per-second'),
    },
  ]) {
    const rate = (1e9 * work) / ns;
    if (peak === null || rate <= peak) continue;
    return `${abovePeakMark}${text(rate)} is above the nominal peak of ${text(peak)} (${gpu.name}): the declared work is an upper bound, or part of it stays in a cache; "breakeven doctor --peaks" measures the peak`;
  }
  return null;
}

function aboveNominal(
  stored: StoredCase,
  machine: Pick<Machine, 'physicalCores' | 'clockHz' | 'flopsPerCycle'>,
): string | null {
  const { attributes } = stored;
  const ns = kernelNs(stored);
  const physicalCores = Math.min(usedCores(stored), machine.physicalCores);
  const stated = {
    physicalCores,
    ...(machine.clockHz === undefined ? {} : { clockHz: machine.clockHz }),
  };
  const precision = precisionOf(attributes);
  if (precision === 'FP16') return null;
  const used = { ...stated, ...perCycle(machine, precision) };
  const peak = peakOf(used);
  if (peak === null || !(ns > 0)) return null;
  const rate = (1e9 * flopsOf(stored)) / ns;
  if (rate <= peak.flopsPerSecond) return null;
  return `${abovePeakMark}${asFlops(rate)} is above the nominal peak of ${asFlops(peak.flopsPerSecond)} (${peakText(used)}): the declared operations are an upper bound, or the cores run above that clock; "breakeven doctor --peaks" measures the peak`;
}

/** Vectors hold twice as many numbers in single precision. */
function perCycle(
  { flopsPerCycle }: Pick<Machine, 'flopsPerCycle'>,
  precision: Exclude<Precision, 'FP16'>,
): Pick<Machine, 'flopsPerCycle'> {
  if (flopsPerCycle === undefined) return {};
  return { flopsPerCycle: precision === 'FP32' ? 2 * flopsPerCycle : flopsPerCycle };
}
