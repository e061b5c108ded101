import { describe, expect, it } from 'vitest';
import { blockLength, bootstrapMedians } from '../../src-main/stats/bootstrap.ts';
import { median, variance } from '../../src-main/stats/order.ts';
import { createRandom } from '../../src-main/stats/random.ts';
import { simulateRound } from './simulate.ts';

describe('bootstrapMedians', () => {
  it('draws the exact distribution of a small set', () => {
    // Of three samples the middle of three draws is the least with 7/27, the middle with 13/27.
    const drawn = bootstrapMedians([Float64Array.of(3, 1, 2)], {
      replicates: 20_000,
      random: createRandom(1),
    });
    const part = (value: number): number => drawn.filter((one) => one === value).length / 20_000;
    expect(part(1)).toBeCloseTo(7 / 27, 1.8);
    expect(part(2)).toBeCloseTo(13 / 27, 1.8);
    expect(part(1) + part(2) + part(3)).toBe(1);
  });

  it('finds each median that sorting finds', () => {
    const random = createRandom(4);
    for (const lengths of [[1], [2], [7, 9], [30, 30], [11, 12, 13]]) {
      const rounds = lengths.map((n) => Float64Array.from({ length: n }, () => random.below(20)));
      const drawn = bootstrapMedians(rounds, { replicates: 50, random: createRandom(8) });
      // The same draws, done by hand.
      const again = createRandom(8);
      for (const value of drawn) {
        const all: number[] = [];
        for (const round of rounds) {
          const size = blockLength(round, rounds.length);
          const count = Math.ceil(round.length / size);
          for (let j = 0; j < count; j++) {
            const block = again.below(count);
            all.push(...round.slice(block * size, (block + 1) * size));
          }
        }
        expect(value).toBe(median(Float64Array.from(all)));
      }
    }
  });

  it('finds the same medians in long rounds, whether blocks or whole rounds are drawn', () => {
    const random = createRandom(12);
    for (const byRounds of [false, true]) {
      for (const lengths of [[400], [150, 149], [80, 90, 70, 60, 81], [1200, 30]]) {
        for (const levels of [3, 1e6]) {
          const rounds = lengths.map((n) =>
            Float64Array.from({ length: n }, () => random.below(levels)),
          );
          const drawn = bootstrapMedians(rounds, {
            replicates: 30,
            random: createRandom(8),
            byRounds,
          });
          const again = createRandom(8);
          for (const value of drawn) {
            const all: number[] = [];
            for (let slot = 0; slot < rounds.length; slot++) {
              const round =
                rounds[byRounds ? again.below(rounds.length) : slot] ?? new Float64Array();
              const size = blockLength(round, rounds.length);
              const count = Math.ceil(round.length / size);
              for (let j = 0; j < count; j++) {
                const block = again.below(count);
                all.push(...round.slice(block * size, (block + 1) * size));
              }
            }
            expect(value).toBe(median(Float64Array.from(all)));
          }
        }
      }
    }
  });

  it('draws the same again where it takes the draws of an earlier call', () => {
    const random = createRandom(3);
    const draws = new Map();
    for (let i = 0; i < 4; i++) {
      const rounds = [30, 30].map((n) => Float64Array.from({ length: n }, random.uniform));
      const options = { replicates: 100, random: createRandom(8) };
      const kept = bootstrapMedians(rounds, { ...options, draws });
      expect(kept).toEqual(bootstrapMedians(rounds, { ...options, random: createRandom(8) }));
    }
    expect(draws.size).toBe(1);
  });

  it('spreads as theory says for independent samples', () => {
    const noise = { within: 0.05, process: 0 };
    const rounds = [0, 1].map((i) => simulateRound(createRandom(6, i), 1000, 5000, noise));
    const drawn = bootstrapMedians(rounds, { replicates: 1000, random: createRandom(2) });
    const theory = Math.sqrt(Math.PI / 2 / 10_000) * 50;
    expect(Math.sqrt(variance(drawn)) / theory).toBeGreaterThan(0.75);
    expect(Math.sqrt(variance(drawn)) / theory).toBeLessThan(1.3);
  });

  it('spreads further where samples of a round are alike', () => {
    const spread = (correlation: number): number => {
      let sum = 0;
      for (let i = 0; i < 20; i++) {
        const noise = { within: 0.05, process: 0, correlation };
        const round = simulateRound(createRandom(7, i), 1000, 1000, noise);
        sum += variance(bootstrapMedians([round], { replicates: 200, random: createRandom(i) }));
      }
      return Math.sqrt(sum / 20);
    };
    // Correlation 0.8 inflates the variance of a median 6.7 times (sum of 2/pi asin 0.8^k).
    expect(spread(0.8) / spread(0)).toBeGreaterThan(2);
    expect(spread(0.8) / spread(0)).toBeLessThan(3.1);
  });

  it('draws whole rounds when asked to', () => {
    const rounds = [100, 110, 120, 130, 140].map((value) => new Float64Array(20).fill(value));
    const inside = bootstrapMedians(rounds, { replicates: 200, random: createRandom(1) });
    const whole = bootstrapMedians(rounds, {
      replicates: 200,
      random: createRandom(1),
      byRounds: true,
    });
    expect(new Set(inside)).toEqual(new Set([120]));
    expect(new Set(whole).size).toBeGreaterThan(3);
  });

  it('thins its table for very many samples and stays within a tick of the truth', () => {
    const noise = { within: 0.05, process: 0 };
    const round = simulateRound(createRandom(1), 1000, 60_000, noise);
    const drawn = bootstrapMedians([round], { replicates: 100, random: createRandom(1) });
    expect(Math.abs(median(drawn) - median(round))).toBeLessThan(0.2);
  });
});
