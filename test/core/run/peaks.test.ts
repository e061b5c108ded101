import { describe, expect, it } from 'vitest';
import type { PeaksPass } from '../../../src-main/contract/engine-protocol.ts';
import type { MeasuredPeaks } from '../../../src-main/contract/inspection.ts';
import type { Interference } from '../../../src-main/contract/interference.ts';
import type { MeasuredPeak } from '../../../src-main/contract/machine.ts';
import { earlierPeaks, keptPeaksText } from '../../../src-main/contract/measured-peaks.ts';
import type { Measuring } from '../../../src-main/core/engines/engines.ts';
import { bestOfPasses, peaksFault } from '../../../src-main/core/machine/peaks.ts';
import { createInspecting } from '../../../src-main/core/run/engine-tasks.ts';
import { cliSession } from '../../helpers/cli-session.ts';
import { createScriptedApp } from '../../helpers/scripted-app.ts';
import { machine } from '../store/fixtures.ts';

const peak = (
  id: string,
  value: number,
  attributes: MeasuredPeak['attributes'] = {},
): MeasuredPeak => ({
  ...{ id, device: 'CPU', title: id, value, unit: 'B/s' },
  attributes: { threads: 2, ...attributes },
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
      best.map(({ value, attributes }) => [value, attributes.passes, attributes.spread]),
    ).toEqual([
      [100, 3, 0.2],
      [250, 3, 0.2],
      [110, 3, 0.1],
      [50, 1, 0],
    ]);
  });

  it('are none where most passes were disturbed', () => {
    const best = [copy(100), l3(200)];
    expect(peaksFault('CPU', best, [null, 'a', null, 'b', null])).toBeNull();
    expect(peaksFault('CPU', best, ['a', 'b', null, 'c', null])).toBe(
      '3 of 5 passes of CPU were disturbed: c',
    );
  });

  it('are none where memory came out above the last cache', () => {
    expect(peaksFault('CPU', [copy(120e9), l2(90e9), l3(125e9)], [])).toBeNull();
    expect(peaksFault('CPU', [copy(130e9), l2(400e9), l3(125e9)], [])).toBe(
      'host-copy of CPU with 2 threads came out at 130 GB/s, above the 125 GB/s of L3',
    );
    const device = (
      id: string,
      value: number,
      attributes: MeasuredPeak['attributes'] = {},
    ): MeasuredPeak => ({
      ...{ id, device: 'GPU', title: id, value, unit: 'B/s', attributes },
    });
    const ofGpu = [device('device-copy', 5e12), device('device-l2-copy', 4e12, { cache: 'L2' })];
    expect(peaksFault('GPU', ofGpu, [])).toMatch(
      /^device-copy of GPU came out at 5\.00 TB\/s, above/,
    );
    // Of other threads, another device or another kind nothing follows.
    expect(peaksFault('CPU', [peak('host-copy', 130e9, { threads: 1 }), l3(125e9)], [])).toBeNull();
    expect(peaksFault('CPU', [peak('host-read', 130e9), l3(125e9)], [])).toBeNull();
  });
});

describe('measuring them', () => {
  /** A store with peaks, and an engine that measures the same again and again; on a GPU, where there is one, `ofGpu`. */
  function scripted(
    passes: readonly PeaksPass[],
    { ofGpu, earlier = [copy(100)] }: { ofGpu?: PeaksPass; earlier?: MeasuredPeak[] } = {},
  ) {
    const saved: (readonly MeasuredPeak[])[] = [];
    const log: string[] = [];
    let kept: MeasuredPeaks = { measuredAt: 'earlier', peaks: earlier };
    let pass = 0;
    const measuring = {
      supervisor: {
        restart: async () => void log.push('restart'),
        measurePeaks: async (gpu: string | null) => {
          if (gpu !== null && ofGpu !== undefined) return ofGpu;
          log.push('probe');
          pass += 1;
          return passes[(pass - 1) % passes.length] ?? { peaks: [] };
        },
      },
      survey: async () => ({
        machine: { ...machine, gpus: ofGpu === undefined ? [] : [{ index: 0 }] },
      }),
    } as unknown as Measuring;
    const store = {
      savePeaks: (_machine: string, peaks: readonly MeasuredPeak[]) => {
        saved.push(peaks);
        kept = { measuredAt: 'now', peaks };
      },
      measuredPeaks: () => kept,
    };
    const inspecting = createInspecting(
      measuring,
      async () => ({ neighbours: async () => [], release: async () => {} }),
      () => Promise.reject(new Error('nothing is planned')),
    );
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
        reason: '5 of 5 passes of CPU were disturbed: other programs used 30 % of the CPUs',
        peaks: [expect.objectContaining({ value: 500 })],
        stored: [],
        kept: [{ device: 'CPU', measuredAt: 'earlier' }],
      },
    });
    expect(saved).toEqual([]);
  });

  const fill = (value: number): MeasuredPeak => ({
    ...{ id: 'device-copy', device: 'GPU', title: 'fill', value, unit: 'B/s', attributes: {} },
  });

  it('judges each device by its own passes: a quiet GPU does not excuse a disturbed host', async () => {
    const { probe: measure, saved } = scripted([{ peaks: [copy(80)], interference: loud }], {
      ofGpu: { peaks: [fill(4000)], interference: quiet },
      earlier: [copy(100), fill(3000)],
    });
    const { peaks, refused } = await measure();
    expect(refused).toMatchObject({
      reason: expect.stringMatching(/^5 of 5 passes of CPU were disturbed: [^;]*$/),
      peaks: [{ device: 'CPU', value: 80 }],
      stored: ['GPU'],
      kept: [{ device: 'CPU', measuredAt: 'earlier' }],
    });
    // A measurement replaces all of the machine: the earlier peaks of the host go along, with their time.
    expect(saved).toHaveLength(1);
    expect(peaks.map(({ device, value }) => [device, value])).toEqual([
      ['CPU', 100],
      ['GPU', 4000],
    ]);
    expect(earlierPeaks(peaks)).toEqual([{ device: 'CPU', measuredAt: 'earlier' }]);
  });

  it('stores the peaks of a quiet host where the GPU was disturbed, and none of the GPU', async () => {
    const { probe: measure } = scripted([{ peaks: [copy(120)], interference: quiet }], {
      ofGpu: { peaks: [fill(4000)], interference: loud },
    });
    const { peaks, refused } = await measure();
    expect(peaks.map(({ value }) => value)).toEqual([120]);
    expect(refused).toMatchObject({ peaks: [{ value: 4000 }], stored: ['CPU'], kept: [] });
  });

  it('keeps the time at which peaks were measured however often they stay', async () => {
    const before = copy(100);
    const stamped = { ...before, attributes: { ...before.attributes, measuredAt: 'long ago' } };
    const { probe: measure } = scripted([{ peaks: [copy(80)], interference: loud }], {
      ofGpu: { peaks: [fill(4000)], interference: quiet },
      earlier: [stamped],
    });
    const { peaks, refused } = await measure();
    expect(refused?.kept).toEqual([{ device: 'CPU', measuredAt: 'long ago' }]);
    expect(earlierPeaks(peaks)).toEqual(refused?.kept);
  });

  it('says what became of the peaks of each device', () => {
    const refused = { reason: '', peaks: [copy(1)], stored: ['GPU'], kept: [] };
    const kept = [{ device: 'CPU', measuredAt: 'then' }];
    expect(keptPeaksText({ ...refused, kept })).toBe(
      'the new peaks of GPU were stored; the peaks of CPU of then stay the reference',
    );
    expect(keptPeaksText(refused)).toBe(
      'the new peaks of GPU were stored; nothing was stored of CPU',
    );
    expect(keptPeaksText({ ...refused, stored: [] })).toBe('nothing was stored');
    expect(keptPeaksText({ ...refused, stored: [], kept }, () => '21 Nov')).toBe(
      'the peaks of CPU of 21 Nov stay the reference',
    );
  });
});

describe('the verb peaks', () => {
  const sessionWith = (peaks: MeasuredPeaks) => {
    const fake = createScriptedApp();
    const app = { ...fake, api: { ...fake.api, measurePeaks: async () => peaks } };
    return cliSession(app as never, ['doctor', '--peaks']);
  };
  const measured = { measuredAt: 'now', peaks: [{ ...copy(1e9), attributes: { spread: 0.123 } }] };

  it('shows best and spread', async () => {
    const { code, stdout } = await sessionWith(measured);
    expect(code).toBe(0);
    expect(stdout).toMatch(/1\.00 GB\/s +12\.3 %/);
  });

  it('warns of a disturbed machine and ends with a status of its own', async () => {
    const kept = [{ device: 'CPU', measuredAt: 'now' }];
    const refused = { reason: 'noise', peaks: [copy(2e9)], stored: [], kept };
    const { code, stdout, stderr } = await sessionWith({ ...measured, refused });
    expect(code).toBe(3);
    expect(stdout).toContain('2.00 GB/s');
    expect(stderr).toContain(
      'warning the machine was disturbed while its peaks were measured (noise); the peaks of CPU of now stay the reference',
    );
  });

  it('shows what was stored of one device and what was refused of another', async () => {
    const [stored] = measured.peaks;
    if (stored === undefined) throw new Error('nothing is stored');
    const earlier = { ...stored, device: 'Host', attributes: { measuredAt: 'then' } };
    const refused = {
      ...{ reason: 'noise', peaks: [{ ...copy(2e9), device: 'Host' }], stored: ['CPU'] },
      kept: [{ device: 'Host', measuredAt: 'then' }],
    };
    const { code, stdout, stderr } = await sessionWith({
      ...{ measuredAt: 'now', peaks: [stored, earlier], refused },
    });
    expect(code).toBe(3);
    const [reference, rest] = stdout.split('\nNot stored:\n');
    expect(reference).toMatch(
      /1\.00 GB\/s[\s\S]*\nMeasured now\. The peaks of Host were measured then\.\n/,
    );
    expect(rest).toContain('2.00 GB/s');
    expect(stderr).toContain(
      '; the new peaks of CPU were stored; the peaks of Host of then stay the reference',
    );
  });
});
