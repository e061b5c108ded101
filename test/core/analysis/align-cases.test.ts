import { describe, expect, it } from 'vitest';
import type { Values } from '../../../src-main/contract/workload.ts';
import { alignSides } from '../../../src-main/core/analysis/align-cases.ts';
import { storedCase } from '../../helpers/stored-case.ts';

const side = (id: string, variant: string, ...all: readonly Values[]) => ({
  run: { id },
  variant,
  cases: all.map((values, index) =>
    storedCase(index, { workload: 'scan', variant, values, metrics: {} }),
  ),
});

const rowsOf = (...sides: readonly ReturnType<typeof side>[]) =>
  alignSides(sides).rows.map((row) => row.map((stored) => stored?.index ?? null));

describe('three sides', () => {
  const plain = side('a', 'plain', { n: 10 }, { n: 20 });
  const omp = side('b', 'omp', { n: 10, threads: 1 }, { n: 10, threads: 2 }, { n: 30, threads: 1 });

  it('have a row for each value of an axis that the first lacks', () => {
    const other = side('c', 'other', { n: 10, threads: 2 }, { n: 10, threads: 4 });
    expect(rowsOf(plain, omp, other)).toEqual([
      [0, 0, null],
      [0, 1, 0],
      [0, null, 1],
    ]);
  });

  it('show what has no such axis in each of these rows, and what has one other value alone', () => {
    const single = side('c', 'cuda', { n: 10 }, { n: 20 });
    expect(rowsOf(plain, omp, single)).toEqual([
      [0, 0, 0],
      [0, 1, 0],
      [1, null, 1],
    ]);
    const elsewhere = side('c', 'cuda', { n: 10, threads: 8 });
    expect(rowsOf(plain, omp, elsewhere)).toEqual([
      [0, 0, null],
      [0, null, 0],
      [0, 1, null],
    ]);
  });

  it('line up what only later ones have, and say why the rest stands alone', () => {
    const third = side('c', 'cuda', { n: 30 }, { n: 40 });
    const { rows, unpaired } = alignSides([plain, omp, third]);
    expect(rows.at(-1)?.map((stored) => stored?.values.n ?? null)).toEqual([null, 30, 30]);
    expect(unpaired.map((alone) => alone.map(({ values, reason }) => [values.n, reason]))).toEqual([
      [[20, 'the contender has no case with n = 20']],
      [],
      [[40, 'the baseline has no case with n = 40']],
    ]);
  });
});
