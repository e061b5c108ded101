import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { verbLoaders } from '../../../src-main/hosts/cli/verbs.ts';
import { cliSession } from '../../helpers/cli-session.ts';
import { createScriptedApp, type ScriptedApp } from '../../helpers/scripted-app.ts';
import { seedNights } from '../../helpers/seed-nights.ts';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';

/** What the program offers for the last word, without the help of the words. */
function offered(...words: readonly string[]): Promise<readonly string[]> {
  return offeredOver(createScriptedApp(), words);
}

async function offeredOver(app: ScriptedApp, words: readonly string[]) {
  const { code, stdout, stderr } = await cliSession(app, ['help', '--complete', ...words]);
  expect([code, stderr]).toEqual([0, '']);
  const lines = stdout.split('\n').filter((line) => line !== '');
  return lines.map((line) => line.replace(/\t.*/, ''));
}

describe('completion', () => {
  it('offers every verb with its summary, and of those the ones that begin so', async () => {
    expect(await offered('')).toEqual(expect.arrayContaining(Object.keys(verbLoaders)));
    expect(await offered('exp')).toEqual(['export']);
    expect(await offered('--home', 'dir', 'exp')).toEqual(['export']);
    const { stdout } = await cliSession(createScriptedApp(), ['help', '--complete', 'exp']);
    expect(stdout).toMatch(/^export\twrite the results of a run/);
  });

  it('opens nothing for verbs and their own flags', async () => {
    const app = createScriptedApp();
    const { stdout } = await cliSession(app, ['help', '--complete', 'show', 'latest', '--js']);
    expect([stdout, app.calls]).toEqual([expect.stringMatching(/^--json\t/), []]);
  });

  it('offers the flags of a verb, those of axes too', async () => {
    expect(await offered('run', '--pre')).toEqual(['--preset']);
    expect(await offered('run', '--distr')).toEqual(['--distribution']);
    expect(await offered('show', '--distr')).toEqual([]);
    expect(await offered('run', '--wait', '--qu')).toEqual(['--quiet']);
    expect(await offered('edit', 'latest', '--tr')).toEqual(['--trash']);
  });

  it('offers what the catalog and the presets hold as values', async () => {
    expect(await offered('run', '--workload', 'tr')).toEqual(['trouble']);
    expect(await offered('run', '--preset', '')).toEqual(['quick']);
    expect(await offered('run', '--variants', 'sequential,par')).toEqual([
      ':open',
      'sequential,parallel',
    ]);
    expect(await offered('run', '--distribution', 'uni')).toEqual([':open', 'uniform']);
    expect(await offered('run', '--set', 'thr')).toEqual([':open', 'threads=']);
    expect(await offered('run', '--order', '')).toEqual(['shuffled', 'sequential']);
    expect(await offered('show', 'latest', '--scope', 'ker')).toEqual(['kernel']);
    expect(await offered('export', 'latest', '--format', 'csv-')).toEqual(['csv-wide']);
    expect(await offered('figure', 'latest', '--kind', 'sca')).toEqual(['scaling']);
    expect(await offered('figure', 'latest', '--as', 'r')).toEqual(['ridgeline']);
  });

  it('offers the value of --flag=value as the shell takes the word: in three, or whole', async () => {
    expect(await offered('run', '--workload', '=', 'tr')).toEqual(['trouble']);
    expect(await offered('run', '--order', '=')).toEqual(['shuffled', 'sequential']);
    expect(await offered('run', '--workload=tr')).toEqual(['--workload=trouble']);
    expect(await offered('run', '--set', 'n', '=', '1e3', '--pre')).toEqual(['--preset']);
  });

  it('offers stored runs where a run is awaited, for each of two', async () => {
    const app = createScriptedApp();
    seedNights(app.home, { runs: 3, driverFrom: 3, commitFrom: 3 });
    const offered = (...words: readonly string[]) => offeredOver(app, words);
    const ids = await offered('show', '');
    expect(ids.slice(0, 2)).toEqual(['latest', 'latest~1']);
    expect(ids).toHaveLength(2 + 3 + 1);
    expect(ids).toContain('night');
    const [, , id = ''] = ids;
    expect(await offered('compare', 'latest', id.slice(0, -1))).toContain(id);
    expect(await offered('compare', 'latest', '--scope', 'total', 'latest~')).toEqual(['latest~1']);
    expect(await offered('run', '--resume', 'la')).toEqual(['latest', 'latest~1']);
    expect(await offered('show', 'latest', '')).toEqual([]);
  });

  it('offers the words, files and folders that a verb takes', async () => {
    expect(await offered('help', 'comp')).toEqual(['compare']);
    expect(await offered('help', '--completion', 'f')).toEqual(['fish']);
    expect(await offered('lab', 'ch')).toEqual(['check']);
    expect(await offered('lab', 'new', 'mine', '--from', 'py')).toEqual(['python']);
    expect(await offered('lab', 'check', '')).toEqual([':folders']);
    expect(await offered('import', '')).toEqual([':files']);
    expect(await offered('run', '--out', '')).toEqual([':folders']);
    expect(await offered('--home', '')).toEqual([':folders']);
  });

  it('offers nothing, and says nothing, where something goes wrong', async () => {
    const openFailure = new Error('the store is damaged');
    const words = ['help', '--complete', 'show', ''];
    expect(await cliSession(createScriptedApp(), words, { openFailure })).toEqual({
      ...{ code: 0, stdout: '', stderr: '' },
    });
    expect(await offered('shwo', '')).not.toContain('latest');
  });
});

async function shim(shell: string): Promise<string> {
  const { code, stdout } = await cliSession(createScriptedApp(), ['help', '--completion', shell]);
  expect(code).toBe(0);
  return stdout;
}

describe('the shims', () => {
  it.each([['bash'], ['zsh'], ['fish']])('of %s is a script that it reads', async (shell) => {
    const file = join(temporaryFolder(), 'script');
    writeFileSync(file, await shim(shell));
    const { error, status, stderr } = spawnSync(shell, ['-n', file], { encoding: 'utf8' });
    // Where the shell is not installed, nobody completes with it.
    if (error === undefined) expect([status, stderr]).toEqual([0, '']);
  });

  it('of bash asks the program with the words before the cursor and takes its lines', async () => {
    const cwd = temporaryFolder();
    mkdirSync(join(cwd, 'a folder'));
    writeFileSync(join(cwd, 'a file'), '');
    const complete = async (answer: string, ...words: readonly string[]) => {
      const program = [
        'compopt() { echo "$2" >> options; }',
        'breakeven() { printf "%s\\n" "$@" > asked; printf "$answer"; }',
        'eval "$1"; answer=$2; shift 2',
        'COMP_WORDS=(breakeven "$@" behind)',
        'COMP_CWORD=$#',
        '_breakeven',
        `printf '%s\\n' "\${COMPREPLY[@]}"`,
      ].join('\n');
      const args = ['--norc', '--noprofile', '-c', program, 'bash', await shim('bash'), answer];
      const out = execFileSync('bash', [...args, ...words], { encoding: 'utf8', cwd });
      const asked = readFileSync(join(cwd, 'asked'), 'utf8').trimEnd().split('\n');
      expect(asked).toEqual(['help', '--complete', ...words]);
      return out.trimEnd().split('\n');
    };
    expect(await complete('export\\twrite\\nedit\\ttags\\n', 'e')).toEqual(['export', 'edit']);
    expect(await complete(':open\\nthreads=\\n', 'run', '--set', 't')).toEqual(['threads=']);
    expect(readFileSync(join(cwd, 'options'), 'utf8')).toBe('nospace\n');
    expect(await complete(':files\\n', 'import', 'a')).toEqual(
      expect.arrayContaining(['a file', 'a folder']),
    );
    expect(await complete(':folders\\n', 'run', '--out', 'a f')).toEqual(['a folder']);
  });
});
