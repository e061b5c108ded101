import { describe, expect, it } from 'vitest';
import { decide, decideLog, defaultMargins, tellsPercent } from '../../src-main/stats/decide.ts';
import { judgePairs, sources } from '../simulations/simulated-judging.ts';

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

describe('what an interval tells', () => {
  it.each([0, 0.001, 0.05, 1.5])('is the smallest change that %d establishes', (half) => {
    const tells = tellsPercent(half, defaultMargins);
    const around = (percent: number) => {
      const log = Math.log1p(percent / 100);
      return decideLog([log - half, log + half], defaultMargins);
    };
    expect(around(tells * 1.001)).toBe('slower');
    expect(around(tells * 0.999)).not.toBe('slower');
  });
});

describe('judging simulated sources, 150 comparisons each', () => {
  it.each(sources)('$name: a against a', (source) => {
    const judged = judgePairs(source, 1, 150);
    expect(judged.faster + judged.slower).toBeLessThanOrEqual(0.05);
  });
});
