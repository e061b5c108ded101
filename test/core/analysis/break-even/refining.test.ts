import { describe, expect, it } from 'vitest';
import type { Law, SampledCurve } from '../../../stats/simulate.ts';
import { breakEven, decades, options, scaled, sweep } from './sampled-sweeps.ts';

describe('refining', () => {
  const laws: readonly [Law, Law] = [(n) => 1e4 + 0.5 * n, (n) => n];
  const asked = (size: number): boolean => decades.includes(size);
  const slow = (curve: SampledCurve, sizes: readonly number[], factor: number): SampledCurve =>
    scaled(curve, (x) => (sizes.includes(x) ? factor : 1));
  const only = (curve: SampledCurve, sizes: readonly number[]): SampledCurve => ({
    ...curve,
    points: curve.points.filter(({ x }) => sizes.includes(x)),
  });

  it('leaves a size aside that was disturbed from beginning to end, and says so', () => {
    const dense = [...decades, 15_000, 18_000, 20_500, 23_000, 27_000].sort((x, y) => x - y);
    const [a, b] = sweep(laws, dense);
    const view = breakEven(slow(a, [23_000], 1.7), b, { ...options, asked });
    expect(view.answer).toBe('one');
    expect(view.ci95?.[0]).toBeLessThan(20_000);
    expect(view.ci95?.[1]).toBeGreaterThan(20_000);
    expect(view.sentence).toMatch(/ n = 23,000 is excluded: it does not fit its neighbours\.$/);
  });

  it('looks beyond a size at which the times jump as no program does', () => {
    const [a, b] = sweep(
      laws,
      [...decades, 14_000].sort((x, y) => x - y),
    );
    const view = breakEven(a, slow(b, [14_000], 2), { ...options, asked });
    expect(view).toMatchObject({ answer: 'one', brackets: [[1e4, 14_000]] });
    // The far side shows whether what was seen at 14,000 goes on.
    expect(view.next?.some((x) => x > 14_000 && x < 17_000)).toBe(true);
  });

  it('goes on between the changes that one size has made, and keeps what was known before', () => {
    const before = breakEven(...sweep(laws, decades), options);
    const [a, b] = sweep(
      laws,
      [...decades, 40_000].sort((x, y) => x - y),
    );
    const view = breakEven(slow(a, [40_000], 3), b, { ...options, asked });
    expect(before.answer).toBe('one');
    expect(view).toMatchObject({ answer: 'one', brackets: [[40_000, 1e5]] });
    const [c, d] = sweep(
      laws,
      [...decades, 13_000, 40_000, 60_000].sort((x, y) => x - y),
    );
    const lost = breakEven(c, slow(slow(d, [13_000], 2), [40_000], 0.4), { ...options, asked });
    expect(lost).toMatchObject({ answer: 'one', fallback: true });
    expect(lost.sentence).toMatch(
      /^a is faster than b from n = [\d,]+ \(95 % CI [\d,]+ to [\d,]+\) up to [\d,]+, the largest size measured\. With what refinement added, the faster variant changes 3 times with n; the earlier answer is kept\.$/,
    );
    const next = lost.next ?? [];
    expect(next.length).toBeGreaterThan(1);
    // Between the changes that the added sizes show.
    for (const [from, to] of [
      [1e4, 13_000],
      [13_000, 40_000],
      [40_000, 60_000],
    ] as const) {
      expect(next.some((x) => x > from && x < to)).toBe(true);
    }
    // Of the sweep alone nothing is lost, so nothing is said.
    expect(breakEven(...sweep(laws, decades), { ...options, asked }).sentence).toBe(
      before.sentence,
    );
  });

  it('gives up an earlier answer with which the newer one disagrees, however narrow that was', () => {
    // One size of the sweep was disturbed from beginning to end, which only its neighbours show.
    const late: readonly [Law, Law] = [(n) => 17_500 + n / 2, (n) => n];
    const first = [1e3, 1e4, 20_000, 20_400, 1e5];
    const added = [19_000, 19_500, 21_000, 22_000, 25_000, 30_000, 42_000, 60_000];
    const all = [...first, ...added].sort((x, y) => x - y);
    const [a, b] = sweep(late, all);
    const spoiled = slow(a, [20_400], 0.5);
    const before = breakEven(only(spoiled, first), only(b, first), options);
    const view = breakEven(spoiled, b, { ...options, asked: (x) => first.includes(x) });
    const width = ([low, high]: readonly [number, number] = [0, 0]): number => high / low;
    expect(before.ci95?.[1]).toBeLessThanOrEqual(20_400);
    expect(view).toMatchObject({ answer: 'one', brackets: [[30_000, 42_000]] });
    expect(width(view.ci95 ?? undefined)).toBeGreaterThan(width(before.ci95 ?? undefined));
    expect(view).not.toHaveProperty('fallback');
    expect(view.sentence).toMatch(
      / The estimate before refinement, n = 20,\d+ \(95 % CI 20,\d+ to 20,\d+\), disagrees with this one\.$/,
    );
  });

  it.each([1.1, 1.4])(
    'keeps the answer that added sizes widen: rounds %d times apart',
    (factor) => {
      const doublings = [1e3, 2e3, 4e3, 8e3, 16e3, 32e3, 64e3];
      const added = Array.from({ length: 8 }, (_, i) => 17_000 + 1000 * i);
      const [a, b] = sweep(
        laws,
        [...doublings, ...added].sort((x, y) => x - y),
      );
      const apart = scaled(b, (x, r) => (added.includes(x) ? factor ** r : 1));
      const view = breakEven(a, apart, { ...options, asked: (x) => doublings.includes(x) });
      const known = breakEven(only(a, doublings), only(b, doublings), options);
      expect(view).toMatchObject({ at: known.at, ci95: known.ci95, fallback: true });
      expect(view.sentence).toMatch(
        /^a is faster .* (What refinement added widens the interval: n = .*|With what refinement added, the answer is inconclusive); the earlier answer is kept\.$/,
      );
    },
  );
});
