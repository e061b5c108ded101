import { expect, it } from 'vitest';
import { ceilingExplanation, ceilingText } from '../../src-main/contract/ceiling-text.ts';
import type { CeilingShare } from '../../src-main/contract/inspection.ts';

const share: CeilingShare = { percent: 31.5, bound: 'memory', ceiling: 41e9, unit: 'B/s' };

it('names what a share is of, and marks one that is above all that was measured', () => {
  expect(ceilingText(share)).toBe('31.5 %');
  expect(ceilingText({ ...share, percent: 7.61 })).toBe('7.61 %');
  expect(ceilingText({ ...share, cache: 'L3' })).toBe('31.5 % (L3)');
  expect(ceilingText({ ...share, bound: 'compute', unit: 'FLOP/s' })).toBe('31.5 % (compute)');
  const above = { ...share, percent: 190, reason: 'a part of it stays in the cache' };
  expect(ceilingText(above)).toBe('190 % *');
  expect(ceilingExplanation(above)).toBe(
    'memory bound; measured peak 41.0 GB/s; above 100 %: a part of it stays in the cache',
  );
  expect(ceilingExplanation({ ...share, cache: 'L3' })).toBe(
    'working set in L3; measured peak 41.0 GB/s',
  );
  expect(ceilingExplanation({ ...share, bound: 'compute', unit: 'FLOP/s' })).toBe(
    'compute bound; measured peak 41.0 GFLOP/s',
  );
});
