import type { Gpu, Machine } from '../../contract/machine.ts';
import type { StoredCase } from '../../contract/run.ts';
import { format } from '../../contract/units.ts';

/** What a peak is counted from, and what was measured next to it. */
export type PeakAttributes = Partial<
  Pick<Machine, 'physicalCores' | 'clockHz' | 'flopsPerCycle'>
> & {
  /** Multiply-adds in double precision on all cores, two operations each, a second; absent where they were not measured. */
  readonly measuredFlops?: number;
};

/** Less of a core is time in which the system interrupted. */
const partOfCore = 0.1;

/** Cores that a case used, else those that were asked for: a library with a pool of its own uses more. */
export function usedCores({
  attributes,
  values,
}: Pick<StoredCase, 'attributes' | 'values'>): number {
  const used = Number(attributes.effectiveThreads ?? attributes.threads ?? values.threads ?? 1);
  return Math.max(1, Math.ceil(used - partOfCore));
}

/**
 * The nominal peak, as the study counts it: sockets * cores * clock * operations a cycle. It is no limit: cores run
 * faster than the clock that the system states for as long as they may.
 */
export type Peak = { readonly flopsPerSecond: number; readonly cores: number };

/**
 * The peak of a machine; null where its clock is not known. `physicalCores` counts the cores of all sockets.
 */
export function peakOf({ physicalCores, clockHz, flopsPerCycle }: PeakAttributes): Peak | null {
  if (physicalCores === undefined || clockHz === undefined || flopsPerCycle === undefined) {
    return null;
  }
  return { flopsPerSecond: physicalCores * clockHz * flopsPerCycle, cores: physicalCores };
}

/**
 * Multiply-adds in double precision that one multiprocessor does in a cycle, by compute capability (CUDA programming
 * guide, "Arithmetic Instructions"). What is not in it has no theoretical peak here.
 */
const fp64PerCycle: Readonly<Record<string, number>> = {
  '6.0': 32,
  '7.0': 32,
  '8.0': 32,
  '9.0': 64,
  '10.0': 64,
};

/** Operations in double precision a second that a GPU can do by its data sheet; null where that is not known. */
export function gpuPeakOf(gpu: Pick<Gpu, 'computeCapability' | 'multiprocessors' | 'maxClockHz'>) {
  const perCycle = fp64PerCycle[gpu.computeCapability];
  if (perCycle === undefined || gpu.maxClockHz === null) return null;
  return gpu.multiprocessors * gpu.maxClockHz * perCycle * 2;
}

/**
 * Bytes a second between a GPU and its memory by its data sheet: two transfers a memory clock, as all memory of GPUs
 * makes them by the clock that CUDA reports. Null where the run has no record of clock and width.
 */
export function gpuMemoryPeakOf({
  memoryClockHz,
  memoryBusBits,
}: Pick<Gpu, 'memoryClockHz' | 'memoryBusBits'>): number | null {
  return memoryClockHz == null || memoryBusBits == null
    ? null
    : (2 * memoryClockHz * memoryBusBits) / 8;
}

/**
 * `2 cores * 2.6 GHz, the clock that the system states, * 32 flop a cycle; multiply-adds ...`: what the peak is made of,
 * and what was measured on that machine.
 */
export function peakText({
  physicalCores,
  clockHz,
  flopsPerCycle,
  measuredFlops,
}: PeakAttributes): string {
  const cores = physicalCores === 1 ? '1 core' : `${physicalCores} cores`;
  const gigahertz = Number(((clockHz ?? 0) / 1e9).toPrecision(4));
  const made = `${cores} * ${gigahertz} GHz (clock reported by the system) * ${flopsPerCycle} flop per cycle`;
  if (measuredFlops === undefined) return made;
  const rate = format(measuredFlops, 'operations-per-second', { operation: 'FLOP' });
  const peak = peakOf({ physicalCores, clockHz, flopsPerCycle });
  const faster =
    peak !== null && measuredFlops > peak.flopsPerSecond
      ? ', so the cores run above that clock'
      : '';
  return `${made}; measured multiply-adds: ${rate}${faster}`;
}
