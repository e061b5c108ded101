import type { FigurePoint, FigureSeries } from '../../contract/figure.ts';
import { precisionOf } from '../../contract/precision.ts';
import type { StoredCase } from '../../contract/run.ts';
import { format } from '../../contract/units.ts';
import type { Device } from '../../contract/workload.ts';
import { gpuMemoryPeakOf, gpuPeakOf, peakOf } from '../analysis/nominal-peak.ts';
import { cacheOf, type Roof } from '../analysis/percent-of-peak.ts';
import { type DrawnRoof, ridgeOf, ridgeText, threadText } from './roofs.ts';
import type { FigureSource } from './source.ts';
import { joined } from './wording.ts';

type Machine = FigureSource['machine'];

/** What a device can do by its data sheet; null where that is not known or its roof has no such part. */
type Theoretical = Pick<Roof, 'bytesPerSecond' | 'operationsPerSecond'>;

/** What a data sheet is asked by. */
type Asked = Pick<
  Roof,
  'device' | 'name' | 'threads' | 'cache' | 'operationsPerSecond' | 'arithmetic'
>;

const gpuOf = (machine: Machine, { name }: Asked) => machine.gpus.find((gpu) => gpu.name === name);

/**
 * Operations in double precision a second by clock, units and cores; null where the roof has no arithmetic, or another
 * one, of which no data sheet is known here.
 */
function operationsOf(machine: Machine, roof: Asked): number | null {
  const { device, name, threads, operationsPerSecond, arithmetic } = roof;
  if (operationsPerSecond === null || arithmetic !== 'FP64') return null;
  if (device === 'cuda') {
    const gpu = gpuOf(machine, roof);
    return gpu === undefined ? null : gpuPeakOf(gpu);
  }
  const peak = name === machine.cpuModel ? peakOf(machine) : null;
  if (peak === null) return null;
  return (peak.flopsPerSecond * Math.min(threads ?? peak.cores, peak.cores)) / peak.cores;
}

/** Bytes a second by memory clock and bus width; null for a cache, and for the host, whose channels are not told. */
function bytesOf(machine: Machine, roof: Asked): number | null {
  const gpu = roof.device === 'cuda' && roof.cache === null ? gpuOf(machine, roof) : undefined;
  return gpu === undefined ? null : gpuMemoryPeakOf(gpu);
}

export function theoreticalOf(machine: Machine, roof: Asked): Theoretical {
  return {
    bytesPerSecond: bytesOf(machine, roof),
    operationsPerSecond: operationsOf(machine, roof),
  };
}

/**
 * Operations a second that the data sheet allows a case at so many operations a byte. Null where the bandwidth of what
 * holds its working set is not known, as a rate of arithmetic alone says little of code that waits for its data, and
 * where that of its arithmetic is not.
 */
export function theoreticalRateOf(
  machine: Machine,
  stored: StoredCase,
  device: Device | null,
  intensity: number,
): number | null {
  if (device !== 'cpu' && device !== 'cuda') return null;
  const computes = /^flop/i.test(stored.operationUnit ?? '');
  const arithmetic = precisionOf(stored.attributes);
  if (computes && arithmetic !== 'FP64') return null;
  const threads = Number(stored.attributes.threads ?? stored.values.threads ?? 1);
  const { bytesPerSecond, operationsPerSecond } = theoreticalOf(machine, {
    ...{ device, threads: threads > 0 ? threads : null, cache: cacheOf(stored.attributes) },
    name: device === 'cpu' ? machine.cpuModel : String(stored.attributes.device ?? ''),
    ...{ arithmetic, operationsPerSecond: computes ? 0 : null },
  });
  if (bytesPerSecond === null) return null;
  return Math.min(bytesPerSecond * intensity, operationsPerSecond ?? Number.POSITIVE_INFINITY);
}

/** Once for each device and number of threads; that of its memory where a roof is of the memory. */
function found(
  roofs: readonly DrawnRoof[],
  machine: Machine,
): ReadonlyMap<string, { readonly roof: Roof; readonly peak: Theoretical }> {
  const all = new Map<string, { readonly roof: Roof; readonly peak: Theoretical }>();
  for (const { roof } of roofs) {
    const peak = theoreticalOf(machine, roof);
    if (peak.bytesPerSecond === null && peak.operationsPerSecond === null) continue;
    const key = JSON.stringify([roof.device, roof.name, roof.threads]);
    const known = all.get(key);
    if (known === undefined || known.peak.bytesPerSecond === null) all.set(key, { roof, peak });
  }
  return all;
}

/** Theoretical peaks of the devices whose roofs are drawn, as dashed lines: a slope where the memory's is known. */
export function theoreticalSeries(
  roofs: readonly DrawnRoof[],
  from: number,
  to: number,
  factor: number,
  operation: string,
  machine: Machine,
): readonly FigureSeries[] {
  return [...found(roofs, machine)].map(([key, { roof, peak }]): FigureSeries => {
    const { bytesPerSecond, operationsPerSecond } = peak;
    const ridge = ridgeOf(peak);
    const threads = roof.threads === null ? '' : `, ${threadText(roof.threads)}`;
    const parts = [
      ...(bytesPerSecond === null ? [] : ['memory']),
      ...(operationsPerSecond === null ? [] : ['FP64']),
    ].join(' and ');
    const bend = ridge !== null && ridge > from && ridge < to ? [ridge] : [];
    const arithmetic =
      operationsPerSecond === null
        ? ''
        : `theoretical FP64 ${format(operationsPerSecond, 'operations-per-second', { operation })}`;
    const labelAt = (x: number): { readonly label?: string } => {
      if (x === ridge) return { label: `theoretical ridge ${ridgeText(x)} ${operation}/B` };
      if (x === from && bytesPerSecond !== null && (ridge === null || ridge > from)) {
        return { label: `theoretical memory ${format(bytesPerSecond, 'bytes-per-second')}` };
      }
      // A line without a slope is named where it begins, away from the measured one's name.
      const named = bytesPerSecond === null || (ridge !== null && ridge <= from) ? from : to;
      return x === named && arithmetic !== '' && (ridge === null || ridge < to)
        ? { label: arithmetic }
        : {};
    };
    return {
      key: `theoretical/${key}`,
      label: `theoretical: ${roof.device === 'cpu' ? 'CPU' : 'GPU'} ${parts}${threads}`,
      device: roof.device,
      slot: 0,
      published: false,
      secondary: true,
      mark: 'line',
      bare: true,
      points: [from, ...bend, to].map((x) => ({
        ...{ x, lo: null, hi: null, n: 0 },
        y:
          Math.min(
            bytesPerSecond === null ? Number.POSITIVE_INFINITY : bytesPerSecond * x,
            operationsPerSecond ?? Number.POSITIVE_INFINITY,
          ) / factor,
        ...labelAt(x),
      })),
    };
  });
}

/** Sentences of a caption: what theoretical peaks are made of, and why one of the memory is not drawn. */
export function theoreticalText(roofs: readonly DrawnRoof[], machine: Machine): string {
  const peaks = [...found(roofs, machine).values()].map(({ peak }) => peak);
  const ofMemory = roofs.flatMap(({ roof }) => (roof.cache === null ? [roof] : []));
  const missing = (device: Roof['device']) =>
    ofMemory.some((roof) => roof.device === device && bytesOf(machine, roof) === null);
  return joined([
    peaks.some(({ operationsPerSecond }) => operationsPerSecond !== null)
      ? 'Theoretical: cores or multiprocessors times reported clock times FP64 operations per cycle; processors may run above that clock.'
      : '',
    peaks.some(({ bytesPerSecond }) => bytesPerSecond !== null)
      ? 'Theoretical memory bandwidth: two transfers per reported memory clock times the width of the bus.'
      : '',
    missing('cuda')
      ? 'No theoretical bandwidth of the GPU memory: this run has no record of its memory clock and bus width.'
      : '',
    missing('cpu')
      ? 'No theoretical bandwidth of the host memory: the system does not report its channels to users.'
      : '',
  ]);
}

/** Marks above bars or points, of those whose peak is on record. */
export function theoreticalPeaks(
  points: readonly Pick<FigurePoint, 'x' | 'y'>[],
): readonly FigureSeries[] {
  if (points.length === 0) return [];
  return [
    {
      ...{ key: 'theoretical-peak', label: 'theoretical peak', device: null, slot: 4 },
      ...{ published: true, mark: 'line', unjoined: true },
      points: points.map(({ x, y }) => ({ x, y, lo: null, hi: null, n: 0 })),
    },
  ];
}
