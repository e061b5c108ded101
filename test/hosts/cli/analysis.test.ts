import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectEnd, sessionsOver } from '../../helpers/cli-session.ts';
import { createMeasuringApp, type MeasuringApp } from '../../helpers/scripted-app.ts';

/** Verbs over the real application and a scripted engine; the application stays open from one to the next. */
let scripted: MeasuringApp;
const session = sessionsOver(() => ({ app: scripted.app, cwd: scripted.home }));

beforeAll(async () => {
  scripted = createMeasuringApp();
  const sweep = ['--sweep', 'n=1e3,1e4,1e5,1e6', '--samples', '15'];
  const variants = ['--variants', 'sequential,parallel'];
  const run = await session('run', '--workload', 'count', ...variants, ...sweep, '--quiet');
  expect(run.code).toBe(0);
});

afterAll(() => scripted.close());

describe('compare', () => {
  it('exits with 4 when a case has the verdict that is asked for', async () => {
    const [a, b] = ['latest:parallel', 'latest:sequential'];
    const plain = await session('compare', a, b);
    expect(plain.code).toBe(0);
    expect(plain.stdout).toContain('The environments are the same.');
    // A speedup: below 1 where the verdict is slower, above 1 where it is faster.
    expect(plain.stdout).toMatch(/parallel +sequential .* 0\.\d+× +\[0\.\d+, 0\.\d+×\] +slower/);
    expect(plain.stdout).toMatch(/parallel +sequential .* [1-9]\S*× +\[[1-9].*\] +faster/);
    // The answer stands first, as in the window.
    expect(plain.stdout).toMatch(/^\d+ of \d+ cases? \w.*\.\n\ncontender: /);
    expect(plain.stdout).toMatch(/\ntells changes from [\d.]+ % \(half of \d+ cases\)\n$/);
    const failing = await session('compare', a, b, '--fail-on', 'slower', '--json');
    expect(failing.code).toBe(4);
    const document = JSON.parse(failing.stdout);
    expect(document).toMatchObject({ schemaVersion: 1, failed: true });
    expect(document.cases[0].comparison.verdict).toBe('slower');
    expect(document.cases[0].comparison.reason).not.toBe('');
    expect(document.tells).toBeGreaterThan(0);
    expect(document.cases[0].comparison.tells).toBeGreaterThan(0);
    const fine = await session('compare', a, b, '--fail-on', 'not comparable');
    expect(fine.code).toBe(0);
  });
});

describe('tune', () => {
  it('prints every probe and the best value', async () => {
    const words = ['--workload', 'count', '--variant', 'accelerated', '--parameter', 'share'];
    const found = await session(
      ...['tune', ...words, '--set', 'bins=7'],
      ...['--samples', '10', '--repetitions', '6', '--scope', 'call', '--json'],
    );
    expect(found.code).toBe(0);
    const { tuning } = JSON.parse(found.stdout);
    expect(Math.abs(tuning.best - 0.7)).toBeLessThan(0.0501);
    expect(tuning.trials.length).toBeGreaterThan(5);
    const shown = await session('show', 'latest', '--json');
    expect(JSON.parse(shown.stdout).tuning.best).toBe(tuning.best);
  });
});

describe('study', () => {
  it('judges the claims of a study by any run, as text, table, files and JSON', async () => {
    const words = ['study', 'latest', '--study', 'ime-min3x3'];
    const text = await session(...words);
    expect(text.code).toBe(0);
    expect(text.stdout).toContain('inconclusive: CUDA is about three times as fast');
    expect(text.stdout).toContain('holds: 0, does not hold: 0, inconclusive: 2');
    const markdown = await session(...words, '--format', 'markdown');
    expect(markdown.stdout).toMatch(/^\| claim +\| holds here +\| estimate \|/m);
    const json = JSON.parse((await session(...words, '--json')).stdout);
    expect(json).toMatchObject({ schemaVersion: 1, study: 'ime-min3x3' });
    expect(json.claims[0]).toMatchObject({ verdict: 'cannot be told', estimate: null });
    const files = await session(...words, '--out', 'claims', '--format', 'csv', '--json');
    const [file] = JSON.parse(files.stdout).files;
    expect(readFileSync(file, 'utf8')).toContain('claim,holds here,estimate');
    const table = await session('study latest --table --study ime-min3x3 --format latex');
    expect(table.stdout).toContain('Claims of IME');
    const wrong = await session(...words, '--format', 'html');
    expectEnd(wrong, 2, '"html"');
  });
});

describe('selftest', () => {
  it('exits with 1 when an answer is wrong, and names the case', async () => {
    const fine = await session('selftest --workload count --variants sequential,absent');
    expect(fine.code).toBe(0);
    expect(fine.stdout).toMatch(/^\d+ passed, 0 failed, \d+ skipped$/m);
    expect(fine.stdout).toContain('no CUDA device was found');
    const words = ['selftest', '--workload', 'trouble', '--variants', 'wrong', '--json'];
    const wrong = await session(...words);
    expect(wrong.code).toBe(1);
    const report = JSON.parse(wrong.stdout);
    expect(report).toMatchObject({ schemaVersion: 1, passed: 0 });
    expect(report.cases[0]).toMatchObject({
      workload: 'trouble',
      variant: 'wrong',
      outcome: 'failed',
      reason: 'bin 3 is 7 and not 8',
    });
    const unknown = await session('selftest', '--workload', 'cuont');
    expectEnd(unknown, 2, 'count');
  });
});

describe('measured peaks', () => {
  it('say in one sentence why there are none', async () => {
    const measured = await session('doctor', '--peaks');
    expectEnd(measured, 3, 'can measure peaks');
    const stored = await session('doctor', '--peaks', '--stored');
    expect(stored.stdout).toContain('No peaks have been measured on this machine yet');
    expect(readFileSync(join(scripted.home, 'breakeven.db')).byteLength).toBeGreaterThan(0);
  });
});

describe('a run of which nothing can run', () => {
  const words = ['run', '--workload', 'count', '--quiet'];

  it('says that nothing was measured where the machine lacks it', async () => {
    const { code, stderr } = await session(...words, '--variants', 'absent');
    expect(code).toBe(3);
    expect(stderr).toContain('nothing was measured, every case was skipped: this machine');
    expect((await session('show', 'latest', '--json')).stdout).toContain('no CUDA device');
  });
});
