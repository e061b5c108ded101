import type { StoredCase } from '../../contract/run.ts';

/** Why two cases say nothing about each other; null when they do. */
export function obstacle(a: StoredCase, b: StoredCase, span: string): string | null {
  for (const stored of [a, b]) {
    if (stored.outcome !== 'ok') return `${stored.variant} ${stored.outcome}: ${stored.reason}`;
    if (!(span in stored.metrics)) return `${stored.variant} has no span "${span}"`;
  }
  const same = a.answer === null || b.answer === null || a.answer.sha256 === b.answer.sha256;
  // Exact answers that differ mean that the work was another; within a tolerance they may.
  const exact = a.verification?.rule === 'exact' && b.verification?.rule === 'exact';
  return same || !exact ? null : 'their answers differ, so their inputs did';
}
