import { rmSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Configuration, Group } from '../../src-main/contract/run.ts';
import { type App, createApp } from '../../src-main/core/app.ts';
import { firstValues } from '../../src-main/core/tune.ts';
import { forkScriptedEngine } from '../helpers/scripted-engine.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

let app: App;
let home: string;
let number = 0;

beforeEach(() => {
  home = temporaryFolder();
  number += 1;
  const lockName = `tune-${process.pid}-${number}`;
  app = createApp({ home, forkEngine: forkScriptedEngine, lockName });
});

afterEach(async () => {
  await app.close();
  rmSync(home, { recursive: true, force: true });
});

const configuration = (
  group: Partial<Group>,
  more: Partial<Configuration> = {},
): Configuration => ({
  groups: [{ workload: 'count', variants: 'all', set: {}, sweep: {}, ...group }],
  policy: {
    rule: 'fixed',
    parameters: { samples: 15 },
    timeLimitS: null,
    rounds: 2,
    order: 'shuffled',
  },
  orderSeed: 5,
  ...more,
});

async function untilEnd(start: () => Promise<{ readonly runId: string }>): Promise<string> {
  const ended = Promise.withResolvers<void>();
  const off = app.onEvent((event) => {
    if (event.type === 'progress' && event.progress.status !== 'running') ended.resolve();
  });
  const { runId } = await start();
  await ended.promise;
  off();
  return runId;
}

describe('tuning', () => {
  it('finds the least of a curve, stores every probe, and says what cannot be told from the best', async () => {
    // With seven bins the scripted variant takes 1 + 4 (share - 0.7)^2 of its time.
    const asked = configuration(
      {
        variants: ['accelerated'],
        set: { n: 100_000, bins: 7 },
        sweep: { share: [0, 0.25, 0.5, 0.75, 1] },
      },
      { tune: { parameter: 'share', span: 'call' } },
    );
    const ref = await untilEnd(() => app.api.startRun({ configuration: asked }));
    const { tuning, cases, run } = await app.api.run({ ref });
    expect(run.status).toBe('complete');
    expect(cases.length).toBeGreaterThan(5);
    expect(tuning?.probes).toHaveLength(cases.length);
    expect(Math.abs(Number(tuning?.best) - 0.7)).toBeLessThan(0.05);
    const [low, high] = tuning?.interval ?? [Number.NaN, Number.NaN];
    expect(Number(low)).toBeLessThanOrEqual(0.7 + 0.05);
    expect(Number(high)).toBeGreaterThanOrEqual(0.7 - 0.05);
    expect(tuning?.state).not.toBe('open');
    expect(tuning?.sentence).toContain(`share = ${tuning?.best}`);
  });

  it('stops early where probes cannot be told apart', async () => {
    const asked = configuration(
      { variants: ['accelerated'], set: { n: 100_000 }, sweep: { share: [0, 0.25, 0.5, 0.75, 1] } },
      { tune: { parameter: 'share', span: 'call' } },
    );
    const ref = await untilEnd(() => app.api.startRun({ configuration: asked }));
    const { tuning, cases } = await app.api.run({ ref });
    expect(cases.length).toBeLessThan(12);
    expect(tuning).toMatchObject({ state: 'flat', interval: [0, 1] });
  });

  it('begins with the whole range', () => {
    const axis = { id: 'blockSize', title: '', help: '', role: 'variant' } as const;
    const number_ = { ...axis, type: 'integer', min: 32, max: 1024, default: 256 } as const;
    expect(firstValues({ ...number_, scale: 'log' })).toEqual([32, 64, 192, 416, 1024]);
    const choice = { ...axis, type: 'choice', default: 'a' } as const;
    const choices = ['a', 'b'].map((id) => ({ id, help: '' }));
    expect(firstValues({ ...choice, choices })).toEqual(['a', 'b']);
    expect(() => firstValues({ ...axis, type: 'text', default: '' })).toThrow('cannot be searched');
  });
});

describe('refining', () => {
  it('adds sizes to the same run until the interval is narrow', async () => {
    const asked = configuration({
      variants: ['sequential', 'parallel'],
      sweep: { n: [1000, 10_000, 100_000, 1_000_000] },
    });
    const ref = await untilEnd(() => app.api.startRun({ configuration: asked }));
    const before = await app.api.run({ ref });
    const call = ({ span }: { readonly span: string }) => span === 'call';
    const wide = before.breakEvens.find(call);
    expect(wide?.answer).toBe('one');
    const refined = await untilEnd(() => app.api.refine({ ref, span: 'call' }));
    expect(refined).toBe(ref);
    const after = await app.api.run({ ref });
    expect(after.run).toMatchObject({ id: ref, status: 'complete' });
    expect(after.cases.length).toBeGreaterThan(before.cases.length);
    expect(new Set(after.cases.map(({ index }) => index)).size).toBe(after.cases.length);
    const narrow = after.breakEvens.find(call);
    const width = (one: typeof narrow): number =>
      ((one?.ci95?.[1] ?? Number.NaN) - (one?.ci95?.[0] ?? 0)) / (one?.at ?? 1);
    expect(width(narrow)).toBeLessThan(width(wide));
    expect(width(narrow)).toBeLessThan(0.1);
    // 100 + n = 10,100 + n/2 at n = 20,000.
    expect(narrow?.ci95?.[0]).toBeLessThanOrEqual(20_000);
    expect(narrow?.ci95?.[1]).toBeGreaterThanOrEqual(20_000);
  });

  it('refuses where nothing crosses', async () => {
    const asked = configuration({ variants: ['sequential', 'parallel'], sweep: { n: [10, 20] } });
    const ref = await untilEnd(() => app.api.startRun({ configuration: asked }));
    await expect(app.api.refine({ ref })).rejects.toThrow('no single break-even to refine');
  });
});

describe('comparing', () => {
  it('pairs variants of one run and cases of two, and names what has no counterpart', async () => {
    const asked = configuration({
      variants: ['sequential', 'parallel'],
      sweep: { n: [1000, 100_000] },
    });
    const first = await untilEnd(() => app.api.startRun({ configuration: asked }));
    const fewer = configuration({ variants: ['sequential', 'parallel'], sweep: { n: [1000] } });
    const second = await untilEnd(() => app.api.startRun({ configuration: fewer }));
    const within = await app.api.compare({ a: `${first}:parallel`, b: `${first}:sequential` });
    expect(within.cases.map(({ comparison }) => comparison.verdict)).toEqual(['slower', 'faster']);
    expect(within.cases[0]?.comparison.ratio).toBeCloseTo((10_100 + 500) / 1100, 1);
    expect(within.differences).toEqual([]);
    const between = await app.api.compare({ a: second, b: first });
    expect(between.cases.map(({ variantA, values }) => [variantA, values.n])).toEqual(
      expect.arrayContaining([
        ['sequential', 1000],
        ['parallel', 1000],
      ]),
    );
    for (const { comparison } of between.cases) {
      expect(comparison.ratio).toBeCloseTo(1, 3);
      expect(['same', 'ambiguous']).toContain(comparison.verdict);
    }
    expect(between.unpaired).toEqual({ a: 0, b: 2 });
    await expect(app.api.compare({ a: `${first}:paralel`, b: first })).rejects.toThrow('parallel');
  });
});
