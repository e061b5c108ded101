import { describe, expect, it } from 'vitest';
import { fitAmdahl } from '../../src-main/stats/amdahl.ts';
import { createRandom } from '../../src-main/stats/random.ts';

const counts = [2, 4, 8, 16];
const law = (serial: number, count: number) => serial + (1 - serial) / count;

describe('the serial part by the law of Amdahl', () => {
  it('is that of times which follow the law', () => {
    const own = counts.map((count) => ({ count, ratio: law(0.07, count) }));
    const fit = fitAmdahl([own, own, own]);
    expect(fit?.serial).toBeCloseTo(0.07, 12);
    expect(fit?.worst.distance).toBeCloseTo(0, 12);
  });

  it('lies in its interval in 95 % of experiments, with processes of 3 and of 8', () => {
    for (const processes of [3, 8]) {
      let held = 0;
      for (let i = 0; i < 1000; i++) {
        const random = createRandom(processes, i);
        const fit = fitAmdahl(
          Array.from({ length: processes }, () => {
            const shift = 0.02 * random.normal();
            return counts.map((count) => ({
              count,
              ratio: law(0.1, count) * (1 + shift + 0.01 * random.normal()),
            }));
          }),
        );
        if (fit !== null && fit.ci95[0] <= 0.1 && 0.1 <= fit.ci95[1]) held++;
      }
      expect(held / 1000).toBeGreaterThan(0.93);
      expect(held / 1000).toBeLessThan(0.97);
    }
  });

  it('says where the law is worst: beyond eight cores nothing is gained', () => {
    const own = counts.map((count) => ({ count, ratio: 1 / Math.min(count, 8) }));
    expect(fitAmdahl([own, own, own])?.worst.count).toBe(16);
    expect(Math.abs(fitAmdahl([own, own, own])?.worst.distance ?? 0)).toBeGreaterThan(0.2);
  });

  it('needs four counts and three processes that measured all of them', () => {
    const own = counts.map((count) => ({ count, ratio: law(0.1, count) }));
    expect(fitAmdahl([own.slice(0, 2), own.slice(0, 2), own.slice(0, 2)])).toBeNull();
    expect(fitAmdahl([own, own, own.slice(1)])).toBeNull();
    expect(fitAmdahl([])).toBeNull();
  });
});
