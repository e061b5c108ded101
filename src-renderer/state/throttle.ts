import type { StoredCase } from '../../src-main/contract/run.ts';
import { caseName } from './case-name.ts';

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
      const { index, outcome, facts, warnings } = stored;
      const name = `${stored.workload} ${caseName(stored)}`;
      const reasons = facts.throttleReasons;
      const samples = facts.throttledSamples;
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
