import { readFileSync } from 'node:fs';
import type { Interference } from '../contract/interference.ts';
import { interferenceBetween, readSystemCounters } from './interference-counters.ts';

/** The system's unit of CPU times for programs, on every Linux. */
const ticksPerSecond = 100;
const fieldsOfCpu = 8;
/** Idle, waiting for a disk, and taken by the hypervisor. */
const notBusy: ReadonlySet<number> = new Set([3, 4, 7]);

/** CPU time that all processes together used, in seconds; null where the system does not tell. */
export function busyOf(text: string): number | null {
  const [name, ...fields] = text.split('\n', 1)[0]?.split(/ +/) ?? [];
  const ticks = fields.slice(0, fieldsOfCpu).map(Number);
  if (name !== 'cpu' || ticks.length < fieldsOfCpu || !ticks.every(Number.isFinite)) return null;
  const busy = ticks.filter((_, field) => !notBusy.has(field));
  return busy.reduce((sum, value) => sum + value, 0) / ticksPerSecond;
}

/** Watches what else happens on the machine; what is returned says it, other processes' CPU time among it. */
export function watchOthers(): () => Interference {
  const [before, busyBefore, ownBefore] = [readSystemCounters(), readBusy(), process.cpuUsage()];
  return () => {
    const found = interferenceBetween(before, readSystemCounters());
    const [busy, own] = [readBusy(), process.cpuUsage(ownBefore)];
    if (busy === null || busyBefore === null) return found;
    // Of this process the kernel knows the exact time, of all together whole ticks.
    const others = busy - busyBefore - (own.user + own.system) / 1e6;
    return { ...found, othersS: Math.max(0, others) };
  };
}

function readBusy(): number | null {
  try {
    return busyOf(readFileSync('/proc/stat', 'utf8'));
  } catch {
    return null;
  }
}
