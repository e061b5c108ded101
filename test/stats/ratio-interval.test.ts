import { describe, expect, it } from 'vitest';
import { decide } from '../../src-main/stats/decide.ts';
import { createRandom } from '../../src-main/stats/random.ts';
import { ratioInterval } from '../../src-main/stats/ratio-interval.ts';
import { judgePairs, sources } from '../benchmarks/parts/simulated-judging.ts';
import { type Noise, simulateRound } from './simulate.ts';

describe('decide', () => {
  it.each([
    [[0.9, 0.994], 'faster'],
    [[0.9, 0.996], 'inconclusive'],
    [[1.006, 1.2], 'slower'],
    [[1.004, 1.2], 'inconclusive'],
    [[0.981, 1.019], 'equivalent'],
    [[0.97, 1.01], 'inconclusive'],
    [[0.99, 1.03], 'inconclusive'],
  ] as const)('%j is %s', (interval, verdict) => {
    expect(decide(interval, { difference: 0.005, same: 0.02 })).toBe(verdict);
  });
});

describe('ratioInterval', () => {
  it('covers the true ratio where processes vary as expected', () => {
    for (const rounds of [1, 2, 5]) {
      let covered = 0;
      for (let i = 0; i < 400; i++) {
        const random = createRandom(21, i);
        const noise: Noise = { within: 0.01, process: 0.0018 };
        const side = (center: number): Float64Array[] =>
          Array.from({ length: rounds }, () => simulateRound(random, center, 60, noise));
        const model = { shareOfSpread: 0.1, floor: 0.0015, degrees: 4 };
        const found = ratioInterval(side(1100), side(1000), {
          models: [model, model],
          replicates: 200,
        });
        if (found.ci95[0] <= 1.1 && 1.1 <= found.ci95[1]) covered++;
      }
      expect(covered / 400).toBeGreaterThan(0.93);
    }
  });
});

describe('judging simulated sources, 150 comparisons each', () => {
  it.each(sources)('$name: a against a', (source) => {
    const judged = judgePairs(source, 1, 150);
    expect(judged.faster + judged.slower).toBeLessThanOrEqual(0.05);
  });
});
