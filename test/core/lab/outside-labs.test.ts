import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { newLab } from '../../../src-main/core/lab/new-lab.ts';
import { sessionsInFolder } from '../../helpers/folder-session.ts';
import { labFolder, saxpyToml } from '../../helpers/lab-folder.ts';
import { measureLab } from '../../helpers/measured-lab.ts';
import { hasNumpy } from '../../helpers/numpy.ts';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';

const { app } = sessionsInFolder();

/** Engines, compilers and Python are started for each check and run. */
const timeout = 180_000;

const measured = (
  workload: string,
  sizes: readonly number[] = [1000],
  variants: 'all' | string[] = 'all',
) => measureLab(app(), { workload, variants, sweep: { n: [...sizes] } });

async function checked(ref: string) {
  const found = await app().labs.check({ ref });
  return found.map(({ id, state, reason }) =>
    reason === null ? `${id} ${state}` : `${id} ${reason}`,
  );
}

function made(from: string, name = 'mine'): string {
  const folder = join(temporaryFolder(), name);
  newLab(folder, from);
  return folder;
}

const numpyFile = 'def saxpy(n, a, x, y):\n    y += a * x\n';

describe('a new lab of commands', { timeout }, () => {
  it('is verified, measured in one scope, and has break-evens', async () => {
    expect(await checked(made('command', 'lines'))).toEqual([
      'wc verified',
      'grep verified',
      'c-program verified',
    ]);
    const { cases, run, breakEvens } = await measured('lines', [1000, 100_000]);
    expect(run.status).toBe('complete');
    for (const one of cases) {
      expect(one).toMatchObject({ outcome: 'ok', reason: null });
      expect(one.attributes).toMatchObject({
        spawnNs: expect.any(Number),
        userNs: expect.any(Number),
      });
      expect(Object.keys(one.metrics)).toEqual(['total']);
    }
    const code = await app().labs.code(run.id);
    const program = code.find(({ variant, role }) => role === 'variant' && variant === 'c-program');
    expect(program?.sources.map(({ name }) => name)).toEqual(['workload.toml', 'count-lines.c']);
    expect(program?.build.command).toContain('-O3 -march=native');
    expect(code.find(({ variant }) => variant === 'wc')?.build.command).toMatch(
      /wc -l \S*\{text\}/,
    );
    expect(new Set(breakEvens.map(({ scope }) => scope))).toEqual(new Set(['total']));
  });
});

describe.skipIf(!hasNumpy)('a new lab of Python (needs NumPy)', { timeout }, () => {
  it('is verified and measured, without a compiler', async () => {
    vi.stubEnv('CC', '/nowhere/cc');
    onTestFinished(() => void vi.unstubAllEnvs());
    await app().labs.open(made('python', 'saxpy'));
    const { cases, run } = await measured('saxpy');
    expect(cases.map(({ variant, outcome }) => `${variant} ${outcome}`).sort()).toEqual([
      'numpy ok',
      'numpy-blocked ok',
    ]);
    expect(cases[0]?.attributes).toMatchObject({
      source: expect.stringMatching(/^[0-9a-f]{12}$/),
      runtime: expect.stringContaining('NumPy'),
    });
    const code = await app().labs.code(run.id);
    const own = code.find(({ role, variant }) => role === 'variant' && variant === 'numpy');
    expect(own?.build.compiler).toMatch(/^Python 3\.\S+, NumPy \d/);
    expect(own?.sources.map(({ name }) => name)).toEqual(['workload.toml', 'numpy.py']);
  });

  it('names the line of what is wrong before anything runs', { tags: ['cuda-addon'] }, async () => {
    const files = {
      'broken.py': 'def saxpy(n, a, x, y):\n    y += a * x)\n',
      'few.py': 'def saxpy(n, a, x):\n    pass\n',
      'other.py': 'def axpy(n, a, x, y):\n    pass\n',
      'gpu.py': `# /// breakeven\n# device = "cuda"\n# ///\nimport cupy\n${numpyFile}`,
      'omp.c': null,
    };
    const found = await checked(labFolder(files));
    expect(found).toEqual([
      "broken broken.py:2: unmatched ')'",
      'few few.py:1: saxpy takes fewer arguments than it is given; write def saxpy(n, a, x, y): an answer is written into its array, name[:] = ...',
      expect.stringMatching(/^gpu (?:no NVIDIA GPU that|no GPU here|gpu\.py needs CuPy|verified)/),
      'other there is no function saxpy in other.py; it has axpy',
      'sequential verified',
    ]);
  });

  it('is not verified where its reference makes a new array', async () => {
    const toml = saxpyToml
      .replaceAll('"sequential"', '"numpy"')
      .replace('fill = "uniform(-1, 1)"\nout', 'out');
    const files = {
      ...{ 'workload.toml': toml, 'sequential.c': null, 'omp.c': null },
      'numpy.py': 'def saxpy(n, a, x, y):\n    y = a * x\n',
      'right.py': 'def saxpy(n, a, x, y):\n    y[:] = a * x\n',
    };
    const said =
      'the reference writes nothing to y: y[:] = ... writes into it, y = ... makes a new array';
    expect(await checked(labFolder(files))).toEqual([
      `numpy nothing is verified: ${said}`,
      `right n=1: wrong answer in the first run: ${said}`,
    ]);
  });

  it('has reference.py, generate.py and check.py', async () => {
    const toml = saxpyToml
      .replace('reference = "sequential"', 'reference = "reference.py"')
      .replace('rule = "tolerance"\nrtol = 1e-6\natol = 1e-6', 'rule = "python"')
      .replace('shape = ["n"]\nfill = "uniform(-1, 1)"\n\n', 'shape = ["n"]\n\n');
    const files = {
      'workload.toml': toml,
      'reference.py': numpyFile,
      'generate.py':
        'import numpy\n\ndef generate(n, a, seed, x, y):\n    x[:] = numpy.random.default_rng(seed).random(n)\n',
      'check.py':
        'import numpy\n\ndef check(inputs, expected, actual):\n    return numpy.allclose(expected["y"], actual["y"], 1e-4), "not close"\n',
      'wrong.py': 'def saxpy(n, a, x, y):\n    y -= a * x\n',
    };
    const folder = labFolder(files);
    expect(await checked(folder)).toEqual([
      'omp verified',
      'sequential verified',
      'wrong n=1: wrong answer in the first run: not close',
    ]);
    const { run } = await measured('saxpy', [1000], ['sequential']);
    const roles = (await app().labs.code(run.id)).map(({ role }) => role);
    expect([...new Set(roles)].sort()).toEqual(['check', 'generate', 'reference', 'variant']);
  });
});

describe('a Python without NumPy', { timeout }, () => {
  it('makes a variant unavailable, with what to install', async () => {
    const folder = labFolder({ 'numpy.py': numpyFile, 'omp.c': null });
    const bare = join(temporaryFolder(), 'python');
    execFileSync('/bin/sh', [
      '-c',
      `printf '#!/bin/sh\\nexec python3 -S -E -s "$@"\\n' > ${bare} && chmod +x ${bare}`,
    ]);
    vi.stubEnv('PYTHON', bare);
    onTestFinished(() => void vi.unstubAllEnvs());
    const found = await app().labs.check({ ref: folder });
    expect(found.find(({ id }) => id === 'numpy')).toMatchObject({
      state: 'unavailable',
      reason: 'Python has no NumPy: apt-get install python3-numpy',
    });
  });
});
