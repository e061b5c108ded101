import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { figureFormats } from '../../../src-main/contract/procedures/figures.ts';
import { exportFormats } from '../../../src-main/core/export/formats.ts';
import { isOfRun, ownerOf } from '../../../src-main/core/export/replacing.ts';
import { cliSession, expectEnd, sessionsOver } from '../../helpers/cli-session.ts';
import { counted } from '../../helpers/counted.ts';
import { createMeasuringApp, type MeasuringApp } from '../../helpers/scripted-app.ts';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';

let scripted: MeasuringApp;
let ours: string;
let theirs: string;
const cwd = temporaryFolder();
const out = join(cwd, 'results');

const run = sessionsOver(() => ({ app: scripted.app, cwd }));
const bytesOf = (name: string): string => readFileSync(join(out, name), 'latin1');
const contents = () => Object.fromEntries(readdirSync(out).map((name) => [name, bytesOf(name)]));

beforeAll(async () => {
  scripted = createMeasuringApp();
  theirs = await scripted.measure(counted());
  ours = await scripted.measure(counted());
});

afterAll(async () => {
  await scripted.close();
});

beforeEach(() => rmSync(out, { recursive: true, force: true }));

describe('a file of results', () => {
  it.each(exportFormats.filter(({ wholeRun }) => wholeRun !== true).map(({ id }) => id))(
    'names its run: %s',
    async (format) => {
      await run('export', theirs, '--format', format, '--out', 'results');
      for (const name of readdirSync(out)) {
        expect([name, ownerOf(join(out, name))]).toEqual([name, theirs]);
        expect(isOfRun(join(out, name), theirs)).toBe(true);
        expect(isOfRun(join(out, name), ours)).toBe(false);
      }
    },
  );

  it.each(figureFormats.filter((format) => format !== 'csv'))(
    'names its run: figure.%s',
    async (format) => {
      const file = join(cwd, `named.${format}`);
      expect((await run('figure', theirs, '--out', file)).code).toBe(0);
      expect(ownerOf(file)).toBe(theirs);
    },
  );

  it.each(['text', 'csv', 'markdown', 'latex'])('names its run: study as %s', async (format) => {
    const words = ['study', theirs, '--table', '--study', 'ime-min3x3', '--format', format];
    expect((await run(...words, '--out', 'results')).code).toBe(0);
    const names = readdirSync(out);
    expect(names.length).toBeGreaterThan(1);
    for (const name of names) expect(ownerOf(join(out, name))).toBe(theirs);
  });

  it('names none where it is of somebody else, missing, empty or a folder', () => {
    writeFileSync(join(cwd, 'notes.md'), 'We run everything at noon.\n');
    writeFileSync(join(cwd, 'empty.md'), '');
    for (const name of ['notes.md', 'empty.md', 'gone.md', '.']) {
      expect(ownerOf(join(cwd, name))).toBe(null);
      expect(isOfRun(join(cwd, name), ours)).toBe(false);
    }
  });
});

describe('a folder with the files of another run', () => {
  const study = ['--study', 'ime-min3x3'];
  const cases = [
    ...exportFormats
      .filter(({ wholeRun }) => wholeRun !== true)
      .map(({ id: format }) => ({ verb: 'export', words: ['--format', format] })),
    { verb: 'study', words: study },
    { verb: 'study', words: [...study, '--table', '--format', 'markdown'] },
  ];

  it.each(cases)('is left as it is by $verb $words, without --force', async ({ verb, words }) => {
    const write = (ref: string, ...more: readonly string[]) =>
      run(verb, ref, ...words, '--out', 'results', ...more);
    expect((await write(theirs)).code).toBe(0);
    const before = contents();
    const [first] = JSON.parse((await write(theirs, '--json')).stdout).files;
    expect(contents()).toEqual(before);

    const refused = await write(ours);
    // Names with the id of their run stand side by side.
    if (basename(first).startsWith(theirs)) {
      expect(refused.code).toBe(0);
      expect(contents()).toMatchObject(before);
      return;
    }
    expect([refused.code, refused.stdout]).toEqual([2, '']);
    expect(refused.stderr).toBe(
      `breakeven: ${first} holds results of run ${theirs}, not of ${ours}; --out names another folder, --force replaces it\n`,
    );
    expect(contents()).toEqual(before);

    expect((await write(ours, '--force')).code).toBe(0);
    expect(Object.keys(contents())).toEqual(Object.keys(before));
    for (const name of readdirSync(out)) expect(ownerOf(join(out, name))).toBe(ours);
  });

  it('is refused as a whole: a later file of another run keeps the first from being written', async () => {
    await run('export', theirs, '--out', 'results');
    rmSync(join(out, 'summary.csv'));
    rmSync(join(out, 'summary.meta.json'));
    const { code, stderr } = await run('export', ours, '--out', 'results', '--json');
    expectEnd({ code, stderr }, 2, /(?:samples|break-evens)\.csv holds results of/);
    expect(existsSync(join(out, 'summary.csv'))).toBe(false);
  });

  it('takes a run file beside those of others, and the same one again', async () => {
    const words = ['--format', 'breakeven', '--out', 'results'];
    for (const ref of [theirs, ours, theirs]) {
      expect((await run('export', ref, ...words)).code).toBe(0);
    }
    expect(readdirSync(out)).toEqual([theirs, ours].map((id) => `${id}.breakeven`));
  });
});

describe('a file that is of no run', () => {
  it('is not replaced by a name that the user did not give', async () => {
    await run('export', ours, '--format', 'markdown', '--out', 'results');
    writeFileSync(join(out, 'summary.md'), 'my notes');
    const refused = await run('export', ours, '--format', 'markdown', '--out', 'results');
    expect(refused.code).toBe(2);
    expect(refused.stderr).toMatch(
      new RegExp(`summary\\.md exists and does not belong to run ${ours}; --out`),
    );
    expect(bytesOf('summary.md')).toBe('my notes');
  });
});

describe('a figure', () => {
  const figure = (ref: string, name: string, ...more: readonly string[]) =>
    run('figure', ref, '--out', name, ...more);

  it('replaces the file that it names, and says so unless it is of the same run', async () => {
    const first = await figure(theirs, 'f.png');
    expect(first.stderr).toBe('');
    expect((await figure(theirs, 'f.png', '--kind', 'distribution')).stderr).toBe('');
    const other = await figure(ours, 'f.png');
    expectEnd(other, 0, `replaced the results of run ${theirs} in ${join(cwd, 'f.png')}\n`);
    expect(ownerOf(join(cwd, 'f.png'))).toBe(ours);
    expect((await figure(theirs, 'f.png', '--quiet')).stderr).toBe('');
  });

  it('says what it replaces also where neither file names a run', async () => {
    writeFileSync(join(cwd, 'f.csv'), 'mine');
    const first = await figure(ours, 'f.csv');
    expect(first.stderr).toBe(`replaced what was in ${join(cwd, 'f.csv')}\n`);
    expect((await figure(ours, 'f.csv')).stderr).toBe('');
  });
});

describe('a picture', () => {
  /** An application whose pictures are this text. */
  const picture = (text: string, ...words: readonly string[]) => {
    const bytes = new Uint8Array(Buffer.from(text));
    const drawn = {
      name: 'drawn.png',
      mime: 'image/png',
      bytes,
      width: 1,
      height: 1,
      attributes: {},
    };
    const api = { ...scripted.app.api, picture: async () => drawn };
    const app = { ...scripted.app, api, close: async () => undefined };
    return cliSession(app, ['figure', '--kind', 'picture', '--workload', 'count', ...words], {
      cwd,
    });
  };
  const file = join(cwd, 'drawn.png');
  const drawn = (): string => readFileSync(file, 'utf8');

  it('replaces another one only where it is named or forced to', async () => {
    expect((await picture('one')).code).toBe(0);
    expect((await picture('one')).code).toBe(0);
    const refused = await picture('two');
    expectEnd(
      refused,
      2,
      `breakeven: ${file} exists with other content; --out names another file, --force replaces it\n`,
    );
    expect(drawn()).toBe('one');
    const named = await picture('two', '--out', 'drawn.png');
    expectEnd(named, 0, `replaced what was in ${file}\n`);
    expect(drawn()).toBe('two');
    expect((await picture('six', '--force', '--quiet')).stderr).toBe('');
    expect(drawn()).toBe('six');
  });
});
