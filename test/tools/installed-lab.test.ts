import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { programPath } from '../../src-main/core/util/programs.ts';
import { stage } from '../../src-main/tools/pack-stage.ts';
import { collect } from '../../src-main/tools/steps.ts';
import { hasNumpy, python } from '../helpers/numpy.ts';
import { cliPath, nativeFolder } from '../helpers/paths.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

const built = existsSync(cliPath) && existsSync(join(nativeFolder, 'breakeven_cpu.node'));
const compiler = programPath('cc');

/** Not a script that looks for a Python by what else is installed. */
const interpreter = hasNumpy
  ? execFileSync(python, ['-c', 'import sys; print(sys.executable)'], { encoding: 'utf8' }).trim()
  : '';

/** A few samples: what is tried is whether it works. */
const short = ['--samples', '4', '--warm-up', '0', '--repetitions', '1', '--max-repetitions', '1'];

/** What lies in the archive, unpacked where no repository is around, for a user who has a compiler and no Node. */
describe.skipIf(!built || compiler === null)('an unpacked archive', { timeout: 300_000 }, () => {
  const folder = temporaryFolder();
  const root = join(folder, 'breakeven');
  const path = join(folder, 'programs');
  beforeAll(() => {
    stage(root, { native: nativeFolder, version: '1.2.3' }, 'archive');
    mkdirSync(path);
    for (const name of readdirSync('/usr/bin')) {
      if (!/^(?:node|nodejs|npm|npx|corepack)$/.test(name)) {
        symlinkSync(join('/usr/bin', name), join(path, name));
      }
    }
  });

  /** An empty home, another working folder, and the programs of the system but Node. */
  function user() {
    const home = temporaryFolder();
    const environment = [
      ...['-i', `PATH=${path}`, `HOME=${home}`, `PYTHON=${interpreter}`],
      `BREAKEVEN_LOCK=installed-${process.pid}`,
    ];
    return async (...words: readonly string[]) => {
      const command = [...environment, join(root, 'breakeven'), ...words];
      const { code, output } = await collect('env', command, { cwd: home });
      expect([words.join(' '), code, code === 0 ? '' : output]).toEqual([words.join(' '), 0, '']);
      return output;
    };
  }

  it('finds no Node but its own', () => {
    const asked = () =>
      execFileSync(join(path, 'sh'), ['-c', 'node --version'], {
        env: { PATH: path },
        stdio: 'pipe',
      });
    expect(asked).toThrow(/not found/);
  });

  it('has all of a lab in C: made, checked, measured, broken even, shown, tuned', async () => {
    const breakeven = user();
    expect(await breakeven('lab', 'new', 'mine', '--from', 'c')).toContain('sequential.c');
    expect(await breakeven('lab', 'check', 'mine')).toMatch(/omp +verified/);
    const sizes = ['--sweep', 'n=1e3,1e5'];
    const run = await breakeven('run', '--lab', 'mine', '--variants', 'all', ...sizes, ...short);
    expect(run).toContain('4 ok, 0 failed, 0 skipped');
    expect(await breakeven('break-even', 'latest')).toContain('omp');
    const shown = await breakeven('lab', 'show', 'latest', '--variant', 'omp', '--source');
    expect(shown).toContain('#pragma omp parallel for');
    const log = await breakeven('lab', 'show', 'latest', '--variant', 'omp', '--log');
    expect(log).toContain('-march=native');
    const what = 'tune --lab mine --variant omp --parameter threads --set n=1000'.split(' ');
    expect(await breakeven(...what, ...short)).toMatch(/threads/);
    expect(await breakeven('lab', 'restore', 'latest', 'again')).toContain('again');
  });

  it.skipIf(!hasNumpy)('has all of a lab in Python (needs NumPy)', async () => {
    const breakeven = user();
    await breakeven('lab', 'new', 'mine', '--from', 'python');
    expect(await breakeven('lab', 'check', 'mine')).toMatch(/numpy-blocked +verified/);
  });
});
