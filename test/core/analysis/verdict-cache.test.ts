import { describe, expect, it } from 'vitest';
import type { SpanSamples } from '../../../src-main/contract/run.ts';
import { compare } from '../../../src-main/core/analysis/compare.ts';
import { knownSamples } from '../../../src-main/core/analysis/sample-cache.ts';
import { sampleSet } from '../../../src-main/core/analysis/sample-set.ts';
import { compareKnown } from '../../../src-main/core/analysis/verdict-cache.ts';
import { createRandom } from '../../../src-main/stats/random.ts';

const random = createRandom(11);
const times = (n: number, center: number): Float64Array<ArrayBuffer> =>
  Float64Array.from({ length: n }, () => center * (1 + 0.01 * random.normal()));
const part = (
  timesNs: Float64Array<ArrayBuffer>,
  more: Partial<SpanSamples> = {},
): SpanSamples => ({
  span: 'kernel',
  round: 0,
  timesNs,
  repeats: 1,
  launchIncluded: false,
  ...more,
});
const copy = (one: SpanSamples): SpanSamples => ({ ...one, timesNs: one.timesNs.slice() });

describe('samples that were read before', () => {
  it('are the same arrays as long as they are the same numbers', () => {
    const first = [part(times(20, 1000), { clocksHz: new Float64Array(20).fill(1e9) })];
    expect(knownSamples('a', first)).toBe(first);
    expect(knownSamples('a', first.map(copy))).toBe(first);
    expect(knownSamples('b', first.map(copy))).not.toBe(first);
    const changes: readonly Partial<SpanSamples>[] = [
      { timesNs: times(20, 1000) },
      { timesNs: times(21, 1000) },
      { repeats: 2 },
      { round: 1 },
      { launchIncluded: true },
      { clocksHz: new Float64Array(20).fill(2e9) },
      { cpuNs: new Float64Array(20) },
    ];
    for (const change of changes) {
      const other = first.map((one) => ({ ...copy(one), ...change }));
      expect(knownSamples('a', other)).toBe(other);
      expect(knownSamples('a', first)).toBe(first);
    }
    const more = [...first, part(times(20, 1000))];
    expect(knownSamples('a', more)).toBe(more);
  });

  it('are let go when many others were read', () => {
    const first = [part(times(5, 1))];
    knownSamples('first', first);
    for (let i = 0; i < 1600; i++) knownSamples(`other ${i}`, [part(times(5, 1))]);
    const again = first.map(copy);
    expect(knownSamples('first', again)).toBe(again);
    const huge = [part(new Float64Array(3_000_000).fill(1))];
    expect(knownSamples('huge', huge)).toBe(huge);
    expect(knownSamples('huge', [part(new Float64Array(3_000_000).fill(1))])).toBe(huge);
    const before = [part(times(5, 1))];
    knownSamples('small', before);
    expect(knownSamples('small', before.map(copy))).toBe(before);
  });
});

describe('verdicts that were given before', () => {
  const a = [part(times(30, 1000)), part(times(30, 1010), { round: 1 })];
  const b = [part(times(30, 1300)), part(times(30, 1290), { round: 1 })];
  const setOf = (label: string, parts: readonly SpanSamples[]) =>
    sampleSet(label, 'cpu', {}, 'kernel', parts);

  it('are those that judging anew gives', () => {
    const fresh = compare(setOf('a', a.map(copy)), setOf('b', b.map(copy)));
    const first = compareKnown(setOf('a', a), setOf('b', b), {});
    expect(first).toEqual(fresh);
    expect(compareKnown(setOf('a', a), setOf('b', b), {})).toBe(first);
  });

  it('are given anew for other samples, sides, names and margins', () => {
    const first = compareKnown(setOf('a', a), setOf('b', b), {});
    expect(compareKnown(setOf('a', a), setOf('c', b), {}).against).toBe('c');
    expect(compareKnown(setOf('b', b), setOf('a', a), {}).ratio).toBeCloseTo(
      1 / (first.ratio ?? 0),
      12,
    );
    const margins = { differenceMargin: 0.4, sameMargin: 0.5 };
    const wide = compareKnown(setOf('a', a), setOf('b', b), margins);
    expect(wide).toEqual(compare(setOf('a', a.map(copy)), setOf('b', b.map(copy)), margins));
    expect(wide.verdict).not.toBe(first.verdict);
    const refused = compareKnown(setOf('a', a), setOf('b', b), { notComparable: 'another input' });
    expect(refused).toMatchObject({ verdict: 'not comparable', reason: 'another input' });
    expect(compareKnown(setOf('a', a), setOf('b', b), {})).toBe(first);
  });
});
