import { describe, expect, it } from 'vitest';
import { breakEvenViewSchema } from '../../src-main/contract/verdict.ts';
import { breakEven, type Curve } from '../../src-main/core/breakeven.ts';
import { crossings } from '../../src-main/core/stats/fits.ts';
import { createRandom } from '../../src-main/core/stats/random.ts';
import { answers, simulateAnswers, simulateCrossings } from '../benchmarks/simulated-crossings.ts';
import { type Law, simulateCurves } from './stats/simulate.ts';

const options = { workload: 'histogram', span: 'call', axis: 'n' };
const quiet = { within: 0.005, process: 0.001 };

function sweep(
  laws: readonly [Law, Law],
  sizes: readonly number[],
  seed = 1,
): readonly [Curve, Curve] {
  const shape = { rounds: 2, samples: 30, noise: quiet };
  return simulateCurves(createRandom(seed), laws, sizes, shape);
}

const decades = [1e3, 1e4, 1e5, 1e6];

describe('crossings', () => {
  it('is biased by a third over a decade for t = a + b n, and its bounds hold the truth', () => {
    // 6000 + 0.2 n against 1 + 0.2394 n cross at 152,261; straight interpolation between 1e5 and 1e6 does not see it.
    const [a, b]: readonly [Law, Law] = [(n) => 6000 + 0.2 * n, (n) => 1 + 0.2394 * n];
    const truth = 5999 / 0.0394;
    const sizes = [1e5, 1e6];
    const logs = (law: Law): Float64Array => Float64Array.from(sizes, (n) => Math.log(law(n)));
    const logN = Float64Array.from(sizes, Math.log);
    const ends = [Math.log(1e5), Math.log(1e6)] as const;
    const found = crossings(logN, logs(a), logs(b), Float64Array.of(1, 1), ends);
    expect(Math.exp(found.straight) / truth).not.toBeCloseTo(1, 1);
    expect(Math.exp(found.lowest)).toBeLessThanOrEqual(truth * 1.000001);
    expect(Math.exp(found.highest)).toBeGreaterThanOrEqual(truth * 0.999999);
  });

  it('is exact for t = a n^b', () => {
    const sizes = [1e3, 1e5];
    const logN = Float64Array.from(sizes, Math.log);
    const a = Float64Array.from(sizes, (n) => Math.log(1000 * n ** 0.5));
    const b = Float64Array.from(sizes, (n) => Math.log(10 * n));
    const found = crossings(logN, a, b, Float64Array.of(1, 1), [logN[0] ?? 0, logN[1] ?? 0]);
    expect(Math.exp(found.straight)).toBeCloseTo(1e4, 4);
  });
});

describe('breakEven', () => {
  it('finds one crossing, and who wins on which side', () => {
    const [gpu, cpu] = sweep([(n) => 1e4 + 0.5 * n, (n) => n], decades);
    const view = breakEven(gpu, cpu, options);
    expect(breakEvenViewSchema.parse(view)).toEqual(view);
    expect(view).toMatchObject({ answer: 'one', small: 'b', large: 'a', refined: false });
    expect(view.brackets).toEqual([[1e4, 1e5]]);
    expect(view.ci95?.[0]).toBeLessThan(20_000);
    expect(view.ci95?.[1]).toBeGreaterThan(20_000);
    expect(view.sentence).toMatch(/^a is faster than b from n = [\d,]+ on \(95 % between/);
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
    expect(several.sentence).toMatch(/^Which of a and b is faster changes 2 times with n: between/);
    const equal = breakEven(...sweep([(n) => n, (n) => n], decades), options);
    expect(equal).toMatchObject({ answer: 'within-noise', at: null });
  });

  it('does not name a crossing that noise could have made at an end', () => {
    const [a, b] = sweep([(n) => 1e4 + n, (n) => n], [1e3, 1e4, 1e5, 1e9]);
    const view = breakEven(a, b, options);
    expect(view).toMatchObject({ answer: 'within-noise', small: 'b' });
    expect(view.sentence).toMatch(/b is faster at n 1,000, 10,000, 100,000; elsewhere/);
  });

  it('does not let one disturbed size hide what the others tell', () => {
    const laws: readonly [Law, Law] = [(n) => 1e4 + 0.5 * n, (n) => n];
    const [gpu, cpu] = sweep(laws, [1e3, 1e4, 3e4, 1e5, 1e6]);
    // Something else ran during the second round of one size: three times its time.
    const points = cpu.points.map((point) =>
      point.x !== 3e4
        ? point
        : {
            ...point,
            rounds: point.rounds.map((round, r) => round.map((t) => (r === 1 ? 3 * t : t))),
          },
    );
    const undisturbed = breakEven(gpu, cpu, options);
    const view = breakEven(gpu, { ...cpu, points }, options);
    expect(view.answer).toBe('one');
    expect(undisturbed.answer).toBe('one');
    expect(view.ci95?.[0]).toBeLessThan(20_000);
    expect(view.ci95?.[1]).toBeGreaterThan(20_000);
    // Where two sizes are all there is, the quiet one still speaks.
    const two = sweep([(n) => 0.6 * n, (n) => n], [256, 4096]);
    const shaken = two[1].points.map((point) =>
      point.x !== 256
        ? point
        : {
            ...point,
            rounds: point.rounds.map((round, r) => round.map((t) => (r === 1 ? 1.3 * t : t))),
          },
    );
    expect(breakEven(two[0], { ...two[1], points: shaken }, options).answer).toBe('none');
  });

  it('uses only the sizes that both have', () => {
    const [a, b] = sweep([(n) => 1e4 + 0.5 * n, (n) => n], decades);
    const some = { ...b, points: b.points.slice(0, 1) };
    expect(breakEven(a, some, options)).toMatchObject({ answer: 'none', at: null });
    expect(breakEven(a, some, options).sentence).toMatch(
      /at 1 sizes; a break-even needs at least 2/,
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
    const thin = (curve: Curve, samples: number): Curve => ({
      ...curve,
      points: curve.points.map((p) => ({
        x: p.x,
        rounds: [(p.rounds[0] ?? new Float64Array()).slice(0, samples)],
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
    const bad: Curve = { label: 'bad', points: [{ x: 0, rounds: [Float64Array.of(1)] }] };
    expect(() => breakEven(bad, bad, options)).toThrow(/size of bad must be .* got 0/);
    const zero: Curve = { label: 'zero', points: [{ x: 8, rounds: [Float64Array.of(0)] }] };
    expect(() => breakEven(zero, zero, options)).toThrow(/times of zero at 8 .* got 0/);
  });

  it('keeps sizes that are no whole numbers when asked to', () => {
    const [a, b] = sweep([(n) => 0.02 + n, (n) => 2 * n], [0.001, 0.01, 0.1, 1]);
    const view = breakEven(a, b, { ...options, whole: false });
    expect(view.ci95?.[0]).toBeLessThan(0.02);
    expect(view.ci95?.[1]).toBeGreaterThan(0.02);
  });
});

describe('simulated sweeps', () => {
  it.each([
    ['a + b n', 2],
    ['a + b n', 10],
    ['a n^b', 2],
    ['a n^b', 10],
  ] as const)(
    '%s in steps of %d: the interval covers, before and after refinement',
    (family, step) => {
      const noise = { within: 0.01, process: 0.004, shared: 0.01 };
      const seen = simulateCrossings({ family, step, noise, samples: 20 }, 100, 5, 150);
      expect(seen.one).toBeGreaterThan(97);
      expect(seen.coveredBefore).toBeGreaterThan(0.92);
      expect(seen.coveredAfter).toBeGreaterThan(0.88);
      expect(seen.widthAfter).toBeLessThan(0.1);
      expect(seen.unfinished).toBeLessThan(3);
    },
  );

  it('tells the four answers apart', () => {
    const table = simulateAnswers({ within: 0.01, process: 0.004 }, 0.2, 60, 3);
    for (const truth of answers) expect(table[truth][truth]).toBeGreaterThan(0.9);
  });
});
