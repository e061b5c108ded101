import { describe, expect, it } from 'vitest';
import { isReached } from '../../../../src-main/contract/break-even-target.ts';
import { breakEven } from '../../../../src-main/core/analysis/break-even/break-even.ts';
import {
  alignSessions,
  knownBefore,
} from '../../../../src-main/core/analysis/break-even/sessions.ts';
import type { Curve } from '../../../../src-main/stats/curve-difference.ts';
import { createRandom } from '../../../../src-main/stats/random.ts';

type Spec = { readonly x: number; readonly repetitions: readonly number[] };
const five = [0, 1, 2, 3, 4];
const later = [5, 6, 7, 8, 9];

/** Times of a law, with noise of processes and a factor for each session. */
function curveOf(
  label: string,
  law: (n: number) => number,
  sizes: readonly Spec[],
  factor: (repetition: number) => number,
  seed: number,
  sd = 0.004,
): Curve {
  const random = createRandom(seed, label.length);
  const points = sizes.map(({ x, repetitions }) => ({
    x,
    processes: repetitions.map((repetition) => ({
      repetition,
      medianNs: law(x) * factor(repetition) * Math.exp(sd * random.normal()),
      logError: 0.0005,
      n: 30,
      effectiveN: 30,
    })),
  }));
  return { label, scope: 'call', points };
}

const slow = (n: number): number => 100 + n;
const fast = (n: number): number => 10_100 + n / 2;
const coarse: readonly Spec[] = [1000, 10_000, 100_000].map((x) => ({ x, repetitions: five }));
/** What one step of refining adds: a new size, and the two around it again. */
const refined: readonly Spec[] = [
  { x: 1000, repetitions: five },
  { x: 10_000, repetitions: [...five, ...later] },
  { x: 20_000, repetitions: later },
  { x: 30_000, repetitions: later },
  { x: 100_000, repetitions: [...five, ...later] },
];
const options = { workload: 'count', scope: 'call', axis: 'n', replicates: 300 };

describe('sizes of several sessions', () => {
  it('come to the level of the first by the sizes that both measured', () => {
    const drifted = curveOf(
      'slow',
      slow,
      refined,
      (repetition) => (repetition < 5 ? 1 : 1.1),
      1,
      0,
    );
    const aligned = alignSessions(drifted, [5]);
    for (const { x, processes } of aligned.points) {
      for (const { medianNs } of processes) expect(medianNs / slow(x)).toBeCloseTo(1, 9);
    }
    expect(alignSessions(drifted, [])).toBe(drifted);
  });

  it('are known no better than the level that they were brought to', () => {
    const drifted = (repetition: number) => (repetition < 5 ? 1 : 1.2);
    const aligned = alignSessions(curveOf('slow', slow, refined, drifted, 1, 0.05), [5]);
    const errors = aligned.points.map(({ processes }) =>
      Math.max(...processes.map(({ logError }) => logError)),
    );
    expect(errors[0]).toBe(0.0005);
    for (const error of errors.slice(1)) expect(error).toBeGreaterThan(0.01);
    expect(aligned.taken?.[0]).toBeGreaterThan(0.7);
  });

  it('stay where two standard errors of the shift hold what it is', () => {
    const steady = curveOf('slow', slow, refined, () => 1, 1, 0.05);
    expect(alignSessions(steady, [5])).toMatchObject({ points: steady.points, taken: [0] });
  });

  it('do not move where nothing joins them', () => {
    const apart = [coarse[0], { x: 20_000, repetitions: later }].flatMap((one) => one ?? []);
    const curve = curveOf('slow', slow, apart, (repetition) => (repetition < 5 ? 1 : 1.1), 1, 0);
    const [first, second] = alignSessions(curve, [5]).points;
    expect(first?.processes[0]?.medianNs).toBeCloseTo(slow(1000), 6);
    expect(second?.processes[0]?.medianNs).toBeCloseTo(slow(20_000) * 1.1, 6);
  });

  it('hold the crossing although one side was 3 % slower while it was refined', () => {
    let held = 0;
    const seeds = Array.from({ length: 40 }, (_, i) => i + 1);
    for (const seed of seeds) {
      const a = curveOf('slow', slow, refined, () => 1, seed);
      const b = curveOf(
        'faster',
        fast,
        refined,
        (repetition) => (repetition < 5 ? 1 : 1.03),
        seed + 1000,
      );
      const { ci95 } = breakEven(a, b, { ...options, sessions: [5] });
      if (ci95 !== null && ci95[0] <= 20_000 && 20_000 <= ci95[1]) held += 1;
    }
    expect(held / seeds.length).toBeGreaterThanOrEqual(0.9);
  });

  it('know what was known before a session', () => {
    const curve = curveOf('slow', slow, refined, () => 1, 1);
    expect(knownBefore(curve, 5).points.map(({ x, processes }) => [x, processes.length])).toEqual([
      [1000, 5],
      [10_000, 5],
      [100_000, 5],
    ]);
  });
});

describe('an answer that refining makes worse', () => {
  it('is not shown: the narrower one before it stands, and says why', () => {
    // The added sizes change the faster variant twice more.
    const odd = (n: number): number =>
      n === 20_000 ? 0.5 * fast(n) : n === 30_000 ? 2 * fast(n) : fast(n);
    const a = curveOf('slow', slow, refined, () => 1, 3);
    const b = curveOf('faster', odd, refined, () => 1, 4);
    const known = breakEven(knownBefore(a, 5), knownBefore(b, 5), options);
    const view = breakEven(a, b, { ...options, sessions: [5] });
    expect(known.answer).toBe('one');
    expect(view).toMatchObject({ answer: 'one', at: known.at, ci95: known.ci95, fallback: true });
    expect(view.sentence).toMatch(/the earlier answer is kept\.$/);
  });

  // The processes of the second session scatter so widely that its sizes say nothing.
  const restless = (repetition: number): number => [2, 0.5, 3, 0.4, 0.9][repetition - 5] ?? 1;

  it.each([
    ['none', () => 1.04],
    // Slower, faster and slower again, by a tenth.
    ['several', (n: number) => 1 + 0.1 * Math.cos(Math.PI * (Math.log10(n) - 3))],
  ] as const)('is not shown where it is inconclusive: %s stands', (answer, ratio) => {
    const a = curveOf('slow', slow, refined, () => 1, 7);
    const b = curveOf('other', (n) => slow(n) * ratio(n), refined, restless, 8);
    const known = breakEven(knownBefore(a, 5), knownBefore(b, 5), options);
    expect(known.answer).toBe(answer);
    const all = [5];
    const latest = breakEven(alignSessions(a, all), alignSessions(b, all), options);
    expect(latest.answer).toBe('inconclusive');
    const view = breakEven(a, b, { ...options, sessions: all });
    expect(view).toMatchObject({ answer, brackets: known.brackets, fallback: true });
    expect(view.sentence).toBe(
      `${known.sentence} With what refinement added, the answer is inconclusive; the earlier answer is kept.`,
    );
    expect(isReached(view, 1)).toBe(false);
    expect(isReached(known, 1)).toBe(answer === 'none');
  });

  it('is shown where there was no more before than sizes too few to say anything', () => {
    const sizes = refined.map((one) => (one.x < 100_000 ? { ...one, repetitions: later } : one));
    const a = curveOf('slow', slow, sizes, () => 1, 7);
    const b = curveOf('other', slow, sizes, restless, 8);
    expect(breakEven(knownBefore(a, 5), knownBefore(b, 5), options).answer).toBe('none');
    const view = breakEven(a, b, { ...options, sessions: [5] });
    expect(view.answer).toBe('inconclusive');
    expect(view).not.toHaveProperty('fallback');
  });

  it('gives way to a narrower one', () => {
    const a = curveOf('slow', slow, refined, () => 1, 5);
    const b = curveOf('faster', fast, refined, () => 1, 6);
    const known = breakEven(knownBefore(a, 5), knownBefore(b, 5), options);
    const view = breakEven(a, b, { ...options, sessions: [5] });
    const width = ([low, high]: readonly [number, number] = [0, 0]): number => high - low;
    expect(view).not.toHaveProperty('fallback');
    expect(width(view.ci95 ?? undefined)).toBeLessThan(width(known.ci95 ?? undefined));
  });
});
