import { expect, it } from 'vitest';
import type { PercentOfPeak } from '../../src-main/contract/inspection.ts';
import {
  percentOfPeakExplanation,
  percentOfPeakText,
} from '../../src-main/contract/percent-of-peak-text.ts';

const share: PercentOfPeak = { percent: 31.5, bound: 'memory', peak: 41e9, unit: 'B/s' };

it('names what a share is of, and marks one that is above all that was measured', () => {
  expect(percentOfPeakText(share)).toBe('31.5 %');
  expect(percentOfPeakText({ ...share, percent: 7.61 })).toBe('7.61 %');
  expect(percentOfPeakText({ ...share, cache: 'L3' })).toBe('31.5 % (L3)');
  expect(percentOfPeakText({ ...share, bound: 'compute', unit: 'FLOP/s' })).toBe(
    '31.5 % (compute)',
  );
  const above = { ...share, percent: 190, reason: 'a part of it stays in the cache' };
  expect(percentOfPeakText(above)).toBe('190 % *');
  expect(percentOfPeakExplanation(above)).toBe(
    'memory bound; measured peak 41.0 GB/s; above 100 %: a part of it stays in the cache',
  );
  expect(percentOfPeakExplanation({ ...share, cache: 'L3' })).toBe(
    'working set in L3; measured peak 41.0 GB/s',
  );
  expect(percentOfPeakExplanation({ ...share, bound: 'compute', unit: 'FLOP/s' })).toBe(
    'compute bound; measured peak 41.0 GFLOP/s',
  );
});
