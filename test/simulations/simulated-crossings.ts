import { breakEven } from '../../src-main/core/analysis/break-even/break-even.ts';
import { median } from '../../src-main/stats/order.ts';
import { createRandom, type Random } from '../../src-main/stats/random.ts';
import {
  curveOf,
  joinCurves,
  type Law,
  type Noise,
  type SampledCurve,
  simulateCurves,
} from '../stats/simulate.ts';
import { type Kink, kinkedLaws, kinks } from './kinked-laws.ts';

export type Family = 'a + b n' | 'a n^b' | Kink;

export interface CrossingCase {
  readonly family: Family;
  /** Ratio of neighbouring sizes. */
  readonly step: 2 | 10 | 100;
  readonly noise: Noise;
  readonly samples: number;
  /** Something else runs while one size of the first refinement is measured: in one of its repetitions, or in all. */
  readonly disturbed?: 'repetition' | 'size';
}

export interface CrossingResult {
  readonly runs: number;
  readonly one: number;
  readonly coveredBefore: number;
  readonly coveredAfter: number;
  /** How far the estimate is from the crossing before refinement: root mean square of the logarithm of their ratio. */
  readonly offBefore: number;
  /** Median relative widths. */
  readonly widthBefore: number;
  readonly widthAfter: number;
  /** Mean steps of refinement, and those that were not through after `maxSteps`. */
  readonly steps: number;
  readonly unfinished: number;
  /** Sweeps that had one crossing and were told another answer after refinement. */
  readonly lost: number;
}

const maxSteps = 12;

/** By step: the smallest size, how many there are, and how many whole steps lie before the crossing. */
export const sweeps = {
  2: { first: 6250, count: 10, before: 4 },
  10: { first: 1000, count: 6, before: 2 },
  100: { first: 1000, count: 3, before: 0 },
} as const;

/** Two laws of one family that cross once, at `crossing`: a flat start-up cost against a steep slope. */
export function crossingLaws(
  family: Family,
  crossing: number,
  step: number,
  random: Random,
): readonly [Law, Law] {
  const kink = kinks.find((one) => one === family);
  if (kink !== undefined) {
    const [steep, flat] = kinkedLaws(kink, step, random);
    return [(n) => 1e6 * flat(n / crossing), (n) => 1e6 * steep(n / crossing)];
  }
  const share = 0.2 + 0.6 * random.uniform();
  if (family === 'a n^b') {
    const flat = 0.2 + 0.4 * random.uniform();
    const steep = 0.9 + 0.3 * random.uniform();
    return [(n) => 1e6 * (n / crossing) ** flat, (n) => 1e6 * (n / crossing) ** steep];
  }
  // Both meet at 1e6 ns; `share` of the one is its constant cost, a twentieth that of the other.
  return [
    (n) => 1e6 * (share + (1 - share) * (n / crossing)),
    (n) => 1e6 * (0.05 * share + (1 - 0.05 * share) * (n / crossing)),
  ];
}

/** Judges `runs` simulated sweeps before and after refinement. */
export function simulateCrossings(
  one: CrossingCase,
  runs: number,
  seed: number,
  replicates = 400,
): CrossingResult {
  const widthsBefore: number[] = [];
  const widthsAfter: number[] = [];
  let squares = 0;
  let found = 0;
  let coveredBefore = 0;
  let coveredAfter = 0;
  let steps = 0;
  let unfinished = 0;
  let lost = 0;
  for (let run = 0; run < runs; run++) {
    const random = createRandom(seed, run);
    const { first, count, before } = sweeps[one.step];
    const crossing = first * one.step ** (before + random.uniform());
    const laws = crossingLaws(one.family, crossing, one.step, random);
    const sizes = Array.from({ length: count }, (_, i) => Math.round(first * one.step ** i));
    const measure = { repetitions: 2, samples: one.samples, noise: one.noise };
    const asked = (x: number): boolean => sizes.includes(x);
    const judge = { workload: 'simulated', scope: 'call', axis: 'n', replicates, seed: run, asked };
    let [a, b] = simulateCurves(random, laws, sizes, measure);
    let view = breakEven(curveOf(a), curveOf(b), judge);
    if (view.answer !== 'one' || view.ci95 === null || view.at === null) continue;
    found++;
    const covers = ([low, high]: readonly [number, number]): boolean =>
      low <= Math.round(crossing) && Math.round(crossing) <= high;
    if (covers(view.ci95)) coveredBefore++;
    squares += Math.log(view.at / crossing) ** 2;
    widthsBefore.push((view.ci95[1] - view.ci95[0]) / view.at);
    let taken = 0;
    while ((view.next?.length ?? 0) > 0 && taken < maxSteps) {
      const more = simulateCurves(random, laws, view.next ?? [], measure);
      const [moreA, moreB] =
        taken === 0 && one.disturbed !== undefined ? disturb(more, one.disturbed, random) : more;
      a = joinCurves(a, moreA);
      b = joinCurves(b, moreB);
      view = breakEven(curveOf(a), curveOf(b), judge);
      taken++;
    }
    steps += taken;
    if (view.answer !== 'one') {
      lost++;
      continue;
    }
    if ((view.next?.length ?? 0) > 0) unfinished++;
    const ci = view.ci95 ?? [Number.NaN, Number.NaN];
    if (covers(ci)) coveredAfter++;
    widthsAfter.push((ci[1] - ci[0]) / (view.at ?? Number.NaN));
  }
  const middle = (values: readonly number[]): number => median(Float64Array.from(values));
  return {
    runs,
    one: found,
    coveredBefore: coveredBefore / found,
    offBefore: Math.sqrt(squares / found),
    coveredAfter: coveredAfter / found,
    widthBefore: middle(widthsBefore),
    widthAfter: middle(widthsAfter),
    steps: steps / found,
    unfinished,
    lost,
  };
}

/** One size takes 1.3 to 3 times as long with one of the variants. */
function disturb(
  [a, b]: readonly [SampledCurve, SampledCurve],
  what: 'repetition' | 'size',
  random: Random,
): readonly [SampledCurve, SampledCurve] {
  const factor = 1.3 + 1.7 * random.uniform();
  const hit = random.below(a.points.length);
  const slowed = (curve: SampledCurve): SampledCurve => ({
    ...curve,
    points: curve.points.map((point, i) => ({
      ...point,
      repetitions: point.repetitions.map((repetition, r) =>
        i === hit && (what === 'size' || r === 0)
          ? repetition.map((time) => time * factor)
          : repetition,
      ),
    })),
  });
  return random.uniform() < 0.5 ? [slowed(a), b] : [a, slowed(b)];
}

export const answers = ['one', 'none', 'several', 'inconclusive'] as const;
export type Answer = (typeof answers)[number];

/** Two laws whose true answer over 6e3..3e6 is known; `margin` is how far apart they get (logarithm). */
function lawsFor(answer: Answer, margin: number, random: Random): readonly [Law, Law] {
  const base: Law = (n) => 1e4 * (n / 1e3) ** 0.8;
  const place = 0.35 + 0.3 * random.uniform();
  const along = (n: number): number => Math.log(n / 6250) / Math.log(512);
  const gap = (n: number): number => {
    const v = along(n);
    switch (answer) {
      case 'one':
        return margin * Math.tanh(4 * (v - place));
      case 'none':
        return margin;
      case 'several':
        return margin * Math.cos(2 * Math.PI * (v + 0.1 * (place - 0.5)));
      case 'inconclusive':
        return 0;
    }
  };
  return [base, (n) => base(n) * Math.exp(gap(n))];
}

/** How often each true answer is given each answer: rows are the truth, parts of `runs`. */
export function simulateAnswers(
  noise: Noise,
  margin: number,
  runs: number,
  seed: number,
): Record<Answer, Record<Answer, number>> {
  const given = (truth: Answer): Record<Answer, number> => {
    const counts = { one: 0, none: 0, several: 0, inconclusive: 0 };
    for (let run = 0; run < runs; run++) {
      const random = createRandom(seed, run);
      const sizes = Array.from({ length: 10 }, (_, i) => 6250 * 2 ** i);
      const laws = lawsFor(truth, margin, random);
      const [a, b] = simulateCurves(random, laws, sizes, { repetitions: 2, samples: 30, noise });
      const judge = { workload: 'simulated', scope: 'call', axis: 'n', replicates: 50 };
      counts[breakEven(curveOf(a), curveOf(b), judge).answer] += 1 / runs;
    }
    return counts;
  };
  return {
    one: given('one'),
    none: given('none'),
    several: given('several'),
    inconclusive: given('inconclusive'),
  };
}
