import { emptyResult } from '../../src-main/contract/empty-result.ts';
import type { StoredCase } from '../../src-main/contract/run.ts';

/** A finished case of a run with what a test says of it; nothing else is known of it. */
export function storedCase(
  index: number,
  known: Pick<StoredCase, 'workload' | 'variant' | 'metrics'> & Partial<StoredCase>,
): StoredCase {
  const { samples: _, ...nothing } = emptyResult('failed', '');
  return {
    ...nothing,
    index,
    values: {},
    finishedAt: '',
    ...known,
    outcome: known.outcome ?? 'ok',
    reason: known.reason ?? null,
  };
}
