import { describe, expect, it } from 'vitest';
import type { PlannedCase, StoredCase } from '../../../src-main/contract/run.ts';
import { nextTrials, type TuneSource, tuningOf } from '../../../src-main/core/adaptive/tune.ts';
import { decide } from '../../../src-main/core/adaptive/tune-confirm.ts';
import { judge } from '../../../src-main/stats/judge.ts';
import { createRandom } from '../../../src-main/stats/random.ts';
import { processAt } from '../../stats/processes.ts';
import { planned } from '../store/fixtures.ts';
import { searching } from './search-fixtures.ts';

const descriptor = searching('sequential', 'cpu');
const repetitions = 5;
const policy = { ...planned(0).policy, rounds: repetitions };

/** Searches until nothing more is to be measured: every case has processes of its own, `sd` apart, and a common shift. */
function searched(seed: number, law: (share: number) => number, sd = 0.03) {
  const random = createRandom(seed, 11);
  const cases: PlannedCase[] = [0, 0.25, 0.5, 0.75, 1].map((value, index) =>
    planned(index, { values: { share: value }, policy }),
  );
  const times = new Map<number, readonly number[]>();
  const source = (): TuneSource => ({
    configuration: {
      groups: [],
      policy,
      orderSeed: 1,
      tune: { parameter: 'share', span: 'kernel' },
    },
    planned: cases,
    cases: cases.map((one): StoredCase => {
      const ns = times.get(one.index) ?? [];
      const log = ns.reduce((sum, each) => sum + Math.log(each) / ns.length, 0);
      const metrics = { kernel: { median_ns: Math.exp(log) } };
      return { ...one, outcome: 'ok', metrics } as unknown as StoredCase;
    }),
    descriptors: new Map([[0, descriptor]]),
    ended: false,
    judge(contender, baseline, scope) {
      const side = ({ index, variant }: StoredCase) => ({
        label: variant,
        device: 'cpu' as const,
        scope,
        processes: (times.get(index) ?? []).map((ns, repetition) => processAt(repetition, ns)),
      });
      return judge(side(contender), side(baseline), { sameRun: true });
    },
  });
  for (let steps = 0; ; steps++) {
    expect(steps).toBeLessThan(40);
    for (const { index, values, policy: own } of cases.filter((one) => !times.has(one.index))) {
      const center = 5e4 * law(Number(values.share));
      const taken = Array.from(
        { length: own.rounds },
        () => center * Math.exp(sd * random.normal()),
      );
      times.set(index, taken);
    }
    const more = nextTrials(source());
    if (more.length === 0) break;
    cases.push(...more);
  }
  return { view: tuningOf(source()), cases };
}

describe('a search that ends', () => {
  it('over a parameter without effect says that there is no difference in 95 of 100', () => {
    const trials = 200;
    let [none, again] = [0, 0];
    for (let seed = 1; seed <= trials; seed++) {
      const { view, cases } = searched(seed, () => 1);
      none += /^no difference that can be told/.test(view?.sentence ?? '') ? 1 : 0;
      expect(view?.state).not.toBe('open');
      again += cases.length > (view?.probes.length ?? 0) ? 1 : 0;
    }
    expect(none / trials).toBeGreaterThanOrEqual(0.95);
    // The search alone would have told some of these from the best.
    expect(again / trials).toBeGreaterThan(0.03);
  });

  it('over one with an effect confirms it', () => {
    const trials = 50;
    let right = 0;
    for (let seed = 1; seed <= trials; seed++) {
      const { view } = searched(seed, (at) => 1 + 4 * (at - 0.7) ** 2);
      const best = Number(view?.best);
      const told = view?.state !== 'open' && view?.confirmation?.comparison.verdict === 'slower';
      right += told && Math.abs(best - 0.7) < 0.2 ? 1 : 0;
    }
    expect(right / trials).toBeGreaterThanOrEqual(0.9);
  });

  it('measures two cases again, alone, in five processes or more', () => {
    const { cases, view } = searched(3, (at) => 1 + 4 * (at - 0.7) ** 2, 0.003);
    const [best, other] = cases.slice(-2);
    expect([best?.values.share, other?.values.share]).toEqual([
      view?.best,
      view?.confirmation?.value,
    ]);
    expect(best?.policy.rounds).toBe(repetitions);
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
