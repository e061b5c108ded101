import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type App, createApp } from '../../../src-main/core/app.ts';
import { openStore } from '../../../src-main/core/store/store.ts';
import { finished, newRun, planned } from '../../core/store/fixtures.ts';
import { expectEnd, sessionsOver } from '../../helpers/cli-session.ts';
import { readCsv } from '../../helpers/read-csv.ts';
import { createScriptedEngines } from '../../helpers/scripted-engine.ts';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';

let app: App;
let home: string;
const cli = sessionsOver(() => ({ app, cwd: home }));

const sizes = [1000, 10_000, 100_000];
const variants = ['sequential', 'parallel'];

beforeAll(() => {
  home = temporaryFolder();
  const store = openStore(home);
  const cases = variants.flatMap((variant) => sizes.map((n) => ({ variant, values: { n } })));
  for (const [day, id] of ['r1', 'r2'].entries()) {
    const createdAt = `2025-01-0${day + 1}T00:00:00.000Z`;
    store.createRun(
      newRun(
        cases.map((given, index) => planned(index, given)),
        { id, createdAt },
      ),
    );
    for (const [index, given] of cases.entries()) {
      store.saveCase(id, finished(index, { planned: given }));
    }
    store.finishRun(id, 'complete');
  }
  store.close();
  app = createApp({ home, forkEngine: createScriptedEngines().fork });
});

afterAll(() => app.close());

type Case = { readonly index: number; readonly variant: string; readonly values: { n: number } };

describe('--where', () => {
  it('shows the cases that fit, with what is said of them', async () => {
    const { stdout } = await cli('show', 'r1', '--where', 'n>=1e4 variant:parallel', '--json');
    const { cases, comparisons } = JSON.parse(stdout);
    expect(cases.map(({ variant, values }: Case) => [variant, values.n])).toEqual([
      ['parallel', 10_000],
      ['parallel', 100_000],
    ]);
    const indices = cases.map(({ index }: Case) => String(index));
    expect(Object.keys(comparisons ?? {}).filter((index) => !indices.includes(index))).toEqual([]);
    const text = (await cli('show', 'r1', '--where', 'n>=1e4 -variant:parallel', '--long')).stdout;
    expect(text).toMatch(/^sequential +10,000 /m);
    expect(text).not.toMatch(/^(?:sequential +1000|parallel) /m);
  });

  it('compares the rows whose contender fits', async () => {
    const rows = async (...words: readonly string[]) =>
      JSON.parse((await cli('compare', ...words, '--json')).stdout).cases.map(
        ({ contender, values }: { contender: Case; values: { n: number } }) =>
          `${contender.variant} ${values.n}`,
      );
    expect(await rows('r2', 'r1', '--where', 'n<1e5 variant:parallel')).toEqual([
      'parallel 1000',
      'parallel 10000',
    ]);
    const pair = ['r1:parallel', 'r1:sequential'];
    expect(await rows(...pair, '--where', 'variant:parallel n:1e5')).toEqual(['parallel 100000']);
    const none = await cli('compare', ...pair, '--where', 'variant:sequential');
    expect(none.code).toBe(2);
  });

  it('exports the cases that fit and their samples', async () => {
    const words = ['--where', 'n:1000', '--out', 'part'];
    expect((await cli('export', 'r1', ...words)).code).toBe(0);
    const rows = (name: string) => readCsv(readFileSync(join(home, 'part', name), 'utf8'));
    expect(rows('summary.csv').map(({ n }) => n)).toEqual(['1000', '1000']);
    expect(new Set(rows('samples.csv').map(({ n }) => n))).toEqual(new Set(['1000']));
    const meta = JSON.parse(readFileSync(join(home, 'part', 'summary.meta.json'), 'utf8'));
    expect(JSON.stringify(meta)).toContain('"rows":2');
  });
});

describe('export --out -', () => {
  it.each([
    ['csv', 'summary.csv'],
    ['csv-wide', 'wide.csv'],
    ['json', 'run.json'],
    ['markdown', 'summary.md'],
    ['latex', 'summary.tex'],
  ])('prints %s as the file has it and writes nothing', async (format, name) => {
    const before = readdirSync(home);
    const { code, stdout, stderr } = await cli('export', 'r1', '--format', format, '--out', '-');
    expect([code, stderr]).toEqual([0, '']);
    expect(readdirSync(home)).toEqual(before);
    expect(existsSync(join(home, '-'))).toBe(false);
    await cli('export', 'r1', '--format', format, '--out', `whole-${format}`);
    expect(stdout).toBe(readFileSync(join(home, `whole-${format}`, name), 'utf8'));
  });

  it('prints the cases that fit', async () => {
    const { stdout } = await cli('export', 'r1', '--out', '-', '--where', 'n:1000');
    expect(readCsv(stdout).map(({ variant }) => variant)).toEqual(variants);
  });

  it.each([
    [['--format', 'breakeven'], 'is not text'],
    [['--json'], 'lists files'],
  ])('refuses %j', async (more, why) => {
    expectEnd(await cli('export', 'r1', '--out', '-', ...more), 2, why);
  });
});
