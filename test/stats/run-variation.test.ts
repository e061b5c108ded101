import { describe, expect, it } from 'vitest';
import { locationOf, slowShareOf } from '../../src-main/stats/location.ts';
import { createRandom } from '../../src-main/stats/random.ts';
import {
  type CaseOfRun,
  learnRuns,
  runScopeOf,
  runVariance,
  startDegrees,
  varianceOfOne,
} from '../../src-main/stats/run-variation.ts';

/** Runs of `count` cases of five processes whose runs differ by `sd`. */
function store(count: number, runs: number, sd: number, seed = 1, build = 'one'): CaseOfRun[] {
  const random = createRandom(seed, count);
  return Array.from({ length: runs }, (_, run) => {
    const effect = sd * random.normal();
    return Array.from(
      { length: count },
      (_case, i): CaseOfRun => ({
        ...{
          series: `${build} ${i}`,
          build,
          run: run + 1000 * seed,
          device: 'cpu',
          scope: 'kernel',
        },
        logs: Array.from({ length: 5 }, () => i + effect + 0.01 * random.normal()),
      }),
    );
  }).flat();
}

describe('what runs differ by', () => {
  it.each([8, 100])('is learned from the number of runs, whether they have %i cases', (count) => {
    const found = Array.from({ length: 40 }, (_, i) => learnRuns(store(count, 10, 0.03, i + 1)));
    const all = found.map((one) => one['cpu kernel']);
    expect(new Set(all.map((one) => `${one?.degrees} ${one?.runs}`))).toEqual(new Set(['9 10']));
    const square = all.reduce((sum, one) => sum + (one?.sd ?? 0) ** 2 / all.length, 0);
    expect(Math.sqrt(square)).toBeGreaterThan(0.026);
    expect(Math.sqrt(square)).toBeLessThan(0.034);
  });

  it('is nothing where runs differ as their processes do', () => {
    expect(learnRuns(store(50, 10, 0))['cpu kernel']?.sd).toBeLessThan(0.003);
  });

  it('needs two runs of one build, and builds teach together', () => {
    expect(learnRuns(store(8, 1, 0.03))).toEqual({});
    const two = [...store(8, 1, 0.03, 1, 'one'), ...store(8, 1, 0.03, 2, 'two')];
    expect(learnRuns(two)).toEqual({});
    const four = [...store(8, 3, 0.03, 1, 'one'), ...store(8, 3, 0.03, 2, 'two')];
    expect(learnRuns(four)['cpu kernel']).toMatchObject({ degrees: 4, runs: 6 });
  });

  it('starts from what processes differ by, which runs of the store soon outweigh', () => {
    const key = runScopeOf('cpu', 'call');
    expect(key).toBe('cpu kernel');
    const place = { variance: 0.0002, count: 5 };
    const start = runVariance(place, key, undefined);
    const part = expect.closeTo(0.41 ** 2 * 0.001, 12);
    expect(start).toEqual({ value: part, degrees: startDegrees, ofProcesses: part });
    const known = runVariance(place, key, { sd: 0.002, degrees: 9, runs: 10 });
    expect(known.degrees).toBe(12);
    expect(known.value).toBeCloseTo((3 * start.value + 9 * 0.002 ** 2) / 12, 12);
  });

  it('counts degrees of freedom once where it is a multiple of what processes show', () => {
    const place = { variance: 0.0002, count: 5, degrees: 3 };
    const start = runVariance(place, 'cpu kernel', undefined);
    const expected = varianceOfOne(place, start);
    expect(expected.value).toBeCloseTo(place.variance + start.value, 12);
    expect(expected.degrees).toBeLessThan(place.degrees);
    // What runs were seen to do is independent of the processes of one of them.
    const known = runVariance(place, 'cpu kernel', { sd: 0.02, degrees: 30, runs: 31 });
    expect(varianceOfOne(place, known).degrees).toBeGreaterThan(10);
    // So is the least of a card, which no process told.
    const least = runVariance({ variance: 1e-8, count: 5 }, 'cuda kernel', undefined);
    expect(least.ofProcesses).toBe(0);
    expect(varianceOfOne({ variance: 1e-8, degrees: 3 }, least).degrees).toBeCloseTo(3, 1);
  });
});

describe('the location', () => {
  it('is that of the faster four fifths, whatever the others take', () => {
    expect(locationOf([0, 1, 2, 3]).center).toBe(1.5);
    expect(locationOf([3, 0, 99, 1, 2]).center).toBe(1.5);
    expect(locationOf([3, 0, 99, 1, 2])).toEqual(locationOf([3, 0, 7, 1, 2]));
  });

  it('has a variance that covers it', () => {
    const random = createRandom(9);
    const centers: number[] = [];
    let expected = 0;
    const count = 4000;
    for (let i = 0; i < count; i++) {
      const { center, variance } = locationOf(Array.from({ length: 10 }, () => random.normal()));
      centers.push(center);
      expected += variance / count;
    }
    const mean = centers.reduce((sum, one) => sum + one, 0) / count;
    const seen = centers.reduce((sum, one) => sum + (one - mean) ** 2, 0) / count;
    expect(expected / seen).toBeGreaterThan(0.85);
    expect(expected / seen).toBeLessThan(1.25);
  });

  it('names the share of slow processes only where they stand apart', () => {
    const log = (times: readonly number[]): number[] => times.map(Math.log);
    expect(slowShareOf(log([100, 101, 99, 100, 180]))).toMatchObject({ count: 1, of: 5 });
    expect(slowShareOf(log([100, 105, 99, 100, 108]))).toBeNull();
    expect(slowShareOf(log([100, 150, 220, 330, 400]))).toBeNull();
    expect(slowShareOf(log([100, 180]))).toBeNull();
  });
});
