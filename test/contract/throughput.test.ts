import { expect, it } from 'vitest';
import { caseLabels } from '../../src-main/contract/case-labels.ts';
import { emptyResult } from '../../src-main/contract/empty-result.ts';
import { throughputOf, workOf } from '../../src-main/contract/throughput.ts';

const declared = (bytesMoved: number | null, operations: number | null, unit: string | null) => ({
  ...emptyResult('failed', ''),
  ...{ index: 0, workload: 'w', variant: 'v', values: {}, metrics: {}, finishedAt: '' },
  ...{ bytesMoved, operations, operationUnit: unit },
});

it('tells bytes unless arithmetic is what takes the time', () => {
  expect(workOf(declared(80, 11, 'flop'))).toMatchObject({ hint: 'bytes-per-second', amount: 80 });
  // A picture: 8 bytes a pixel and thousands of operations.
  expect(workOf(declared(8, 6005, 'flop'))).toEqual({
    amount: 6005,
    hint: 'operations-per-second',
    operation: 'flop',
  });
  // Other operations say nothing of arithmetic, however many.
  expect(workOf(declared(8, 6005, 'comparisons'))?.hint).toBe('bytes-per-second');
  expect(workOf(declared(null, 7, null))).toMatchObject({ amount: 7, operation: 'op' });
  expect(workOf(declared(8, 0, ''))?.hint).toBe('bytes-per-second');
  expect(workOf(declared(null, null, null))).toBeNull();
  expect(workOf(declared(0, 0, 'flop'))).toBeNull();
});

it('divides by the median', () => {
  expect(throughputOf(declared(3e6, 1, 'rows'), 1e6)).toMatchObject({ value: 3e9 });
  expect(throughputOf(declared(3e6, 1, 'rows'), 0)).toBeNull();
  expect(throughputOf(declared(3e6, 1, 'rows'), undefined)).toBeNull();
});

it('is none of an empty input, which is labelled', () => {
  const empty = { ...declared(32, 1, 'rows'), values: { n: 0 } };
  expect(throughputOf(empty, 1e6)).toBeNull();
  expect(caseLabels(empty).map(({ text }) => text)).toEqual(['empty input']);
  const full = { ...empty, values: { n: 1, seed: 0 } };
  expect(throughputOf(full, 1e6)).not.toBeNull();
  expect(caseLabels(full)).toEqual([]);
});
