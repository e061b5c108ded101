import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { verdicts } from '../../../src-main/contract/verdict.ts';
import { readLab } from '../../../src-main/core/lab/read-lab.ts';
import { createSandbox } from '../../../src-main/core/lab/sandbox.ts';
import { labWithout, placeSubmission } from '../../../src-main/core/lab/submissions.ts';
import type { GradeRow } from '../../../src-main/hosts/cli/lab/grade-rows.ts';
import { withSlowedBaselines } from '../../../src-main/hosts/cli/lab/grade-rows.ts';
import { expectEnd } from '../../helpers/cli-session.ts';
import { everyCase } from '../../helpers/every-case.ts';
import { isAlive } from '../../helpers/is-alive.ts';
import { cliPath, cpuAddonPath } from '../../helpers/paths.ts';
import { type CliResult, runCli } from '../../helpers/run-cli.ts';
import { honest, hostile, logisticLab, writeSubmissions } from '../../helpers/submissions.ts';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';

const isBuilt = existsSync(cliPath) && existsSync(cpuAddonPath);
const hasSandbox =
  spawnSync('bwrap', ['--unshare-all', '--ro-bind', '/', '/', 'true']).status === 0;

/** What a part of them has. */
const few = ['alan.c', 'crashes.c', 'exits.c', 'kills-parent.c', 'leaves-out.c', 'wrong.c'];

/** A lab, submissions, and outside of the sandbox a file and a process that some of them aim at. */
function scene() {
  const folder = temporaryFolder();
  const lab = logisticLab(folder);
  const secret = join(folder, 'secret');
  mkdirSync(secret);
  const file = join(secret, 'expected.h');
  writeFileSync(file, 'int expected;\n');
  const victim = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], {
    stdio: 'ignore',
  });
  onTestFinished(() => void victim.kill('SIGKILL'));
  const parent = victim.pid ?? 0;
  const all = { ...honest, ...hostile({ file, parent }) };
  const chosen = Object.entries(all).filter(([name]) => everyCase || few.includes(name));
  const submissions = join(folder, 'submissions');
  writeSubmissions(submissions, Object.fromEntries(chosen), file);
  const size = everyCase ? [] : ['--set', 'n=1e3'];
  const grade = (...words: readonly string[]): Promise<CliResult> =>
    runCli(['lab', 'grade', lab, submissions, ...size, '--pairs', '5', '--json', ...words], {
      ...{ home: join(folder, 'home'), cwd: folder },
      env: { BREAKEVEN_LOCK: `grade-${process.pid}` },
    });
  return { folder, file, parent, submissions, grade };
}

function rowsOf({ code, stdout, stderr }: CliResult): ReadonlyMap<string, GradeRow> {
  expect([code, stderr]).toEqual([0, expect.any(String)]);
  const { submissions }: { readonly submissions: readonly GradeRow[] } = JSON.parse(stdout);
  return new Map(submissions.map((row) => [row.submission, row]));
}

/** Where a verdict depends on the load of the machine, what it cannot be. */
const expected: Readonly<Record<string, readonly [GradeRow['verdict'][], RegExp]>> = {
  'crashes.c': [['wrong'], /SIGSEGV/],
  'eats-memory.c': [['wrong'], /the engine stopped/],
  'exits.c': [['wrong'], /exit code 0/],
  'fills-disk.c': [[...verdicts], /^/],
  'forks.c': [['wrong'], /processes were still running/],
  'includes.c': [['refused'], /includes a file of another folder/],
  'kills-parent.c': [[...verdicts], /^/],
  'leaves-out.c': [['unavailable'], /its condition n < 2 does not hold/],
  'linked.c': [['refused'], /no plain file/],
  'plugin.c': [['refused'], /-fplugin/],
  'prints.c': [['wrong'], /the engine stopped/],
  'reads-answer.c': [['wrong', 'failed'], /wrong answer/],
  'replays.c': [['wrong'], /wrong answer/],
  'sleeps.c': [['wrong'], /did not respond/],
  makes: [['refused'], /makefile is neither entry nor a header/],
  'takes-baseline': [['refused'], /sequential.c is neither entry nor a header/],
  'writes-outside.c': [[...verdicts], /^/],
  'wrong.c': [['wrong'], /wrong answer in the first run/],
};

describe.skipIf(!isBuilt || !hasSandbox)('lab grade in a sandbox', () => {
  it('costs each bad submission itself alone, and goes on where it was stopped', async () => {
    const { file, folder, parent, submissions, grade } = scene();
    const first = rowsOf(await grade('--hang-limit', '20'));
    for (const [name, row] of first) {
      const [allowed, reason] = expected[name] ?? [[...verdicts], /^/];
      expect([name, row.verdict, allowed.includes(row.verdict)]).toEqual([name, row.verdict, true]);
      expect([name, row.reason]).toEqual([name, expect.stringMatching(reason)]);
      if (expected[name] === undefined) expect(row.speedup).toBeGreaterThan(0);
    }
    expect(first.size).toBe(everyCase ? 12 + Object.keys(expected).length : few.length + 1);
    expect(readFileSync(file, 'utf8')).toBe('int expected;\n');
    expect(isAlive(parent)).toBe(true);
    const csv = readFileSync(join(folder, 'submissions-grades', 'grades.csv'), 'utf8');
    expect(csv.split('\r\n')[0]).toBe(
      'submission,verdict,speedup,speedup_ci95_lo,speedup_ci95_hi,pairs,median_ns,baseline_median_ns,reason',
    );
    expect(csv.trim().split('\r\n')).toHaveLength(first.size + 1);
    // One that was handed in again is graded again; the others are not.
    writeFileSync(join(submissions, 'wrong.c'), 'int entry;\n');
    const again = await grade('--hang-limit', '20');
    expect(again.stderr.match(/^\[.*$/gm)).toEqual([expect.stringMatching(/ wrong\.c$/)]);
    expect(rowsOf(again).get('wrong.c')?.verdict).toBe('not-compiled');
    for (const [name, row] of rowsOf(again)) {
      if (name !== 'wrong.c') expect(row).toEqual(first.get(name));
    }
  }, 1_800_000);

  it('hides files, the network and processes, and lets nothing be written', () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'mine'), 'secret\n');
    const { confine, environment } = createSandbox([]);
    const inside = (script: string): string => {
      const [program = '', ...words] = confine(['/bin/sh', '-c', `${script} 2>&1; :`]);
      return execFileSync(program, words, { env: environment, encoding: 'utf8' });
    };
    expect(inside(`cat ${folder}/mine`)).toContain('No such file');
    expect(
      inside('echo x > /usr/x; echo x > /x; echo x > /dev/x; ls /x /usr/x /dev/x'),
    ).not.toMatch(/^\/(usr\/|dev\/)?x$/m);
    expect(inside('cat /proc/net/dev').match(/\w+:/g)).toEqual(['lo:']);
    expect(inside('ls -d /proc/[0-9]* | wc -l').trim()).toMatch(/^[1-9]$/);
    expect(inside('grep CapEff /proc/self/status')).toMatch(/0000000000000000/);
    expect(inside('dd if=/dev/zero of=/tmp/x bs=1M count=400')).toMatch(/No space left/);
    expect(inside('env')).not.toContain('BREAKEVEN_HOME');
  });
});

describe.skipIf(!isBuilt)('lab grade', () => {
  it('is refused without a sandbox, in one sentence', async () => {
    const folder = temporaryFolder();
    const lab = logisticLab(folder);
    const env = { PATH: folder };
    const words = ['lab', 'grade', lab, folder];
    const { code, stderr } = await runCli(words, { home: folder, cwd: folder, env });
    expect([code, stderr]).toEqual([3, expect.stringContaining('apt-get install bubblewrap, or')]);
    expect(stderr.trim().split('\n')).toHaveLength(1);
  });

  it('needs to know which variant is replaced, and something that replaces it', async () => {
    const folder = temporaryFolder();
    const lab = logisticLab(folder);
    const empty = join(folder, 'empty');
    mkdirSync(empty);
    const run = (...words: readonly string[]) =>
      runCli(['lab', 'grade', ...words, '--no-sandbox'], { home: folder, cwd: folder });
    expect((await run(lab, empty)).stderr).toContain('has no submission');
    expect((await run(lab, lab, '--variant', 'sequential')).stderr).toContain(
      '--variant "sequential" is not allowed: submissions take the place of one source file that is neither baseline nor reference (entry)',
    );
    expect((await run(lab)).stderr).toContain('needs <folder>');
    writeSubmissions(empty, { 'ada.c': honest['ada.c'] ?? '' });
    const swept = await run(lab, empty, '--set', 'n=1,2');
    expectEnd(swept, 2, 'takes one value');
  });
});

describe('a submission', () => {
  const place = (files: Readonly<Record<string, string>>): (() => void) => {
    const folder = temporaryFolder();
    const copy = join(folder, 'copy', 'logistic');
    labWithout(readLab(logisticLab(folder)), 'entry', copy);
    writeSubmissions(join(folder, 'given'), files);
    const given = { name: 'given', path: join(folder, 'given') };
    return () => void placeSubmission(given, 'entry', copy);
  };
  const main = { 'entry.c': 'void iterate(int n, const double *x, double *y) {}\n' };

  it.each([
    [{ ...main, 'generate.c': '' }, 'generate.c is neither entry nor a header'],
    [{ ...main, 'numpy.py': '' }, 'numpy.py is neither entry nor a header'],
    [{ ...main, Makefile: '' }, 'Makefile is neither entry nor a header'],
    [{ ...main, 'entry.cpp': '' }, 'given needs one source file named entry, such as entry.c'],
    [{ 'a.h': '' }, 'given needs one source file named entry, such as entry.c'],
    [{ 'entry.c': '#include "../sequential.c"\n' }, 'entry.c includes a file of another folder'],
    [{ 'entry.c': '#  include </etc/passwd>\n' }, 'entry.c includes a file of another folder'],
  ])('of %j is refused', (files, sentence) => {
    expect(place(files)).toThrow(sentence);
  });

  it('may have headers and another name for its only source', () => {
    expect(place({ ...main, 'step.h': '' })).not.toThrow();
    expect(place({ 'mine.c': main['entry.c'] })).not.toThrow();
  });
});

describe('a baseline', () => {
  const row = (submission: string, baselineMedianNs: number | null): GradeRow => ({
    ...{ submission, verdict: 'faster', speedup: 2, ci95: [1.9, 2.1], pairs: 5, medianNs: 50 },
    ...{ baselineMedianNs, reason: '' },
  });

  it('that is slow beside one submission alone is said', () => {
    const rows = [row('a', 100), row('b', 101), row('c', 310), row('d', null)];
    expect(withSlowedBaselines(rows).map(({ reason }) => reason)).toEqual([
      ...['', ''],
      'beside it the baseline took 3.1 times its usual 101 ns: look at its code',
      '',
    ]);
    expect(withSlowedBaselines(rows.slice(1, 3))).toEqual(rows.slice(1, 3));
  });
});
