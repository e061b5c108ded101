import { execFileSync, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { gitFolder } from '../../helpers/git-folder.ts';
import { saxpyC, saxpySlow, saxpyToml } from '../../helpers/lab-folder.ts';
import { cliPath, repositoryRoot } from '../../helpers/paths.ts';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';

const action = readFileSync(join(repositoryRoot, 'action.yml'), 'utf8');
const docs = readFileSync(join(repositoryRoot, 'docs', 'ci.md'), 'utf8');

/** The shell lines of a step of action.yml, and its variables with their expressions replaced. */
function stepOf(name: string, inputs: Readonly<Record<string, string>>, temp: string) {
  const [step = ''] = action.split('    - name: ').filter((text) => text.startsWith(`${name}\n`));
  const filled = step.replaceAll(/\$\{\{ ([\w.-]+) \}\}/g, (_, path: string) => {
    const [, id = ''] = /^inputs\.(.+)$/.exec(path) ?? [];
    const known = path === 'runner.temp' ? temp : (inputs[id] ?? defaultOf(id));
    if (known === undefined) throw new Error(`nothing is known of ${path}`);
    return known;
  });
  const [head = '', script = ''] = filled.split('      run: |\n');
  const env = [...head.matchAll(/^ {8}([A-Z\d_]+): (.*)$/gm)].map(([, key, value]) => [key, value]);
  return { script: script.replaceAll(/^ {8}/gm, ''), env: Object.fromEntries(env) };
}

const defaultOf = (input: string): string | undefined =>
  new RegExp(`^ {2}${input}:\\n(?: {4}.*\\n)*? {4}default: (.*)$`, 'm')
    .exec(action)?.[1]
    ?.replaceAll("'", '');

function shell(script: string, cwd: string, env: Readonly<Record<string, string>>) {
  return new Promise<{ readonly code: number | null; readonly output: string }>((resolve) => {
    const child = spawn('bash', ['-c', script], { cwd, env: { ...process.env, ...env } });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (text) => {
        output += String(text);
      });
    }
    child.on('close', (code) => resolve({ code, output }));
  });
}

/** A repository with a lab whose last commit does 40 times the work, or changes a comment; and a runner's folders. */
function runner(change: 'slow' | 'comment') {
  const folder = temporaryFolder();
  const lab = join(folder, 'bench', 'saxpy');
  mkdirSync(lab, { recursive: true });
  writeFileSync(join(lab, 'workload.toml'), saxpyToml);
  writeFileSync(join(lab, 'sequential.c'), saxpyC);
  const commit = gitFolder(folder);
  const code = change === 'slow' ? saxpySlow : `// no change\n${saxpyC}`;
  writeFileSync(join(lab, 'sequential.c'), code);
  commit(change);
  const base = execFileSync('git', ['-C', folder, 'rev-parse', 'HEAD~1'], { encoding: 'utf8' });
  const temp = temporaryFolder();
  const bin = join(temp, 'bin');
  mkdirSync(bin);
  const program = `#!/bin/sh\nexec "${process.execPath}" "${cliPath}" "$@"\n`;
  return { folder, temp, bin, program, base: base.trim() };
}

describe('action.yml', () => {
  it('installs an archive of the digest that is named, and no other', async () => {
    const { folder, temp, bin, program } = runner('comment');
    const packed = join(temp, 'packed');
    mkdirSync(join(packed, 'cli'), { recursive: true });
    writeFileSync(join(packed, 'cli', 'breakeven'), program, { mode: 0o755 });
    const archive = join(temp, 'cli.tar.xz');
    execFileSync('tar', ['-cJf', archive, '-C', packed, 'cli']);
    // The network: curl writes what the address names.
    const curl = `#!/bin/sh\nwhile [ $# -gt 1 ]; do [ "$1" = --output ] && out=$2; shift; done\n[ "$1" = https://host/cli.tar.xz ] && cp "${archive}" "$out"\n`;
    writeFileSync(join(bin, 'curl'), curl, { mode: 0o755 });
    const sha256 = createHash('sha256').update(readFileSync(archive)).digest('hex');
    const paths = join(temp, 'paths');
    const install = async (inputs: Readonly<Record<string, string>>) => {
      const { script, env } = stepOf('Install', inputs, temp);
      const given = {
        RUNNER_TEMP: temp,
        GITHUB_PATH: paths,
        PATH: `${bin}:${process.env.PATH}`,
      };
      return await shell(script, folder, { ...env, ...given });
    };
    const wrong = await install({ archive, sha256: '0'.repeat(64) });
    expect([wrong.code === 0, wrong.output]).toEqual([
      false,
      expect.stringContaining('did NOT match'),
    ]);
    for (const from of ['https://host/cli.tar.xz', archive]) {
      expect((await install({ archive: from, sha256 })).code).toBe(0);
    }
    const [first = ''] = readFileSync(paths, 'utf8').split('\n');
    expect(readdirSync(first)).toEqual(['breakeven']);
  });

  it('compares two commits, appends the summary and keeps the run; the exit code is that of ci', async () => {
    const { folder, temp, bin, program, base } = runner('slow');
    writeFileSync(join(bin, 'breakeven'), program, { mode: 0o755 });
    const inputs = { lab: 'bench/saxpy', base, sweep: 'n=1e4', time: '5s' };
    const { script, env } = stepOf('Compare', inputs, temp);
    const summary = join(temp, 'summary.md');
    writeFileSync(summary, 'of a step before\n');
    const given = { RUNNER_TEMP: temp, GITHUB_STEP_SUMMARY: summary };
    const path = { PATH: `${bin}:${process.env.PATH}` };
    const { code, output } = await shell(script, folder, { ...env, ...given, ...path });
    // Beside other programs a pair can stay undecided.
    expect([4, 5], output).toContain(code);
    expect(readFileSync(summary, 'utf8')).toMatch(/^of a step before\n## Breakeven: /);
    expect(readdirSync(join(temp, 'breakeven-run'))).toEqual([
      expect.stringMatching(/\.breakeven$/),
    ]);
  });
});

it('the lines of GitLab compare a merge request with its base', async () => {
  const { folder, temp, bin, program, base } = runner('comment');
  writeFileSync(join(bin, 'breakeven'), program, { mode: 0o755 });
  const [, line = ''] = /^ {4}- (breakeven ci .*)$/m.exec(docs) ?? [];
  const env = {
    ...{ CI_MERGE_REQUEST_DIFF_BASE_SHA: base, BREAKEVEN_HOME: join(temp, 'home') },
    PATH: `${bin}:${process.env.PATH}`,
  };
  const { code, output } = await shell(line, folder, env);
  expect([code, output]).toEqual([0, expect.stringContaining('unchanged: same machine code')]);
  expect(readFileSync(join(folder, 'out.md'), 'utf8')).toContain('unchanged: same machine code');
});
