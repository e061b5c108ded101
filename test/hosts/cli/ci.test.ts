import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { ComparedCode } from '../../../src-main/core/api/lab-actions.ts';
import { createApp } from '../../../src-main/core/app.ts';
import { forkEngine } from '../../../src-main/hosts/fork-engine.ts';
import { createRandom } from '../../../src-main/stats/random.ts';
import { cliSession, expectEnd } from '../../helpers/cli-session.ts';
import { countLab, countLabs } from '../../helpers/count-lab.ts';
import { gitFolder } from '../../helpers/git-folder.ts';
import { labFolder, saxpyC, saxpySlow, saxpyToml } from '../../helpers/lab-folder.ts';
import { createScriptedApp } from '../../helpers/scripted-app.ts';
import { createScriptedEngines } from '../../helpers/scripted-engine.ts';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';

// Worktrees of this test alone.
beforeEach(() => {
  vi.stubEnv('TMPDIR', temporaryFolder());
});
afterEach(() => {
  const left = readdirSync(tmpdir()).filter((name) => name.startsWith('breakeven-ci-'));
  vi.unstubAllEnvs();
  expect(left).toEqual([]);
});

/** `ci` over processes that differ by a part `sd`, where the head of `sequential` takes so many times as long. */
function gate(head: number, sd: number, compared?: ComparedCode) {
  const noise = createRandom(11);
  const { fork } = createScriptedEngines(
    undefined,
    ({ variant, index }) =>
      Math.exp(sd * noise.normal()) * (variant === 'sequential' && index % 2 === 1 ? head : 1),
  );
  const app = createScriptedApp({}, { forkEngine: fork });
  const labs = countLabs(app, compared);
  const folder = countLab();
  return async (...words: readonly string[]) => {
    const given = { ...app, labs, close: async () => undefined };
    const session = await cliSession(given, ['ci', '--lab', folder, '--base', 'HEAD', ...words]);
    const history = await cliSession(given, ['history', '--json']);
    return { ...session, runs: JSON.parse(history.stdout).total as number };
  };
}

describe('a gate over scripted pairs', () => {
  it('passes where it is known that nothing is slower, and keeps no run', async () => {
    const { code, stdout, stderr, runs } = await gate(1, 0.003)();
    expect([code, runs]).toEqual([0, 0]);
    expect(stdout).toMatch(/^breakeven ci: Count, base \w{8} \(HEAD\), head \w{8}, /);
    expect(stdout).toMatch(/count sequential .* 1\.0\d+×|0\.99\d*×/);
    expect(stdout).toMatch(/\nthis runner tells changes from [\d.]+ % on\n$/);
    expect(stderr).toContain('only the base has old');
  });

  it('ends with 4 where the head is slower, and keeps the run where it is asked to', async () => {
    const out = join(temporaryFolder(), 'out.md');
    const words = ['--keep-run', '--tag', 'kept', '--summary', out];
    const { code, stdout, stderr, runs } = await gate(1.2, 0.003)(...words);
    expect([code, runs]).toEqual([4, 1]);
    expect(stdout).toMatch(/count sequential .* 0\.83\d*× \[0\.\d+, 0\.\d+×\] +slower\n/);
    expect(stderr).toMatch(/1 of 2 cases are slower or failed/);
    const page = readFileSync(out, 'utf8');
    expect(page).toMatch(/\n\nthis runner tells changes from [\d.]+ % on\n/);
    expect(page).toMatch(/^## Breakeven: Count\n\n\| case/);
    expect(page).toMatch(/\| slower +\|\n/);
    expect(page).toContain('<details><summary>Reasons</summary>');
  });

  it('never passes for want of power: 5, with what this runner tells', async () => {
    const noisy = gate(1, 0.2);
    const { code, stderr, stdout } = await noisy('--pairs', '6', '--tell', '3%');
    expect(code).toBe(5);
    expect(stdout).toMatch(/inconclusive: this run tells changes from \d+ % on/);
    expect(stderr).toMatch(
      /after .+ 2 of 2 pairs are undecided; this runner tells changes from \d+ % on, --tell asks for 3%: raise --time or use a quieter runner\n/,
    );
    expect((await noisy('--pairs', '6', '--tell', '3%', '--allow-unknown')).code).toBe(0);
  });

  it('prints no interval that is wider than a factor of 10', async () => {
    const out = join(temporaryFolder(), 'page.md');
    const { stdout, stderr } = await gate(1, 3)('--pairs', '6', '--summary', out);
    expect(stdout).toMatch(/ – +inconclusive: this run tells no change below 10 times\n/);
    expect(stderr).toContain('this runner tells no change below 10 times, --tell asks for 5%');
    const page = readFileSync(out, 'utf8');
    expect(page).toContain('time not known within a factor of 10 compared with');
    for (const text of [stdout, page]) expect(text).not.toMatch(/\d× \[/);
  });

  it('measures no machine code that is the same, and none where all is', async () => {
    const some = gate(1.2, 0.003, { same: ['sequential'], notCompiled: [] });
    const { code, stdout } = await some('--json');
    const document = JSON.parse(stdout);
    expect([code, document.unchanged]).toEqual([0, ['sequential']]);
    expect(document.cases.map(({ head }: { head: { variant: string } }) => head.variant)).toEqual([
      'parallel@head',
    ]);
    expect((await some('--measure-unchanged')).code).toBe(4);
    const all = gate(1.2, 0.003, { same: ['sequential', 'parallel'], notCompiled: [] });
    const nothing = await all('--keep-run');
    expect([nothing.code, nothing.runs]).toEqual([0, 0]);
    expect(nothing.stdout).toMatch(/nothing was measured\n(.*\n)*.*unchanged: same machine code/);
  });

  it('ends with 1 where the head does not compile, whatever the rest says', async () => {
    const notCompiled = [{ variant: 'parallel@head', reason: "p.c:3: expected ';'" }];
    expectEnd(
      await gate(1, 0.003, { same: [], notCompiled })(),
      1,
      "head does not compile: parallel: p.c:3: expected ';'",
    );
  });
});

describe('break-evens of two commits', () => {
  it('are between variants of one commit', async () => {
    const sweep = ['--sweep', 'n=1e3,1e4,1e5,1e6', '--json', '--allow-unknown'];
    const { stdout } = await gate(4, 0.003)(...sweep);
    const { breakEvens } = JSON.parse(stdout);
    expect(breakEvens.length).toBeGreaterThan(0);
    for (const { base, head, change } of breakEvens) {
      expect(base.pair.every((id: string) => id.endsWith('@base'))).toBe(true);
      expect(head.pair.every((id: string) => id.endsWith('@head'))).toBe(true);
      expect(change).toBe('earlier');
    }
  });
});

describe('two commits of a real lab', { timeout: 120_000 }, () => {
  function repository() {
    const folder = labFolder({ 'mine.c': saxpyC });
    const commit = gitFolder(folder);
    const home = temporaryFolder();
    const app = createApp({ home, forkEngine, lockName: home.replaceAll('/', '-') });
    onTestFinished(async () => await app.close());
    const of =
      (lab: string) =>
      (...words: readonly string[]) =>
        cliSession({ ...app, close: async () => undefined }, [
          ...['ci', '--lab', lab, '--variants', 'mine', '--set', 'n=1e4', '--pairs', '5'],
          ...words,
        ]);
    return { folder, commit, ci: of(folder), of, app };
  }

  it('are equal where the machine code is: a comment changes none, and nothing is measured', async () => {
    const { folder, commit, ci } = repository();
    writeFileSync(join(folder, 'mine.c'), `// no change\n${saxpyC}`);
    commit('comment');
    writeFileSync(join(folder, 'mine.c'), 'not C, and not committed');
    const { code, stdout, stderr } = await ci('--base', 'HEAD~1');
    expect([code, stdout]).toEqual([
      0,
      expect.stringMatching(/mine .*unchanged: same machine code/),
    ]);
    expect(stderr).toContain('changes that are not committed are not measured');
    expect(readFileSync(join(folder, 'mine.c'), 'utf8')).toBe('not C, and not committed');
  });

  it('are measured where it differs, with the commits in the run', async () => {
    const { folder, commit, ci, app } = repository();
    writeFileSync(join(folder, 'mine.c'), saxpySlow);
    commit('slow');
    const { code, stdout } = await ci('--base', 'HEAD~1', '--keep-run', '--json');
    const { run, revision, cases } = JSON.parse(stdout);
    const [{ comparison }] = cases;
    // Beside other programs most repetitions can be disturbed, and then no verdict is given.
    expect(code).toBe(comparison.verdict === 'slower' ? 4 : 5);
    expect(run.revision).toEqual(revision);
    expect(revision.head).toBe(
      execFileSync('git', ['-C', folder, 'rev-parse', 'HEAD']).toString().trim(),
    );
    const page = await app.api.history({
      query: `commit:${revision.head.slice(0, 7)}`,
      limit: 5,
      after: null,
    });
    expect(page.rows.map(({ id }) => id)).toEqual([run.id]);
    // A lab in a temporary folder is none that somebody could open.
    expect(app.labs.list()).toEqual([]);
  });

  it('say why they cannot be compared: the head is measured alone, exit code 5', async () => {
    const { folder, commit, ci, app } = repository();
    const toml = saxpyToml.replace('uniform(-1, 1)', 'uniform(-2, 2)');
    writeFileSync(join(folder, 'workload.toml'), toml);
    commit('inputs');
    const { code, stderr, stdout } = await ci('--base', 'HEAD~1', '--time', '1s');
    expectEnd(
      { code, stderr },
      5,
      'workload.toml changed its inputs between base and head: 1 case is not comparable',
    );
    expect(stdout).toMatch(/mine .*not comparable\n/);
    expect(app.labs.list()).toEqual([]);
  });

  it('are not compared where the base has no such lab: the head is measured alone', async () => {
    const { folder, commit, of, app } = repository();
    const lab = join(folder, 'saxpy');
    const names = readdirSync(folder).filter((name) => name !== '.git');
    mkdirSync(lab);
    for (const name of names) renameSync(join(folder, name), join(lab, name));
    commit('moved');
    const { code, stderr, stdout } = await of(lab)('--base', 'HEAD~1', '--time', '1s');
    expectEnd(
      { code, stderr },
      5,
      /the lab saxpy does not exist in [0-9a-f]{7,}: head is measured alone\n/,
    );
    expect(stdout).toMatch(/mine .*not comparable\n/);
    expect(app.labs.list()).toEqual([]);
  });

  it('are refused where a commit or its lab is not there', async () => {
    const { folder, commit, ci, of } = repository();
    const unknown = await ci('--base', 'origin/main');
    expectEnd(
      unknown,
      2,
      'breakeven: base origin/main is not in this clone: it names no commit here\n',
    );
    const clone = temporaryFolder();
    rmSync(join(folder, 'mine.c'));
    commit('without');
    execFileSync('git', ['clone', '--quiet', '--depth', '1', `file://${folder}`, clone]);
    expect(existsSync(join(clone, 'workload.toml'))).toBe(true);
    const shallow = await of(clone)('--base', 'HEAD~1');
    expectEnd(
      shallow,
      2,
      'breakeven: base HEAD~1 is not in this clone: fetch-depth: 0 (shallow clone)\n',
    );
    const outside = await of(temporaryFolder())('--base', 'HEAD');
    expectEnd(outside, 2, 'is in no git repository');
  });
});
