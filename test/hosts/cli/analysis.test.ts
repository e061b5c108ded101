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

  it('says what is wrong with its words', async () => {
    const verdict = await session('compare', 'latest', 'latest', '--fail-on', 'slowr');
    expect([verdict.code, verdict.stderr]).toEqual([2, expect.stringContaining('slower')]);
  });

  it('says so when both sides are the same', async () => {
    const scope = await session('compare latest:parallel latest:sequential --scope nope');
    expect(scope.stderr).toBe(
      'breakeven: unknown timing scope "nope"; there are kernel, call, total\n',
    );
    const itself = await session('compare', 'latest', 'latest');
    expect([itself.code, itself.stdout]).toEqual([2, '']);
    expect(itself.stderr).toMatch(
      /^breakeven: run (\w+) would be compared with itself; .* \(\1:sequential and \1:parallel\)\n$/,
    );
    const variant = await session('compare', 'latest:parallel', 'latest:parallel');
    expectEnd(variant, 2, 'parallel of run ');
  });
});

describe('a scope that nothing has', () => {
  const unknown = 'breakeven: unknown timing scope "totl"; did you mean "total"?\n';
  it.each([
    ['run', '--workload', 'count'],
    ['run', '--workload', 'count', '--dry-run', '--json'],
    ['show', 'latest'],
    ['show', 'latest', '--json'],
    ['compare', 'latest:parallel', 'latest:sequential'],
    ['break-even', 'latest'],
    ['break-even', 'latest', '--refine'],
    ['tune', '--workload', 'count', '--variant', 'parallel', '--parameter', 'threads'],
  ])('is refused by %s %s %s', async (...words) => {
    const stored = (await scripted.app.api.history({ query: '', limit: 1, after: null })).total;
    const { code, stderr } = await session(...words, '--scope', 'totl');
    expect([code, stderr]).toEqual([2, unknown]);
    expect((await scripted.app.api.history({ query: '', limit: 1, after: null })).total).toBe(
      stored,
    );
  });
});

describe('break-even', () => {
  it('refuses names that the run does not have, with the nearest', async () => {
    for (const [words, sentence] of [
      [['--variants', 'paralel'], 'the run has no variant "paralel"; did you mean "parallel"?'],
      [
        ['--variants', 'sequential,x'],
        'the run has no variant "x"; there are sequential, parallel',
      ],
      [['--workload', 'nope'], 'the run has no workload "nope"; there are count'],
    ] as const) {
      for (const more of [[], ['--refine']]) {
        const { code, stderr } = await session('break-even', 'latest', ...words, ...more);
        expect([code, stderr]).toEqual([2, `breakeven: ${sentence}\n`]);
      }
    }
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

  it('says which parameters there are', async () => {
    const words = ['--workload', 'count', '--variant', 'parallel'];
    const wrong = await session('tune', ...words, '--parameter', 'share');
    expectEnd(wrong, 2, 'parallel can be tuned over threads');
    const none = await session('tune', ...words);
    expect([none.code, none.stderr]).toEqual([2, expect.stringContaining('--parameter')]);
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
    expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringContaining('"html"')]);
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
    expect([unknown.code, unknown.stderr]).toEqual([2, expect.stringContaining('count')]);
  });
});

describe('table, picture and probe', () => {
  it('say in one sentence why there is none', async () => {
    const table = await session('study', 'latest', '--table');
    expect([table.code, table.stderr]).toEqual([2, expect.stringContaining('reproduces a study')]);
    const study = await session('study', 'latest', '--study', 'ull');
    expect([study.code, study.stderr]).toEqual([2, expect.stringContaining('ull-histogram')]);
    const text = await session('figure', '--kind', 'picture', '--out', 'x.txt');
    expect([text.code, text.stderr]).toEqual([
      2,
      'breakeven: --out: got "x.txt", must be a file that ends in .png\n',
    ]);
    const picture = await session('figure', '--kind', 'picture', '--workload', 'count');
    expect(picture.code).toBe(2);
    expect(picture.stderr).toMatch(/count .*does not hand out its output/);
    for (const [words, sentence] of [
      [['--variant', 'nope'], 'unknown variant "nope" of count; there are sequential, '],
      [['--baseline', 'paralel'], 'unknown variant "paralel" of count; did you mean "parallel"?'],
      // Each axis once, and only of the variants that are drawn.
      [
        ['--variant', 'parallel', '--set', 'other=1'],
        'unknown axis "other"; there are n, bins, seed, distribution, threads\n',
      ],
      [['--set', 'threads=1'], 'unknown axis "threads"; there are n, bins, seed, distribution\n'],
    ] as const) {
      const wrong = await session('figure', '--kind', 'picture', '--workload', 'count', ...words);
      expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringContaining(sentence)]);
    }
    const measured = await session('doctor', '--peaks');
    expectEnd(measured, 3, 'can measure peaks');
    const stored = await session('doctor', '--peaks', '--stored');
    expect(stored.stdout).toContain('No peaks have been measured on this machine yet');
    expect(readFileSync(join(scripted.home, 'breakeven.db')).byteLength).toBeGreaterThan(0);
  });
});

it('offers the axes of the chosen variants alone', async () => {
  const words = ['run', '--workload', 'count', '--set', 'foo=1', '--variants'];
  const { stderr } = await session(...words, 'sequential');
  expect(stderr).toBe('breakeven: unknown axis "foo"; there are n, bins, seed, distribution\n');
  expect((await session(...words, 'parallel')).stderr).toContain(', threads');
});

describe('a run of which nothing can run', () => {
  const words = ['run', '--workload', 'count', '--quiet'];

  it('is refused where the values are the reason, dry or not', async () => {
    const refused = [...words, '--variants', 'accelerated', '--bins', '5000'];
    for (const more of [[], ['--dry-run']]) {
      const { code, stdout, stderr } = await session(...refused, ...more);
      expect([code, stdout]).toEqual([2, '']);
      expect(stderr).toBe('breakeven: bins is 5000; this variant takes at most 1000\n');
    }
  });

  it('says that nothing was measured where the machine lacks it', async () => {
    const { code, stderr } = await session(...words, '--variants', 'absent');
    expect(code).toBe(3);
    expect(stderr).toContain('nothing was measured, every case was skipped: this machine');
    expect((await session('show', 'latest', '--json')).stdout).toContain('no CUDA device');
  });
});
