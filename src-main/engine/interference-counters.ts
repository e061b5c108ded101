import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import type { Interference } from '../contract/interference.ts';

/** Counters of the system at one time; what it does not tell is missing. `native/core/interference.h` reads the same. */
export type SystemCounters = {
  readonly clockS: number;
  /** CPU time of all CPUs together, and the part of it that a hypervisor gave to others. */
  readonly cpuS?: number;
  readonly stolenS?: number;
  /** Time in which some thread of the machine waited for a CPU. */
  readonly waitingS?: number;
};

/** The system's unit of CPU times for programs, on every Linux. */
const ticksPerSecond = 100;
const stolenField = 7;
const fieldsOfCpu = 8;

export function readSystemCounters(): SystemCounters {
  return {
    clockS: performance.now() / 1000,
    ...cpuTimesOf(textOf('/proc/stat')),
    ...pressureOf(textOf('/proc/pressure/cpu')),
  };
}

export function interferenceBetween(before: SystemCounters, after: SystemCounters): Interference {
  const { clockS } = before;
  const between = (key: 'cpuS' | 'stolenS' | 'waitingS') => {
    const [from, to] = [before[key], after[key]];
    return from === undefined || to === undefined ? {} : { [key]: to - from };
  };
  return {
    seconds: after.clockS - clockS,
    // As the native variants count them.
    usableCpus: Number(process.env.BREAKEVEN_CPUS ?? availableParallelism()),
    ...between('cpuS'),
    ...between('stolenS'),
    ...between('waitingS'),
  };
}

/** Of the line `cpu` of /proc/stat, whose eighth field is stolen time; guest time is part of user time. */
export function cpuTimesOf(text: string): Pick<SystemCounters, 'cpuS' | 'stolenS'> {
  const [name, ...fields] = text.split('\n', 1)[0]?.split(/ +/) ?? [];
  const ticks = fields.slice(0, fieldsOfCpu).map(Number);
  if (name !== 'cpu' || ticks.length < fieldsOfCpu || !ticks.every(Number.isFinite)) return {};
  return {
    cpuS: ticks.reduce((sum, value) => sum + value, 0) / ticksPerSecond,
    stolenS: (ticks[stolenField] ?? 0) / ticksPerSecond,
  };
}

/** `some avg10=0.00 avg60=0.00 avg300=0.00 total=12345`, in microseconds. */
export function pressureOf(text: string): Pick<SystemCounters, 'waitingS'> {
  const found = /^some .*total=(\d+)/.exec(text);
  return found === null ? {} : { waitingS: Number(found[1]) / 1e6 };
}

function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
