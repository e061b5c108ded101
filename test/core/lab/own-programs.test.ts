import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { newCommandLab } from '../../../src-main/core/lab/new-command-lab.ts';
import { readLab } from '../../../src-main/core/lab/read-lab.ts';
import { copyLab } from '../../helpers/copied-lab.ts';
import { sessionsInFolder } from '../../helpers/folder-session.ts';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';

const { cli, folder: cwd } = sessionsInFolder();

const copyOf = (name: string, change?: (text: string) => string): string =>
  copyLab(cwd(), name, change === undefined ? {} : { 'workload.toml': change });

async function checked(name: string) {
  const { stdout, stderr } = await cli('lab', 'check', name, '--json');
  if (stdout === '') throw new Error(stderr);
  const { variants } = JSON.parse(stdout);
  return variants.map(
    (one: { id: string; state: string; reason: string | null; cases: number }) =>
      `${one.id} ${one.reason ?? one.state} ${one.cases}`,
  );
}

describe('data of a lab', { timeout: 240_000 }, () => {
  it('may have more in the first dimension than a case takes, and sizes beyond it are left out', async () => {
    copyOf('own-data');
    // 1, 2, 31 and 33 of 1, 2, 31, 33 and 1,023.
    expect(await checked('own-data')).toEqual(['omp verified 4', 'sequential verified 4']);
    const words = ['--lab', 'own-data', '--variants', 'omp', '--sweep', 'name=flat,steep'];
    const sizes = ['--sweep', 'n=64,65', '--samples', '3', '--repetitions', '1', '--json'];
    const ran = await cli('run', ...words, ...sizes);
    const { cases } = JSON.parse(ran.stdout);
    const outcomes = cases.map(
      (one: { values: { name: string; n: number }; outcome: string; reason: string | null }) =>
        `${one.values.name} ${one.values.n} ${one.outcome} ${one.reason?.replace(/\S*data/, 'data') ?? ''}`,
    );
    expect(outcomes.sort()).toEqual([
      'flat 64 ok ',
      'flat 65 skipped the fill of x: data/flat.npy has the shape (64, 2), the array has (65, 2) at these values',
      'steep 64 ok ',
      'steep 65 skipped the fill of x: data/steep.npy has the shape (64, 2), the array has (65, 2) at these values',
    ]);
  });

  it('leaves out sizes that a condition excludes', async () => {
    const file = join(copyOf('own-data'), 'omp.c');
    const block = '/// breakeven\n// where = "n % 2 == 0"\n///\n';
    writeFileSync(file, `${block}${readFileSync(file, 'utf8')}`);
    expect(await checked('own-data')).toEqual(['omp verified 1', 'sequential verified 4']);
  });

  it('decides answers: another file of an axis is another contract, and one that lacks is named', () => {
    const before = readLab(copyOf('own-data')).description.contract;
    const file = join(cwd(), 'own-data/data/steep.npy');
    writeFileSync(file, Buffer.from(readFileSync(file)).fill(0, 200, 208));
    expect(readLab(join(cwd(), 'own-data')).description.contract).not.toBe(before);
    const fill = (change: string) => () =>
      readLab(copyOf('own-data', (text) => text.replace('{name}', change)));
    expect(fill('{nam}')).toThrow('{nam} is no axis with values; did you mean "name"?');
    expect(fill('{name}s')).toThrow('there is no file data/flats.npy');
  });
});

it('a plan of a lab compiles nothing', async () => {
  const folder = copyOf('two-programs');
  writeFileSync(join(folder, 'trial.c'), 'this is no C');
  const planned = ['--lab', 'two-programs', '--variants', 'all', '--sweep', 'n=10,100'];
  const { code, stdout } = await cli('run', ...planned, '--dry-run');
  expect([code, stdout]).toEqual([0, expect.stringContaining('two-programs  sieve')]);
  const { stderr } = await cli('run', ...planned);
  expect(stderr).toContain('the reference of the lab two-programs is not built: trial.c');
});

describe('two programs', { timeout: 240_000 }, () => {
  it('are verified by the answer of the first', async () => {
    const folder = copyOf('two-programs');
    expect(await checked('two-programs')).toEqual(['trial verified 3', 'sieve verified 3']);
    const file = join(folder, 'sieve.c');
    writeFileSync(file, readFileSync(file, 'utf8').replace('count = 0', 'count = 1'));
    expect((await checked('two-programs'))[1]).toMatch(/^sieve n=2: wrong answer/);
  });

  it('are compared pair by pair', async () => {
    // No verb has opened the lab before. Both time themselves.
    copyOf('histogram-program', (text) =>
      text
        .replace('id = "gpu", source = "hist-gpu.cu"', 'id = "again", source = "hist-cpu.c"')
        .replace(/\{ kernel = "kernel .*" \}, ans/, '{ kernel = "Time: {s} s" }, ans'),
    );
    const sides = ['./histogram-program:cpu', './histogram-program:again'];
    const few = ['--set', 'n=3000', '--time', '1s', '--json'];
    const { code, stdout, stderr } = await cli('ab', ...sides, ...few);
    expect([code === 0 || code === 5, stderr]).toEqual([true, expect.any(String)]);
    const { cases } = JSON.parse(stdout);
    expect(cases).toMatchObject([
      { base: { variant: 'cpu@base' }, head: { variant: 'again@head' } },
    ]);
    expect((await cli('show', 'latest')).stdout).toContain('timed by the program itself');
  });

  it('take arguments where one is the reference', () => {
    const change = (text: string) => text.replace('name = "n", scalar', 'name = "m", scalar');
    expect(() => readLab(copyOf('two-programs', change))).toThrow(
      'reference: trial takes {n}, which is an axis: a program that is the reference takes arguments',
    );
  });
});

describe('a lab from lines', { timeout: 240_000 }, () => {
  const line = (program: string) => `./${program} {n}`;
  function programs(): void {
    mkdirSync(cwd(), { recursive: true });
    for (const [name, text] of [
      ['old', 'echo $(($1 * $1)) squared'],
      ['new', 'echo $(($1 ** 2))'],
    ]) {
      writeFileSync(join(cwd(), name ?? ''), `#!/bin/bash\n${text}\n`, { mode: 0o755 });
    }
  }

  it('is one that runs', async () => {
    programs();
    const lines = ['--command', line('old'), '--command', line('new'), '--sweep', 'n=1..10'];
    const { code, stderr } = await cli('lab', 'new', 'square', ...lines);
    expect([code, stderr]).toEqual([0, expect.any(String)]);
    expect(await checked('square')).toEqual(['old verified 2', 'new verified 2']);
    const { args, axes } = readLab(join(cwd(), 'square')).description;
    expect(axes).toMatchObject([{ id: 'n', min: 1, max: 10 }]);
    expect(args[1]).toMatchObject({ array: 'int64', shape: ['1'] });
  });

  it('has the answer that the first one prints', () => {
    const bounds = [{ id: 'n', min: 2, max: 4 }];
    const made = (command: string) => {
      const folder = join(temporaryFolder(), 'mine');
      newCommandLab(folder, { commands: [command], axes: bounds, cwd: cwd() });
      return readLab(folder).description.args[1];
    };
    expect(made('seq {n}')).toMatchObject({ array: 'int64', shape: ['n'] });
    expect(made('printf "%.3f %d" 0.5 {n}')).toMatchObject({ array: 'float64', shape: ['2'] });
    expect(made('echo ok')).toMatchObject({ array: 'uint8', shape: ['3'] });
    expect(() => made('false {n}')).toThrow('it ends with code 1; a lab needs an answer');
    expect(() => made('nowhere {n}')).toThrow(
      '--command "nowhere {n}": there is no program nowhere',
    );
    expect(() => made('seq {m}')).toThrow('{m} is no axis of --sweep (n)');
    expect(() => made('head -c {n} /etc/passwd')).toThrow(
      /prints 2 bytes at the smallest and 4 at the largest/,
    );
  });
});
