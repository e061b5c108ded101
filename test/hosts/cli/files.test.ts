import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sealed, unsealed } from '../../../src-main/core/export/run-file.ts';
import { commandsOf } from '../../../src-main/core/plan/command-line.ts';
import { titleOf } from '../../../src-main/core/plan/title.ts';
import { resourcePath } from '../../../src-main/core/util/paths.ts';
import { cliSession, expectEnd } from '../../helpers/cli-session.ts';
import { counted } from '../../helpers/counted.ts';
import { repositoryRoot } from '../../helpers/paths.ts';
import { createMeasuringApp, type MeasuringApp } from '../../helpers/scripted-app.ts';
import { scriptedCatalog } from '../../helpers/scripted-provider.ts';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';

let here: MeasuringApp;
let there: MeasuringApp;
let runId: string;
let cwd: string;

/** The sessions share an application, which a command line of its own would close. */
const run = (scripted: MeasuringApp, ...words: readonly string[]) =>
  cliSession({ ...scripted.app, close: async () => undefined }, words, { cwd });

beforeAll(async () => {
  cwd = temporaryFolder();
  here = createMeasuringApp();
  there = createMeasuringApp();
  runId = await here.measure(counted());
});

afterAll(async () => {
  await here.close();
  await there.close();
});

describe('export and import', () => {
  it('say of a run that its date is after now', async () => {
    const file = resourcePath('sample-results', 'scan-cpu.breakeven');
    const text = gunzipSync(unsealed(readFileSync(file)) ?? '').toString();
    const later = text.replaceAll(/"createdAt":"\d{4}/g, '"createdAt":"9999');
    writeFileSync(join(cwd, 'later.breakeven'), Buffer.concat([...sealed([gzipSync(later)])]));
    expect((await run(there, 'import', 'later.breakeven')).stdout).toMatch(
      /; its date, 9999-\S+, is after now$/m,
    );
    expect((await run(there, 'show', 'latest')).stderr).toContain('`imported` names the run');
    expect((await run(there, 'edit', 'imported', '--purge')).code).toBe(0);
    expect((await run(there, 'import', file)).stdout).not.toContain('after now');
  });

  it('carry a run to another store', async () => {
    const exported = await run(
      here,
      'export',
      'latest',
      '--format',
      'breakeven',
      '--out',
      'out',
      '--json',
    );
    expect(exported.code).toBe(0);
    const file = join('out', `${runId}.breakeven`);
    expect(JSON.parse(exported.stdout).files).toEqual([join(cwd, file)]);
    const imported = await run(there, 'import', file);
    expect(imported).toMatchObject({ code: 0, stderr: '' });
    expect(imported.stdout).toMatch(new RegExp(`^imported ${runId}: .*, 6 cases, measured on `));
    const [ours, theirs] = await Promise.all([run(here, 'show', runId), run(there, 'show', runId)]);
    const mark = /^imported \d{4}-\d\d-\d\d \d\d:\d\d UTC, measured on \S.*\n/m;
    expect(theirs.stdout).toMatch(mark);
    expect(theirs.stdout.replace(mark, '')).toBe(ours.stdout);
    expect((await run(there, 'history')).stdout).toMatch(
      new RegExp(`^${runId} .* complete, imported `, 'm'),
    );
    expect((await run(here, 'history')).stdout).not.toContain('imported');
    const again = await run(there, 'import', file);
    expect(again).toMatchObject({ code: 0, stderr: '' });
    expect(again.stdout).toMatch(
      new RegExp(
        `^the run of ".*${runId}.breakeven", ${runId} \\(.*\\), is stored already; nothing was changed\n$`,
      ),
    );
    const json = await run(there, 'import', file, '--json');
    expect(JSON.parse(json.stdout)).toMatchObject({ imported: false, run: { id: runId } });
    await run(there, 'edit', runId, '--trash');
    expect((await run(there, 'import', file)).stdout).toContain('is in the trash ("breakeven edit');
    await run(there, 'edit', runId, '--restore');
  });

  it('are imported one after the other where several are given, and one with --json', async () => {
    const several = ['scan-cpu', 'histogram-cpu'].map((name) =>
      join(repositoryRoot, 'resources', 'sample-results', `${name}.breakeven`),
    );
    const both = await run(there, 'import', ...several);
    expect(both).toMatchObject({ code: 0, stderr: '' });
    expect(both.stdout.trimEnd().split('\n')).toHaveLength(2);
    const json = await run(there, 'import', ...several, '--json');
    expect(json).toMatchObject({ code: 2, stderr: 'breakeven: --json is of one run file\n' });
  });

  it('refuse what is no run file with one sentence', async () => {
    writeFileSync(join(cwd, 'notes.txt'), 'hello');
    writeFileSync(join(cwd, 'damaged.breakeven'), 'hello');
    mkdirSync(join(cwd, 'folder'), { recursive: true });
    execFileSync('mkfifo', [join(cwd, 'fifo')]);
    for (const [name, why] of [
      ['notes.txt', 'notes.txt is not JSON, or it is cut off'],
      ['damaged.breakeven', 'This run file cannot be read'],
      ['gone.breakeven', 'there is no such file'],
      ['folder', 'it is a folder'],
      ['/dev/null', 'it is not a plain file'],
      ['fifo', 'it is not a plain file'],
    ] as const) {
      const { code, stderr, stdout } = await run(there, 'import', name);
      expect([code, stdout]).toEqual([2, '']);
      expect(stderr).toContain(why);
      expect(stderr.trimEnd().split('\n')).toHaveLength(1);
    }
  });

  it.each([
    ['markdown', 'summary.md', /^## Count: end-to-end time\n\n\| +n \| sequential time \|/],
    ['latex', 'summary.tex', /\\begin\{tabular\}\{rrrr\}/],
    ['json', 'run.json', /^\{\n {2}"schemaVersion": 1/],
  ])('write %s', async (format, name, start) => {
    const { code } = await run(here, 'export', runId, '--format', format, '--out', format);
    expect(code).toBe(0);
    expect(readdirSync(join(cwd, format))).toEqual([name]);
    expect(readFileSync(join(cwd, format, name), 'utf8')).toMatch(start);
  });
});

describe('figures of the command line', () => {
  it('are those of the window, in every format and with every option', async () => {
    for (const format of ['png', 'svg', 'pdf', 'csv'] as const) {
      const words = '--kind scaling --variants parallel --title Mine --y log'.split(' ');
      const name = `figure.${format}`;
      const { code, stderr } = await run(here, 'figure', runId, '--out', name, ...words);
      expect([code, stderr]).toEqual([0, '']);
      const { file } = await here.call('exportFigure', {
        ref: runId,
        kind: 'scaling',
        variants: ['parallel'],
        view: { title: 'Mine', y: { scale: 'log' } },
        format,
      });
      const written = readFileSync(join(cwd, name));
      // A PDF carries the time at which it was made.
      if (format === 'pdf') expect(written.subarray(0, 5).toString()).toBe('%PDF-');
      else expect(written.equals(Buffer.from(file.bytes))).toBe(true);
    }
  });

  it('are in the language of the reader, or have phrases of a file', async () => {
    const drawn = async (language: string) => {
      const words = ['figure', runId, '--out', 'own.svg', '--language', language];
      const { code, stderr } = await run(here, ...words);
      expect([code, stderr.replace(/^.*own\.svg.*\n/gm, '')]).toEqual([0, '']);
      return readFileSync(join(cwd, 'own.svg'), 'utf8');
    };
    expect(await drawn('pt')).toMatch(/>Tempo \([^)]*s\)</);
    writeFileSync(join(cwd, 'it.json'), JSON.stringify({ Time: 'Tempo di calcolo' }));
    expect(await drawn('it.json')).toMatch(/>Tempo di calcolo \([^)]*s\)</);
    writeFileSync(join(cwd, 'bad.json'), '["Time"]');
    const refused = await run(here, 'figure', runId, '--out', 'x.svg', '--language', 'bad.json');
    expectEnd(refused, 2, '"bad.json" must be one JSON object of English phrases');
  });

  it('hold several runs against the first', async () => {
    const words = ['figure', `${runId}:sequential`, '--with', `${runId}:parallel`];
    const { code } = await run(here, ...words, '--kind', 'speedup', '--out', 'speedup.csv');
    expect(code).toBe(0);
    const rows = readFileSync(join(cwd, 'speedup.csv'), 'utf8').trimEnd().split('\r\n');
    expect(rows.slice(1).map((row) => row.split(',')[0])).toEqual([
      'parallel',
      'parallel',
      'parallel',
    ]);
  });
});

describe('a whole configuration', () => {
  it('is measured as it is, from JSON or from a file', async () => {
    const configuration = {
      ...counted({ sweep: { n: [10] } }, { title: 'both' }),
      groups: [
        ...counted({ sweep: { n: [10] } }).groups,
        ...counted({ sweep: { n: [20] } }).groups,
      ],
    };
    const { run: command } = commandsOf(configuration, { catalog: scriptedCatalog, presets: [] });
    expect(command.words.slice(0, 3)).toEqual(['breakeven', 'run', '--configuration']);
    const dry = await run(here, ...command.words.slice(1), '--dry-run', '--json');
    expect(dry.code).toBe(0);
    expect(JSON.parse(dry.stdout).configuration).toEqual(configuration);
    writeFileSync(join(cwd, 'both.json'), JSON.stringify(configuration));
    const both = ['run', '--configuration', 'both.json', '--timings', '--json', '--quiet'];
    const measured = await run(here, ...both);
    expect(measured.code).toBe(0);
    expect(JSON.parse(measured.stdout)).toMatchObject({
      run: { title: 'both', ok: 4 },
      timings: { cases: expect.any(Array) },
    });
    const about = ['--title', 'mine', '--note', 'cold room', '--tag', 'lab', '--tag', 'a'];
    const given = JSON.stringify({ ...configuration, tags: ['a'], note: 'old' });
    const told = await run(here, 'run', '--configuration', given, ...about, '--dry-run', '--json');
    expect(JSON.parse(told.stdout).configuration).toMatchObject({
      ...{ title: 'mine', note: 'cold room', tags: ['a', 'lab'] },
      groups: configuration.groups,
    });
    const long = ['--title', 'x'.repeat(300)];
    const refused = await run(here, 'run', '--configuration', 'both.json', ...long);
    expectEnd(refused, 2, '--title:');
  });
});

describe('the folder of a run', () => {
  const small = ['--samples', '8', '--repetitions', '1', '--sweep', 'n=1000,2000', '--quiet'];
  const measure = (...words: readonly string[]) =>
    run(
      here,
      'run',
      '--workload',
      'count',
      '--variants',
      'sequential,parallel',
      ...small,
      ...words,
    );
  const tables = ['samples.csv', 'samples.meta.json', 'summary.csv', 'summary.meta.json'];
  const holds = (): readonly string[] => readdirSync(join(cwd, 'results')).sort();
  const runIn = (): string =>
    JSON.parse(readFileSync(join(cwd, 'results', 'summary.meta.json'), 'utf8')).run.id;

  it('holds one run: another replaces it by --force, says so, and leaves the files of others', async () => {
    const first = await measure('--out', 'results');
    expect(first.stdout).not.toContain('replaced');
    expect(holds()).toEqual(
      ['break-evens.csv', 'distribution.png', ...tables, 'scaling.png'].sort(),
    );
    const before = runIn();
    const figure = readFileSync(join(cwd, 'results', 'scaling.png'));
    // What the first run drew of a workload that the second does not have, and what somebody else put there.
    writeFileSync(join(cwd, 'results', 'mean-scaling.png'), figure);
    writeFileSync(join(cwd, 'results', 'notes-scaling.png'), 'mine');
    const refused = await measure('--out', 'results');
    expectEnd(
      refused,
      2,
      `breakeven: results holds the results of run ${before}; --out names another folder, --force replaces them\n`,
    );
    expect(runIn()).toBe(before);
    const second = await measure('--out', 'results', '--no-samples', '--force');
    expect(second.stdout).toContain(
      `replaced those of run ${before}; removed what only that had: mean-scaling.png, samples.csv, samples.meta.json ("breakeven export ${before}"`,
    );
    expect(holds()).toEqual([
      ...['break-evens.csv', 'distribution.png', 'notes-scaling.png', 'scaling.png'],
      ...['summary.csv', 'summary.meta.json'],
    ]);
    expect(runIn()).not.toBe(before);
  });

  it('takes its own run again, and refuses what is of no run', async () => {
    const id = runIn();
    const again = await run(here, 'run', '--resume', id, '--out', 'results');
    expect(again).toMatchObject({
      code: 0,
      stderr: `run ${id} is complete; nothing is left to measure\n`,
    });
    expect(again.stdout).toContain(`Run ${id} is complete`);
    mkdirSync(join(cwd, 'mine'));
    writeFileSync(join(cwd, 'mine', 'summary.csv'), 'a,b\n');
    const refused = await measure('--out', 'mine');
    expectEnd(
      refused,
      2,
      'breakeven: mine holds summary.csv, which is of no run that is known; --out names another folder, --force replaces them\n',
    );
    expect(readFileSync(join(cwd, 'mine', 'summary.csv'), 'utf8')).toBe('a,b\n');
  });

  it('is announced before the measuring', async () => {
    const { stderr } = await run(
      here,
      ...['run', '--workload', 'count', '--variants', 'sequential', '--samples', '2'],
      ...['--out', 'results', '--force'],
    );
    expect(stderr).toMatch(
      /^results holds the results of run \w+; those of this run replace them\n/,
    );
  });
});

describe('history', () => {
  it('fits its titles into a terminal, counts many workloads, and tells an empty store from no match', async () => {
    const title = 'a title that is longer than any terminal is wide, '.repeat(3).trim();
    await run(here, 'run', '--workload', 'count', '--samples', '2', '--title', title, '--quiet');
    const session = (outColumns?: number) =>
      cliSession({ ...here.app, close: async () => undefined }, ['history'], {
        io: { outColumns },
      });
    const narrow = (await session(110)).stdout;
    for (const line of narrow.trimEnd().split('\n')) expect(line.length).toBeLessThanOrEqual(110);
    expect(narrow).toContain('…');
    expect((await session()).stdout).toContain(title);
    const none = await run(here, 'history', 'nobody');
    expect(none.stdout).toMatch(/^No run matches nobody; \d+ runs are stored\.\n$/);
  });

  it('names the file that the input came from', () => {
    const group = {
      workload: 'a',
      variants: ['b'],
      set: {},
      sweep: {},
      input: '/data/1138_bus.mtx',
    };
    expect(titleOf({ ...counted(), groups: [group] })).toBe('a: b of 1138_bus.mtx');
    const named = { ...group, input: 'matrix:1138_bus' };
    expect(titleOf({ ...counted(), groups: [named] })).toBe('a: b');
  });

  it('names many workloads by their number', () => {
    const groups = ['a', 'b', 'c', 'd'].map((workload) => ({
      ...{ workload, variants: 'all' as const, set: {}, sweep: {} },
    }));
    const configuration = { ...counted(), groups };
    expect(titleOf({ ...configuration, preset: 'quick' })).toBe('quick: 4 workloads');
    expect(titleOf({ ...configuration, groups: groups.slice(0, 3) })).toBe('a, b, c');
  });
});
