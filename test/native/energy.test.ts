import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createRandom } from '../../src-main/stats/random.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';
import { openPart } from './native-addons.ts';

type Energy = {
  device: string;
  joules: number;
  low: number;
  high: number;
  executions: number;
  idleW?: number;
};
type Meter = {
  joules: () => number | null;
  nowNs: () => number;
  advance: () => number;
  limitNs?: number;
  rest?: () => void;
  /** A folder of RAPL zones. */
  powercap?: string;
};

const addon = openPart<{
  measureEnergy: (meter: Meter) => Energy[];
  countSoftware: (bytes: number) => Record<string, number | string>;
}>('energy');

const measureEnergy = (meter: Meter): Energy | null => addon.measureEnergy(meter)[0] ?? null;

type Device = {
  /** Of one execution. */
  readonly ms: number;
  readonly watts: (ms: number) => number;
  /** Executions between two questions. */
  readonly batch?: number;
  readonly tickMs?: number;
};

/** A device that is always busy and whose counter ticks; it began to count long before. */
function meterOf({ ms, watts, batch = 1, tickMs = 100 }: Device) {
  let now = 0;
  let joules = 5000;
  let counter = joules;
  let tick = 37;
  const asked: number[] = [];
  const meter: Meter = {
    joules: () => {
      asked.push(now);
      return counter;
    },
    nowNs: () => now * 1e6,
    advance() {
      for (let i = 0; i < batch * ms * 10; i += 1) {
        now += 0.1;
        joules += watts(now) * 1e-4;
        if (now < tick) continue;
        counter = joules;
        tick += tickMs;
      }
      return batch;
    },
  };
  return { meter, asked };
}

describe('the energy of one execution', () => {
  it('is power between ticks times the time of an execution', () => {
    const found = measureEnergy(meterOf({ ms: 0.5, watts: () => 400, batch: 10 }).meter);
    // 400 W for half a millisecond.
    expect(found?.joules).toBeCloseTo(0.2, 2);
    expect(found?.low).toBeLessThan(0.2);
    expect(found?.high).toBeGreaterThan(0.2);
    expect(found?.high).toBeLessThan(0.21);
    expect(found?.executions).toBeGreaterThan(1500);
  });

  it('does not count what was used before the first tick', () => {
    // The device was idle until the measurement began, and its counter shows that with a tick.
    const found = measureEnergy(meterOf({ ms: 5, watts: (at) => (at < 37 ? 5000 : 300) }).meter);
    expect(found?.joules).toBeCloseTo(1.5, 1);
  });

  it('has a wider interval where power varies, which holds the true value', () => {
    const random = createRandom(7);
    const noise = Array.from({ length: 30 }, () => 100 * (random.uniform() - 0.5));
    const uneven = (at: number) => 400 + (noise[Math.floor(at / 100)] ?? 0);
    const steady = measureEnergy(meterOf({ ms: 5, watts: () => 400 }).meter);
    const varied = measureEnergy(meterOf({ ms: 5, watts: uneven }).meter);
    const width = (one: Energy | null) => ((one?.high ?? 0) - (one?.low ?? 0)) / (one?.joules ?? 1);
    expect(width(varied)).toBeGreaterThan(1.2 * width(steady));
    expect(varied?.low).toBeLessThan(2);
    expect(varied?.high).toBeGreaterThan(2);
  });

  it('is nothing where the counter cannot be read, stands still or ticks too seldom', () => {
    const { meter } = meterOf({ ms: 5, watts: () => 400 });
    expect(measureEnergy({ ...meter, joules: () => null })).toBeNull();
    const still = meterOf({ ms: 5, watts: () => 400 });
    expect(measureEnergy({ ...still.meter, joules: () => 7 })).toBeNull();
    expect(measureEnergy(meterOf({ ms: 5, watts: () => 400, tickMs: 450 }).meter)).toBeNull();
    // It gives up as soon as two ticks show that five stretches take more than two seconds.
    const slow = meterOf({ ms: 5, watts: () => 400, tickMs: 450 });
    measureEnergy(slow.meter);
    expect(slow.asked.at(-1)).toBeLessThan(500);
  });

  it('takes no longer than the limit', () => {
    const brief = meterOf({ ms: 5, watts: () => 400 });
    const found = measureEnergy({ ...brief.meter, limitNs: 650e6 });
    expect(found?.joules).toBeCloseTo(2, 1);
    expect(brief.asked.at(-1)).toBeLessThan(660);
    const still = meterOf({ ms: 5, watts: () => 400 });
    expect(measureEnergy({ ...still.meter, joules: () => 7, limitNs: 300e6 })).toBeNull();
  });

  it('is nothing where one execution is too long to see ticks between', () => {
    expect(measureEnergy(meterOf({ ms: 600, watts: () => 400 }).meter)).toBeNull();
  });

  it('stands beside the power without executions, of the second before', () => {
    let busy = false;
    const { meter } = meterOf({ ms: 5, watts: () => (busy ? 400 : 90) });
    const found = measureEnergy({
      ...meter,
      advance: () => {
        busy = true;
        return meter.advance();
      },
      rest: () => void meter.advance(),
    });
    expect(found?.idleW).toBeCloseTo(90, 1);
    expect(found?.joules).toBeCloseTo(2, 1);
  });

  it('of packages and memory is that of their zones, whose counters overflow', () => {
    const folder = temporaryFolder();
    const range = 2_000_000;
    // Two sockets of 100 and 60 W and the memory of one, which are read each 5 ms.
    const zones = {
      'intel-rapl:0': 100,
      'intel-rapl:1': 60,
      'intel-rapl:0:0': 7,
      'intel-rapl:0:1': 40,
    };
    const names = ['package-0', 'package-1', 'dram', 'core'];
    const write = (at: number): void => {
      for (const [zone, watts] of Object.entries(zones)) {
        const used = Math.round(1_900_000 + watts * at * 1000) % range;
        writeFileSync(join(folder, zone, 'energy_uj'), `${used}\n`);
      }
    };
    for (const [i, zone] of Object.keys(zones).entries()) {
      mkdirSync(join(folder, zone));
      writeFileSync(join(folder, zone, 'name'), `${names[i]}\n`);
      writeFileSync(join(folder, zone, 'max_energy_range_uj'), `${range}\n`);
    }
    write(0);
    const { meter } = meterOf({ ms: 5, watts: () => 400 });
    const found = addon.measureEnergy({
      ...meter,
      advance: () => {
        const done = meter.advance();
        write(meter.nowNs() / 1e6);
        return done;
      },
      powercap: folder,
    });
    const joules = new Map(found.map((one) => [one.device, one.joules]));
    expect([...joules.keys()].toSorted()).toEqual(['dram', 'gpu', 'package']);
    expect(joules.get('package')).toBeCloseTo(0.8, 2);
    expect(joules.get('dram')).toBeCloseTo(0.035, 3);
    rmSync(join(folder, 'intel-rapl:1', 'energy_uj'));
    const without = addon.measureEnergy({
      ...meterOf({ ms: 5, watts: () => 400 }).meter,
      powercap: folder,
    });
    expect(without.map(({ device }) => device)).toEqual(['gpu']);
  });

  it('is nothing where power varies too much to say', () => {
    const bursts = (at: number) => (Math.floor(at / 100) % 5 === 0 ? 2000 : 20);
    expect(measureEnergy(meterOf({ ms: 5, watts: bursts }).meter)).toBeNull();
  });
});

describe('events of the kernel', () => {
  it('are counted of threads that begin later too, or refused in one sentence', () => {
    const counts = addon.countSoftware(4 * 2 ** 20);
    if (typeof counts['perf:refused'] === 'string') {
      expect(counts['perf:refused']).toMatch(/^perf events: /);
      return;
    }
    // Each of 1,024 pages of the thread is touched once.
    expect(counts['perf:page-faults']).toBeGreaterThanOrEqual(1024);
    expect(counts['perf:page-faults']).toBeLessThan(4096);
    expect(counts['perf:task-clock']).toBeGreaterThan(0);
    expect(counts['perf:scaled']).toBe(1);
  });
});
