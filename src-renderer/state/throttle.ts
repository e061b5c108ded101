import { fullCaseName } from '../../src-main/contract/case-names.ts';
import type { Progress } from '../../src-main/contract/progress.ts';
import type { StoredCase } from '../../src-main/contract/run.ts';
import { format } from '../../src-main/contract/units.ts';

export type StripCell = {
  readonly index: number;
  readonly state: 'calm' | 'throttled' | 'warned' | 'failed' | 'skipped';
  readonly text: string;
};

/** One cell a finished case: whether the device held its clocks while it was timed. */
export function throttleStrip(cases: readonly StoredCase[]): readonly StripCell[] {
  return [...cases]
    .sort((a, b) => (a.finishedAt < b.finishedAt ? -1 : 1))
    .map((stored): StripCell => {
      const { index, outcome, attributes, warnings } = stored;
      const name = fullCaseName(stored);
      const reasons = attributes.throttleReasons;
      const samples = attributes.throttledSamples;
      if (outcome !== 'ok') {
        return { index, state: outcome, text: `${name}: ${outcome}` };
      }
      const throttled =
        (typeof samples === 'number' && samples > 0) ||
        (typeof reasons === 'string' && reasons !== '');
      if (throttled) {
        const why = [
          typeof samples === 'number' ? `${samples} samples below three quarters of the clock` : '',
          typeof reasons === 'string' ? reasons : '',
        ].filter((part) => part !== '');
        return { index, state: 'throttled', text: `${name}: throttled (${why.join('; ')})` };
      }
      return warnings.length > 0
        ? { index, state: 'warned', text: `${name}: ${warnings.join('; ')}` }
        : { index, state: 'calm', text: `${name}: clocks held` };
    });
}

/** What one message told of the clock: the median of the newest samples, and how many were throttled since the one before. */
export type ClockTick = { readonly hz: number | null; readonly throttled: number };

const maxTicks = 120;

/** The ticks of the case under way with what `clock` adds. `before` is what the message before it had told. */
export function addTick(
  ticks: readonly ClockTick[],
  clock: Progress['clock'],
  before: Progress['clock'],
): readonly ClockTick[] {
  if (clock === undefined || clock === null) return ticks;
  const { medianHz, throttledSamples } = clock;
  const fresh = Math.max(0, throttledSamples - (before?.throttledSamples ?? 0));
  if (medianHz === null && fresh === 0) return ticks;
  return [...ticks, { hz: medianHz, throttled: fresh }].slice(-maxTicks);
}

/** One sentence for eyes and screen readers; null before the first sample has told. */
export function clockText(clock: Progress['clock']): string | null {
  if (clock === undefined) return null;
  if (clock === null) return 'No clock is sampled for CPU variants.';
  const { medianHz, throttledSamples } = clock;
  const now = medianHz === null ? 'SM clock unknown' : `SM clock ${format(medianHz, 'hertz')}`;
  return throttledSamples === 0
    ? `${now}; no throttling in this case.`
    : `${now}; ${throttledSamples === 1 ? '1 sample' : `${throttledSamples} samples`} of this case below three quarters of the default clock.`;
}
