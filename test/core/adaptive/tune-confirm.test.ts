import { describe, expect, it } from 'vitest';
import { decide } from '../../../src-main/core/adaptive/tune-confirm.ts';
import { foundNoDifference, simulateTune } from '../../simulations/simulated-tune.ts';

const repetitions = 5;

describe('a search that ends', () => {
  it('over a parameter without effect says that there is no difference in 95 of 100', () => {
    const trials = 200;
    let [none, again] = [0, 0];
    for (let seed = 1; seed <= trials; seed++) {
      const found = simulateTune(seed, () => 1);
      const { view, cases } = found;
      none += foundNoDifference(found) ? 1 : 0;
      expect(view?.state).not.toBe('open');
      again += cases.length > (view?.trials.length ?? 0) ? 1 : 0;
    }
    expect(none / trials).toBeGreaterThanOrEqual(0.95);
    // The search alone would have told some of these from the best.
    expect(again / trials).toBeGreaterThan(0.03);
  });

  it('over one with an effect confirms it', () => {
    const trials = 50;
    let right = 0;
    for (let seed = 1; seed <= trials; seed++) {
      const { view } = simulateTune(seed, (at) => 1 + 4 * (at - 0.7) ** 2);
      const best = Number(view?.best);
      const told = view?.state !== 'open' && view?.confirmation?.comparison.verdict === 'slower';
      right += told && Math.abs(best - 0.7) < 0.2 ? 1 : 0;
    }
    expect(right / trials).toBeGreaterThanOrEqual(0.9);
  });

  it('measures two cases again, alone, in five processes or more', () => {
    const { cases, view } = simulateTune(3, (at) => 1 + 4 * (at - 0.7) ** 2, 0.003);
    const [best, other] = cases.slice(-2);
    expect([best?.values.share, other?.values.share]).toEqual([
      view?.best,
      view?.confirmation?.value,
    ]);
    expect(best?.policy.repetitions).toBe(repetitions);
    expect(new Set(cases.map(({ index }) => index)).size).toBe(cases.length);
  });
});

describe('what fresh processes decide', () => {
  const times = [1, 2, 3, 4, 5].map((value) => ({ value, ns: 10 + Math.abs(value - 3) }));
  const said = (verdict: 'slower' | 'inconclusive') =>
    ({ verdict, reason: '', ratio: 1, ci95: [1, 1], against: '' }) as const satisfies object;
  const near = { from: 2, to: 2 };

  it('is asked about the fastest value outside, until one is slower', () => {
    expect(decide(times, near, () => null)).toMatchObject({ open: 1, last: null });
    const slower = decide(times, near, () => ({ ...said('slower'), ci95: [1, 1] }));
    expect(slower).toMatchObject({ equal: near, open: null, last: { value: 2 } });
    const further = decide(times, near, (value) =>
      value === 2 ? { ...said('inconclusive'), ci95: [1, 1] } : null,
    );
    expect(further).toMatchObject({ equal: { from: 1, to: 2 }, open: 3 });
  });

  it('keeps a value outside after three that were not, whose time lies beyond theirs', () => {
    const none = () => ({ ...said('inconclusive'), ci95: [1, 1] as [number, number] });
    const search = [10, 10.05, 10.1, 10.15, 100].map((ns, value) => ({ value, ns }));
    const first = { from: 0, to: 0 };
    expect(decide(search, first, none)).toMatchObject({
      equal: { from: 0, to: 3 },
      open: null,
      last: { value: 3 },
    });
    // Its interval reaches into what was refuted.
    const near = search.map((one) =>
      one.value === 4 ? { ...one, ns: 10.2, minRatio: 1.01 } : one,
    );
    expect(decide(near, first, none).equal).toEqual({ from: 0, to: 4 });
    const apart = near.map((one) => (one.value === 4 ? { ...one, minRatio: 1.016 } : one));
    expect(decide(apart, first, none).equal).toEqual({ from: 0, to: 3 });
  });

  it('is the whole range where every value was measured again', () => {
    const none = decide(times.slice(1), { from: 1, to: 1 }, () => ({
      ...said('inconclusive'),
      ci95: [1, 1],
    }));
    expect(none).toMatchObject({ equal: { from: 0, to: 3 }, open: null });
  });
});
