import type { CaseResult, ScopeSamples } from '../contract/run.ts';
import { isTimedByEvents } from '../contract/timing-scopes.ts';
import type { Variant } from '../contract/workload.ts';

/**
 * The smallest step of times in nanoseconds: that of the clock, spread over the runs that share a sample. 0 where it is
 * not known: the clock that a GPU's case states is that of its events, other timing scopes are timed by the host.
 */
export function timeStepNs(
  attributes: CaseResult['attributes'],
  device: Variant['device'] | undefined,
  scope: string,
  parts: readonly Pick<ScopeSamples, 'repeats'>[],
): number {
  const { clockResolutionNs } = attributes;
  if (typeof clockResolutionNs !== 'number' || parts.length === 0) return 0;
  if (device !== 'cpu' && !isTimedByEvents(scope)) return 0;
  return clockResolutionNs / Math.min(...parts.map(({ repeats }) => repeats));
}
