import { BreakevenError, type FailureCode } from '../../../src-main/contract/failure.ts';

/** The failure that `act` ends with; anything but a `BreakevenError`, or no error at all, fails the test. */
export function failureOf(act: () => unknown): {
  readonly code: FailureCode;
  readonly message: string;
} {
  try {
    act();
  } catch (error) {
    if (error instanceof BreakevenError) return { code: error.code, message: error.message };
    throw error;
  }
  throw new Error('nothing was thrown');
}
