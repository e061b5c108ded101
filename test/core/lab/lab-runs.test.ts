import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Configuration, Group } from '../../../src-main/contract/run.ts';
import { type App, createApp } from '../../../src-main/core/app.ts';
import { newLab } from '../../../src-main/core/lab/new-lab.ts';
import { forkEngine } from '../../../src-main/hosts/fork-engine.ts';
import { labFolder, saxpyC, saxpyToml } from '../../helpers/lab-folder.ts';
import { runToEnd } from '../../helpers/run-to-end.ts';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';

let app: App;

/** Engines are started for each check and run. */
const timeout = 120_000;

beforeEach(() => {
  const home = temporaryFolder();
  app = createApp({ home, forkEngine, lockName: home.replaceAll('/', '-') });
});

afterEach(async () => await app.close());

function runOf(group: Partial<Group> = {}): Configuration {
  return {
    groups: [{ workload: 'saxpy', variants: 'all', set: { n: 1000 }, sweep: {}, ...group }],
    policy: {
      ...{ rule: 'fixed', parameters: { samples: 6 }, timeLimitS: null, rounds: 1 },
      order: 'sequential',
    },
    orderSeed: 1,
  };
}

async function measured(group: Partial<Group> = {}) {
  const runId = await runToEnd(app, () => app.api.startRun({ configuration: runOf(group) }));
  return await app.api.run({ ref: runId });
}

describe('a new lab', { timeout }, () => {
  it('is verified, and is a workload like any other', async () => {
    const folder = join(temporaryFolder(), 'saxpy');
    newLab(folder, 'c');
    const checked = await app.labs.check({ ref: folder });
    expect(checked.map(({ id, state, cases }) => [id, state, cases])).toEqual([
      ['omp', 'verified', 6],
      ['sequential', 'verified', 6],
    ]);
    const { cases, workloads = [], run } = await measured();
    expect(run.status).toBe('complete');
    expect(cases.map(({ variant, outcome }) => [variant, outcome]).sort()).toEqual([
      ['omp', 'ok'],
      ['sequential', 'ok'],
    ]);
    expect(cases[0]?.facts).toMatchObject({
      source: expect.stringMatching(/^[0-9a-f]{12}$/),
      build: expect.stringMatching(/^[0-9a-f]{12}$/),
      flags: '-O3 -march=native -fopenmp',
    });
    expect(cases[0]?.bytesMoved).toBe(12_000);
    expect(workloads[0]?.lab?.contract).toMatch(/^[0-9a-f]{64}$/);
    const code = await app.labs.code(run.id);
    expect(code.map(({ role, variant }) => (role === 'variant' ? variant : role))).toEqual(
      expect.arrayContaining(['omp', 'sequential', 'reference']),
    );
    // The same of one case, as the case inspector shows it.
    for (const { index, variant } of cases) {
      const { code: own } = await app.api.caseCode({ ref: run.id, index });
      const whole = code.find((one) => one.role === 'variant' && one.variant === variant);
      expect([own?.hash, own?.command]).toEqual([whole?.build.hash, whole?.build.command]);
      expect(own?.sources).toEqual(whole?.sources);
      expect(own?.sources.map(({ name }) => name)).toContain(`${variant}.c`);
    }
    expect(await app.api.caseCode({ ref: run.id, index: 99 })).toEqual({ code: null });
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
  it.each(['step', 'index', 'y1'])('is the one of the file: %s', async (name) => {
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

describe('an id', () => {
  it('of a workload of this program is refused', async () => {
    const toml = saxpyToml.replace('title', 'id = "histogram"\nfunction = "saxpy"\ntitle');
    await expect(app.labs.open(labFolder({ 'workload.toml': toml }))).rejects.toThrow(
      '"histogram" is a workload of this program',
    );
  });
});

describe('a macro', { timeout }, () => {
  it('is an axis whose values are compiled when a run needs them', async () => {
    const text = `/// breakeven\n// [axes.factor]\n// values = [1, 2]\n// define = "FACTOR"\n///\n${saxpyC.replace('a * x', 'FACTOR * a * x')}`;
    await app.labs.open(labFolder({ 'scaled.c': text }));
    const { cases } = await measured({ variants: ['scaled'], sweep: { factor: ['1', '2'] } });
    expect(cases.map(({ values, outcome }) => [values.factor, outcome])).toEqual([
      ['1', 'ok'],
      ['2', 'failed'],
    ]);
  });
});
