import type { CaseResult } from './run.ts';

/** A result for a case that has no measurement: nothing in it was seen. */
export function emptyResult(outcome: 'failed' | 'skipped', reason: string): CaseResult {
  return {
    outcome,
    reason,
    samples: [],
    coldStartNs: null,
    stopReason: null,
    verification: null,
    answer: null,
    bytesMoved: null,
    operations: null,
    operationUnit: null,
    attributes: {},
    warnings: [],
  };
}
