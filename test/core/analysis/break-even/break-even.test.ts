import { describe, expect, it } from 'vitest';
import { breakEvenViewSchema } from '../../../../src-main/contract/verdict.ts';
import { createRandom } from '../../../../src-main/stats/random.ts';
import { type Law, type SampledCurve, simulateCurves } from '../../../stats/simulate.ts';
import { breakEven, decades, options, scaled, sweep } from './sampled-sweeps.ts';

describe('breakEven', () => {
  it('finds one crossing, and who wins on which side', () => {
    const [gpu, cpu] = sweep([(n) => 1e4 + 0.5 * n, (n) => n], decades);
    const view = breakEven(gpu, cpu, options);
    expect(breakEvenViewSchema.parse(view)).toEqual(view);
    expect(view).toMatchObject({ answer: 'one', small: 'b', large: 'a', refined: false });
    expect(view.brackets).toEqual([[1e4, 1e5]]);
    expect(view.ci95?.[0]).toBeLessThan(20_000);
    expect(view.ci95?.[1]).toBeGreaterThan(20_000);
    expect(view.sentence).toMatch(
      /^a is faster than b from n = [\d,]+ \(95 % CI [\d,]+ to [\d,]+\) up to [\d,]+, the largest size measured\.$/,
    );
    const next = view.next ?? [];
    expect(next.length).toBeGreaterThan(0);
    expect(next.every((x) => x > 1e4 && x < 1e5 && Number.isInteger(x))).toBe(true);
  });

  it('says none, several, and within noise', () => {
    const none = breakEven(...sweep([(n) => n, (n) => 2 * n], decades), options);
    expect(none).toMatchObject({ answer: 'none', small: 'a', large: 'a', at: null, ci95: null });
    expect(none.sentence).toMatch(/a is faster than b .* no break-even in range/);
    const twice: Law = (n) => n * (n > 5e3 && n < 5e5 ? 2 : 0.5);
    const several = breakEven(...sweep([(n) => n, twice], decades), options);
    expect(several).toMatchObject({ answer: 'several', small: 'b', large: 'b', at: null });
    expect(several.brackets).toEqual([
      [1e3, 1e4],
      [1e5, 1e6],
    ]);
    expect(several.sentence).toBe(
      'The faster of a and b changes 2 times with n: between 1000 and 10,000 to a, between 100,000 and 1,000,000 to b.',
    );
    const equal = breakEven(...sweep([(n) => n, (n) => n], decades), options);
    expect(equal).toMatchObject({ answer: 'inconclusive', at: null });
    expect(equal.unknown).toEqual([[decades[0], decades.at(-1)]]);
    expect([none.unknown, several.unknown]).toEqual([undefined, undefined]);
  });

  it('does not name a crossing that noise could have made at an end', () => {
    const [a, b] = sweep([(n) => 1e4 + n, (n) => n], [1e3, 1e4, 1e5, 1e9]);
    const view = breakEven(a, b, options);
    expect(view).toMatchObject({ answer: 'inconclusive', small: 'b' });
    expect(view.sentence).toBe(
      'b is faster than a for n from 1000 to 100,000; at 1,000,000,000 the two are not distinguishable: which one is faster may change there.',
    );
    expect(view.unknown).toEqual([[1e5, 1e9]]);
  });

  it('tells apart what a verdict does: with one round, and where half of the sizes are noisy', () => {
    const laws: readonly [Law, Law] = [(n) => 1e4 + 0.5 * n, (n) => n];
    const sizes = [1e3, 2e3, 4e3, 8e3, 64e3, 128e3, 256e3, 512e3];
    const [gpu, cpu] = sweep(laws, sizes);
    const first = (curve: SampledCurve): SampledCurve => ({
      ...curve,
      points: curve.points.map((point) => ({
        ...point,
        repetitions: point.repetitions.slice(0, 1),
      })),
    });
    const once = breakEven(first(gpu), first(cpu), options);
    expect(once).toMatchObject({ answer: 'one', brackets: [[8e3, 64e3]] });
    expect(once.sentence).not.toContain('not distinguishable');
    // The repetitions of half of the sizes are five times apart.
    const shaken = scaled(cpu, (x, r) => (sizes.indexOf(x) % 2 === 0 ? 5 ** r : 1));
    const view = breakEven(gpu, shaken, options);
    expect(view).toMatchObject({ answer: 'one', small: 'b', large: 'a' });
    const apart = view.brackets?.[0] ?? [0, 0];
    expect(apart[0]).toBeGreaterThanOrEqual(2e3);
    expect(apart[1]).toBeLessThanOrEqual(128e3);
  });

  it('does not let one disturbed size hide what the others tell', () => {
    const laws: readonly [Law, Law] = [(n) => 1e4 + 0.5 * n, (n) => n];
    const [gpu, cpu] = sweep(laws, [1e3, 1e4, 3e4, 1e5, 1e6]);
    // Something else ran during the second repetition of one size: three times its time.
    const disturbed = scaled(cpu, (x, r) => (x === 3e4 && r === 1 ? 3 : 1));
    const undisturbed = breakEven(gpu, cpu, options);
    const view = breakEven(gpu, disturbed, options);
    expect(view.answer).toBe('one');
    expect(undisturbed.answer).toBe('one');
    expect(view.ci95?.[0]).toBeLessThan(20_000);
    expect(view.ci95?.[1]).toBeGreaterThan(20_000);
    // Where two sizes are all there is, the quiet one still speaks.
    const two = sweep([(n) => 0.6 * n, (n) => n], [256, 4096]);
    const shaken = scaled(two[1], (x, r) => (x === 256 && r === 1 ? 1.3 : 1));
    expect(breakEven(two[0], shaken, options).answer).toBe('none');
  });

  it('says at which later sizes the two are not distinguishable, and up to where the faster one is', () => {
    const flat: Law = (n) => 1e4 + 0.5 * n;
    const sizes = [1e3, 1e4, 1e5, 1e6, 3e6];
    const last = breakEven(...sweep([flat, (n) => (n > 2e6 ? flat(n) : n)], sizes), options);
    expect(last).toMatchObject({ answer: 'one', large: 'a' });
    expect(last.sentence).toMatch(
      /^a is faster than b from n = [\d,]+ \(95 % CI [\d,]+ to [\d,]+\) up to 1,000,000; at 3,000,000 the two are not distinguishable\.$/,
    );
    const middle = breakEven(
      ...sweep([flat, (n) => (n === 1e6 ? flat(n) : n)], [...sizes, 1e7]),
      options,
    );
    expect(middle.sentence).toMatch(
      /\(95 % .*\) up to 10,000,000, the largest size measured; at 1,000,000 the two are not distinguishable\.$/,
    );
    const none = breakEven(...sweep([(n) => n, (n) => (n === 1e5 ? n : 2 * n)], sizes), options);
    expect(none.answer).toBe('none');
    expect(none.sentence).toBe(
      'a is faster than b for n from 1000 to 3,000,000, but at 100,000 the two are not distinguishable: no break-even in range.',
    );
  });

  it('covers a crossing that two kinds of code for one problem hide from a sweep in hundreds', () => {
    // One thread below 64 Ki elements and sixteen above, against a launch: microseconds as they were measured.
    const threads: Law = (n) => (n < 65_536 ? 0.03 + 0.311e-3 * n : 8 + 35e-6 * n);
    const launch: Law = (n) => 9.9 + 1e-6 * n;
    const laws = [threads, launch].map(
      (law): Law =>
        (n) =>
          1000 * law(n),
    );
    const [a, b] = sweep([laws[0] ?? threads, laws[1] ?? launch], [1000, 1e5, 1e7]);
    const view = breakEven(a, b, options);
    const truth = (9.9 - 0.03) / (0.311e-3 - 1e-6);
    expect(view.at).toBeGreaterThan(1.5 * truth);
    expect(view.ci95?.[0]).toBeLessThan(truth);
    expect(view.ci95?.[1]).toBeGreaterThan(truth);
    expect(view.refined).toBe(false);
    expect(view.next?.length).toBeGreaterThan(0);
  });

  it('carries the step of the clock: over quantised curves the interval is as wide as it leaves open', () => {
    const laws: readonly [Law, Law] = [(n) => 500 + 0.2 * n, (n) => n];
    const noise = { within: 0.001, process: 0.0005, tick: 100 };
    const sizes = [150, 300, 600, 1200, 2400];
    const truth = 625;
    let covered = 0;
    let coveredWithout = 0;
    for (let seed = 0; seed < 60; seed++) {
      const factor = 1 + seed / 60;
      const placed = laws.map(
        (law): Law =>
          (n) =>
            factor * law(n),
      );
      const [first, second] = [placed[0] ?? laws[0], placed[1] ?? laws[1]];
      const measure = { repetitions: 3, samples: 20, noise };
      const curves = simulateCurves(createRandom(seed), [first, second], sizes, measure);
      const without = curves.map((curve) => ({
        ...curve,
        points: curve.points.map(({ x, repetitions }) => ({ x, repetitions })),
      }));
      const covers = ([a, b]: readonly SampledCurve[]): boolean => {
        if (a === undefined || b === undefined) return false;
        const { ci95 } = breakEven(a, b, { ...options, replicates: 200 });
        return ci95 !== null && ci95[0] <= truth && truth <= ci95[1];
      };
      if (covers(curves)) covered++;
      if (covers(without)) coveredWithout++;
    }
    expect(covered).toBeGreaterThanOrEqual(56);
    expect(covered).toBeGreaterThan(coveredWithout);
  });

  it('uses only the sizes that both have', () => {
    const [a, b] = sweep([(n) => 1e4 + 0.5 * n, (n) => n], decades);
    const some = { ...b, points: b.points.slice(0, 1) };
    expect(breakEven(a, some, options)).toMatchObject({ answer: 'none', at: null });
    expect(breakEven(a, some, options).sentence).toMatch(
      /at 1 size; a break-even needs at least 2/,
    );
    expect(breakEven({ label: 'x', points: [] }, b, options).answer).toBe('none');
  });

  it('does not depend on which curve comes first or how points are ordered', () => {
    const [a, b] = sweep([(n) => 1e4 + 0.5 * n, (n) => n], decades);
    const forth = breakEven(a, b, options);
    const back = breakEven(b, { ...a, points: [...a.points].reverse() }, options);
    expect(back).toMatchObject({ answer: 'one', small: forth.small, large: forth.large });
    expect(back.at).toBe(forth.at);
    expect(breakEven(a, b, options)).toEqual(forth);
  });

  it('works with one round, and with one sample of each where the curves are far apart', () => {
    const thin = (curve: SampledCurve, samples: number): SampledCurve => ({
      ...curve,
      points: curve.points.map((p) => ({
        x: p.x,
        repetitions: [(p.repetitions[0] ?? new Float64Array()).slice(0, samples)],
      })),
    });
    const [a, b] = sweep([(n) => 1e4 + 0.5 * n, (n) => n], decades);
    for (const samples of [30, 1]) {
      const view = breakEven(thin(a, samples), thin(b, samples), options);
      expect(view.answer).toBe('one');
      expect(view.ci95?.[0]).toBeLessThan(20_000);
      expect(view.ci95?.[1]).toBeGreaterThan(20_000);
    }
  });

  it('refuses sizes and times that are none', () => {
    const bad: SampledCurve = {
      label: 'bad',
      points: [{ x: 0, repetitions: [Float64Array.of(1)] }],
    };
    expect(() => breakEven(bad, bad, options)).toThrow(/size of bad must be .* got 0/);
    const zero: SampledCurve = {
      label: 'zero',
      points: [{ x: 8, repetitions: [Float64Array.of(0)] }],
    };
    expect(() => breakEven(zero, zero, options)).toThrow(/times of zero at 8 .* got 0/);
  });

  it('keeps sizes that are no whole numbers when asked to', () => {
    const [a, b] = sweep([(n) => 0.02 + n, (n) => 2 * n], [0.001, 0.01, 0.1, 1]);
    const view = breakEven(a, b, { ...options, whole: false });
    expect(view.ci95?.[0]).toBeLessThan(0.02);
    expect(view.ci95?.[1]).toBeGreaterThan(0.02);
  });
});
