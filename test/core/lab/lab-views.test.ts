import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { codeDifferences } from '../../../src-main/core/lab/code-difference.ts';
import { excerptOf } from '../../../src-main/core/lab/excerpt.ts';
import { keepCheck, keepFault, keptCheck } from '../../../src-main/core/lab/lab-checks.ts';
import { readLab } from '../../../src-main/core/lab/read-lab.ts';
import type { VariantCode } from '../../../src-main/core/lab/run-code.ts';
import { labFolder } from '../../helpers/lab-folder.ts';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';

describe('an excerpt', () => {
  const files = { 'a.c': '1\n2\n3\n4\n5\n6\n', 'lib/b.h': 'one\r\ntwo' };

  it('has the lines around the one that a message names', () => {
    const folder = labFolder(files);
    const numbers = (message: string) =>
      excerptOf(folder, message)?.lines.map(({ number }) => number);
    expect(excerptOf(folder, 'a.c:4: x')).toMatchObject({ file: 'a.c', line: 4 });
    expect(numbers('the reference is not built: a.c:4: x')).toEqual([2, 3, 4, 5, 6]);
    expect(numbers('a.c:1: x')).toEqual([1, 2, 3]);
    expect(excerptOf(folder, 'c.c: x (in lib/b.h:2)')).toEqual({
      ...{ file: 'lib/b.h', line: 2 },
      lines: [
        { number: 1, text: 'one' },
        { number: 2, text: 'two' },
      ],
    });
  });

  it('is none of a file that is not below the folder, of a line that is not there, of no line', () => {
    const folder = labFolder(files);
    writeFileSync(join(folder, '..', 'secret.c'), '1\n2\n');
    for (const message of [
      ...['../secret.c:1: x', `${join(folder, '..', 'secret.c')}:1: x`, '/etc/passwd:1: x'],
      ...['a.c:99: x', 'a.c:0: x', 'gone.c:1: x', 'lib:1: x', 'n=31: y[30] is 1', ''],
    ]) {
      expect(excerptOf(folder, message)).toBeNull();
    }
  });
});

describe('what a check found', () => {
  const found = (id: string) => ({
    ...{ id, state: 'verified' as const, reason: null, log: '', cases: 1, flags: '' },
    warnings: [`${id} cannot be replayed`],
  });

  it('is kept by place; a variant that was left out keeps what is known of it', () => {
    const home = temporaryFolder();
    const lab = readLab(labFolder());
    expect(keptCheck(home, 'saxpy', lab.path)).toBeNull();
    keepCheck(home, lab, [found('omp'), found('sequential')]);
    keepCheck(home, lab, [{ ...found('omp'), state: 'wrong', reason: 'no' }]);
    const kept = keptCheck(home, 'saxpy', lab.path);
    expect(kept?.variants.map(({ id, state }) => `${id} ${state}`)).toEqual([
      'sequential verified',
      'omp wrong',
    ]);
    expect(kept?.variants[0]?.warnings).toEqual(['sequential cannot be replayed']);
    expect(keptCheck(home, 'saxpy', '/elsewhere')).toBeNull();
    keepFault(home, lab, { code: 'bad-input', message: 'broken', detail: 'log' });
    expect(keptCheck(home, 'saxpy', lab.path)).toMatchObject({
      fault: { message: 'broken', log: 'log' },
      variants: [{}, {}],
    });
    keepCheck(home, lab, [found('omp')]);
    expect(keptCheck(home, 'saxpy', lab.path)?.fault).toBeNull();
  });

  it('is nothing where the list is damaged or cannot be written', () => {
    const home = temporaryFolder();
    const lab = readLab(labFolder());
    writeFileSync(join(home, 'lab-checks.json'), '{"saxpy": 1}');
    expect(keptCheck(home, 'saxpy', lab.path)).toBeNull();
    const file = join(home, 'file');
    writeFileSync(file, '');
    keepCheck(file, lab, [found('omp')]);
    expect(keptCheck(file, 'saxpy', lab.path)).toBeNull();
  });
});

describe('the differences of two runs', () => {
  const code = (
    variant: string,
    text: string,
    more: Partial<VariantCode> & { readonly command?: string } = {},
  ): VariantCode => {
    const { command = 'cc', ...part } = more;
    return {
      ...{ runId: 'r', workload: 'w', variant, role: 'variant' },
      build: {
        ...{ hash: text, command, compiler: '', log: '', sources: [] },
        ...{ registers: null, spillBytes: null, sharedBytes: null, ptx: null, sass: null },
      },
      sources: [{ name: 'a.c', text }],
      ...part,
    };
  };

  it('are those of the variants that both have, each in its first build', () => {
    const before = [
      ...[code('a', 'one'), code('a', 'second'), code('gone', 'x')],
      code('b', 'same', { command: 'cc -O2' }),
      code('a', 'reference', { role: 'reference' }),
    ];
    const after = [
      ...[code('a', 'two'), code('b', 'same', { command: 'cc -O3' }), code('new', 'x')],
    ];
    expect(codeDifferences(before, after)).toEqual([
      {
        ...{ workload: 'w', variant: 'a', command: null },
        files: [{ name: 'a.c', lines: ['-one', '+two'] }],
      },
      {
        ...{ workload: 'w', variant: 'b', files: [] },
        command: { before: 'cc -O2', after: 'cc -O3' },
      },
    ]);
  });
});
