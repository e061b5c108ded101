import { describe, expect, it } from 'vitest';
import type { PeaksPass } from '../../../src-main/contract/engine-protocol.ts';
import type { MeasuredPeaks } from '../../../src-main/contract/inspection.ts';
import type { Interference } from '../../../src-main/contract/interference.ts';
import type { MeasuredPeak } from '../../../src-main/contract/machine.ts';
import type { Measuring } from '../../../src-main/core/engines/engines.ts';
import { bestOfPasses, peaksFault } from '../../../src-main/core/machine/peaks.ts';
import { createInspecting } from '../../../src-main/core/run/engine-tasks.ts';
import { busyOf } from '../../../src-main/engine/others.ts';
import { cliSession } from '../../helpers/cli-session.ts';
import { createFakeApp } from '../../helpers/fake-app.ts';
import { machine } from '../store/fixtures.ts';

const peak = (id: string, value: number, attributes: MeasuredPeak['facts'] = {}): MeasuredPeak => ({
  ...{ id, device: 'CPU', title: id, value, unit: 'B/s' },
  facts: { threads: 2, ...attributes },
});
const copy = (value: number) => peak('host-copy', value);
const l3 = (value: number) => peak('host-cache-copy', value, { cache: 'L3', bytes: 32e6 });
const l2 = (value: number) => peak('host-cache-copy', value, { cache: 'L2', bytes: 1e6 });
const quiet: Interference = { seconds: 2, cpuS: 4, stolenS: 0, othersS: 0.05, usableCpus: 2 };
const loud: Interference = { ...quiet, othersS: 1.2 };

describe('measured peaks', () => {
  it('are the best of their passes, by device, threads and cache, with the spread', () => {
    const best = bestOfPasses([
      [copy(80), l2(200), l3(100)],
      [copy(100), l2(250), l3(110)],
      [copy(90), l2(240), l3(99), peak('host-copy', 50, { threads: 1 })],
    ]);
    expect(
      best.map(({ value, facts: attributes }) => [value, attributes.passes, attributes.spread]),
    ).toEqual([
      [100, 3, 0.2],
      [250, 3, 0.2],
      [110, 3, 0.1],
      [50, 1, 0],
    ]);
  });

  it('are none where most passes were disturbed', () => {
    const best = [copy(100), l3(200)];
    expect(peaksFault(best, [null, 'a', null, 'b', null])).toBeNull();
    expect(peaksFault(best, ['a', 'b', null, 'c', null])).toBe('3 of 5 passes were disturbed: c');
  });

  it('are none where memory came out above the last cache', () => {
    expect(peaksFault([copy(120e9), l2(90e9), l3(125e9)], [])).toBeNull();
    expect(peaksFault([copy(130e9), l2(400e9), l3(125e9)], [])).toBe(
      'host-copy with 2 threads came out at 130 GB/s, above the 125 GB/s of L3',
    );
    const device = (
      id: string,
      value: number,
      attributes: MeasuredPeak['facts'] = {},
    ): MeasuredPeak => ({
      ...{ id, device: 'GPU', title: id, value, unit: 'B/s', facts: attributes },
    });
    const ofGpu = [device('device-copy', 5e12), device('device-l2-copy', 4e12, { cache: 'L2' })];
    expect(peaksFault(ofGpu, [])).toMatch(/^device-copy came out at 5\.00 TB\/s, above/);
    // Of other threads, another device or another kind nothing follows.
    expect(peaksFault([peak('host-copy', 130e9, { threads: 1 }), l3(125e9)], [])).toBeNull();
    expect(peaksFault([peak('host-read', 130e9), l3(125e9)], [])).toBeNull();
  });
});

describe('measuring them', () => {
  /** A store with peaks, and an engine that measures the same again and again. */
  function scripted(passes: readonly PeaksPass[]) {
    const saved: (readonly MeasuredPeak[])[] = [];
    const log: string[] = [];
    let kept: MeasuredPeaks = { measuredAt: 'earlier', peaks: [copy(100)] };
    let pass = 0;
    const measuring = {
      supervisor: {
        restart: async () => void log.push('restart'),
        measurePeaks: async () => {
          log.push('probe');
          pass += 1;
          return passes[(pass - 1) % passes.length] ?? { peaks: [] };
        },
      },
      survey: async () => ({ machine: { ...machine, gpus: [] } }),
    } as unknown as Measuring;
    const store = {
      savePeaks: (_machine: string, peaks: readonly MeasuredPeak[]) => {
        saved.push(peaks);
        kept = { measuredAt: 'now', peaks };
      },
      measuredPeaks: () => kept,
    };
    const inspecting = createInspecting(measuring, async () => ({ release: async () => {} }));
    return { probe: () => inspecting.measurePeaks(store), saved, log };
  }

  it('takes five passes, each in a fresh process, and keeps the best', async () => {
    const passes = [90, 80, 95, 85, 70].map((value) => ({
      peaks: [copy(value)],
      interference: quiet,
    }));
    const { probe: measure, saved, log } = scripted(passes);
    const found = await measure();
    expect(found).toMatchObject({ measuredAt: 'now', peaks: [{ value: 95 }] });
    expect(found).not.toHaveProperty('refused');
    expect(saved).toHaveLength(1);
    expect(log.join(' ')).toMatch(/(restart probe ){4}restart probe/);
  });

  it('replaces nothing on a disturbed machine, however fast it looked', async () => {
    const { probe: measure, saved } = scripted([{ peaks: [copy(500)], interference: loud }]);
    expect(await measure()).toEqual({
      measuredAt: 'earlier',
      peaks: [copy(100)],
      refused: {
        reason: '5 of 5 passes were disturbed: other programs used 30 % of the CPUs',
        peaks: [expect.objectContaining({ value: 500 })],
      },
    });
    expect(saved).toEqual([]);
  });

  it('knows what other processes used from the busy time of all', () => {
    expect(busyOf('cpu  100 20 50 800 30 5 10 200 7 7\ncpu0 1\n')).toBeCloseTo(1.85);
    expect(busyOf('cpu  1 2 3\n')).toBeNull();
  });
});

describe('the verb peaks', () => {
  const sessionWith = (peaks: MeasuredPeaks) => {
    const fake = createFakeApp({});
    const app = { ...fake, api: { ...fake.api, measurePeaks: async () => peaks } };
    return cliSession(app as never, ['peaks']);
  };
  const measured = { measuredAt: 'now', peaks: [{ ...copy(1e9), facts: { spread: 0.123 } }] };

  it('shows best and spread', async () => {
    const { code, stdout } = await sessionWith(measured);
    expect(code).toBe(0);
    expect(stdout).toMatch(/1\.00 GB\/s +12\.3 %/);
  });

  it('warns of a disturbed machine and ends with a status of its own', async () => {
    const refused = { reason: 'noise', peaks: [copy(2e9)] };
    const { code, stdout, stderr } = await sessionWith({ ...measured, refused });
    expect(code).toBe(7);
    expect(stdout).toContain('2.00 GB/s');
    expect(stderr).toContain(
      'warning the machine was disturbed while its peaks were measured (noise); the peaks of now stay the reference',
    );
  });
});
