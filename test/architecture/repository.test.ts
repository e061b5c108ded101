import { existsSync, readdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { repositoryRoot } from '../helpers/paths.ts';
import { type SourceFile, sourceFiles } from './source-files.ts';

const workloadsFolder = join(repositoryRoot, 'native', 'workloads');

function folders(path: string): readonly string[] {
  if (!existsSync(path)) return [];
  return readdirSync(path, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name);
}

/** Variant ids with a hyphen, as their files are named: single words such as "sequential" mean other things too. */
function variantNames(workload: string): readonly string[] {
  return readdirSync(join(workloadsFolder, workload))
    .filter((name) => /\.(cpp|cu)$/.test(name) && name.includes('-'))
    .map((name) => basename(name).replace(/\.\w+$/, ''));
}

/** The names that stand in the text between quotes. */
function quoted(text: string, names: readonly string[]): readonly string[] {
  return names.filter((name) => new RegExp(`(['"\`])${name}\\1`).test(text));
}

/** Says which lists of workloads or variants a text keeps by hand: two names of one kind are a list. */
function handKeptLists(file: SourceFile, kinds: readonly (readonly string[])[]): readonly string[] {
  return kinds
    .map((names) => quoted(file.text, names))
    .filter((found) => found.length > 1)
    .map((found) => `${file.path} lists ${found.join(', ')}`);
}

describe('workloads and variants', () => {
  const workloads = folders(workloadsFolder);
  const kinds = [workloads, ...workloads.map(variantNames)];

  it('are found, not listed by hand, in TypeScript', () => {
    expect(workloads).toContain('histogram');
    // A study is about the variants that it names.
    const code = sourceFiles('src-main', 'src-renderer').filter(
      ({ path }) => /\.(ts|tsx)$/.test(path) && !path.startsWith('src-main/core/study/studies/'),
    );
    expect(code.flatMap((file) => handKeptLists(file, kinds))).toEqual([]);
  });

  it('are found, not named, in the build and the native core', () => {
    const generic = sourceFiles('native').filter(
      ({ path }) => /CMake|\.cmake$/.test(path) || /^native\/(core|addon)\//.test(path),
    );
    const names = kinds.flat();
    const naming = generic.flatMap(({ path, text }) => {
      const code = text.replace(/\/\/.*|#(?!include).*/g, '');
      const found = path.includes('CMake')
        ? names.filter((name) => new RegExp(`\\b${name}\\b`).test(code))
        : quoted(code, names);
      return found.map((name) => `${path} names ${name}`);
    });
    expect(generic.length).toBeGreaterThan(3);
    expect(naming).toEqual([]);
  });

  it('are noticed when they are listed', () => {
    const file = { path: 'x.ts', text: 'const all = [\'one-way\', "other-way"];' };
    expect(handKeptLists(file, [['one-way', 'other-way'], ['one-way']])).toEqual([
      'x.ts lists one-way, other-way',
    ]);
  });
});

describe('every file', () => {
  const files = sourceFiles('.');

  it('is free of paths of one machine', () => {
    // The user whom tests invent can be the one here.
    const homes = [homedir()].filter((home) => basename(home) !== 'ada');
    const pattern = machinePath([repositoryRoot, ...homes]);
    expect(matching(files, pattern)).toEqual([]);
    const text = ['open("', 'root', 'x/y")'].join('/');
    expect(matching([{ path: 'x', text }], pattern)).toEqual(['x:1']);
    expect(matching([{ path: 'x', text: `cd ${repositoryRoot}` }], pattern)).toEqual(['x:1']);
  });

  it('is finished: no mark of open work, no test that runs alone', () => {
    const marks = new RegExp(
      `\\b(${['TO', 'FIX'].map((a, i) => a + ['DO', 'ME'][i]).join('|')})\\b`,
    );
    const alone = /\b(describe|it|test)\.only\(/;
    expect(matching(files, marks)).toEqual([]);
    expect(matching(files, alone)).toEqual([]);
  });
});

describe('tests', () => {
  it('wait for what they need and not for time to pass', () => {
    const tests = sourceFiles('test').filter(({ path }) => path.endsWith('.test.ts'));
    const sleep = /\.waitForTimeout\(|\bawait (?:setTimeout|sleep|delay)\(/;
    expect(tests.length).toBeGreaterThan(100);
    expect(matching(tests, sleep)).toEqual([]);
    expect(matching([{ path: 'x', text: `await ${'sleep'}(300);` }], sleep)).toEqual(['x:1']);
  });
});

function matching(files: readonly SourceFile[], pattern: RegExp): readonly string[] {
  return files.flatMap(({ path, text }) =>
    text.split('\n').flatMap((line, index) => (pattern.test(line) ? [`${path}:${index + 1}`] : [])),
  );
}

/** The given folders, and those that only one kind of machine has. */
function machinePath(folders: readonly string[]): RegExp {
  const own = folders
    .map((folder) => folder.replace(/\/$/, ''))
    .filter((folder) => folder.length > 1)
    .map((folder) => RegExp.escape(folder));
  return new RegExp(`(^|[\\s"'\`(=:])((/(root|work|farm)/\\w)|(${own.join('|')})(/|\\b))`);
}
