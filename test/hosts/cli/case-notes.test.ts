import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openStore } from '../../../src-main/core/store/store.ts';
import { finished, metric, newRun, planned, policy, scope } from '../../core/store/fixtures.ts';
import { sessionsOver } from '../../helpers/cli-session.ts';
import { createMeasuringApp, type MeasuringApp } from '../../helpers/scripted-app.ts';

const baselineNote = 'sequential is one core: portable code, not vectorised by hand.';
const disturbed = 'disturbed: effective threads 0.64 (2 of 2 repetitions)';

let scripted: MeasuringApp;
let first: string;
let second: string;
const session = sessionsOver(() => ({ app: scripted.app, cwd: scripted.home }));

/** A baseline and a contender at two sizes; the contender is disturbed at the larger one, the baseline has a wide interval there. */
function addRun(repetitions = 2, scopes = ['kernel']): string {
  const store = openStore(scripted.home);
  const cases = [1000, 4000].flatMap((n, i) =>
    ['sequential', 'omp'].map((variant, k) =>
      planned(2 * i + k, { variant, values: { n }, policy: { ...policy, criterion: 'precision' } }),
    ),
  );
  const { id } = store.createRun(newRun(cases));
  for (const [index, one] of cases.entries()) {
    const median = index % 2 === 0 ? 1000 : 500;
    const samples = scopes.flatMap((name) =>
      Array.from({ length: repetitions }, (_, repetition) =>
        scope(
          name,
          repetition,
          Array.from({ length: 10 }, (_, i) => median + i / 10 + repetition / 10),
        ),
      ),
    );
    const warnings = index === 3 ? [disturbed] : [];
    const kernel = metric(median, 10);
    store.saveCase(id, {
      ...finished(index, { planned: one, result: { samples, warnings, attributes: {} } }),
      metrics: {
        kernel: index === 2 ? { ...kernel, ci95LoNs: 950, ci95HiNs: 1050 } : kernel,
        ...(scopes.includes('total') ? { total: kernel } : {}),
      },
    });
  }
  store.finishRun(id, 'complete');
  store.close();
  return id;
}

beforeAll(() => {
  scripted = createMeasuringApp();
  first = addRun();
  second = addRun();
});
afterAll(() => scripted.close());

const times = (text: string, part: string): number => text.split(part).length - 1;

describe('the table of a run', () => {
  it('says once below it what the baseline is', async () => {
    const { code, stdout } = await session('show', first, '--long');
    expect(code).toBe(0);
    expect(stdout).toContain('; speedup over sequential, above 1 is faster)');
    expect(stdout).toContain(`\n\n${baselineNote}\n`);
    expect(times(stdout, baselineNote)).toBe(1);
    const alone = await session('show', first, '--long', '--where', 'variant:sequential');
    expect(alone.stdout).not.toContain(baselineNote);
  });

  it('does not say it again with the break-evens below', async () => {
    const words = ['run', '--workload', 'count', '--variants', 'sequential,parallel'];
    const sweep = ['--sweep', 'n=1e3,1e4,1e5,1e6', '--samples', '15', '--quiet', '--long'];
    const { stdout } = await session(...words, ...sweep);
    expect(stdout).toMatch(/\nBreak-even\n[\s\S]*sequential and parallel: /);
    expect(times(stdout, baselineNote)).toBe(1);
  });

  it('names with --why the cases whose interval is wider than its target, and by how much', async () => {
    const rows = await session('show', first, '--long');
    expect(rows.stdout).toContain(
      '1 of 4 cases did not reach the target for their 95 % CI; more repetitions narrow it (--repetitions, --max-repetitions); --why names them.',
    );
    expect(rows.stdout).not.toContain('half-width');
    const { stdout } = await session('show', first, '--long', '--why');
    expect(stdout).toContain(
      'Wide intervals\nhistogram\n  sequential n=4000: half-width of the 95 % CI: kernel 5.1 % (target 2 %)\n',
    );
  });
});

describe('show --allow-disturbed', () => {
  const verdictsOf = async (...words: readonly string[]) => {
    const { stdout } = await session('show', ...words, '--json');
    const document = JSON.parse(stdout);
    return document.cases
      .filter(({ variant }: { variant: string }) => variant === 'omp')
      .map(({ comparison }: { comparison: { verdict: string } }) => comparison.verdict);
  };

  it('judges cases of which most repetitions were disturbed, also of a part of the run', async () => {
    const run = addRun(5, ['kernel', 'total']);
    expect(await verdictsOf(run)).toEqual(['faster', 'inconclusive']);
    expect(await verdictsOf(run, '--allow-disturbed')).toEqual(['faster', 'faster']);
    const total = { ref: run, scope: 'total' };
    const strict = await scripted.call('verdicts', total);
    const allowing = await scripted.call('verdicts', { ...total, allowDisturbed: true });
    expect([strict, allowing].map(({ comparisons }) => comparisons['3']?.verdict)).toEqual([
      'inconclusive',
      'faster',
    ]);
    const part = ['--where', 'n=4000'];
    expect(await verdictsOf(run, ...part)).toEqual(['inconclusive']);
    expect(await verdictsOf(run, ...part, '--allow-disturbed')).toEqual(['faster']);
  });
});

describe('a comparison', () => {
  it('says which of the two was disturbed, and by what, within a run as well', async () => {
    const { stdout } = await session('compare', `${first}:omp`, `${first}:sequential`);
    const lines = stdout.split('\n');
    expect(lines.find((line) => /^workload /.test(line))).toMatch(/verdict +note$/);
    expect(lines.find((line) => / 4000 /.test(line))).toMatch(/ contender disturbed$/);
    expect(lines.find((line) => / 1000 /.test(line))).not.toContain('disturbed');
    expect(stdout).toContain(
      '\ncontender disturbed: effective threads 0.64 (2 of 2 repetitions)\n',
    );
    const mirrored = await session('compare', `${first}:sequential`, `${first}:omp`);
    expect(mirrored.stdout).toContain('\nbaseline disturbed: effective threads 0.64');
    const both = await session('compare', second, first, '--where', 'variant:omp');
    expect(both.stdout).toMatch(/ both disturbed\n/);
    const quiet = await session('compare', second, first, '--where', 'variant:sequential');
    expect(quiet.stdout).not.toContain('disturbed');
    expect(quiet.stdout).not.toMatch(/verdict +note/);
  });

  it('has it in its JSON, next to the case', async () => {
    const { stdout } = await session('compare', `${first}:omp`, `${first}:sequential`, '--json');
    const cases: readonly { contender: object; baseline: object }[] = JSON.parse(stdout).cases;
    expect(cases.map(({ contender }) => 'disturbed' in contender)).toEqual([false, true]);
    expect(cases[1]?.contender).toMatchObject({ disturbed: disturbed.slice(11) });
    expect(cases.some(({ baseline }) => 'disturbed' in baseline)).toBe(false);
  });

  it('says what the baseline is where another variant is compared with it', async () => {
    const { stdout } = await session('compare', `${first}:omp`, `${first}:sequential`);
    expect(stdout).toContain(`\n${baselineNote}\n`);
    const mirrored = await session('compare', `${first}:sequential`, `${first}:omp`);
    expect(mirrored.stdout).not.toContain(baselineNote);
    const runs = await session('compare', second, first);
    expect(runs.stdout).not.toContain(baselineNote);
  });
});
