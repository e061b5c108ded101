import { comparedScope } from '../../contract/by-scope.ts';
import type { PercentOfPeak } from '../../contract/inspection.ts';
import type { Machine } from '../../contract/machine.ts';
import { type Precision, precisionOf } from '../../contract/precision.ts';
import type { StoredCase } from '../../contract/run.ts';
import { abovePeakMark } from '../../contract/target.ts';
import { format } from '../../contract/units.ts';
import type { Device } from '../../contract/workload.ts';
import { peakOf, peakText } from './nominal-peak.ts';

/**
 * Why the rate of a case cannot be what its device does, in one sentence; null where it can. It is compared with the
 * measured peak, or where none was measured against the nominal one, as far as the system states what that follows from:
 * the arithmetic of the cores.
 */
export function abovePeak(
  stored: StoredCase,
  device: Device | undefined,
  share: PercentOfPeak | undefined,
  machine: Pick<Machine, 'physicalCores' | 'clockHz' | 'flopsPerCycle'>,
): string | null {
  if (share?.reason !== undefined) {
    const where = share.cache === undefined ? '' : ` of ${share.cache}`;
    const percent = format(share.percent / 100, 'percent');
    return `${abovePeakMark}${percent} of the measured peak${where}: ${share.reason}`;
  }
  if (share !== undefined || device !== 'cpu') return null;
  return aboveNominal(stored, machine);
}

function aboveNominal(
  { outcome, metrics, operations, operationUnit, values, facts: attributes }: StoredCase,
  machine: Pick<Machine, 'physicalCores' | 'clockHz' | 'flopsPerCycle'>,
): string | null {
  const metric = metrics[comparedScope];
  const ns = metric?.ci95_hi_ns ?? metric?.median_ns ?? 0;
  const threads = Math.max(1, Number(attributes.threads ?? values.threads ?? 1));
  const physicalCores = Math.min(threads, machine.physicalCores);
  const stated = {
    physicalCores,
    ...(machine.clockHz === undefined ? {} : { clockHz: machine.clockHz }),
  };
  const precision = precisionOf(attributes);
  if (precision === 'FP16') return null;
  const used = { ...stated, ...perCycle(machine, precision) };
  const peak = peakOf(used);
  const flops = operations !== null && /^flop/i.test(operationUnit ?? '') ? operations : 0;
  if (outcome !== 'ok' || peak === null || !(ns > 0)) return null;
  const rate = (1e9 * flops) / ns;
  if (rate <= peak.flopsPerSecond) return null;
  const text = (value: number): string =>
    format(value, 'operations-per-second', { operation: 'FLOP' });
  return `${abovePeakMark}${text(rate)} is above the nominal peak of ${text(peak.flopsPerSecond)} (${peakText(used)}): the declared operations are an upper bound, or the cores run above that clock; "breakeven peaks" measures the peak`;
}

/** Vectors hold twice as many numbers in single precision. */
function perCycle(
  { flopsPerCycle }: Pick<Machine, 'flopsPerCycle'>,
  precision: Exclude<Precision, 'FP16'>,
): Pick<Machine, 'flopsPerCycle'> {
  if (flopsPerCycle === undefined) return {};
  return { flopsPerCycle: precision === 'FP32' ? 2 * flopsPerCycle : flopsPerCycle };
}
