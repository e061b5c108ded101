import { expect, it } from 'vitest';
import { judgePairs, type PairedSide, pairsFor } from '../../src-main/stats/judge-pairs.ts';
import { halfWidthOf } from '../../src-main/stats/paired-sequence.ts';

const margins = { difference: 0.005, same: 0.02 };
/** Of the ratios of pairs, in percent, without a trend: their mean is 0. */
const scatter = [0.2, -0.3, 0.1, 0.25, -0.2, -0.05, 0.15, -0.15];
const baseline = [1000, 1300, 900, 1100, 1250, 1010, 980, 1170];

function side(label: string, times: readonly number[], more: Partial<PairedSide> = {}): PairedSide {
  const processes = times.map((medianNs, repetition) => {
    const n = 10 + repetition;
    return { repetition, medianNs, logError: 0.001, n, effectiveN: n };
  });
  return { label, processes, ...more };
}

/** A contender that takes `percent` more than the baseline, give or take the scatter. */
function judged(percent: number, pairs = 8, more: Partial<PairedSide> = {}, within = margins) {
  const base = baseline.slice(0, pairs);
  const times = base.map(
    (ns, i) => ns * (1 + percent / 100) * (1 + (scatter[i % scatter.length] ?? 0) / 100),
  );
  return judgePairs(side('new', times, more), side('old', base), { margins: within });
}

it.each([
  [10, 'slower', 'time +9.66 % to +10.3 % compared with old after 8 pairs', 'wholly beyond ±0.5 %'],
  [
    -10,
    'faster',
    'time -10.3 % to -9.72 % compared with old after 8 pairs',
    'wholly beyond ±0.5 %',
  ],
  [
    0,
    'equivalent',
    'time -0.31 % to +0.31 % compared with old after 8 pairs',
    'wholly inside ±2 %',
  ],
])('%d % is %s, although both sides vary together by 30 %', (percent, verdict, range, where) => {
  const { ratio, ci95, p, ...view } = judged(percent);
  expect(view).toMatchObject({
    verdict,
    reason: `${range} (95 %, at every look), ${where}`,
    against: 'old',
    interval: 'this run',
    paired: true,
    samples: [108, 108],
    repetitions: [8, 8],
    warnings: [],
  });
  expect(view).not.toHaveProperty('needed');
  expect(ratio).toBeCloseTo(1 + percent / 100, 4);
  const [low = 0, high = 0] = ci95 ?? [];
  // In logarithms the interval is as wide on both sides.
  expect(Math.log(low) + Math.log(high)).toBeCloseTo(2 * Math.log(ratio ?? 0), 12);
  expect((p ?? 1) < 0.05).toBe(verdict !== 'equivalent');
  // Half the width beyond the margin is the smallest change that is told.
  const tells = 100 * ((1 + margins.difference) * Math.sqrt(high / low) - 1);
  expect(view.tells).toBeCloseTo(tells, 10);
});

it('is inconclusive across a margin, and says after how many pairs as alike it would not be', () => {
  const view = judged(1.9, 8, {}, { difference: 0.018, same: 0.02 });
  expect(view).toMatchObject({
    verdict: 'inconclusive',
    reason: expect.stringMatching(/, neither beyond ±1\.8 % nor inside ±2 %$/),
    needed: { repetitions: 48 },
  });
  expect(judged(1.9, 8, {}, { difference: 0.0189, same: 0.019 })).not.toHaveProperty('needed');
});

it('says nothing of fewer than five pairs', () => {
  const view = judged(10, 4);
  expect(view).toMatchObject({
    verdict: 'inconclusive',
    reason: 'undecided after 4 pairs: an interval needs 5',
    ci95: null,
    repetitions: [4, 4],
    needed: { repetitions: 5 },
  });
  expect(view).not.toHaveProperty('tells');
  expect(judged(10, 1).reason).toBe('undecided after 1 pair: an interval needs 5');
});

it('pairs what was measured in the same repetition, and takes no time that is none', () => {
  const [more, less] = [
    side(
      'new',
      [...baseline].map((ns) => 1.1 * ns),
    ),
    side('old', baseline),
  ];
  const whole = judgePairs(more, less, { margins });
  const turned = { ...more, processes: [...more.processes].reverse() };
  expect(judgePairs(turned, less, { margins })).toEqual(whole);
  const broken = more.processes.map((process) => {
    const times: Readonly<Record<number, number>> = { 1: 0, 2: Number.POSITIVE_INFINITY };
    return { ...process, medianNs: times[process.repetition] ?? process.medianNs };
  });
  const lacking = {
    ...less,
    processes: less.processes.filter(({ repetition }) => repetition !== 7),
  };
  const fewer = judgePairs({ ...more, processes: broken }, lacking, { margins });
  expect(fewer).toMatchObject({ verdict: 'slower', repetitions: [5, 5], samples: [68, 68] });
  expect(fewer.ratio).toBeCloseTo(1.1, 12);
});

it('compares nothing where no process measured both, or a reason is given', () => {
  const none = { ratio: null, ci95: null, against: 'old', verdict: 'not comparable' };
  const [more, less] = [side('new', [1, 2]), side('old', [1, 2])];
  expect(judgePairs(more, side('old', []), { margins })).toEqual({
    ...none,
    reason: 'no process measured both',
  });
  expect(judgePairs(more, less, { margins, notComparable: 'another input' })).toEqual({
    ...none,
    reason: 'another input',
  });
});

it('gives no verdict and no interval to pairs that drift', () => {
  const ramp = baseline.map((_, i) => 1000 * (1.2 + i / 100));
  const flat = baseline.map(() => 1000);
  const view = judgePairs(side('new', ramp), side('old', flat), { margins });
  const warning = 'these pairs drift: neighbours are correlated by 0.90, so there is no verdict';
  expect(view).toMatchObject({
    verdict: 'inconclusive',
    reason: `undecided after 8 pairs: ${warning}`,
    ci95: null,
    p: 1,
    warnings: [warning],
  });
  expect(view).not.toHaveProperty('tells');
});

it('is no surer than the clocks of both sides allow', () => {
  const exact = judged(0).ci95 ?? [0, 0];
  const coarse = judged(0, 8, { resolutionNs: 40 }).ci95 ?? [0, 0];
  expect(coarse[0]).toBeLessThan(exact[0]);
  expect(coarse[1]).toBeGreaterThan(exact[1]);
  // Equal times of a coarse clock are not equal programs.
  const equal = judgePairs(
    side('new', baseline, { resolutionNs: 100 }),
    side('old', baseline, { resolutionNs: 100 }),
    { margins },
  );
  expect(equal.verdict).toBe('inconclusive');
});

it('finds the first number of pairs that is enough, up to 50', () => {
  const variance = 1e-4;
  for (const target of [0.5, 0.05, 0.02, 0.008]) {
    const pairs = pairsFor(variance, target) ?? 0;
    expect(pairs).toBeGreaterThanOrEqual(5);
    expect(halfWidthOf(pairs, (pairs - 1) * variance)).toBeLessThan(target);
    if (pairs > 5) {
      expect(halfWidthOf(pairs - 1, (pairs - 2) * variance)).toBeGreaterThanOrEqual(target);
    }
  }
  const last = halfWidthOf(50, 49 * variance);
  expect(pairsFor(variance, last * 1.0001)).toBe(50);
  expect(pairsFor(variance, last)).toBeNull();
  expect(pairsFor(variance, 0)).toBeNull();
});
