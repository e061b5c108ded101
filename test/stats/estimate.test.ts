import { describe, expect, it } from 'vitest';
import { estimateCase } from '../../src-main/stats/estimate.ts';
import { createRandom } from '../../src-main/stats/random.ts';
import { priorEverywhere, processAt } from './processes.ts';

const options = { device: 'cpu', scope: 'kernel' } as const;

describe('the estimate of a case', () => {
  it('weighs processes equally and lies in its own interval', () => {
    const noisy = processAt(0, 121, { n: 599 });
    const quiet = processAt(1, 100, { n: 97 });
    const found = estimateCase([noisy, quiet], options);
    expect(found?.medianNs).toBeCloseTo(110, 10);
    expect(found?.processSd).toBeCloseTo(Math.log(1.21) / Math.SQRT2, 12);
    const { ci95 = [0, 0], ci99 = [0, 0], repeat95 = [0, 0], medianNs = 0 } = found ?? {};
    expect(ci95[0]).toBeLessThan(medianNs);
    expect(ci95[1]).toBeGreaterThan(medianNs);
    expect(ci99[0]).toBeLessThan(ci95[0]);
    expect(repeat95[0]).toBeLessThan(ci95[0]);
    expect(repeat95[1]).toBeGreaterThan(ci95[1]);
  });

  it('of one process rests on the prior of its device, scope and time', () => {
    const width = (medianNs: number, scope: string, device: 'cpu' | 'cuda'): number => {
      const found = estimateCase([processAt(0, medianNs)], { device, scope });
      expect(found?.processSd).toBeNull();
      return (found?.ci95[1] ?? Number.NaN) / medianNs;
    };
    expect(width(5e4, 'kernel', 'cuda')).toBeLessThan(width(5e4, 'call', 'cuda'));
    expect(width(5e4, 'call', 'cuda')).toBeLessThan(width(5e4, 'total', 'cuda'));
    expect(width(5e5, 'kernel', 'cpu')).toBeLessThan(width(5e4, 'kernel', 'cpu'));
    expect(width(5e5, 'h2d', 'cuda')).toBe(width(5e5, 'total', 'cuda'));
  });

  it('is not known better than the clock', () => {
    const priors = priorEverywhere({ sd: 1e-6, degrees: 4 }, { sd: 0, degrees: 4 });
    const found = estimateCase([processAt(0, 1000, { logError: 0 })], {
      ...options,
      priors,
      resolutionNs: 100,
    });
    expect(found?.ci95[0]).toBeCloseTo(1000 * Math.exp(-0.05), 9);
  });

  it('does not exist without a time above 0', () => {
    expect(estimateCase([], options)).toBeNull();
    expect(estimateCase([processAt(0, 10), processAt(1, 0)], options)).toBeNull();
  });

  it('holds its run in one interval and the next run in the other', () => {
    const random = createRandom(3);
    const [sd, tau, count] = [0.01, 0.02, 1500];
    const priors = priorEverywhere({ sd, degrees: 3 }, { sd: tau, degrees: 20 });
    let [own, next] = [0, 0];
    for (let i = 0; i < count; i++) {
      const run = (): { at: number; found: ReturnType<typeof estimateCase> } => {
        const at = 1000 * Math.exp(tau * random.normal());
        const of = [0, 1, 2].map((r) => processAt(r, at * Math.exp(sd * random.normal())));
        return { at, found: estimateCase(of, { ...options, priors }) };
      };
      const [one, other] = [run(), run()];
      const [low, high] = one.found?.ci95 ?? [0, 0];
      if (low <= one.at && one.at <= high) own += 1 / count;
      const [min, max] = one.found?.repeat95 ?? [0, 0];
      const value = other.found?.medianNs ?? 0;
      if (min <= value && value <= max) next += 1 / count;
    }
    expect(own).toBeGreaterThan(0.94);
    expect(own).toBeLessThan(0.985);
    expect(next).toBeGreaterThan(0.93);
    expect(next).toBeLessThan(0.98);
  });
});
