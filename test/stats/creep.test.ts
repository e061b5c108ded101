import { describe, expect, it } from 'vitest';
import { findSegments } from '../../src-main/core/analysis/trend/segments.ts';
import { creepOf, minRunsOfCreep } from '../../src-main/stats/creep.ts';
import { defaultMargins } from '../../src-main/stats/decide.ts';
import { createRandom } from '../../src-main/stats/random.ts';
import { cpuRuns, gpuRuns, varianceOfRuns } from './processes.ts';

const kernel = gpuRuns;
const total = { processes: { sd: 0.1, degrees: 4 }, runs: { sd: 0.045, degrees: 5 } };
const machines = [
  ['cuda kernel', kernel],
  ['cuda total', total],
  ['cpu kernel', cpuRuns],
] as const;
type Machine = (typeof machines)[number][1];

type Law = (run: number) => number;

/** Estimates of runs of five processes, with the variation of processes and of runs. */
function history({ processes, runs }: Machine, seed: number, law: Law, count = 20): Float64Array {
  const random = createRandom(seed, 5);
  return Float64Array.from({ length: count }, (_, i) => {
    const shift = runs.sd * random.normal() + (processes.sd / Math.sqrt(5)) * random.normal();
    return 5e4 * Math.exp(law(i) + shift);
  });
}

/** In which part of 500 histories there is a change point, and a creep. */
function found(machine: Machine, law: Law): { readonly steps: number; readonly creeps: number } {
  const options = { expected: varianceOfRuns(machine.processes, machine.runs) };
  const [trials, threshold] = [500, 0.05];
  let [steps, creeps] = [0, 0];
  for (let seed = 1; seed <= trials; seed++) {
    const values = history(machine, seed, law);
    steps += findSegments(values, options, threshold, defaultMargins).changes.length > 0 ? 1 : 0;
    const creep = creepOf(values, options);
    const beyond = Math.abs(Math.log(creep?.ratio ?? 1)) > Math.log1p(threshold);
    creeps += beyond && (creep?.ci95[0] ?? 1) > 1 + defaultMargins.difference ? 1 : 0;
  }
  return { steps: steps / trials, creeps: creeps / trials };
}

describe('over twenty runs', () => {
  it.each(machines)('that differ as runs do (%s), nothing is found in 95 of 100', (_, machine) => {
    const { steps, creeps } = found(machine, () => 0);
    expect(steps + creeps).toBeLessThanOrEqual(0.05);
  });

  it('a creep of 0.3 % a run is found, and what it comes to', () => {
    const law: Law = (run) => run * Math.log(1.003);
    expect(found(kernel, law).creeps).toBeGreaterThan(0.98);
    const creep = creepOf(history(kernel, 3, law), {
      expected: varianceOfRuns(kernel.processes, kernel.runs),
    });
    expect(creep?.perRun).toBeCloseTo(1.003, 3);
    expect(creep?.ci95[0]).toBeLessThan(1.003 ** 19);
    expect(creep?.ci95[1]).toBeGreaterThan(1.003 ** 19);
  });

  it('a step below the threshold is no creep', () => {
    expect(found(kernel, (run) => (run < 10 ? 0 : 0.045)).creeps).toBeLessThan(0.01);
  });

  it('a wave is no creep: neighbours are alike', () => {
    const law: Law = (run) => 0.03 * Math.sin((run / 20) * 2 * Math.PI + 1);
    expect(found(kernel, law).creeps).toBeLessThan(0.1);
  });
});

describe('a creep', () => {
  const options = { expected: varianceOfRuns(kernel.processes, kernel.runs) };

  it('takes ten runs', () => {
    const line = (count: number) => Float64Array.from({ length: count }, (_, i) => 100 * 1.01 ** i);
    expect(creepOf(line(minRunsOfCreep - 1), options)).toBeNull();
    expect(creepOf(line(minRunsOfCreep), options)?.ratio).toBeCloseTo(1.01 ** 9, 9);
  });

  it('is the inverse backwards', () => {
    const values = history(kernel, 9, (run) => 0.004 * run);
    const [there, back] = [values, values.toReversed()].map((each) => creepOf(each, options));
    expect((there?.ratio ?? 0) * (back?.ratio ?? 0)).toBeCloseTo(1, 9);
    expect((there?.ci95[0] ?? 0) * (back?.ci95[1] ?? 0)).toBeCloseTo(1, 9);
  });
});
