import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { BreakevenError } from '../../../src-main/contract/failure.ts';
import { verbLoaders } from '../../../src-main/hosts/cli/verbs.ts';
import { cliSession } from '../../helpers/cli-session.ts';
import { createFakeApp } from '../../helpers/fake-app.ts';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';

const runWords = ['run', '--workload', 'count', '--variants', 'sequential,parallel'];

describe('help and version', () => {
  it('lists every verb with one line each and opens nothing', async () => {
    const app = createFakeApp();
    const { code, stdout } = await cliSession(app, ['--help']);
    expect(code).toBe(0);
    for (const name of Object.keys(verbLoaders))
      expect(stdout).toMatch(new RegExp(`^  ${name} +\\S`, 'm'));
    expect(app.calls).toEqual([]);
  });

  it.each(Object.keys(verbLoaders))('describes %s with its flags and examples', async (name) => {
    const { code, stdout } = await cliSession(createFakeApp(), [name, '--help']);
    const verb = await verbLoaders[name]?.();
    expect(code).toBe(0);
    expect(stdout).toContain(`Usage: breakeven ${name}`);
    for (const flag of verb?.flags ?? []) expect(stdout).toContain(`--${flag.name}`);
    for (const example of verb?.examples ?? []) expect(stdout).toContain(`  breakeven ${example}`);
    for (const line of stdout.split('\n')) expect(line.length).toBeLessThanOrEqual(104);
  });

  it('shows the axes of the catalog as flags of run', async () => {
    const { stdout } = await cliSession(createFakeApp(), ['run', '--help']);
    for (const axis of ['n', 'bins', 'distribution', 'threads', 'share']) {
      expect(stdout).toMatch(new RegExp(`^  --${axis} <value>`, 'm'));
    }
  });

  it('shows axes by the workloads that have them, or those of one workload', async () => {
    const { stdout } = await cliSession(createFakeApp(), ['run', '--help']);
    expect(stdout).toMatch(/^Axes of /m);
    const one = await cliSession(createFakeApp(), ['run', '--workload', 'count', '--help']);
    expect(one.stdout.match(/^Axes of .*$/gm)).toEqual(['Axes of count']);
  });

  it.each([['--version'], ['-v'], ['version']])(
    'prints the version of the package: %s',
    async (word) => {
      const { stdout } = await cliSession(createFakeApp(), [word]);
      expect(stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
      for (const words of [
        [word, '--json'],
        ['--json', word],
      ]) {
        const json = JSON.parse((await cliSession(createFakeApp(), words)).stdout);
        expect(json).toEqual({ schemaVersion: 1, version: stdout.trim() });
      }
    },
  );

  it('takes the flags of every verb before the verb too, and tells the verbs as JSON', async () => {
    const app = createFakeApp();
    const { code, stdout } = await cliSession(app, ['--home', '/x', '--json', 'history']);
    expect([code, JSON.parse(stdout).runs]).toEqual([0, []]);
    const help = JSON.parse((await cliSession(app, ['--json', '--help'])).stdout);
    expect(help.verbs.map(({ name }: { name: string }) => name)).toContain('break-even');
  });
});

describe('list', () => {
  it('prints one document of the stated shape', async () => {
    const { code, stdout, stderr } = await cliSession(createFakeApp(), ['list', '--json']);
    expect(code).toBe(0);
    expect(stderr).toBe('');
    const { schemaVersion, workloads } = JSON.parse(stdout);
    expect(schemaVersion).toBe(1);
    const [count] = workloads;
    expect(count.id).toBe('count');
    expect(count.axes.map((axis: { id: string }) => axis.id)).toContain('distribution');
    expect(count.variants.at(-1)).toMatchObject({
      id: 'absent',
      device: 'cuda',
      kind: 'study',
      available: false,
      reason: 'no CUDA device was found',
      source: 'scripted',
    });
  });

  it('prints a table for people with the reason of what is not there', async () => {
    const { stdout } = await cliSession(createFakeApp(), ['list']);
    expect(stdout).toMatch(/^absent +cuda +study +no +no CUDA device was found$/m);
  });
});

describe('run', () => {
  it('prints one JSON document of the stated shape, and nothing else', async () => {
    const app = createFakeApp();
    const { code, stdout } = await cliSession(app, [
      ...runWords,
      '--set',
      'n=1e3',
      '--samples',
      '5',
      '--json',
    ]);
    expect(code).toBe(0);
    const document = JSON.parse(stdout);
    expect(Object.keys(document)).toEqual([
      'schemaVersion',
      'run',
      'machine',
      'cases',
      'breakEvens',
    ]);
    expect(document.run).toMatchObject({ id: '01fakerun', status: 'complete', ok: 2 });
    expect(document.cases).toHaveLength(2);
    expect(document.cases[0]).toMatchObject({
      workload: 'count',
      variant: 'sequential',
      values: { n: 1000, bins: 8, seed: 1, distribution: 'uniform' },
      outcome: 'ok',
      reason: null,
      metrics: { kernel: { n: 5, min_ns: 1098, median_ns: 1100, ci95_lo_ns: null } },
      answer: { sha256: 'ab'.repeat(32), total: 3 },
    });
    expect(document.cases[0].comparison).toBeNull();
    expect(document.cases[1].comparison).toMatchObject({
      verdict: 'slower',
      against: 'sequential',
    });
    expect(app.closed()).toBe(true);
  });

  it('turns --samples into the rule fixed and lifts the time limit', async () => {
    const app = createFakeApp();
    await cliSession(app, [
      'run',
      '--preset',
      'quick',
      '--samples',
      '50',
      '--rounds',
      '3',
      '--quiet',
    ]);
    expect(app.started()?.policy).toEqual({
      rule: 'fixed',
      parameters: { samples: 50 },
      timeLimitS: null,
      rounds: 3,
      order: 'shuffled',
    });
    expect(app.started()).toMatchObject({ preset: 'quick', orderSeed: 7 });
  });

  it('lays flags over a preset: a set value takes the place of its sweep', async () => {
    const app = createFakeApp();
    await cliSession(app, [
      'run',
      '--preset',
      'quick',
      '--set',
      'n=64Ki',
      '--sweep',
      'bins=8,16',
      '--quiet',
    ]);
    expect(app.started()?.groups).toEqual([
      {
        workload: 'count',
        variants: ['sequential', 'parallel'],
        set: { n: 65_536 },
        sweep: { bins: [8, 16] },
      },
    ]);
  });

  it('takes an axis as a flag of its own, with a value or a list', async () => {
    const app = createFakeApp();
    const words = [
      'run',
      '--workload',
      'count',
      '--n',
      '1e3..4e3:x2',
      '--distribution',
      'degenerate',
    ];
    const { code } = await cliSession(app, [...words, '--quiet']);
    expect(code).toBe(0);
    expect(app.started()?.groups).toEqual([
      {
        workload: 'count',
        variants: 'all',
        set: { distribution: 'degenerate' },
        sweep: { n: [1000, 2000, 4000] },
      },
    ]);
  });

  it('keeps title, tags and note', async () => {
    const app = createFakeApp();
    const about = ['--title', 'before', '--tag', 'lab', '--tag', 'cpu', '--note', 'warm room'];
    await cliSession(app, [...runWords, ...about, '--seed-order', '9', '--quiet']);
    expect(app.started()).toMatchObject({
      title: 'before',
      tags: ['lab', 'cpu'],
      note: 'warm room',
      orderSeed: 9,
    });
  });

  it('prints the plan and runs nothing on a dry run', async () => {
    const app = createFakeApp();
    const { code, stdout } = await cliSession(app, [...runWords, '--dry-run', '--json']);
    expect(code).toBe(0);
    const plan = JSON.parse(stdout);
    expect(plan.cases).toHaveLength(2);
    expect(plan.cases[0]).toMatchObject({ workload: 'count', values: { n: 1000 } });
    expect(app.calls).not.toContain('startRun');
  });

  it('prints a table with median, interval, throughput, ratio and verdict, and the break-even', async () => {
    const { stdout, stderr } = await cliSession(createFakeApp(), [
      ...['run', '--workload', 'count', '--sweep', 'n=1e3,1e4'],
    ]);
    const head = /^variant +n +samples +median +95 % CI +throughput +ratio +verdict$/m;
    expect(stdout).toMatch(head);
    expect(stdout).toMatch(/^sequential +1000 +5 +1\.10 µs +– +3\.64 GB\/s +– +–$/m);
    expect(stdout).toMatch(/^parallel +10000 +5 +15\.1 µs +– +2\.65 GB\/s +1\.50× +slower$/m);
    expect(stdout).toContain('skipped absent: no CUDA device was found (2 cases)\n');
    expect(stdout).toContain('parallel wins from n* = 20 k [19 k, 21 k]');
    expect(stdout).toContain('Spans: kernel is the computation alone');
    expect(stdout).toContain('A case of fewer than 6 samples has no 95 % CI');
    expect(stdout).toContain('Run 01fakerun is complete: 6 ok, 0 failed, 2 skipped.');
    expect(stderr).toMatch(/^\[1\/8\] count \w+ n=\d+ ETA 3 to 8 s$/m);
  });

  it('exits with 1 when a case failed and names what was wrong', async () => {
    const { code, stdout } = await cliSession(createFakeApp({ failing: ['parallel'] }), runWords);
    expect(code).toBe(1);
    expect(stdout).toContain('failed  parallel: bin 3 is 7 and not 8');
  });

  it('writes tables and figures into --out', async () => {
    const cwd = temporaryFolder();
    const { code, stdout } = await cliSession(createFakeApp(), [...runWords, '--out', 'a/b'], {
      cwd,
    });
    expect(code).toBe(0);
    expect(readdirSync(join(cwd, 'a', 'b')).sort()).toEqual([
      'distribution.png',
      'samples.csv',
      'scaling.png',
      'summary.csv',
    ]);
    expect(stdout).toContain(`wrote ${join(cwd, 'a', 'b', 'summary.csv')}\n`);
  });

  it('cancels on an interrupt, keeps what is finished and exits with 130', async () => {
    const app = createFakeApp({ endless: true });
    const { code, stdout } = await cliSession(app, [...runWords, '--json'], {
      io: {
        onInterrupt: (listener) => {
          const timer = setTimeout(listener, 30);
          return () => clearTimeout(timer);
        },
      },
    });
    expect(code).toBe(130);
    expect(app.calls).toContain('cancelRun');
    expect(JSON.parse(stdout).run.status).toBe('cancelled');
    expect(app.closed()).toBe(true);
  });

  it('overwrites one line on a terminal', async () => {
    const { stderr } = await cliSession(createFakeApp(), runWords, { io: { terminal: true } });
    expect(stderr).toContain('\r\u001b[K[1/2] count ');
    expect(stderr).toContain('12 samples 1.23 µs');
    expect(stderr.endsWith('\r\u001b[K')).toBe(true);
  });

  it('colours only where colours are shown, and not with --no-color', async () => {
    const colored = await cliSession(createFakeApp(), runWords, { io: { colors: true } });
    expect(colored.stdout).toContain('\u001b[31mslower\u001b[0m');
    const plain = await cliSession(createFakeApp(), [...runWords, '--no-color'], {
      io: { colors: true },
    });
    expect(plain.stdout).not.toContain('\u001b');
  });
});

describe('run --resume', () => {
  it('goes on with a run and ends like one', async () => {
    const app = createFakeApp();
    await cliSession(app, [...runWords, '--quiet']);
    const { code, stdout } = await cliSession(app, ['run', '--resume', 'latest', '--json']);
    expect(code).toBe(0);
    expect(app.calls).toContain('resumeRun');
    expect(JSON.parse(stdout).run.id).toBe('01fakerun');
  });

  it('takes no flag that would make it another run', async () => {
    const { code, stderr } = await cliSession(createFakeApp(), [
      ...['run', '--resume', 'latest', '--samples', '5'],
    ]);
    expect(code).toBe(2);
    expect(stderr).toContain('so --samples does not go with it');
  });
});

describe('bad input', () => {
  const folder = (): string => {
    const path = temporaryFolder();
    mkdirSync(join(path, 'folder'));
    writeFileSync(join(path, 'file'), '');
    return path;
  };
  it.each([
    [['rn'], 2, 'unknown verb "rn"; did you mean "run"?'],
    [['run'], 2, 'run needs --workload <id> (count, trouble) or --preset <id> (quick)'],
    [['run', '--workload', 'cuont'], 2, 'unknown workload "cuont"; did you mean "count"?'],
    [['run', '--preset', 'qick'], 2, 'unknown preset "qick"; did you mean "quick"?'],
    [
      ['run', '--workload', 'count', '--variants', 'sequental'],
      2,
      'unknown variant "sequental"; did you mean "sequential"?',
    ],
    [
      ['run', '--workload', 'count', '--set', 'bin=8'],
      2,
      'unknown axis "bin"; did you mean "bins"?',
    ],
    [
      ['run', '--workload', 'count', '--binss', '8'],
      2,
      'unknown flag --binss of run; did you mean "--bins"?',
    ],
    [
      ['run', '--workload', 'count', '--set', 'n=-1'],
      2,
      'n: -1 is too small; allowed are whole numbers from 0 to 2147483647',
    ],
    [
      ['run', '--workload', 'count', '--set', 'n=1.5'],
      2,
      'n: 1.5 is not a whole number; allowed are whole numbers from 0 to 2147483647',
    ],
    [
      ['run', '--workload', 'count', '--set', 'bins=0'],
      2,
      'bins: 0 is too small; allowed are whole numbers from 1 to 65536',
    ],
    [
      ['run', '--workload', 'count', '--set', 'n=many'],
      2,
      'n: "many" is not a number; write 1000, 1e6, 2^20, 1M or 64Ki',
    ],
    [
      ['run', '--workload', 'count', '--set', 'n=1', '--sweep', 'n=1,2'],
      2,
      'n is given more than once',
    ],
    [
      ['run', '--workload', 'count', '--input', 'none.npy'],
      2,
      '--input: there is no file "none.npy"',
    ],
    [['run', '--workload', 'count', '--input', 'folder'], 2, '--input: "folder" is not a file'],
    [
      ['run', '--workload', 'trouble', '--input', 'file'],
      2,
      '--input: trouble does not read its input from a file',
    ],
    [
      ['run', '--workload', 'count', '--gpu', '0'],
      2,
      '--gpu: none of these variants runs on a GPU',
    ],
    [
      ['run', '--workload', 'count', '--samples', '0'],
      2,
      '--samples: "0" is not a whole number from 1 to 1000000000',
    ],
    [
      ['run', '--workload', 'count', '--rule', 'fixd'],
      2,
      'unknown stop rule "fixd"; did you mean "fixed"?',
    ],
    [['run', '--workload', 'count', '--rule-set', 'a=1'], 2, '--rule-set needs --rule'],
    [
      ['run', '--workload', 'count', '--order', 'random'],
      2,
      '--order: "random" is neither shuffled',
    ],
    [
      ['run', '--workload', 'count', '--time-limit', '-1'],
      2,
      '--time-limit: "-1" is not a number from',
    ],
    [
      ['run', '--workload', 'count', '--out', 'file/below'],
      3,
      'cannot write to "file/below": a part of the path is a file, not a folder',
    ],
    [['show', 'nothing'], 2, 'there is no run "nothing"'],
    [['show'], 2, 'show needs <run>, an id, the start of one, latest or latest~1'],
    [
      ['export', 'latest', '--format', 'xml'],
      2,
      '--format: unknown format "xml"; there are csv, csv-wide, json',
    ],
    [
      ['figure', 'latest'],
      2,
      'figure needs --out <file>, a name that ends in .png, .svg, .pdf or .csv',
    ],
    [
      ['figure', 'latest', '--out', 'a.gif'],
      2,
      '--out: "a.gif" must end in .png, .svg, .pdf or .csv',
    ],
    [
      ['figure', 'latest', '--kind', 'scalling', '--out', 'a.png'],
      2,
      '--kind: unknown figure "scalling"; did you mean "scaling"?',
    ],
    [
      ['figure', 'latest', '--out', 'a.png', '--dpi', '5'],
      2,
      '--dpi: "5" is not a number from 50 to 1200',
    ],
    [['history', '--limit', 'x'], 2, '--limit: "x" is not a number'],
    [['serve', '--port', '70000'], 2, '--port: "70000" is not a whole number from 0 to 65535'],
  ])('%j exits with %i', async (words, code, sentence) => {
    const cwd = folder();
    const plain = await cliSession(createFakeApp(), words, { cwd });
    expect(plain.stderr).toContain(`breakeven: ${sentence}`);
    expect(plain.stderr.trimEnd().split('\n')).toHaveLength(1);
    expect(plain.stdout).toBe('');
    expect(plain.code).toBe(code);

    const app = createFakeApp();
    const json = await cliSession(app, [...words, '--json'], { cwd });
    expect(json.code).toBe(code);
    const { schemaVersion, error } = JSON.parse(json.stdout);
    expect(schemaVersion).toBe(1);
    expect(error.message).toContain(sentence);
    expect(error.code).toMatch(/^(bad-input|not-found|environment)$/);
    expect(app.calls).not.toContain('startRun');
  });

  it('says in one sentence that the database cannot be opened', async () => {
    const openFailure = new BreakevenError('store', 'the database is of a newer version');
    const { code, stdout, stderr } = await cliSession(createFakeApp(), ['history', '--json'], {
      openFailure,
    });
    expect(code).toBe(3);
    expect(JSON.parse(stdout).error).toEqual({
      code: 'store',
      message: 'the database is of a newer version',
    });
    expect(stderr).toBe('breakeven: the database is of a newer version\n');
  });
});

describe('show, history, export, figure, doctor', () => {
  it('shows a run with verdicts and their reasons, break-evens and environment', async () => {
    const app = createFakeApp();
    await cliSession(app, [...runWords, '--quiet']);
    const { code, stdout } = await cliSession(app, ['show', 'latest']);
    expect(code).toBe(0);
    expect(stdout).toContain('Run 01fakerun');
    expect(stdout).toContain(
      'Verdicts\ncount\n  parallel n=1000: slower: the interval of the ratio is wholly above 1.005',
    );
    expect(stdout).toContain('cpu: Scripted CPU, 2 cores, 2 threads, 8.00 GiB');
    const json = await cliSession(app, ['show', 'latest', '--json']);
    expect(JSON.parse(json.stdout).cases).toHaveLength(2);
  });

  it('lists history for people and as JSON', async () => {
    const app = createFakeApp();
    expect((await cliSession(app, ['history'])).stdout).toContain('No run is stored');
    await cliSession(app, [...runWords, '--quiet']);
    expect((await cliSession(app, ['history'])).stdout).toMatch(
      /^01fakerun +2026-01-02 03:04:05 +complete/m,
    );
    const other = await cliSession(app, ['history', '-status:failed']);
    expect(other.stderr).toContain('breakeven history -- -status:failed');
    const { stdout } = await cliSession(app, ['history', '--json']);
    expect(JSON.parse(stdout)).toMatchObject({
      schemaVersion: 1,
      total: 1,
      runs: [{ id: '01fakerun' }],
    });
  });

  it('writes exported files and figures where it is told', async () => {
    const cwd = temporaryFolder();
    const app = createFakeApp();
    await cliSession(app, [...runWords, '--quiet']);
    const exported = await cliSession(app, ['export', 'latest', '--out', 'data', '--json'], {
      cwd,
    });
    expect(JSON.parse(exported.stdout).files).toEqual(
      ['summary.csv', 'samples.csv'].map((name) => join(cwd, 'data', name)),
    );
    const words = ['figure', 'latest', '--out', 'f.PNG', '--dpi', '300', '--width-mm', '88.9'];
    expect((await cliSession(app, words, { cwd })).code).toBe(0);
    expect(readdirSync(cwd).sort()).toEqual(['data', 'f.PNG']);
  });

  it('leaves no half-written file behind when the place is taken by a folder', async () => {
    const cwd = temporaryFolder();
    mkdirSync(join(cwd, 'f.png'));
    const app = createFakeApp();
    await cliSession(app, [...runWords, '--quiet']);
    const { code, stderr } = await cliSession(app, ['figure', 'latest', '--out', 'f.png'], { cwd });
    expect(code).toBe(3);
    expect(stderr).toContain('it is a folder');
    expect(readdirSync(cwd)).toEqual(['f.png']);
  });

  it('says what is missing and how to get it', async () => {
    const { code, stdout } = await cliSession(createFakeApp(), ['doctor']);
    expect(code).toBe(3);
    expect(stdout).toMatch(/^GPU +missing +none$/m);
    expect(stdout).toContain('GPU: Fit a GPU.');
  });
});

describe('a value that the configuration does not take', () => {
  it.each([
    [
      ['--title', 'x'.repeat(201)],
      '--title: got "xxx',
      'a text of at most 200 characters (it has 201)',
    ],
    [['--tag', 'y'.repeat(61)], '--tag: got "yyy', 'a text of at most 60 characters (it has 61)'],
  ])('is told with its flag: %s', async (words, field, allowed) => {
    const { code, stderr } = await cliSession(createFakeApp(), [...runWords, ...words]);
    expect(code).toBe(2);
    expect(stderr).toContain(field);
    expect(stderr).toContain(allowed);
  });

  it.each([
    ['{}', '--configuration: groups: is missing; a list is needed'],
    ['{"groups":3}', '--configuration: groups: got 3, must be a list'],
  ])('is told of a whole configuration: %s', async (text, sentence) => {
    const words = ['run', '--configuration', text];
    const { code, stderr } = await cliSession(createFakeApp(), words);
    expect(code).toBe(2);
    expect(stderr).toContain(sentence);
    expect(stderr).not.toContain('Invalid input');
  });
});

describe('the exit status of doctor', () => {
  it.each([
    ['ok', 0],
    ['warning', 0],
    ['missing', 3],
  ] as const)('with a check that is %s is %i', async (status, expected) => {
    const app = createFakeApp();
    const report = await app.api.doctor({});
    const checks = [
      ...[{ id: 'node', title: 'Node', status: 'ok', found: '24', fix: null } as const],
      ...[{ id: 'store', title: 'Store', status, found: 'here', fix: null }],
    ];
    const other = { ...app, api: { ...app.api, doctor: async () => ({ ...report, checks }) } };
    expect((await cliSession(other, ['doctor'])).code).toBe(expected);
    expect((await cliSession(other, ['doctor', '--json'])).code).toBe(expected);
  });
});
