import { isEmpty } from './case-labels.ts';
import type { StoredCase } from './run.ts';

export type Throughput = {
  readonly value: number;
  readonly hint: 'bytes-per-second' | 'operations-per-second';
  readonly operation: string;
};

/**
 * Floating-point work of so many operations a byte is bound by arithmetic on every processor here: their balance is
 * between two and eight. Its bytes a second would say nothing.
 */
const arithmeticPerByte = 16;

/** The declared work that a case's speed is told in; null where it declares none. */
export function workOf({
  bytesMoved,
  operations,
  operationUnit,
}: Pick<StoredCase, 'bytesMoved' | 'operations' | 'operationUnit'>): {
  readonly amount: number;
  readonly hint: Throughput['hint'];
  readonly operation: string;
} | null {
  const moved = bytesMoved ?? 0;
  const done = operations ?? 0;
  const arithmetic = /^flop/i.test(operationUnit ?? '') && done > arithmeticPerByte * moved;
  if (moved > 0 && !arithmetic) {
    return { amount: moved, hint: 'bytes-per-second', operation: '' };
  }
  if (!(done > 0)) return null;
  return { amount: done, hint: 'operations-per-second', operation: operationUnit ?? 'op' };
}

/**
 * Declared bytes over the median, or operations where there are none or arithmetic is what takes the time. Null for an
 * empty input: what little is written there says nothing of a speed.
 */
export function throughputOf(stored: StoredCase, medianNs: number | undefined): Throughput | null {
  const work = isEmpty(stored.values) ? null : workOf(stored);
  if (work === null || medianNs === undefined || !(medianNs > 0)) return null;
  return { value: (work.amount / medianNs) * 1e9, hint: work.hint, operation: work.operation };
}
