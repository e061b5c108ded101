import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Configuration, Group } from '../../src-main/contract/configuration.ts';
import type { EngineChild, ForkEngine } from '../../src-main/contract/engine-protocol.ts';
import { type App, createApp } from '../../src-main/core/app.ts';
import { openStore } from '../../src-main/core/store/store.ts';
import { counted } from '../helpers/counted.ts';
import { isAlive } from '../helpers/is-alive.ts';
import { runToEnd } from '../helpers/run-to-end.ts';
import { forkScriptedEngine, scriptedCatalog } from '../helpers/scripted-engine.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

let home: string;
let app: App;
let started: EngineChild[];
let lockNumber = 0;

const countingFork: ForkEngine = (environment) => {
  const child = forkScriptedEngine(environment);
  started.push(child);
  return child;
};

function open(lockName?: string, forkEngine = countingFork): App {
  lockNumber += 1;
  return createApp({
    home,
    forkEngine,
    lockName: lockName ?? `app-${process.pid}-${lockNumber}`,
  });
}

beforeEach(() => {
  home = temporaryFolder();
  started = [];
  app = open();
});

afterEach(async () => {
  await app.close();
});

const sizes = [4000, 16_000, 64_000, 256_000];
/** Measures to the end. */
const measure = (asked: Configuration) =>
  runToEnd(app, () => app.api.startRun({ configuration: asked }));

const configuration = (group: Partial<Group> = {}, more: Partial<Configuration> = {}) =>
  counted(
    { variants: ['sequential', 'parallel', 'accelerated'], sweep: { n: sizes }, ...group },
    more,
  );

describe('the application', () => {
  it('backs the store up when it closes, and says what doctor finds in it', async () => {
    await measure(configuration({ sweep: { n: [4000] } }));
    const { checks } = await app.api.doctor({});
    expect(checks.find(({ id }) => id === 'store')?.status).toBe('ok');
    await app.close();
    expect(readdirSync(join(home, 'backups')).filter((name) => name.endsWith('.db'))).toHaveLength(
      1,
    );
  });

  it('describes itself without an engine once it has been asked', async () => {
    expect(await app.api.catalog({})).toEqual(scriptedCatalog);
    expect(started).toHaveLength(1);
    await app.close();
    started = [];
    app = open();
    expect(await app.api.catalog({})).toEqual(scriptedCatalog);
    expect(started).toHaveLength(0);
  });

  it('plans with what each case needs, and says before anything runs what cannot fit', async () => {
    const plan = await app.api.plan({ configuration: configuration() });
    const one = plan.cases.find(
      ({ values, variant }) => values.n === 4000 && variant === 'sequential',
    );
    expect(one?.estimate).toMatchObject({ hostBytes: 32_000, deviceBytes: 0 });
    const wide = configuration({ variants: ['sequential', 'accelerated'], set: { bins: 2000 } });
    const { cases } = await app.api.plan({ configuration: wide });
    const skips = cases.filter(({ variant }) => variant === 'accelerated').map(({ skip }) => skip);
    expect(new Set(skips)).toEqual(new Set(['bins is 2000; this variant takes at most 1000']));
    const refused = configuration({ variants: ['accelerated'], set: { bins: 2000 } });
    await expect(app.api.plan({ configuration: refused })).rejects.toThrow('bins is 2000');
    await expect(
      app.api.startRun({
        configuration: configuration({ variants: ['sequential'], sweep: { n: [2 ** 31 - 1] } }),
      }),
    ).rejects.toMatchObject({
      code: 'bad-input',
      message: expect.stringMatching(
        /too large for the memory: it needs 2048 TiB and .* are free$/,
      ),
    });
    expect((await app.api.history({ query: '', limit: 10, after: null })).total).toBe(0);
  });

  it('leaves no process when it is closed during a run, and the run is marked', async () => {
    const asked = configuration({ workload: 'trouble', variants: ['slow'], sweep: {} });
    const { runId } = await app.api.startRun({ configuration: asked });
    await app.close();
    const pids = started.flatMap(({ pid }) => pid ?? []);
    expect(pids.length).toBeGreaterThan(0);
    await expect.poll(() => pids.filter(isAlive)).toEqual([]);
    const store = openStore(home);
    expect(store.row(runId).status).toBe('cancelled');
    store.close();
  });

  it('says in one sentence that no engine can be used, and still shows history and doctor', async () => {
    await app.close();
    const dying: ForkEngine = (environment) => {
      const child = forkScriptedEngine(environment);
      child.kill();
      return child;
    };
    app = open(undefined, dying);
    await expect(app.api.catalog({})).rejects.toMatchObject({
      code: 'engine',
      message: 'the engine stopped: signal SIGKILL',
    });
    const report = await app.api.doctor({});
    expect(report.checks.find(({ id }) => id === 'engine')).toMatchObject({ status: 'missing' });
    expect((await app.api.history({ query: '', limit: 5, after: null })).total).toBe(0);
  });
});
