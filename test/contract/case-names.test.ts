import { describe, expect, it } from 'vitest';
import {
  agree,
  byValue,
  caseName,
  fullCaseName,
  shownAxes,
  valuesText,
  varyingAxes,
} from '../../src-main/contract/case-names.ts';
import type { Values } from '../../src-main/contract/workload.ts';

const cases: readonly { readonly values: Values }[] = [
  { values: { seed: 1, n: 20_000, shape: 'b', gpu: '' } },
  { values: { seed: 1, n: 1000, shape: 'a', gpu: '' } },
  { values: { seed: 1, n: 1000, threads: 2 } },
];

describe('what tells cases apart', () => {
  it('is the axes whose value differs, each with its values in order', () => {
    expect(varyingAxes(cases)).toEqual([
      { id: 'n', values: [1000, 20_000] },
      { id: 'shape', values: ['a', 'b'] },
    ]);
    expect(varyingAxes([])).toEqual([]);
  });

  it('has the size first, whether or not it differs, where a case has it', () => {
    expect(shownAxes(cases, 'shape')).toEqual(['shape', 'n']);
    expect(shownAxes(cases.slice(1), 'n')).toEqual(['n']);
    expect(shownAxes(cases, 'width')).toEqual(['n', 'shape']);
    expect(shownAxes(cases)).toEqual(['n', 'shape']);
  });

  it('is written as words that --set takes, without empty texts', () => {
    expect(valuesText({ n: 20_000, gpu: '', fresh: false })).toBe('n=20,000 fresh=false');
    expect(valuesText({ n: 20_000, bins: 8 }, ['bins', 'threads'])).toBe('bins=8');
  });

  it('names a case among those of its workload, or of several', () => {
    const stored = { workload: 'histogram', variant: 'omp', values: { n: 1000, bins: 8 } };
    expect(caseName(stored)).toBe('omp n=1000 bins=8');
    expect(caseName(stored, ['bins'])).toBe('omp bins=8');
    expect(caseName(stored, [])).toBe('omp');
    expect(fullCaseName(stored, ['n'])).toBe('histogram omp n=1000');
  });

  it('sorts numbers by size, and words by the alphabet', () => {
    expect([100, 20, 3].sort(byValue)).toEqual([3, 20, 100]);
    expect(['b', 'a'].sort(byValue)).toEqual(['a', 'b']);
  });
});

it('values that agree are the same on every axis that both have, in either order', () => {
  for (const [a, b, agrees] of [
    [{ n: 1 }, { n: 1, threads: 2 }, true],
    [{ n: 1 }, { threads: 2 }, true],
    [{ n: 1, threads: 2 }, { n: 1, threads: 4 }, false],
    [{ n: 1 }, { n: '1' }, false],
  ] as const) {
    expect([agree(a, b), agree(b, a)]).toEqual([agrees, agrees]);
  }
});
