import { describe, expect, it } from 'vitest';
import { processSchema } from '../../src-main/contract/run.ts';
import { isAutocorrelated, summarizeProcess } from '../../src-main/stats/process-summary.ts';
import { createRandom } from '../../src-main/stats/random.ts';

describe('the summary of a process', () => {
  it('holds the median, the mean and the median cycles', () => {
    const found = summarizeProcess(
      Float64Array.of(1000, 3000, 2000),
      Float64Array.of(1e9, 1e9, Number.NaN),
    );
    expect(found).toMatchObject({ n: 3, medianNs: 2000, meanNs: 2000, cycles: 2000, lag1: null });
    expect(processSchema.parse(found)).toEqual(found);
    const unknown = Float64Array.of(Number.NaN, Number.NaN, 1e9);
    expect(summarizeProcess(Float64Array.of(1, 2, 3), unknown).cycles).toBeNull();
    expect(summarizeProcess(Float64Array.of(1, 2, 3)).cycles).toBeNull();
    expect(() => summarizeProcess(new Float64Array())).toThrow(RangeError);
  });

  it('knows how far off its median may be', () => {
    const random = createRandom(4);
    let [squares, claimed] = [0, 0];
    for (let i = 0; i < 400; i++) {
      const times = Float64Array.from({ length: 60 }, () => Math.exp(0.1 * random.normal()));
      const { medianNs, logError } = summarizeProcess(times);
      squares += Math.log(medianNs) ** 2 / 400;
      claimed += logError ** 2 / 400;
    }
    expect(claimed / squares).toBeGreaterThan(0.75);
    expect(claimed / squares).toBeLessThan(1.5);
  });

  it('counts samples that are alike as fewer', () => {
    const random = createRandom(6);
    let state = 0;
    const drifting = Float64Array.from({ length: 300 }, () => {
      state = 0.9 * state + 0.4 * random.normal();
      return Math.exp(0.1 * state);
    });
    const alike = summarizeProcess(drifting);
    expect(isAutocorrelated(alike)).toBe(true);
    expect(alike.effectiveN).toBeLessThan(100);
    const shuffled = Float64Array.from({ length: 300 }, () => Math.exp(0.1 * random.normal()));
    const apart = summarizeProcess(shuffled);
    expect(isAutocorrelated(apart)).toBe(false);
    expect(alike.logError).toBeGreaterThan(2 * apart.logError);
  });

  it('of a time of 0 has no error of a logarithm', () => {
    expect(summarizeProcess(Float64Array.of(0, 0, 0)).logError).toBe(0);
  });
});
