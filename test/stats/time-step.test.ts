import { describe, expect, it } from 'vitest';
import type { ScopeSamples } from '../../src-main/contract/run.ts';
import { metricsOf } from '../../src-main/stats/case-metrics.ts';
import { timeStepNs } from '../../src-main/stats/time-step.ts';

const attributes = { clockResolutionNs: 40 };
const part = (time: number, repeats: number, more: Partial<ScopeSamples> = {}): ScopeSamples => ({
  scope: 'kernel',
  repetition: 0,
  timesNs: new Float64Array(30).fill(time),
  repeats,
  launchIncluded: false,
  ...more,
});

describe('stored samples as they are judged', () => {
  it('know the least step of their times', () => {
    expect(timeStepNs(attributes, 'cpu', 'kernel', [part(1, 1)])).toBe(40);
    expect(timeStepNs(attributes, 'cpu', 'total', [part(1, 1000), part(1, 400)])).toBe(0.1);
    expect(timeStepNs(attributes, 'cuda', 'kernel', [part(1, 1)])).toBe(40);
    expect(timeStepNs(attributes, 'cuda', 'batch', [part(1, 32)])).toBe(1.25);
    // The host's clock, of which the case of a GPU says nothing.
    expect(timeStepNs(attributes, 'cuda', 'call', [part(1, 1)])).toBe(0);
    expect(timeStepNs({}, 'cpu', 'kernel', [part(1, 1)])).toBe(0);
  });

  it('have intervals that are never narrower than a step', () => {
    const metrics = metricsOf({ outcome: 'ok', attributes }, 'cpu', [
      ...[0, 1, 2].map((repetition) => part(1000, 1, { repetition })),
    ]);
    const { ci95LoNs: low, ci95HiNs: high } = metrics.kernel ?? {};
    expect((high ?? 0) - (low ?? 0)).toBeGreaterThanOrEqual(40);
  });
});
