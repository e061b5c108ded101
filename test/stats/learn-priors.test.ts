import { describe, expect, it } from 'vitest';
import { digamma, inverseTrigamma, trigamma } from '../../src-main/stats/gamma-derivatives.ts';
import {
  type CaseHistory,
  fitComponent,
  learnPriors,
  type SeenVariance,
} from '../../src-main/stats/learn-priors.ts';
import { shippedPriors } from '../../src-main/stats/priors.ts';
import { createRandom, type Random } from '../../src-main/stats/random.ts';

// SciPy 1.17: digamma(x), polygamma(1, x).
describe('derivatives of log gamma agree with SciPy', () => {
  it.each([
    [0.5, -1.9635100260214235, 4.93480220054468],
    [1, -0.5772156649015329, 1.6449340668482266],
    [2.5, 0.7031566406452432, 0.4903577561002349],
    [10, 2.251752589066721, 0.10516633568168576],
    [40, 3.6763273740348428, 0.025315103841291032],
  ])('at %d', (x, first, second) => {
    expect(digamma(x)).toBeCloseTo(first, 11);
    expect(trigamma(x)).toBeCloseTo(second, 11);
    expect(inverseTrigamma(second)).toBeCloseTo(x, 7);
  });
});

function chiSquare(random: Random, degrees: number): number {
  let sum = 0;
  for (let i = 0; i < degrees; i++) sum += random.normal() ** 2;
  return sum;
}

/** Variances of cases whose own variances are scaled inverse chi-square. */
function seenVariances(count: number, sd: number, d0: number, degrees: number): SeenVariance[] {
  const random = createRandom(1, d0);
  return Array.from({ length: count }, () => {
    const own = (sd ** 2 * d0) / chiSquare(random, d0);
    return { value: (own * chiSquare(random, degrees)) / degrees, degrees };
  });
}

describe('a component', () => {
  it.each([
    [2, 4],
    [4, 4],
    [8, 4],
    [4, 1],
  ])('of %i degrees is found again from variances of %i', (d0, degrees) => {
    const found = fitComponent(seenVariances(3000, 0.02, d0, degrees));
    expect(found?.sd).toBeGreaterThan(0.017);
    expect(found?.sd).toBeLessThan(0.0245);
    expect(found?.degrees).toBeGreaterThan(d0 * 0.75);
    expect(found?.degrees).toBeLessThan(d0 * 1.5);
  });

  it('of cases that are all alike is worth many degrees, and never endlessly many', () => {
    const random = createRandom(2);
    const alike = Array.from({ length: 200 }, () => ({
      value: (0.01 ** 2 * chiSquare(random, 4)) / 4,
      degrees: 4,
    }));
    const found = fitComponent(alike);
    expect(found?.degrees).toBeGreaterThan(10);
    expect(found?.degrees).toBeLessThanOrEqual(30);
    expect(found?.sd).toBeCloseTo(0.01, 3);
  });

  it('is not led newestOutliers by a few disturbed cases or by clocks that show no variance', () => {
    const seen = seenVariances(400, 0.02, 4, 4);
    const spoiled = seen.map((one, i) =>
      i % 20 === 0 ? { ...one, value: 1e4 * one.value } : i % 20 === 1 ? { ...one, value: 0 } : one,
    );
    const [clean, found] = [fitComponent(seen), fitComponent(spoiled)];
    expect((found?.sd ?? 0) / (clean?.sd ?? 1)).toBeGreaterThan(0.7);
    expect((found?.sd ?? 0) / (clean?.sd ?? 1)).toBeLessThan(1.5);
    expect(found?.degrees).toBeGreaterThanOrEqual(1);
  });

  it('is not known from a few variances', () => {
    expect(fitComponent(seenVariances(9, 0.02, 4, 4))).toBeNull();
    expect(fitComponent(seenVariances(10, 0.02, 4, 4))).not.toBeNull();
  });
});

describe('priors of a machine', () => {
  const random = createRandom(8);
  const history = (ns: number, sd: number, tau: number): CaseHistory => ({
    device: 'cuda',
    scope: 'kernel',
    runs: Array.from({ length: 24 }, () => {
      const at = Math.log(ns) + tau * random.normal();
      return Array.from({ length: 5 }, () => at + sd * random.normal());
    }),
  });

  it('are learned per device, scope and time, where there are enough cases', () => {
    const histories = [
      ...Array.from({ length: 40 }, () => history(5e4, 0.02, 0.05)),
      ...Array.from({ length: 40 }, () => history(1e6, 0.001, 0)),
      ...Array.from({ length: 1 }, () => history(1e8, 0.3, 0.3)),
    ];
    const { cuda, cpu } = learnPriors(histories);
    expect(cuda.kernel.below100us.processes.sd).toBeCloseTo(0.02, 2);
    expect(cuda.kernel.below100us.runs.sd).toBeGreaterThan(0.04);
    expect(cuda.kernel.below100us.runs.sd).toBeLessThan(0.06);
    expect(cuda.kernel.below10ms.processes.sd).toBeCloseTo(0.001, 4);
    // What was shipped is worth five degrees of 28.
    expect(cuda.kernel.below10ms.runs.sd).toBeLessThan(
      0.5 * shippedPriors.cuda.kernel.below10ms.runs.sd,
    );
    expect(cuda.kernel.below10ms.learned).toEqual({ cases: 40, runs: 24 });
    expect(cuda.kernel.above).toEqual(shippedPriors.cuda.kernel.above);
    expect(cuda.call).toEqual(shippedPriors.cuda.call);
    expect(cpu).toEqual(shippedPriors.cpu);
  });
});
