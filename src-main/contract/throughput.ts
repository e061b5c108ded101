import { isEmpty } from './case-labels.ts';
import type { StoredCase } from './run.ts';
import { format, missing } from './units.ts';

/** What the speeds of a table or a figure are told in: one quantity for all, or they could not be compared. */
export type Rate = {
  readonly hint: 'bytes-per-second' | 'operations-per-second';
  /** What an operation is called; empty for bytes. */
  readonly operation: string;
};

type Work = Pick<StoredCase, 'bytesMoved' | 'operations' | 'operationUnit'>;

/**
 * Floating-point work of so many operations a byte is bound by arithmetic on every processor here: their balance is
 * between two and eight. Its bytes a second would say nothing.
 */
const arithmeticPerByte = 16;

/**
 * Bytes a second, unless none of the cases of a workload declares bytes, or arithmetic is what takes the time of one of
 * them: then operations a second for all, the cases of few steps and those that are spared operations included. Null
 * where none declares work.
 */
export function rateOf(cases: readonly Work[]): Rate | null {
  const counted = cases.find(isArithmetic) ?? cases.find(({ operations }) => (operations ?? 0) > 0);
  const moves = cases.some(({ bytesMoved }) => (bytesMoved ?? 0) > 0);
  if (moves && !cases.some(isArithmetic)) return { hint: 'bytes-per-second', operation: '' };
  if (counted === undefined) return null;
  return { hint: 'operations-per-second', operation: counted.operationUnit ?? 'op' };
}

function isArithmetic({ bytesMoved, operations, operationUnit }: Work): boolean {
  return (
    /^flop/i.test(operationUnit ?? '') && (operations ?? 0) > arithmeticPerByte * (bytesMoved ?? 0)
  );
}

/** The rate of each workload of a table that has several. */
export function ratesOf(cases: readonly StoredCase[]): ReadonlyMap<string, Rate> {
  const workloads = Map.groupBy(cases, ({ workload }) => workload);
  return new Map(
    [...workloads].flatMap(([workload, own]) => {
      const rate = rateOf(own);
      return rate === null ? [] : [[workload, rate] as const];
    }),
  );
}

/** The declared work of a case that such a rate counts; null where it declares none. */
export function amountOf(stored: Work, { hint, operation }: Rate): number | null {
  if (hint === 'bytes-per-second') return positive(stored.bytesMoved);
  return (stored.operationUnit ?? 'op') === operation ? positive(stored.operations) : null;
}

function positive(amount: number | null): number | null {
  return amount !== null && amount > 0 ? amount : null;
}

/**
 * Declared work over the median, a second; null where there is none, and for an empty input: what little is written there
 * says nothing of a speed.
 */
export function throughputOf(
  stored: StoredCase,
  medianNs: number | undefined,
  rate: Rate | undefined,
): number | null {
  if (rate === undefined || isEmpty(stored.values)) return null;
  const amount = amountOf(stored, rate);
  if (amount === null || medianNs === undefined || !(medianNs > 0)) return null;
  return (amount / medianNs) * 1e9;
}

/** `4.29 TB/s`, `2.72 Gflop/s`. */
export function throughputText(
  stored: StoredCase,
  medianNs: number | undefined,
  rate: Rate | undefined,
): string {
  const value = throughputOf(stored, medianNs, rate);
  return value === null || rate === undefined
    ? missing
    : format(value, rate.hint, { operation: rate.operation });
}
