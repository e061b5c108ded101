import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type ApiEvent, procedures } from '../../../src-main/contract/api.ts';
import type { LabActivity } from '../../../src-main/contract/procedures/labs.ts';
import { type App, createApp } from '../../../src-main/core/app.ts';
import { rememberLab } from '../../../src-main/core/lab/lab-registry.ts';
import { forkEngine } from '../../../src-main/hosts/fork-engine.ts';
import { labFolder, saxpyC, saxpySlow, saxpyToml } from '../../helpers/lab-folder.ts';
import { labRun } from '../../helpers/measured-lab.ts';
import { runToEnd } from '../../helpers/run-to-end.ts';
import { type Caller, callerOf } from '../../helpers/scripted-app.ts';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';

/** Engines are started for each check and run. */
const timeout = 120_000;

let home: string;
let app: App;

const openApp = (): App =>
  createApp({ home, forkEngine, lockName: home.replaceAll('/', '-'), trustedLabsOnly: true });

beforeEach(() => {
  home = temporaryFolder();
  app = openApp();
});
afterEach(async () => await app.close());

const call: Caller = (name, input) => callerOf(app)(name, input);

const only = async () => {
  const [lab] = (await call('labs', {})).labs;
  if (lab === undefined) throw new Error('there is no trusted lab');
  return lab;
};
const statesOf = async () =>
  Object.fromEntries((await only()).variants.map(({ id, state }) => [id, state]));

const saxpyRun = labRun({ workload: 'saxpy', set: { n: 1000 } });
const measure = () => runToEnd(app, () => call('startRun', { configuration: saxpyRun }));

/** A run that a user ended before its cases were measured. */
async function cancelled(): Promise<string> {
  const endless = { ...saxpyRun.policy, parameters: { samples: 10_000_000 } };
  const began = Promise.withResolvers<string>();
  const off = app.onEvent((event) => {
    if (event.type === 'progress') began.resolve(event.progress.runId);
  });
  const ended = runToEnd(app, () =>
    call('startRun', { configuration: { ...saxpyRun, policy: endless } }),
  );
  await call('cancelRun', { runId: await began.promise });
  off();
  return await ended;
}

describe('labs of a window', { timeout }, () => {
  it('are shown before they are trusted, and neither opened, checked, watched nor run', async () => {
    const folder = labFolder();
    expect(await call('labs', {})).toMatchObject({ labs: [], folders: false });
    await expect(call('openLab', { id: 'saxpy' })).rejects.toThrow('no lab "saxpy" is known here');
    rememberLab(home, 'saxpy', folder);
    const shown = (await only()).untrusted;
    expect(shown).toMatchObject({ before: false, files: expect.any(Array) });
    expect(shown?.files.map(({ name }) => name)).toEqual([
      'omp.c',
      'sequential.c',
      'workload.toml',
    ]);
    const refused = `the lab "saxpy" is not trusted here: ${shown?.command}`;
    await expect(call('openLab', { id: 'saxpy' })).rejects.toThrow(refused);
    await expect(call('checkLab', { id: 'saxpy' })).rejects.toThrow(refused);
    await expect(call('watchLab', { id: 'saxpy' })).rejects.toThrow(refused);
    await expect(call('openLabFolder', { id: 'saxpy' })).rejects.toThrow('only the desktop app');
    await expect(call('startRun', { configuration: saxpyRun })).rejects.toThrow(refused);
    for (const name of ['openLab', 'checkLab', 'watchLab', 'openLabFolder'] as const) {
      expect(procedures[name].safeParse({ id: folder }).success).toBe(false);
    }
    await app.labs.trust(folder);
    expect(await only()).toMatchObject({
      id: 'saxpy',
      title: 'SAXPY',
      folder,
      size: { id: 'n', default: 1_000_000 },
      baseline: 'sequential',
      fault: null,
      untrusted: null,
      checkedAt: null,
    });
    await expect(call('watchLab', { id: 'saxpy' })).rejects.toThrow(
      /what is saved while a page watches is trusted at the terminal: .*lab trust .* --saved$/,
    );
  });

  it('are refused with the line to type once their content has changed', async () => {
    const folder = labFolder();
    await app.labs.trust(folder);
    await call('openLab', { id: 'saxpy' });
    writeFileSync(join(folder, 'omp.c'), `${saxpyC}\n`);
    const shown = (await only()).untrusted;
    expect(shown).toMatchObject({ before: true, files: [{ name: 'omp.c', state: 'changed' }] });
    const refused = `the lab "saxpy" has changed since it was trusted: ${shown?.command}`;
    await expect(call('startRun', { configuration: saxpyRun })).rejects.toThrow(refused);
    await expect(call('checkLab', { id: 'saxpy' })).rejects.toThrow(refused);
    await app.labs.trust(folder, { digest: shown?.digest ?? '' });
    expect((await call('checkLab', { id: 'saxpy' })).checked).toHaveLength(2);
  });

  it('that are forgotten are no workloads any more, and runs of them do not go on', async () => {
    const folder = labFolder();
    await app.labs.trust(folder);
    await call('openLab', { id: 'saxpy' });
    const runId = await cancelled();
    expect(await call('forgetLab', { id: 'saxpy' })).toEqual({ id: 'saxpy' });
    expect((await call('labs', {})).labs).toEqual([]);
    expect((await call('catalog', {})).workloads.some(({ id }) => id === 'saxpy')).toBe(false);
    await expect(call('forgetLab', { id: 'saxpy' })).rejects.toThrow('no lab "saxpy" is known');
    rememberLab(home, 'saxpy', folder);
    const refused = 'the lab "saxpy" is not trusted here';
    await expect(call('startRun', { configuration: saxpyRun })).rejects.toThrow(refused);
    await expect(call('resumeRun', { ref: runId })).rejects.toThrow(refused);
  });

  it('say how each variant fared, with the line; a file that changed has no state', async () => {
    const folder = labFolder({
      'wrong.c': saxpyC.replace('i < n', 'i + 1 < n'),
      'bad.c': saxpyC.replace('a *', 'b *'),
    });
    await app.labs.trust(folder);
    expect(new Set(Object.values(await statesOf()))).toEqual(new Set(['unchecked']));
    const { checked } = await call('checkLab', { id: 'saxpy' });
    expect(checked).toHaveLength(4);
    await app.close();
    // What was found is there for a window that is opened later.
    app = openApp();
    expect(await statesOf()).toEqual({
      ...{ bad: 'not-compiled', omp: 'verified' },
      ...{ sequential: 'verified', wrong: 'wrong' },
    });
    const bad = (await only()).variants.find(({ id }) => id === 'bad');
    expect(bad).toMatchObject({
      ...{ language: 'c', file: 'bad.c', cases: 0 },
      reason: expect.stringMatching(/^bad\.c:3: 'b'/),
      log: expect.stringContaining('error:'),
      excerpt: { file: 'bad.c', line: 3 },
    });
    expect(bad?.excerpt?.lines.find(({ number }) => number === 3)?.text).toContain('b * x[i]');
    expect((await only()).variants.find(({ id }) => id === 'omp')).toMatchObject({
      ...{ reason: null, excerpt: null, cases: 2, flags: '-O3 -march=native -fopenmp' },
    });
    writeFileSync(join(folder, 'bad.c'), saxpyC);
    expect((await statesOf()).bad).toBe('changed');
    await app.labs.trust(folder);
    await call('checkLab', { id: 'saxpy', variants: ['bad'] });
    expect(await statesOf()).toMatchObject({ bad: 'verified', wrong: 'wrong' });
    // The answers that all are held to come from the reference.
    writeFileSync(join(folder, 'sequential.c'), `${saxpyC}\n`);
    expect(new Set(Object.values(await statesOf()))).toEqual(new Set(['changed']));
  });

  it('say why they cannot be used, until their files change', async () => {
    const folder = labFolder({ 'sequential.c': saxpyC.replace('a *', 'b *') });
    await app.labs.trust(folder);
    await expect(call('checkLab', { id: 'saxpy' })).rejects.toThrow('is not built');
    expect((await only()).fault).toMatchObject({
      message: expect.stringContaining('the reference of the lab saxpy is not built'),
      log: expect.stringContaining('error:'),
      excerpt: { file: 'sequential.c', line: 3 },
    });
    writeFileSync(join(folder, 'sequential.c'), saxpyC);
    expect((await only()).fault).toBeNull();
    const toml = join(folder, 'workload.toml');
    writeFileSync(toml, readFileSync(toml, 'utf8').replace('size = "n"', 'sise = "n"'));
    expect(await only()).toMatchObject({
      fault: {
        message: expect.stringMatching(/^workload\.toml:3: .*sise/),
        excerpt: { line: 3 },
      },
      variants: [],
    });
    writeFileSync(toml, saxpyToml.replace('shape = ["n"]', 'shape = ["m"]'));
    expect((await only()).fault).toMatchObject({
      message: 'workload.toml:23: args[3].shape: unknown name "m"; did you mean "n"? (m)',
      excerpt: { line: 23 },
    });
  });
});

describe('runs of a lab', { timeout }, () => {
  it('begin from a window, and keep the code that a comparison names', async () => {
    const folder = labFolder();
    await app.labs.trust(folder);
    await call('openLab', { id: 'saxpy' });
    const { workloads } = await call('catalog', {});
    expect(workloads.map(({ id }) => id)).toContain('saxpy');
    const first = await measure();
    expect(await statesOf()).toEqual({ omp: 'built', sequential: 'built' });
    const edited = saxpyC.replace('i = 0;', 'i = 0u;');
    writeFileSync(join(folder, 'sequential.c'), edited);
    await app.labs.trust(folder);
    await app.close();
    // A trusted lab that a configuration names is opened for it.
    app = openApp();
    const second = await measure();

    const { builds, texts } = await call('runCode', { ref: second });
    const own = builds.find(({ role, variant }) => role === 'variant' && variant === 'sequential');
    expect(own?.build).toMatchObject({ registers: null, spillBytes: null, log: '' });
    const hash = own?.build.sources.find(({ name }) => name === 'sequential.c')?.sha256 ?? '';
    expect(texts[hash]).toBe(edited);
    expect(own?.build).not.toHaveProperty('ptx');

    const { variants } = await call('codeDifference', { before: first, after: second });
    expect(variants.find(({ variant }) => variant === 'omp')).toMatchObject({ files: [] });
    const changed = variants.find(({ variant }) => variant === 'sequential');
    expect(changed?.command).toBeNull();
    expect(changed?.files).toMatchObject([{ name: 'sequential.c' }]);
    expect(changed?.files[0]?.lines.filter((line) => /^[-+]/.test(line))).toHaveLength(2);

    const { environment } = await call('compareRuns', { refs: [first, second] });
    const sources = environment.filter(({ attribute }) => attribute.startsWith('Source of'));
    expect(sources).toEqual([
      {
        attribute: 'Source of sequential (saxpy)',
        values: [expect.stringMatching(/^[0-9a-f]{12}$/), expect.stringMatching(/^[0-9a-f]{12}$/)],
        machine: false,
      },
    ]);
  });
});

/** What windows are told of a check or a watch. */
function activities() {
  const told: (LabActivity | null)[] = [];
  let more = Promise.withResolvers<void>();
  const off = app.onEvent((event: ApiEvent) => {
    if (event.type !== 'lab-activity') return;
    told.push(event.activity);
    more.resolve();
  });
  return {
    told,
    off,
    async until(fits: (activity: LabActivity | null) => boolean): Promise<LabActivity | null> {
      for (;;) {
        const found = told.find(fits);
        if (found !== undefined) return found;
        await more.promise;
        more = Promise.withResolvers();
      }
    },
  };
}

describe('a check or a watch of a lab', { timeout }, () => {
  it('is one at a time, told to every window, and ends with the application', async () => {
    const folder = labFolder({ 'mine.c': saxpyC });
    await app.labs.trust(folder, { saved: true });
    const { told, until } = activities();
    const begun = await call('watchLab', { id: 'saxpy', variant: 'mine', set: { n: 10_000 } });
    expect(begun).toMatchObject({ kind: 'watch', variant: 'mine', underway: true, events: [] });
    const busy = 'the lab saxpy is being watched; stop that first';
    await expect(call('checkLab', { id: 'saxpy' })).rejects.toMatchObject({ message: busy });
    await expect(call('watchLab', { id: 'saxpy' })).rejects.toMatchObject({ code: 'busy' });
    await until((one) => one?.events[0]?.event.type === 'ready');
    writeFileSync(join(folder, 'mine.c'), saxpyC.replace('a *', 'b *'));
    const fault = await until((one) => one?.events[0]?.event.type === 'fault');
    expect(fault?.events[0]).toMatchObject({
      event: { variant: 'mine', reason: expect.stringMatching(/^mine\.c:3: /) },
      excerpt: { file: 'mine.c', line: 3 },
    });
    expect(fault?.source).toMatchObject({ variant: 'mine', file: 'mine.c' });
    expect(fault?.source?.lines[2]).toContain('b * x[i]');
    expect(fault?.source?.notes).toMatchObject([{ line: 3, kind: 'error' }]);
    writeFileSync(join(folder, 'mine.c'), saxpySlow);
    const verdict = await until((one) => {
      const newest = one?.events[0]?.event;
      return newest?.type === 'verdict' && !newest.refining;
    });
    // The version and the baseline over sizes; those below one element are no sizes.
    expect(verdict?.events[0]?.event).toMatchObject({
      ...{ version: 1, repetitions: expect.any(Number) },
      curve: {
        axis: 'n',
        points: [39, 156, 625, 2500, 10_000].map((size) => ({
          ...{ size, medianNs: expect.any(Number), baselineNs: expect.any(Number) },
        })),
      },
    });
    expect(verdict?.source?.notes).toEqual([]);
    expect(verdict?.events[0]?.event).toMatchObject({
      variant: 'mine',
      baseline: { against: 'sequential' },
      before: { verdict: expect.any(String) },
    });
    expect(await call('labActivity', {})).toEqual(told.at(-1));
    expect(await call('stopLab', {})).toEqual({ stopped: true });
    expect(told.at(-1)).toMatchObject({ underway: false, failure: null });
    await call('stopLab', {});
    expect(await call('labActivity', {})).toBeNull();
    expect(await call('stopLab', {})).toEqual({ stopped: false });
    // What was saved while it was watched is trusted.
    const { checked } = await call('checkLab', { id: 'saxpy' });
    expect(checked).toHaveLength(3);
    expect(told.filter((one) => one?.kind === 'check').map((one) => one?.variant)).toEqual([
      ...[null, 'mine', 'omp', 'sequential'],
    ]);
    expect(told.at(-1)).toBeNull();
    await call('watchLab', { id: 'saxpy' });
    await app.close();
    expect(told.at(-1)).toMatchObject({ kind: 'watch', underway: false, failure: null });
  });

  it('that is stopped says so and leaves no state behind', async () => {
    await app.labs.trust(labFolder({ 'slow.c': saxpyC.replace('for', 'for (;;) for') }));
    const { until } = activities();
    const checking = call('checkLab', { id: 'saxpy' });
    const stopped = expect(checking).rejects.toMatchObject({
      code: 'cancelled',
      message: 'the check of the lab saxpy was stopped',
    });
    await until((one) => one?.variant === 'slow');
    expect(await call('stopLab', {})).toEqual({ stopped: true });
    await stopped;
    expect(await call('labActivity', {})).toBeNull();
    expect(new Set(Object.values(await statesOf()))).not.toContain('wrong');
    expect((await only()).checkedAt).toBeNull();
  });

  it('does not begin while a run is measured', async () => {
    await app.labs.trust(labFolder());
    await call('startRun', { configuration: saxpyRun });
    for (const name of ['openLab', 'checkLab', 'watchLab'] as const) {
      await expect(call(name, { id: 'saxpy' })).rejects.toMatchObject({ code: 'busy' });
    }
  });

  it('tells why a watch could not begin', async () => {
    const folder = labFolder({ 'sequential.c': 'int x = ;\n' });
    await app.labs.trust(folder, { saved: true });
    const { until } = activities();
    await call('watchLab', { id: 'saxpy' });
    const ended = await until((one) => one?.underway === false);
    expect(ended?.failure?.message).toContain('the reference of the lab saxpy is not built');
  });
});
