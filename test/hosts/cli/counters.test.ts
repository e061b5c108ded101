import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { findNcu } from '../../../src-main/core/counters/run-ncu.ts';
import { readRunFile } from '../../../src-main/core/import/read-run-file.ts';
import { openStore } from '../../../src-main/core/store/store.ts';
import { cliSession, expectEnd } from '../../helpers/cli-session.ts';
import { repositoryRoot } from '../../helpers/paths.ts';
import { createScriptedApp, type ScriptedApp } from '../../helpers/scripted-app.ts';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';

const fixtures = join(repositoryRoot, 'test', 'fixtures', 'ncu');
/** A run of two GPU variants at one size, whose kernels take 6 and 22 us; its times are invented. */
const runFile = join(fixtures, 'histogram.breakeven');

let app: ScriptedApp;
let cwd: string;
let home: string;

const session = (...words: readonly string[]) =>
  cliSession({ ...app, close: async () => undefined }, words, { cwd });

/** The run of the file, of a lab where one is given. */
async function store(folder: string, lab?: { readonly contract: string }): Promise<void> {
  const opened = openStore(folder);
  const run = await readRunFile(readFileSync(runFile));
  const cases = run.cases.map(({ descriptor: { workload, variant }, ...rest }) => ({
    ...rest,
    descriptor: { workload: lab === undefined ? workload : { ...workload, lab }, variant },
  }));
  opened.importRun({ ...run, cases }, null);
  opened.close();
}

beforeEach(async () => {
  cwd = temporaryFolder();
  home = temporaryFolder();
  await store(home);
  app = createScriptedApp({}, { home });
});

const importOf = (variant: string, file: string, ...more: readonly string[]) =>
  session('counters', 'latest', '--where', `variant:${variant}`, '--import', file, ...more);

async function importBoth(): Promise<void> {
  const files = { cub: 'details.csv', 'shared-atomics': 'details-shared-atomics.csv' };
  for (const [variant, file] of Object.entries(files)) {
    const { code } = await importOf(variant, join(fixtures, file), '--executions', '3');
    expect(code).toBe(0);
  }
}

describe('counters', () => {
  it('of two variants say why one is faster, here and where the run is imported', async () => {
    await importBoth();
    const { stdout } = await session('compare', 'latest:cub', 'latest:shared-atomics', '--why');
    expect(stdout).toContain('as fast as shared-atomics\n  because');
    expect(stdout).toContain(
      'shared memory: 1201 bank conflicts in 402 k passes of cub against 98.7 k bank conflicts',
    );
    await session('export', 'latest', '--format', 'breakeven', '--out', 'x');
    const here = JSON.parse((await session('show', 'latest', '--json')).stdout);
    expect(here.cases[0].counters[0]).toMatchObject({ provider: 'ncu', executions: 3 });
    const first = app;
    app = createScriptedApp();
    const imported = await session('import', join('x', `${here.run.id}.breakeven`));
    expect(imported.code).toBe(0);
    const there = JSON.parse((await session('show', 'imported', '--json')).stdout);
    expect(there.cases.map((each: { counters: unknown }) => each.counters)).toEqual(
      here.cases.map((each: { counters: unknown }) => each.counters),
    );
    const why = await session('compare', 'imported:cub', 'imported:shared-atomics', '--why');
    expect(why.stdout).toContain('  because');
    expect(app).not.toBe(first);
  });

  it('of another kernel are refused, and a report without ncu says how a page is made', async () => {
    const other = join(fixtures, 'details-shared-atomics.csv');
    const refused = await importOf('cub', other, '--executions', '3');
    expectEnd(
      refused,
      2,
      'breakeven: the file is of the kernel count_shared<8>, this case launched cub::DeviceHistogramSweepKernel<Policy, 0>\n',
    );
    // A replay of the range has one row for all kernels.
    expect((await importOf('cub', join(fixtures, 'raw-range.csv'))).code).toBe(0);
    const report = join(cwd, 'of the run.ncu-rep');
    writeFileSync(report, 'x');
    const path = process.env.PATH;
    process.env.PATH = cwd;
    onTestFinished(() => {
      process.env.PATH = path;
    });
    const { stderr, code } = await importOf('cub', report);
    expect(code).not.toBe(0);
    if (stderr.includes('ncu was not found')) {
      expect(stderr).toContain(
        "(ncu --import 'of the run.ncu-rep' --csv --page raw --print-units base > counters.csv)",
      );
    }
  });

  it('are a row a metric in counters.csv, which is absent without them', async () => {
    await session('export', 'latest', '--format', 'csv', '--out', 'none');
    expect(() => readFileSync(join(cwd, 'none', 'counters.csv'))).toThrow('ENOENT');
    await importBoth();
    await session('export', 'latest', '--format', 'csv', '--out', 'all');
    const lines = readFileSync(join(cwd, 'all', 'counters.csv'), 'utf8').split('\r\n');
    expect(lines[0]).toBe(
      'run,case,workload,variant,values,provider,version,clock_locked,executions,kernel,grid,block,launches,metric,value',
    );
    expect(lines.filter((line) => line.includes('dram__bytes.sum'))).toHaveLength(3);
    expect(lines.some((line) => line.endsWith(',1,dram__bytes.sum,4202304'))).toBe(true);
  });

  it('go with the run that is removed', async () => {
    await importBoth();
    const opened = openStore(home);
    onTestFinished(() => opened.close());
    expect(opened.counters('latest').size).toBe(2);
    const { run } = opened.run('latest');
    opened.trash(run.id);
    opened.purge(run.id);
    await store(home);
    expect(opened.counters('latest').size).toBe(0);
  });

  it('of a file without the range are refused without a number, and by what is not a file a case', async () => {
    const refused = await importOf('cub', join(fixtures, 'details.csv'));
    expectEnd(
      refused,
      2,
      'breakeven: the file has 6 launches of 2 kernels and no range "execution"; say how many executions with --executions\n',
    );
    const file = join(fixtures, 'details.csv');
    const both = await session('counters', 'latest', '--import', file);
    expect(both.stderr).toContain('--import: got 1 file for 2 cases, must be one a case');
    const other = join(fixtures, 'details-shared-atomics.csv');
    const words = ['--import', file, other, '--executions', '3', '--json'];
    const two = await session('counters', 'latest', ...words);
    expect(JSON.parse(two.stdout).cases).toHaveLength(2);
    const gone = await importOf('cub', 'gone.csv');
    expectEnd(gone, 2, 'no such file');
    const without = await session('counters', 'latest', file);
    expect(without.stderr).toContain('files of counters stand behind --import');
  });

  it('are counted by a line that names the case and no run', async () => {
    const { stdout } = await session('counters', 'latest', '--where', 'variant:cub', '--command');
    const [before = '', after = ''] = stdout.split(' profile ');
    expect(before).toMatch(
      /^ncu --nvtx --nvtx-include breakeven@execution\/ --target-processes all --clock-control none --cache-control none --replay-mode application --csv --page raw --print-units base --metrics gpu__time_duration\.sum,dram__bytes\.sum,/,
    );
    expect(after).toBe('histogram:cub n=1e6 bins=8\n');
    const all = await session('counters', 'latest', '--command', '--set', 'all', '--json');
    expect(JSON.parse(all.stdout).commands[1]).toContain(' --set full ');
  });

  /** Words that a stand-in of ncu on the PATH was started with. */
  function scriptedNcu(): () => string {
    const folder = temporaryFolder();
    const script = `#!/bin/sh\nif [ "$1" = --version ]; then echo "Version 2025.3.1.0"; exit; fi\necho "$@" > ${join(folder, 'words')}\ncat ${join(fixtures, 'raw-kernel.csv')}\n`;
    writeFileSync(join(folder, 'ncu'), script, { mode: 0o755 });
    const path = process.env.PATH;
    process.env.PATH = `${folder}:${path}`;
    onTestFinished(() => {
      process.env.PATH = path;
    });
    return () => readFileSync(join(folder, 'words'), 'utf8').trim();
  }

  it('of a lab are counted while it is trusted alone, where a program asks', async () => {
    home = temporaryFolder();
    await store(home, { contract: 'c' });
    app = createScriptedApp({}, { home, trustedLabsOnly: 'as-saved' });
    const words = scriptedNcu();
    const { code } = await session('counters', 'latest', '--where', 'variant:cub');
    expect([code, words()]).toEqual([0, expect.stringMatching(/ --lab histogram --trusted-labs$/)]);
    const shown = await session('counters', 'latest', '--where', 'variant:cub', '--command');
    expect(shown.stdout).toMatch(/ --lab histogram\n$/);
    const stored = await session('counters', 'latest', '--stored', '--json');
    expect(JSON.parse(stored.stdout).cases).toMatchObject([{ variant: 'cub' }]);
    const trusted: unknown[] = [];
    await cliSession(
      async ({ trustedLabsOnly }) => {
        trusted.push(trustedLabsOnly);
        return { ...app, close: async () => undefined };
      },
      ['profile', 'x:y', '--lab', 'x', '--trusted-labs'],
    );
    expect(trusted).toEqual(['as-saved']);
  });

  it('are counted by the same line, which ncu gets', async () => {
    const startedWith = scriptedNcu();
    const command = await session('counters', 'latest', '--where', 'variant:cub', '--command');
    const counted = await session('counters', 'latest', '--where', 'variant:cub', '--json');
    const [{ counters }] = JSON.parse(counted.stdout).cases;
    expect(counters).toMatchObject({ version: '2025.3.1.0', range: true, clockLocked: false });
    const words = startedWith();
    const [told = '', ofCase = ''] = command.stdout.trim().split(' profile ');
    const [ran = '', ofRun = ''] = words.split(' profile ');
    expect(ofRun).toBe(ofCase);
    const options = told.slice('ncu '.length, told.indexOf(' npm '));
    expect(ran.startsWith(`${options} ${process.execPath}`)).toBe(true);
  });

  it('without ncu say where it is', () => {
    const empty = temporaryFolder();
    expect(() => findNcu({ PATH: empty, CUDA_HOME: empty }, [])).toThrow(
      "ncu was not found; it is in CUDA's bin folder or in /opt/nvidia/nsight-compute",
    );
    writeFileSync(join(empty, 'ncu'), '#!/bin/sh\n', { mode: 0o755 });
    expect(findNcu({ PATH: '/nowhere' }, ['/other', empty])).toBe(join(empty, 'ncu'));
  });
});

describe('profile', () => {
  it('runs one verified execution, and is in no list of verbs', async () => {
    const ok = await session('profile', 'count:parallel', 'n=1e3', 'threads=2');
    expectEnd(ok, 0, 'one execution, verified\n');
    const wrong = await session('profile', 'trouble:wrong', 'n=1e3');
    expectEnd(wrong, 1, 'breakeven: trouble:wrong: bin 3 is 7 and not 8\n');
    const odd = await session('profile', 'count:parallel', 'm=3');
    expect(odd.stderr).toContain('unknown axis "m" of count');
    expect((await session('profile', 'count')).stderr).toContain(
      'case: got "count", must be <workload>:<variant>',
    );
    expect((await session('help')).stdout).not.toMatch(/^ *profile/m);
  });
});
