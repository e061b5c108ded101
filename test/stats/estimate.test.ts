import { describe, expect, it } from 'vitest';
import { estimateCase } from '../../src-main/stats/estimate.ts';
import { createRandom } from '../../src-main/stats/random.ts';
import { processAt, runsOf } from './processes.ts';

const options = { device: 'cpu', scope: 'kernel' } as const;

describe('the estimate of a case', () => {
  it('weighs processes equally and lies in its own interval', () => {
    const processes = [121, 100, 110].map((ns, i) => processAt(i, ns, { n: 10 ** i }));
    const found = estimateCase(processes, options);
    expect(found?.medianNs).toBeCloseTo((121 * 100 * 110) ** (1 / 3), 10);
    const { ci95, ci99, repeat95, medianNs = 0 } = found ?? {};
    expect(ci95?.[0]).toBeLessThan(medianNs);
    expect(ci95?.[1]).toBeGreaterThan(medianNs);
    expect(ci99?.[0]).toBeLessThan(ci95?.[0] ?? 0);
    expect(repeat95?.[0]).toBeLessThan(ci95?.[0] ?? 0);
    expect(repeat95?.[1]).toBeGreaterThan(ci95?.[1] ?? 0);
  });

  it('leaves the slowest of every five processes out', () => {
    const of = (times: readonly number[]) =>
      estimateCase(
        times.map((ns, i) => processAt(i, ns)),
        options,
      );
    expect(of([100, 101, 99, 100, 250])?.medianNs).toBeCloseTo(100, 0);
    expect(of([100, 101, 99, 250])?.medianNs).toBeGreaterThan(120);
  });

  it('has no interval with fewer than three processes', () => {
    const found = estimateCase([processAt(0, 100), processAt(1, 110)], options);
    expect(found).toMatchObject({ ci95: null, ci99: null, repeat95: null });
    expect(found?.processSd).toBeCloseTo(Math.log(1.1) / Math.SQRT2, 12);
    expect(estimateCase([processAt(0, 100)], options)?.processSd).toBeNull();
  });

  it('holds the next run as often as it says where runs differ as expected', () => {
    const random = createRandom(8);
    const sd = 0.03;
    const runOf = (): ReturnType<typeof estimateCase> => {
      const shift = 0.41 * sd * random.normal();
      const processes = Array.from({ length: 5 }, (_, i) =>
        processAt(i, 1e6 * Math.exp(shift + sd * random.normal())),
      );
      return estimateCase(processes, options);
    };
    const held = Array.from({ length: 4000 }, () => {
      const [one, next] = [runOf(), runOf()];
      const [low, high] = one?.repeat95 ?? [Number.NaN, Number.NaN];
      return low <= (next?.medianNs ?? Number.NaN) && (next?.medianNs ?? Number.NaN) <= high;
    });
    expect(held.filter(Boolean).length / held.length).toBeGreaterThan(0.94);
  });

  it('is not known better than the clock', () => {
    const same = [0, 1, 2].map((i) => processAt(i, 1000));
    const found = estimateCase(same, { ...options, resolutionNs: 100 });
    expect(found?.ci95?.[0]).toBeCloseTo(1000 * Math.exp(-0.05), 9);
    expect(found?.medianNs).toBe(1000);
  });

  it('does not exist without a time above 0', () => {
    expect(estimateCase([], options)).toBeNull();
    expect(estimateCase([processAt(0, 10), processAt(1, 0)], options)).toBeNull();
  });

  it('holds its run in one interval and the next run in the other', () => {
    const random = createRandom(3);
    const [sd, tau, count] = [0.01, 0.02, 1500];
    const variation = { 'cpu kernel': runsOf(tau) };
    let [own, next] = [0, 0];
    for (let i = 0; i < count; i++) {
      const run = (): { at: number; found: ReturnType<typeof estimateCase> } => {
        const at = 1000 * Math.exp(tau * random.normal());
        const of = [0, 1, 2].map((r) => processAt(r, at * Math.exp(sd * random.normal())));
        return { at, found: estimateCase(of, { ...options, variation }) };
      };
      const [one, other] = [run(), run()];
      const [low, high] = one.found?.ci95 ?? [0, 0];
      if (low <= one.at && one.at <= high) own += 1 / count;
      const [min, max] = one.found?.repeat95 ?? [0, 0];
      const value = other.found?.medianNs ?? 0;
      if (min <= value && value <= max) next += 1 / count;
    }
    expect(own).toBeGreaterThan(0.935);
    expect(own).toBeLessThan(0.985);
    expect(next).toBeGreaterThan(0.93);
    expect(next).toBeLessThan(0.98);
  });
});
