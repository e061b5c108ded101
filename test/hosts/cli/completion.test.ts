import { execFileSync, spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { verbLoaders } from '../../../src-main/hosts/cli/verbs.ts';
import { cliSession } from '../../helpers/cli-session.ts';
import { createFakeApp } from '../../helpers/fake-app.ts';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';

async function script(shell: string): Promise<string> {
  const { code, stdout, stderr } = await cliSession(createFakeApp(), ['completion', shell]);
  expect([code, stderr]).toEqual([0, '']);
  return stdout;
}

/** What bash offers for the last word; `breakeven` itself prints two runs. */
async function offered(...words: readonly string[]): Promise<readonly string[]> {
  const program = [
    'compopt() { :; }',
    'breakeven() { printf "latest\\n01abc\\n"; }',
    'eval "$1"; shift',
    'COMP_WORDS=(breakeven "$@")',
    'COMP_CWORD=$#',
    '_breakeven',
    `printf '%s\\n' "\${COMPREPLY[@]}"`,
  ].join('\n');
  const args = ['--norc', '--noprofile', '-c', program, 'bash', await script('bash'), ...words];
  const out = execFileSync('bash', args, { encoding: 'utf8', cwd: temporaryFolder() });
  return out.split('\n').filter((line) => line !== '');
}

describe('completion for bash', () => {
  it('offers every verb, and of those the ones that begin so', async () => {
    expect(await offered('')).toEqual(expect.arrayContaining(Object.keys(verbLoaders)));
    expect(await offered('exp')).toEqual(['export']);
    expect(await offered('--home', 'dir', 'exp')).toEqual(['export']);
  });

  it('offers the flags of a verb, those of axes too', async () => {
    expect(await offered('run', '--pre')).toEqual(['--preset']);
    expect(await offered('run', '--distr')).toEqual(['--distribution']);
    expect(await offered('show', 'latest', '--js')).toEqual(['--json']);
    expect(await offered('show', '--distr')).toEqual([]);
    expect(await offered('run', '--wait', '--qu')).toEqual(['--quiet']);
  });

  it('offers what the catalog and the presets hold as values', async () => {
    expect(await offered('run', '--workload', 'ta')).toEqual(['tally']);
    expect(await offered('run', '--workload', '=', 'ta')).toEqual(['tally']);
    expect(await offered('run', '--preset', '')).toEqual(['quick']);
    expect(await offered('run', '--variants', 'sequential,spl')).toEqual(['sequential,split']);
    expect(await offered('run', '--distribution', 'uni')).toEqual(['uniform']);
    expect(await offered('run', '--set', 'thr')).toEqual(['threads=']);
    expect(await offered('run', '--order', '')).toEqual(['shuffled', 'sequential']);
    expect(await offered('show', 'latest', '--scope', 'ker')).toEqual(['kernel']);
    expect(await offered('export', 'latest', '--format', 'csv')).toEqual(['csv', 'csv-wide']);
    expect(await offered('figure', 'latest', '--kind', 'sca')).toEqual(['scaling']);
  });

  it('offers stored runs where a run is awaited, for each of two', async () => {
    expect(await offered('show', 'l')).toEqual(['latest']);
    expect(await offered('compare', 'latest', '01')).toEqual(['01abc']);
    expect(await offered('compare', 'latest', '--scope', 'total', '01')).toEqual(['01abc']);
    expect(await offered('show', 'latest', '')).toEqual([]);
    expect(await offered('completion', 'f')).toEqual(['fish']);
    expect(await offered('lab', 'ch')).toEqual(['check']);
    expect(await offered('lab', 'new', 'mine', '--from', 'py')).toEqual(['python']);
  });
});

describe('completion for zsh and fish', () => {
  it.each([['bash'], ['zsh'], ['fish']])('is a script that %s reads', async (shell) => {
    const file = join(temporaryFolder(), 'script');
    writeFileSync(file, await script(shell));
    const { error, status, stderr } = spawnSync(shell, ['-n', file], { encoding: 'utf8' });
    // Where the shell is not installed, nobody completes with it.
    if (error === undefined) expect([status, stderr]).toEqual([0, '']);
  });

  it('names verbs, flags and values with their help', async () => {
    const fish = await script('fish');
    expect(fish).toMatch(
      /^complete -c breakeven -n '.*' -a export -d 'write the results of a run/m,
    );
    expect(fish).toMatch(
      /^complete -c breakeven -n '__breakeven_is run' -l workload -x -a 'tally /m,
    );
    const zsh = await script('zsh');
    expect(zsh).toContain("'export:write the results of a run");
    expect(zsh).toMatch(/^ +'\*--workload=\[what to run.*\]:value:\(tally /m);
  });

  it('refuses another shell with the nearest one', async () => {
    const { code, stderr } = await cliSession(createFakeApp(), ['completion', 'bsh']);
    expect(code).toBe(2);
    expect(stderr).toContain('unknown shell "bsh"; did you mean "bash"?');
  });
});

describe('the runs that shells offer', () => {
  it('are the newest by name and id, a line each', async () => {
    const app = createFakeApp({ runs: 3 });
    const { stdout } = await cliSession(app, ['completion', 'runs']);
    const ids = (await app.api.history({ query: '', limit: 5, after: null })).rows.map(
      ({ id }) => id,
    );
    expect(stdout.trim().split('\n')).toEqual(['latest', 'latest~1', ...ids, 'lab']);
    expect((await cliSession(createFakeApp(), ['completion', 'runs'])).stdout).toBe('');
  });
});
