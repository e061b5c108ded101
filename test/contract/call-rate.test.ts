import { describe, expect, it } from 'vitest';
import { callNs, callRate, callRateText, costAt } from '../../src-main/contract/call-rate.ts';
import type { StoredCase } from '../../src-main/contract/run.ts';

const stored = (times: Readonly<Record<string, number>>) =>
  ({
    metrics: Object.fromEntries(Object.entries(times).map(([id, medianNs]) => [id, { medianNs }])),
  }) as unknown as StoredCase;

describe('what a further call costs', () => {
  const gpu = stored({ kernel: 20, call: 30, d2h: 100, total: 500 });
  it('is everything, the call with the answer copied back, or the call alone', () => {
    expect(callNs(gpu, 'copy-each-time', true)).toBe(500);
    expect(callNs(gpu, 'input-stays', true)).toBe(130);
    expect(callNs(gpu, 'both-stay', true)).toBe(30);
  });

  it('is on the CPU the computation, whatever stays, and unknown on a GPU whose copy was not timed', () => {
    const cpu = stored({ kernel: 70, total: 90 });
    expect(callNs(cpu, 'input-stays', false)).toBe(70);
    expect(callNs(cpu, 'both-stay', false)).toBe(70);
    expect(callNs(cpu, 'copy-each-time', false)).toBe(90);
    expect(callNs(stored({ kernel: 20, total: 500 }), 'input-stays', true)).toBeNull();
  });
});

describe('the cost at a size that was not measured', () => {
  const points = [
    { size: 1e6, ns: 8e6 },
    { size: 1e3, ns: 1e3 },
    { size: 1e4, ns: 1e5 },
  ];
  it('lies on the line between its neighbours, both axes logarithmic', () => {
    expect(costAt(points, 1e4)).toBe(1e5);
    // n^2 between the first two.
    expect(costAt(points, 3e3)).toBeCloseTo(9e3, 6);
  });

  it('is not known outside of what was measured', () => {
    expect(costAt(points, 999)).toBeNull();
    expect(costAt(points, 1_000_001)).toBeNull();
    expect(costAt([], 10)).toBeNull();
  });
});

describe('calls at a rate', () => {
  it('save the difference of both sides each time', () => {
    expect(callRate([2.4e6, 0.3e6], 40)).toEqual({
      shares: [0.096, 0.012],
      winner: 1,
      savedNs: 2.1e6 * 40,
    });
    expect(callRate([1, 2], 10).winner).toBe(0);
  });

  it('beyond a second of work a second save no number: the machine cannot do it', () => {
    const { shares, savedNs, winner } = callRate([30e6, 2e6], 40);
    expect(shares[0]).toBeCloseTo(1.2, 9);
    expect(savedNs).toBeNull();
    expect(winner).toBe(1);
  });

  it('are told in one sentence, beyond what the machine can do as well', () => {
    const names = ['omp', 'cub'] as const;
    expect(callRateText(names, [2.4e6, 0.3e6], 40)).toBe(
      'cub saves 84.0 ms a second: 12.0 ms instead of 96.0 ms with omp.',
    );
    expect(callRateText(names, [30e6, 2e6], 40)).toBe(
      'Only cub keeps up, with 80.0 ms of each second; omp would need 1.20 s, which this machine does not have.',
    );
    expect(callRateText(names, [30e6, 26e6], 40)).toBe(
      'This machine cannot do it: of each second cub would need 1.04 s and omp 1.20 s.',
    );
  });
});
