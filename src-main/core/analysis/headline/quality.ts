import type { Quality } from '../../../contract/headline.ts';
import type { StoredCase } from '../../../contract/run.ts';
import { isDisturbed } from '../../../contract/target.ts';
import { headlineScope } from '../../../contract/timing-scopes.ts';
import { isTooWide } from '../../../contract/units.ts';

/** Below so many processes there is no verdict. */
const minProcesses = 3;

/**
 * Whether the numbers of a run are good enough. A case is to be repeated where that can change a verdict: most of its
 * repetitions were disturbed, fewer than three processes measured it, or its interval is wider than a factor of 10.
 */
export function qualityOf(cases: readonly StoredCase[]): Quality {
  const timed = cases.filter(({ outcome }) => outcome === 'ok');
  const lacking = timed.flatMap((stored) => {
    const reason = reasonOf(stored);
    return reason === null ? [] : [{ index: stored.index, reason }];
  });
  if (timed.length === 0) return { level: 'repeat', text: 'nothing was timed', cases: [] };
  if (lacking.length === 0) return { level: 'good', text: 'good', cases: [] };
  const counts = Map.groupBy(lacking, ({ reason }) => reason);
  const reasons = [...counts].map(([reason, { length }]) =>
    counts.size === 1 ? reason : `${length} ${reason}`,
  );
  const level = lacking.length * 10 > timed.length ? 'repeat' : 'usable';
  const which = `${lacking.length} of ${timed.length} cases: ${reasons.join(', ')}`;
  const text = level === 'repeat' ? `repeat ${which}` : `usable; ${which}`;
  return { level, text, cases: lacking.map(({ index }) => index) };
}

function reasonOf(stored: StoredCase): string | null {
  if (isDisturbed(stored)) return 'disturbed';
  const scope = headlineScope(Object.keys(stored.metrics));
  const metric = scope === null ? undefined : stored.metrics[scope];
  if (metric === undefined) return null;
  if ((metric.processes ?? minProcesses) < minProcesses) return 'too few processes';
  const { ci95LoNs: low, ci95HiNs: high } = metric;
  const isWide = low !== null && high !== null && isTooWide([low, high]);
  return isWide ? 'interval too wide' : null;
}
