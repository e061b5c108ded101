import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { lineDiff } from '../../../src-main/core/lab/line-diff.ts';
import { newLab } from '../../../src-main/core/lab/new-lab.ts';
import { restoreSources, type VariantCode } from '../../../src-main/core/lab/run-code.ts';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';
import { failureOf } from '../store/failure-of.ts';

function code(sources: VariantCode['sources']): VariantCode {
  const build = {
    ...{ hash: 'h', command: '', compiler: '', log: '', sources: [] },
    ...{ registers: null, spillBytes: null, sharedBytes: null, ptx: null, sass: null },
  };
  return { runId: 'r', workload: 'w', variant: 'v', role: 'variant', build, sources };
}

describe('the sources of a run', () => {
  it('are written as they were', () => {
    const folder = join(temporaryFolder(), 'new');
    const sources = [
      { name: 'workload.toml', text: 'size = "n"\r\n' },
      { name: 'lib/a.h', text: '' },
    ];
    expect(restoreSources([code(sources), code(sources)], folder)).toEqual([
      'lib/a.h',
      'workload.toml',
    ]);
    expect(readFileSync(join(folder, 'workload.toml'), 'utf8')).toBe('size = "n"\r\n');
    expect(readFileSync(join(folder, 'lib', 'a.h'), 'utf8')).toBe('');
  });

  it('that cannot be written are refused in one sentence, as is a new lab there', () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'file'), '');
    const below = join(folder, 'file', 'below');
    const refusal = {
      code: 'environment',
      message: `${below} cannot be written (ENOTDIR); name another`,
    };
    expect(failureOf(() => restoreSources([code([{ name: 'a', text: '' }])], below))).toEqual(
      refusal,
    );
    expect(failureOf(() => newLab(below, 'c'))).toEqual(refusal);
    const long = [{ name: 'x'.repeat(300), text: '' }];
    const other = join(folder, 'other');
    expect(failureOf(() => restoreSources([code(long)], other)).message).toContain('ENAMETOOLONG');
  });

  it('are not written over others, nor outside of the folder', () => {
    const full = temporaryFolder();
    writeFileSync(join(full, 'x'), '');
    expect(() => restoreSources([code([])], full)).toThrow('is not empty');
    for (const name of ['../x', '/x', 'a/../../x']) {
      const folder = join(temporaryFolder(), 'in');
      mkdirSync(folder);
      expect(() => restoreSources([code([{ name, text: '' }])], folder)).toThrow('outside of');
    }
  });
});

describe('sources that exclude each other', () => {
  it.each([
    [['a', 'a/b'], 'the source "a" would be a file and the folder of a/b'],
    [['a/b/c/d', 'x', './a/b'], 'the source "a/b" would be a file and the folder of a/b/c/d'],
    [['x', 'a', './a'], 'the source "./a" is there with two texts'],
    [['x', 'lib/'], 'the source "lib/" has the name of a folder'],
    [['x', '.'], 'the source "." has the name of a folder'],
  ])('%j are refused before anything is written', (names, sentence) => {
    const folder = join(temporaryFolder(), 'new');
    const sources = names.map((name, at) => ({ name, text: String(at) }));
    expect(() => restoreSources([code(sources)], folder)).toThrow(sentence);
    expect(existsSync(folder)).toBe(false);
  });
});

describe('the difference of two texts', () => {
  it('is the lines that differ with three around them', () => {
    const before = ['1', '2', '3', '4', '5', '6', '7', '8', '9'];
    const after = ['1', '2', '3', '4', 'five', '6', '7', '8', '9', '10'];
    expect(lineDiff(before.join('\n'), after.join('\n'))).toEqual([
      '@@',
      ' 2',
      ' 3',
      ' 4',
      '-5',
      '+five',
      ' 6',
      ' 7',
      ' 8',
      ' 9',
      '+10',
    ]);
  });

  it('is empty for equal ones, and whole where one is empty', () => {
    expect(lineDiff('a\nb', 'a\nb')).toEqual([]);
    expect(lineDiff('a', 'b')).toEqual(['-a', '+b']);
    expect(lineDiff('x\na\nb\ny', 'x\nb\na\ny')).toEqual([' x', '-a', ' b', '+a', ' y']);
  });
});
