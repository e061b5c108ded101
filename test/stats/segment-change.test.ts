import { describe, expect, it } from 'vitest';
import { defaultMargins } from '../../src-main/stats/decide.ts';
import { studentQuantile } from '../../src-main/stats/distributions.ts';
import { createRandom } from '../../src-main/stats/random.ts';
import {
  segmentChange as judged,
  type SegmentOptions,
  segmentInterval,
} from '../../src-main/stats/segment-change.ts';
import { cpuRuns, gpuRuns, varianceOfRuns } from './processes.ts';

const gpu = { expected: varianceOfRuns(gpuRuns.processes, gpuRuns.runs) };
const onCpu = { expected: varianceOfRuns(cpuRuns.processes, cpuRuns.runs) };

const segmentChange = (before: Float64Array, after: Float64Array, options: SegmentOptions) =>
  judged(before, after, options, defaultMargins);

const runs = (seed: number, count: number, level: number, noise: number): Float64Array => {
  const random = createRandom(seed, count);
  return Float64Array.from({ length: count }, () => level * Math.exp(noise * random.normal()));
};

describe('segmentChange', () => {
  it('is the ratio of the means of logarithms, and the inverse of the change back', () => {
    const before = Float64Array.of(100, 101, 99, 100);
    const after = Float64Array.of(120, 118, 122);
    const there = segmentChange(before, after, gpu);
    const back = segmentChange(after, before, gpu);
    const ratio = (120 * 118 * 122) ** (1 / 3) / (100 * 101 * 99 * 100) ** (1 / 4);
    expect(there.ratio).toBeCloseTo(ratio, 9);
    expect(back.ratio).toBeCloseTo(1 / ratio, 9);
    expect([there.verdict, back.verdict]).toEqual(['slower', 'faster']);
    expect(there.p).toBeCloseTo(back.p, 12);
    expect(there.ci95[0]).toBeCloseTo(1 / back.ci95[1], 9);
  });

  it('does not believe that three runs are all alike', () => {
    const flat = Float64Array.of(100, 100, 100);
    const { ci95 } = segmentChange(flat, flat, gpu);
    expect(ci95[0]).toBeLessThan(0.9985);
    expect(ci95[1]).toBeGreaterThan(1.0015);
    const cpu = segmentChange(flat, flat, onCpu);
    expect(cpu.ci95[1]).toBeGreaterThan(ci95[1]);
  });

  it('is Student’s interval of the runs where they differ more than processes do', () => {
    const values = Float64Array.of(90, 100, 110, 95, 105);
    const logs = values.map(Math.log);
    const mean = logs.reduce((sum, value) => sum + value, 0) / 5;
    const sd = Math.sqrt(logs.reduce((sum, value) => sum + (value - mean) ** 2, 0) / 4);
    const half = studentQuantile(0.95, 4) * sd * Math.sqrt(Math.PI / 2 / 5);
    const [low, high] = segmentInterval(values, gpu);
    expect(low).toBeCloseTo(100 * Math.exp(-half), 6);
    expect(high).toBeCloseTo(100 * Math.exp(half), 6);
  });

  it.each([
    [3, 3, 0.01],
    [5, 3, 0.03],
    [10, 4, 0.0025],
    [20, 12, 0.03],
  ])(
    'holds the true change of %i and %i runs with noise %d in at least 95 of 100',
    (m, n, noise) => {
      const truth = 1.12;
      let held = 0;
      const trials = 1000;
      for (let seed = 1; seed <= trials; seed += 1) {
        const before = runs(seed, m, 100, noise);
        const after = runs(seed + trials, n, 100 * truth, noise);
        const { ci95 } = segmentChange(before, after, gpu);
        held += ci95[0] <= truth && truth <= ci95[1] ? 1 : 0;
      }
      expect(held / trials).toBeGreaterThanOrEqual(0.95 - 0.014);
    },
  );
});
