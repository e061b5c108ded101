import { assertNever } from './assert-never.ts';

export { assertNever };

/**
 * What can go wrong, as it crosses processes and faces. The code decides the exit status; the message is one
 * sentence for the user (which field, what was given, what is allowed).
 */
export const failureCodes = [
  'bad-input',
  'not-found',
  'environment',
  'store',
  'engine',
  'busy',
  'wait-ended',
  'cancelled',
  'internal',
] as const;

export type FailureCode = (typeof failureCodes)[number];

export type Failure = {
  readonly code: FailureCode;
  readonly message: string;
  readonly detail?: string | undefined;
};

/** The one error class of the product. Anything else that is thrown is a defect and becomes `internal`. */
export class BreakevenError extends Error {
  readonly code: FailureCode;
  readonly detail: string | undefined;
  /** Several faults of one file, a sentence each: `message` has them in one line. */
  readonly sentences: readonly string[];

  constructor(code: FailureCode, message: string | readonly string[], detail?: string) {
    const sentences = typeof message === 'string' ? [message] : message;
    super(sentences.join('; '));
    this.name = 'BreakevenError';
    this.code = code;
    this.detail = detail;
    this.sentences = sentences;
  }
}

const maker = (code: FailureCode) => (message: string | readonly string[]) =>
  new BreakevenError(code, message);

/** A wrong command line, file or value: `message` is one sentence for the user. */
export const badInput = maker('bad-input');
export const notFound = maker('not-found');
/** This machine lacks something, or refuses it. */
export const environmentFault = maker('environment');
export const storeFault = maker('store');
export const engineFault = maker('engine');

export function toFailure(error: unknown): Failure {
  if (error instanceof BreakevenError) {
    const { code, message, detail } = error;
    return detail === undefined ? { code, message } : { code, message, detail };
  }
  if (error instanceof Error) {
    const { message, stack } = error;
    return { code: 'internal', message, ...(stack === undefined ? {} : { detail: stack }) };
  }
  return { code: 'internal', message: String(error) };
}

export const exitCodes = {
  ok: 0,
  caseFailed: 1,
  badInput: 2,
  environment: 3,
  failOn: 4,
  unanswered: 5,
  busy: 6,
  cancelled: 130,
} as const;

export function exitCodeOf(code: FailureCode): number {
  switch (code) {
    case 'bad-input':
    case 'not-found':
      return exitCodes.badInput;
    case 'cancelled':
      return exitCodes.cancelled;
    case 'busy':
    case 'wait-ended':
      return exitCodes.busy;
    case 'environment':
    case 'store':
    case 'engine':
    case 'internal':
      return exitCodes.environment;
    default:
      return assertNever(code);
  }
}
