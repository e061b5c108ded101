import type { Explanation } from '../../contract/explanation.ts';
import type { MeasuredPeak } from '../../contract/machine.ts';
import type { Store } from '../store/store.ts';
import { type ExplainedCase, explain } from './explain.ts';

type Key = { readonly ref: string; readonly index: number };

/** Why one of each two stored cases is faster; null where one of them has no counters or no kernel time. */
export function explainCases(
  store: Pick<Store, 'run' | 'counters' | 'measuredPeaks'>,
  pairs: readonly (readonly [Key, Key])[],
): readonly (Explanation | null)[] {
  const runs = new Map<string, (index: number) => Side | null>();
  const sideOf = ({ ref, index }: Key): Side | null => {
    const known = runs.get(ref) ?? sidesOf(store, ref);
    runs.set(ref, known);
    return known(index);
  };
  return pairs.map(([one, other]) => {
    const [a, b] = [sideOf(one), sideOf(other)];
    if (a === null || b === null) return null;
    // A rate of one device says nothing about another.
    return explain(a.explained, b.explained, a.device === b.device ? a.peaks : []);
  });
}

type Side = {
  readonly explained: ExplainedCase;
  readonly device: unknown;
  readonly peaks: readonly MeasuredPeak[];
};

function sidesOf(
  store: Pick<Store, 'run' | 'counters' | 'measuredPeaks'>,
  ref: string,
): (index: number) => Side | null {
  const { run, machine, cases } = store.run(ref);
  const counters = store.counters(run.id);
  const { peaks } = store.measuredPeaks(machine.fingerprint);
  return (index) => {
    const stored = cases.find((each) => each.index === index);
    const pass = counters
      .get(index)
      ?.find(({ provider, refused }) => provider === 'ncu' && refused === null);
    const medianNs = stored?.metrics.kernel?.medianNs ?? 0;
    if (stored === undefined || pass === undefined || !(medianNs > 0)) return null;
    const { variant, bytesMoved, attributes } = stored;
    const { device } = attributes;
    return {
      explained: { variant, medianNs, bytesMoved, pass },
      device,
      peaks: peaks.filter((peak) => peak.device === device),
    };
  };
}
