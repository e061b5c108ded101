import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Progress } from '../../../src-main/contract/progress.ts';
import { binsOf } from '../../../src-main/core/analysis/sample-bins.ts';
import { counted } from '../../helpers/counted.ts';
import { createMeasuringApp, type MeasuringApp } from '../../helpers/scripted-app.ts';

let scripted: MeasuringApp;
let runId: string;

beforeAll(async () => {
  scripted = createMeasuringApp();
  runId = await scripted.measure(counted());
});

afterAll(async () => await scripted.close());

describe('the counters of a case', () => {
  it('stand beside those of other variants at the same values, and of no other size', async () => {
    const { cases } = await scripted.call('run', { ref: runId });
    const [mine] = cases;
    const same = cases.find(
      (each) => each.variant !== mine?.variant && each.values.n === mine?.values.n,
    );
    const larger = cases.find((each) => each.values.n !== mine?.values.n);
    if (mine === undefined || same === undefined || larger === undefined) throw new Error('cases');
    const text = ['"Kernel Name","dram__bytes.sum"', '"","byte"', '"scan","8"', ''].join('\n');
    const of = (index: number) => ({ ref: runId, index, name: `${index}.csv`, text });
    for (const { index } of [mine, same, larger]) {
      await scripted.call('importCounters', of(index));
    }
    const found = await scripted.call('caseDetail', { ref: runId, index: mine.index });
    expect(found.counters.map(({ file }) => file)).toEqual([`${mine.index}.csv`]);
    expect(found.explanations.map(({ variant }) => variant)).toEqual([same.variant]);
    const { counters } = await scripted.call('run', { ref: runId });
    expect(Object.keys(counters ?? {})).toHaveLength(3);
    await expect(scripted.call('importCounters', of(99))).rejects.toThrow('has no case 99');
  });
});

describe('the samples of a case', () => {
  it('come as bins, quantiles and a course that agree with the raw ones', async () => {
    const of = { ref: runId, index: 0, scope: 'kernel' };
    const page = await scripted.call('samples', of);
    expect(page.total).toBe(30);
    expect(page.rows).toHaveLength(30);
    expect(page.rows[10]).toMatchObject({ repetition: 1, sample: 0 });
    const times = page.rows.map(({ timeNs }) => timeNs).sort((a, b) => a - b);
    const summary = await scripted.call('sampleBins', of);
    expect(summary.n).toBe(30);
    expect(summary.bins.counts.reduce((a, b) => a + b, 0) + summary.bins.beyond).toBe(30);
    expect(summary.quantiles[0]?.ns).toBe(times[0]);
    expect(summary.quantiles.at(-1)?.ns).toBe(times.at(-1));
    expect(summary.repetitions.map(({ repetition, n }) => [repetition, n])).toEqual([
      [0, 10],
      [1, 10],
      [2, 10],
    ]);
    expect(summary.course.reduce((sum, { n }) => sum + n, 0)).toBe(30);
    const detail = await scripted.call('run', { ref: runId });
    const stored = detail.cases.find(({ index }) => index === 0);
    expect(summary.quantiles.find(({ p }) => p === 0.5)?.ns).toBe(stored?.metrics.kernel?.medianNs);
  });

  it('are read a page at a time, across repetitions', async () => {
    const page = await scripted.call('samples', {
      ref: runId,
      index: 0,
      scope: 'kernel',
      offset: 8,
      limit: 4,
    });
    expect(page.rows.map(({ repetition, sample }) => [repetition, sample])).toEqual([
      [0, 8],
      [0, 9],
      [1, 0],
      [1, 1],
    ]);
    const past = await scripted.call('samples', {
      ref: runId,
      index: 0,
      scope: 'kernel',
      offset: 99,
    });
    expect(past).toEqual({ total: 30, rows: [] });
  });

  it('are asked for in vain where there are none', async () => {
    await expect(
      scripted.call('sampleBins', { ref: runId, index: 0, scope: 'copy' }),
    ).rejects.toMatchObject({
      code: 'not-found',
      message: `case 0 of run ${runId} has no samples of copy`,
    });
  });

  it('have a course of at most 200 stretches and bins for any values', () => {
    const same = binsOf(new Float64Array([5, 5, 5]));
    expect(same.counts).toEqual([3]);
    const spread = Float64Array.from({ length: 10_000 }, (_, i) => i);
    const { counts, from, to } = binsOf(spread);
    expect(counts.length).toBeLessThanOrEqual(80);
    expect([from, to]).toEqual([0, 9999]);
  });
});

it('a run has a log from its start to its end, by pages', async () => {
  const { lines, more } = await scripted.call('runLog', { ref: runId });
  expect(more).toBe(false);
  expect(lines[0]?.text).toMatch(/^started: 6 cases in 3 repetitions on /);
  expect(lines.at(-1)?.text).toBe('complete');
  const cases = lines.filter(({ caseIndex }) => caseIndex !== null);
  expect(cases).toHaveLength(18);
  expect(cases[0]?.text).toMatch(
    /^count \w+ n=\d+ .*repetition 1 ok: 10 samples, median \S.* time [0-9]/,
  );
  expect(lines.map(({ line }) => line)).toEqual(lines.map((_, i) => i + 1));
  const page = await scripted.call('runLog', { ref: runId, after: 2, limit: 3 });
  expect(page.lines.map(({ line }) => line)).toEqual([3, 4, 5]);
  expect(page.more).toBe(true);
});

describe('a run under way', () => {
  function until(fits: (progress: Progress) => boolean): Promise<Progress> {
    const found = Promise.withResolvers<Progress>();
    const off = scripted.app.onEvent((event) => {
      if (event.type !== 'progress' || !fits(event.progress)) return;
      off();
      found.resolve(event.progress);
    });
    return found.promise;
  }

  it('is cancelled while it is paused', async () => {
    const begun = until(({ current }) => current !== null);
    const configuration = counted({ variants: ['sequential'], sweep: { n: [10, 20, 30, 40] } });
    const { runId: id } = await scripted.call('startRun', { configuration });
    await begun;
    await scripted.call('pauseRun', { runId: id, paused: true });
    const ended = until(({ status }) => status !== 'running');
    expect(await scripted.call('cancelRun', { runId: id })).toEqual({ cancelled: true });
    expect((await ended).status).toBe('cancelled');
    expect(await scripted.call('pauseRun', { runId: id, paused: true })).toEqual({ paused: false });
  });
});
