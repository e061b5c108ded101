import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Group, Policy } from '../../../src-main/contract/configuration.ts';
import { type App, createApp } from '../../../src-main/core/app.ts';
import { newLab } from '../../../src-main/core/lab/new-lab.ts';
import { openStore } from '../../../src-main/core/store/store.ts';
import { forkEngine } from '../../../src-main/hosts/fork-engine.ts';
import { sessionsOver } from '../../helpers/cli-session.ts';
import { labFolder, saxpyC, saxpyToml } from '../../helpers/lab-folder.ts';
import { measureLab } from '../../helpers/measured-lab.ts';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';

let app: App;
let home: string;

/** Engines are started for each check and run. */
const timeout = 120_000;

const start = () => createApp({ home, forkEngine, lockName: home.replaceAll('/', '-') });

beforeEach(() => {
  home = temporaryFolder();
  app = start();
});

afterEach(async () => await app.close());

const cli = sessionsOver(() => ({ app, cwd: '/' }));

const measured = (group: Partial<Group> = {}, policy: Partial<Policy> = {}) =>
  measureLab(app, { workload: 'saxpy', set: { n: 1000 }, ...group }, policy);

describe('a new lab', { timeout }, () => {
  it('is verified, and is a workload like any other', async () => {
    const folder = join(temporaryFolder(), 'saxpy');
    newLab(folder, 'c');
    const checked = await app.labs.check({ ref: folder });
    // Its inputs are random, so nothing is said of inputs that cannot be varied.
    const said = checked.map(({ id, state, cases, warnings }) => [id, state, cases, warnings]);
    expect(said).toEqual([
      ['omp', 'verified', 6, []],
      ['sequential', 'verified', 6, []],
    ]);
    const { cases, workloads = [], run } = await measured();
    expect(run.status).toBe('complete');
    expect(cases.map(({ variant, outcome }) => `${variant} ${outcome}`).sort()).toEqual([
      'omp ok',
      'sequential ok',
    ]);
    expect(cases[0]?.attributes).toMatchObject({
      source: expect.stringMatching(/^[0-9a-f]{12}$/),
      build: expect.stringMatching(/^[0-9a-f]{12}$/),
      flags: '-O3 -march=native -fopenmp',
      precision: 'FP32',
    });
    expect(cases[0]?.bytesMoved).toBe(12_000);
    expect(workloads[0]?.lab?.contract).toMatch(/^[0-9a-f]{64}$/);
    const code = await app.labs.code(run.id);
    expect(code.map(({ role, variant }) => (role === 'variant' ? variant : role))).toEqual(
      expect.arrayContaining(['omp', 'sequential', 'reference']),
    );
  });
});

describe('variants of a lab', { timeout }, () => {
  it('cost their own case where they are wrong, crash or are not compiled', async () => {
    const files = {
      'wrong.c': saxpyC.replace('i < n', 'i + 1 < n'),
      'crash.c': saxpyC.replace('for', '*(volatile int *)0 = 1; for'),
      'far.c': saxpyC.replace(
        'for',
        '((volatile char *)y)[(4 * n + 256 + 4095) / 4096 * 4096] = 1; for',
      ),
      'quits.c': `#include <stdlib.h>\n${saxpyC.replace('for', 'exit(0); for')}`,
      'bad.c': saxpyC.replace('const float *x', 'const double *x'),
    };
    const folder = labFolder(files);
    const checked = await app.labs.check({ ref: folder });
    expect(checked.map(({ id, state }) => `${id} ${state}`)).toEqual([
      'bad not-compiled',
      'crash wrong',
      'far wrong',
      'omp verified',
      'quits wrong',
      'sequential verified',
      'wrong wrong',
    ]);
    const { cases } = await measured();
    expect(cases.map(({ variant, outcome }) => `${variant} ${outcome}`).sort()).toEqual([
      'bad skipped',
      'crash failed',
      'far failed',
      'omp ok',
      'quits failed',
      'sequential ok',
      'wrong failed',
    ]);
    const reasonOf = (id: string) => cases.find(({ variant }) => variant === id)?.reason;
    // Behind an array and its guard bytes is a page that nobody may touch.
    expect(reasonOf('far')).toMatch(/SIGSEGV/);
    expect(reasonOf('quits')).toMatch(/code 0/);
    expect(cases.find(({ variant }) => variant === 'bad')?.reason).toBe(
      'bad.c:2: x is const double * in bad.c, workload.toml says float32',
    );
  });
});

describe('a variant that does not end', { timeout }, () => {
  it('costs its own case', async () => {
    const hangs = saxpyC.replace('for', 'for (volatile int on = 1; on;) ; for');
    await app.labs.open(labFolder({ 'hangs.c': hangs }));
    const { cases } = await measured({}, { hangLimitS: 6 });
    expect(cases.map(({ variant, outcome }) => `${variant} ${outcome}`).sort()).toEqual([
      'hangs failed',
      'omp ok',
      'sequential ok',
    ]);
    expect(cases.find(({ variant }) => variant === 'hangs')?.reason).toBe(
      'the engine stopped: it did not respond for 6 s',
    );
  });
});

describe('a variant that is faster than its declared bytes can be moved', { timeout }, () => {
  it('says so, with the reason', async () => {
    // Nothing moves a gigabyte an element.
    await app.labs.open(labFolder({ 'workload.toml': saxpyToml.replace('12 * n', '1e9 * n') }));
    const { run, machine } = await measured({ variants: ['sequential'] });
    await app.close();
    const store = openStore(home);
    const peak = (id: string, unit: string, more: Readonly<Record<string, string>> = {}) => ({
      ...{ id, unit, device: 'CPU', title: id, value: 1e12 },
      attributes: { threads: 1, ...more },
    });
    const caches = ['L1', 'L2', 'L3'].map((cache) => peak('host-cache-copy', 'B/s', { cache }));
    const others = [peak('host-copy', 'B/s'), peak('host-fma-fp64', 'FLOP/s')];
    store.savePeaks(machine.fingerprint, [...caches, ...others]);
    store.close();
    app = start();
    const [found] = (await app.api.run({ ref: run.id })).cases;
    expect(found).toMatchObject({ outcome: 'ok', bytesMoved: 1e12 });
    // A busy machine has others.
    expect(found?.warnings).toContainEqual(
      expect.stringMatching(
        /^above the peak: [\d,]+ % of the measured peak.*: the declared bytes are an upper bound/,
      ),
    );
  });
});

describe('a lab whose inputs have one form', { timeout }, () => {
  it('is verified, and a check says as a run does that replay is not checked', async () => {
    const sentence = 'replay is not checked: no input can be varied';
    const toml = saxpyToml.replaceAll('uniform(-1, 1)', 'arange');
    const folder = labFolder({ 'workload.toml': toml });
    for (const one of await app.labs.check({ ref: folder })) {
      expect(one).toMatchObject({ state: 'verified', reason: null, warnings: [sentence] });
    }
    const { cases } = await measured();
    expect(cases.map(({ warnings }) => warnings.includes(sentence))).toEqual([true, true]);
    // Of no elements there is nothing to replay.
    const sizes = toml.replace('[1, 31]', '[0, 31, 1023]');
    const other = labFolder({ 'workload.toml': sizes });
    const { code, stdout } = await cli('lab', 'check', other);
    expect(code).toBe(0);
    const said = `at 2 of 3 sizes: ${sentence}; -O3 -march=native -fopenmp`;
    expect(stdout).toMatch(new RegExp(`^omp +verified +3 +${said}$`, 'm'));
  });
});

describe('a reference that crashes', { timeout }, () => {
  it('is named where it stops the engine of another variant', async () => {
    const crash = saxpyC.replace('for', '*(volatile int *)0 = 1; for');
    const checked = await app.labs.check({ ref: labFolder({ 'sequential.c': crash }) });
    const stopped = 'n=1: the engine stopped: signal SIGSEGV';
    expect(checked.map(({ id, reason }) => [id, reason])).toEqual([
      ['omp', `${stopped}; so it does with the reference, sequential`],
      ['sequential', stopped],
    ]);
  });
});

describe('a function with a name that the C library has', { timeout }, () => {
  it.each(['index', 'y1'])('is the one of the file: %s', async (name) => {
    const code = saxpyC.replace('saxpy', name);
    const folder = labFolder({
      'workload.toml': saxpyToml.replace('size =', `function = "${name}"\nsize =`),
      ...{ 'sequential.c': code, 'omp.c': null, 'plain.cpp': code },
    });
    const checked = await app.labs.check({ ref: folder });
    expect(checked.map(({ id, reason }) => [id, reason])).toEqual([
      ['plain', null],
      ['sequential', null],
    ]);
  });
});

describe('a series', { timeout }, () => {
  it('goes on when a variant changes, and begins anew when the contract does', async () => {
    const folder = labFolder();
    const points = async () => {
      await app.labs.open(folder);
      const { run } = await measured({ variants: ['sequential'] });
      const found = await app.api.trends({ ...trend, ref: run.id });
      return found.trends[0]?.points?.length;
    };
    const trend = {
      last: 10,
      threshold: 0.05,
      sameBuild: false,
      points: true,
      offset: 0,
      limit: 10,
    };
    expect(await points()).toBe(1);
    writeFileSync(join(folder, 'sequential.c'), saxpyC.replace('a * x[i]', 'x[i] * a'));
    expect(await points()).toBe(2);
    writeFileSync(join(folder, 'workload.toml'), saxpyToml.replace('value = 2.5', 'value = 3.5'));
    expect(await points()).toBe(1);
  });
});

it('an id of a workload of this program is refused', async () => {
  const toml = saxpyToml.replace('title', 'id = "histogram"\nfunction = "saxpy"\ntitle');
  await expect(app.labs.open(labFolder({ 'workload.toml': toml }))).rejects.toThrow(
    '"histogram" is a workload of this program',
  );
});

describe('a macro', { timeout }, () => {
  it('is an axis whose values are compiled when a run needs them', async () => {
    const text = `/// breakeven\n// [axes.factor]\n// values = [1, 2]\n// define = "FACTOR"\n///\n${saxpyC.replace('a * x', 'FACTOR * a * x')}`;
    await app.labs.open(labFolder({ 'scaled.c': text }));
    const { cases } = await measured({ variants: ['scaled'], sweep: { factor: ['1', '2'] } });
    expect(cases.map(({ values, outcome }) => `${values.factor} ${outcome}`)).toEqual([
      '1 ok',
      '2 failed',
    ]);
  });
});
