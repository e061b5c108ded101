import { describe, expect, it } from 'vitest';
import { stepsOrCreep } from '../../../../src-main/core/analysis/trend/trend.ts';
import { defaultMargins } from '../../../../src-main/stats/decide.ts';
import { createRandom } from '../../../../src-main/stats/random.ts';
import { varianceOfRuns } from '../../../stats/processes.ts';

const expected = varianceOfRuns({ sd: 0.01, degrees: 1 }, { sd: 0.026, degrees: 3 });

type Law = {
  readonly runs: number;
  readonly sd: number;
  readonly correlation: number;
  /** Runs that something else made slower, and how many times. */
  readonly outliers?: Readonly<Record<number, number>>;
  readonly maxP?: number;
};

/** In which part of 200 histories there is a change point, and a creep. */
function stated(law: Law, factor: (at: number) => number) {
  const trials = 200;
  let [changePoints, creeps] = [0, 0];
  for (let seed = 1; seed <= trials; seed++) {
    const random = createRandom(seed, 29);
    let state = random.normal();
    const values = Float64Array.from({ length: law.runs }, (_, i) => {
      const fresh = Math.sqrt(1 - law.correlation ** 2) * random.normal();
      if (i > 0) state = law.correlation * state + fresh;
      const other = law.outliers?.[i] ?? 1;
      return 50_000 * factor(i / (law.runs - 1)) * Math.exp(law.sd * state) * other;
    });
    const { maxP = 0.05 } = law;
    const { found, creep } = stepsOrCreep(values, { expected }, 0.05, defaultMargins, maxP);
    changePoints += found.changes.length > 0 ? 1 : 0;
    creeps += creep === null ? 0 : 1;
  }
  return { changePoints: changePoints / trials, creeps: creeps / trials };
}

describe('a history', () => {
  const quiet = { runs: 60, sd: 0.01, correlation: 0 };

  it('with the same change from each run to the next is a creep and no steps', () => {
    expect(stated(quiet, (at) => 1.1 ** at).creeps).toBeGreaterThan(0.98);
    expect(stated({ ...quiet, runs: 20 }, (at) => 1.1 ** at).creeps).toBeGreaterThan(0.98);
  });

  it('with one or two steps is no creep', () => {
    const once = stated(quiet, (at) => (at < 0.5 ? 1 : 1.1));
    expect(once).toEqual({ changePoints: 1, creeps: 0 });
    const twice = stated(quiet, (at) => 1 + 0.1 * Math.floor(3 * Math.min(at, 0.99)));
    expect(twice.changePoints).toBeGreaterThan(0.98);
    expect(twice.creeps).toBeLessThan(0.02);
  });

  it('with a step and a run far out is no creep', () => {
    const step = (at: number) => (at < 0.5 ? 1 : 1.1);
    const cases: readonly Readonly<Record<number, number>>[] = [
      { 28: 1.35 },
      { 10: 1.22, 11: 1.22 },
    ];
    for (const outliers of cases) {
      const found = stated({ ...quiet, runs: 40, outliers, maxP: 1 }, step);
      expect(found.creeps).toBeLessThan(0.02);
      expect(found.changePoints).toBeGreaterThan(0.75);
    }
  });

  it('whose runs are like the ones before has few false changes', () => {
    const { changePoints, creeps } = stated({ runs: 60, sd: 0.03, correlation: 0.8 }, () => 1);
    expect(changePoints + creeps).toBeLessThan(0.11);
  });
});
