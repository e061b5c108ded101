import { expect, it } from 'vitest';
import type { LabArgument } from '../../../src-main/contract/lab.ts';
import { precisionOfArguments } from '../../../src-main/core/lab/stored-build.ts';

const scalar = (type: string) => ({ name: 's', scalar: type, value: '1' }) as LabArgument;
const array = (type: string) =>
  ({ name: 'x', array: type, shape: ['n'], out: false }) as LabArgument;

it('says the precision of a lab by its widest floating-point arrays, else by its scalars', () => {
  const of = (...args: readonly LabArgument[]) => precisionOfArguments(args);
  expect(of(array('float32'), array('int64'), scalar('float64'))).toBe('FP32');
  expect(of(array('complex64'), array('float16'))).toBe('FP32');
  expect(of(array('bfloat16'))).toBe('FP16');
  expect(of(array('float32'), array('float64'))).toBeNull();
  expect(of(array('complex128'))).toBeNull();
  expect(of(array('int32'), scalar('float32'))).toBe('FP32');
  expect(of(array('int32'), scalar('uint32'))).toBeNull();
});
