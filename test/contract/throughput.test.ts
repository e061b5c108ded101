import { expect, it } from 'vitest';
import { caseLabels } from '../../src-main/contract/case-labels.ts';
import { emptyResult } from '../../src-main/contract/empty-result.ts';
import {
  amountOf,
  rateOf,
  ratesOf,
  throughputOf,
  throughputText,
} from '../../src-main/contract/throughput.ts';

const declared = (bytesMoved: number | null, operations: number | null, unit: string | null) => ({
  ...emptyResult('failed', ''),
  ...{ index: 0, workload: 'w', variant: 'v', values: {}, metrics: {}, finishedAt: '' },
  ...{ bytesMoved, operations, operationUnit: unit },
});

const bytes = { hint: 'bytes-per-second', operation: '' } as const;
const flops = { hint: 'operations-per-second', operation: 'flop' } as const;

it('tells bytes unless arithmetic is what takes the time', () => {
  expect(rateOf([declared(80, 11, 'flop')])).toEqual(bytes);
  // A picture: 8 bytes a pixel and thousands of operations.
  expect(rateOf([declared(8, 6005, 'flop')])).toEqual(flops);
  // Other operations say nothing of arithmetic, however many.
  expect(rateOf([declared(8, 6005, 'comparisons')])).toEqual(bytes);
  expect(rateOf([declared(null, 7, null)])).toEqual({ ...flops, operation: 'op' });
  expect(rateOf([declared(8, 0, '')])).toEqual(bytes);
  expect(rateOf([declared(null, null, null)])).toBeNull();
  expect(rateOf([declared(0, 0, 'flop')])).toBeNull();
  expect(rateOf([])).toBeNull();
});

it('tells all cases of a workload in one quantity', () => {
  // A picture of 10 steps a pixel is no arithmetic by itself, one of 100 is, and one spares its operations.
  const pictures = [declared(8, 65, 'flop'), declared(8, 605, 'flop'), declared(8, 0, '')];
  expect(rateOf(pictures)).toEqual(flops);
  expect(pictures.map((one) => amountOf(one, flops))).toEqual([65, 605, null]);
  expect(pictures.map((one) => throughputText(one, 1, flops))).toEqual([
    '65.0 Gflop/s',
    '605 Gflop/s',
    '–',
  ]);
  expect(amountOf(declared(8, 5, 'rows'), flops)).toBeNull();
  const mixed = [...pictures, { ...declared(80, 1, 'rows'), workload: 'other' }];
  expect([...ratesOf(mixed)]).toEqual([
    ['w', flops],
    ['other', bytes],
  ]);
});

it('divides by the median', () => {
  expect(throughputOf(declared(3e6, 1, 'rows'), 1e6, bytes)).toBe(3e9);
  expect(throughputOf(declared(3e6, 1, 'rows'), 0, bytes)).toBeNull();
  expect(throughputOf(declared(3e6, 1, 'rows'), undefined, bytes)).toBeNull();
  expect(throughputOf(declared(3e6, 1, 'rows'), 1e6, undefined)).toBeNull();
});

it('is none of an empty input, which is labelled', () => {
  const empty = { ...declared(32, 1, 'rows'), values: { n: 0 } };
  expect(throughputOf(empty, 1e6, bytes)).toBeNull();
  expect(caseLabels(empty).map(({ text }) => text)).toEqual(['empty input']);
  const full = { ...empty, values: { n: 1, seed: 0 } };
  expect(throughputOf(full, 1e6, bytes)).not.toBeNull();
  expect(caseLabels(full)).toEqual([]);
});
