import { describe, expect, it } from 'vitest';
import type { Metric } from '../../src-main/contract/run.ts';
import { shippedPriors } from '../../src-main/stats/priors.ts';
import { processSpread } from '../../src-main/stats/process-spread.ts';
import { summarize } from '../../src-main/stats/summary.ts';

/** A case whose processes differ by `sd`. */
function metric(medianNs: number, processes: number, sd: number | null): Metric {
  const pooled = summarize(Float64Array.of(medianNs), { resolutionNs: 1 });
  return { ...pooled, medianNs, processes, processSd: sd };
}

describe('variation between processes that is expected of a case', () => {
  it('is the smallest that is usual of the device before the first process', () => {
    const { below100us, below10ms, above } = shippedPriors.cuda.total;
    const smallest = Math.min(below100us.processes.sd, below10ms.processes.sd, above.processes.sd);
    expect(processSpread('cuda', undefined).total).toBe(smallest);
    expect(processSpread('cuda', undefined).kernel).toBeLessThan(smallest);
  });

  it('is what is usual of its time after one process', () => {
    const usual = shippedPriors.cpu.kernel.below100us.processes.sd;
    expect(processSpread('cpu', { kernel: metric(5e4, 1, null) }).kernel).toBeCloseTo(usual, 12);
  });

  it('is what its processes show after many', () => {
    const quiet = processSpread('cpu', { kernel: metric(5e4, 2000, 0.001) }).kernel;
    expect(quiet).toBeGreaterThan(0.001);
    expect(quiet).toBeLessThan(0.0022);
    expect(processSpread('cpu', { kernel: metric(5e4, 2000, 0.3) }).kernel).toBeCloseTo(0.3, 3);
  });

  it('weighs both by their degrees of freedom', () => {
    const { sd, degrees } = shippedPriors.cuda.call.below10ms.processes;
    const found = processSpread('cuda', { call: metric(1e6, 5, 0.02) }).call;
    expect(found).toBeCloseTo(Math.sqrt((degrees * sd ** 2 + 4 * 0.02 ** 2) / (degrees + 4)), 12);
  });

  it('treats phases as the whole of an execution', () => {
    const usual = shippedPriors.cuda.total.below100us.processes.sd;
    expect(processSpread('cuda', { h2d: metric(2e4, 1, null) }).h2d).toBeCloseTo(usual, 12);
  });
});
