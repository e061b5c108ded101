import { describe, expect, it } from 'vitest';
import { comparisonViewSchema } from '../../src-main/contract/verdict.ts';
import { type JudgeOptions, judge } from '../../src-main/stats/judge.ts';
import type { JudgedSide } from '../../src-main/stats/judged-case.ts';
import { createRandom } from '../../src-main/stats/random.ts';
import { processAt, runsOf, sideOf, simulatedSide } from './processes.ts';

const sameRun: JudgeOptions = { sameRun: true };
const across: JudgeOptions = { sameRun: false };

function halfOf(a: JudgedSide, b: JudgedSide, options: JudgeOptions): number {
  const { ci95 } = judge(a, b, options);
  return ci95 === null ? Number.NaN : Math.log(ci95[1] / ci95[0]) / 2;
}

const at = (
  label: string,
  repetitions: readonly number[],
  times: readonly number[],
): JudgedSide => ({
  ...sideOf(label, []),
  processes: repetitions.map((repetition, i) => processAt(repetition, times[i] ?? Number.NaN)),
});

describe('the interval', () => {
  // t quantiles of SciPy 1.17: t.ppf(0.975, df).
  it('of one run is that of Student on the log ratios of repetitions', () => {
    const base = [1000, 1100, 950, 1200];
    const ratios = [1.1, 1.13, 1.08, 1.12];
    const a = sideOf(
      'a',
      base.map((time, i) => time * (ratios[i] ?? 1)),
    );
    const view = judge(a, sideOf('b', base), sameRun);
    const d = ratios.map(Math.log);
    const center = d.reduce((sum, value) => sum + value, 0) / 4;
    const squares = d.reduce((sum, value) => sum + (value - center) ** 2, 0);
    const half = 3.1824463052837078 * Math.sqrt(squares / 3 / 4);
    expect(Math.log(view.ratio ?? 0)).toBeCloseTo(center, 12);
    expect(Math.log(view.ci95?.[0] ?? 0)).toBeCloseTo(center - half, 12);
    expect(Math.log(view.ci95?.[1] ?? 0)).toBeCloseTo(center + half, 12);
    expect(view).toMatchObject({ paired: true, interval: 'this run', verdict: 'slower' });
  });

  it('is not narrower than the clock can tell', () => {
    const coarse = { resolutionNs: 40 };
    const [a, b] = [
      [1000, 1000, 1000],
      [500, 500, 500],
    ].map((times) => sideOf('x', times, coarse));
    expect(halfOf(a as JudgedSide, b as JudgedSide, sameRun)).toBeCloseTo(20 / 1000 + 20 / 500, 12);
  });

  it('has the variation from run to run in it between runs', () => {
    const more = { runs: runsOf(0.03) };
    const a = sideOf('a', [1000, 1001, 999], more);
    const b = sideOf('b', [1000, 1000, 1001], more);
    expect(halfOf(a, b, sameRun)).toBeLessThan(0.004);
    expect(halfOf(a, b, across)).toBeCloseTo(1.96 * Math.SQRT2 * 0.03, 2);
    const view = judge(a, b, across);
    expect(view).toMatchObject({ interval: 'repeatability', paired: false });
    expect(view.runs?.sd).toBeCloseTo(0.03, 3);
    expect(view.runs?.learned).toBe(10);
  });

  it('between runs is in proportion to what processes differ by where nothing was learned', () => {
    const spread = (label: string, by: number): JudgedSide =>
      sideOf(
        label,
        [-2, -1, 0, 1, 2].map((step) => 1000 * Math.exp(by * step)),
      );
    const of = (by: number): number => halfOf(spread('a', by), spread('b', by), across);
    expect(of(0.02) / of(0.01)).toBeCloseTo(2, 9);
    const gpu = (label: string) => ({ ...spread(label, 1e-5), device: 'cuda' as const });
    // A card is never expected to differ by less than 0.5 % from run to run.
    expect(halfOf(gpu('a'), gpu('b'), across)).toBeGreaterThan(0.02);
  });
});

it('too few processes have no verdict and no interval', () => {
  const few = sideOf('b', [500, 501]);
  for (const options of [sameRun, across]) {
    const view = judge(sideOf('a', [1000, 1001, 1000]), few, options);
    expect(view).toMatchObject({
      verdict: 'inconclusive',
      reason: 'b has 2 processes: 5 repetitions are needed',
      ci95: null,
      needed: { repetitions: 5 },
    });
    expect(view.ratio).toBeCloseTo(2, 2);
    expect(view.tells).toBeUndefined();
    expect(comparisonViewSchema.parse(view)).toEqual(view);
  }
  const three = judge(sideOf('a', [1000, 1001, 1000]), sideOf('b', [500, 501, 500]), sameRun);
  expect(three.verdict).toBe('slower');
});

describe('the ratio', () => {
  it('gives each process the same weight', () => {
    const processes = [100, 121, 110].map((ns, i) => processAt(i, ns, { n: 10 ** i }));
    const a: JudgedSide = { ...sideOf('a', []), processes };
    const expected = (100 * 121 * 110) ** (1 / 3) / 100;
    expect(judge(a, sideOf('b', [100, 100, 100]), sameRun).ratio).toBeCloseTo(expected, 12);
  });

  it('cancels what a process does to both sides', () => {
    const shifts = [1, 1.5, 0.7, 1.2, 2];
    const a = sideOf(
      'a',
      shifts.map((shift) => 1020 * shift),
    );
    const b = sideOf(
      'b',
      shifts.map((shift) => 1000 * shift),
    );
    expect(judge(a, b, sameRun).verdict).toBe('slower');
    expect(judge(a, b, across).verdict).toBe('inconclusive');
  });

  it('keeps the values whose repetition is missing on the other side', () => {
    const shifts = [1, 1.5, 0.7, 1.2, 2, 0.9];
    const base = shifts.map((shift) => 1000 * shift);
    const slower = shifts.map((shift, i) => 1100 * shift * (1 + 0.001 * (i % 2)));
    const whole = judge(
      at('a', [0, 1, 2, 3, 4, 5], slower),
      at('b', [0, 1, 2, 3, 4, 5], base),
      sameRun,
    );
    const view = judge(
      at('a', [0, 1, 2, 3, 4, 5], slower),
      at('b', [0, 1, 2, 3, 4], base),
      sameRun,
    );
    expect(view).toMatchObject({ repetitions: [6, 5], samples: [600, 500], paired: true });
    expect(view.ratio).toBeCloseTo(whole.ratio ?? 0, 2);
    expect(view.verdict).toBe('slower');
    // Without the pairs the processes differ by 40 %: means alone would say 8 % too little or too much.
    const other = judge(at('a', [0, 1, 2, 3, 4], slower), at('b', [9, 8, 7, 6, 5], base), sameRun);
    expect(other).toMatchObject({ paired: false, verdict: 'inconclusive' });
  });

  it('between runs passes over the slow process in five', () => {
    const a = sideOf('a', [1000, 1004, 2500, 1002, 998]);
    const b = sideOf('b', [1001, 999, 1003, 1000, 1002]);
    const view = judge(a, b, across);
    expect(view.ratio).toBeCloseTo(1, 2);
    expect(view.slow?.[0]).toMatchObject({ count: 1, of: 5 });
    expect(view.slow?.[0]?.factor).toBeCloseTo(2.5, 1);
    expect(view.slow?.[1]).toBeNull();
    expect(view.warnings).toContain('a: 1 of 5 processes 2.5× slower');
  });

  it('in cycles tells a difference of clocks from one of work', () => {
    const of = (label: string, ns: number, cycles: number | null): JudgedSide => ({
      ...sideOf(label, []),
      processes: [0, 1, 2].map((i) => processAt(i, ns, { cycles })),
    });
    const view = judge(of('a', 2000, 3000), of('b', 1000, 3000), sameRun);
    expect(view.cycles).toEqual({ ratio: 1, agrees: false });
    expect(judge(of('a', 2000, 6000), of('b', 1000, 3000), sameRun).cycles?.agrees).toBe(true);
    expect(judge(of('a', 2000, null), of('b', 1000, 3000), sameRun).cycles).toBeUndefined();
  });
});

describe('controls', () => {
  const a = sideOf('a', [1100, 1101, 1099, 1100, 1102]);
  const b = sideOf('b', [1000, 1001, 999, 1000, 1002]);
  const shifted = [0.094, 0.096, 0.095, 0.097, 0.0953];

  it('take off what all unchanged cases do, and say so', () => {
    expect(judge(a, b, across).ratio).toBeCloseTo(1.1, 3);
    const view = judge(a, b, { ...across, controls: shifted });
    expect(view.ratio).toBeCloseTo(1, 2);
    expect(view.verdict).toBe('equivalent');
    expect(view.controls?.cases).toBe(5);
    expect(view.controls?.shift).toBeCloseTo(1.1, 2);
    expect(view.runs).toBeUndefined();
  });

  it('are not subtracted where there are fewer than three', () => {
    const view = judge(a, b, { ...across, controls: shifted.slice(0, 2) });
    expect(view.ratio).toBeCloseTo(1.1, 3);
    expect(view.controls).toBeUndefined();
  });
});

describe('swapping the sides', () => {
  it('mirrors everything', () => {
    const random = createRandom(7);
    const mirrored = { faster: 'slower', slower: 'faster' } as Record<string, string>;
    const seen = new Set<string>();
    for (let i = 0; i < 400; i++) {
      const count = 3 + random.below(5);
      const times = (): number[] =>
        Array.from({ length: count }, () => 1000 * Math.exp(0.005 * random.normal()));
      const effect = Math.exp(0.02 * random.normal());
      const more = { runs: runsOf(0.003) };
      const slowed = times().map((time) => time * effect);
      const a = sideOf('a', slowed, { resolutionNs: 1, ...more });
      const whole = sideOf('b', times(), { scope: 'total', resolutionNs: 3, ...more });
      const dropped = i % 3 === 0 && count > 3 ? 1 : 0;
      const b = { ...whole, processes: whole.processes.slice(dropped) };
      const options = { sameRun: i % 2 === 0 };
      const [one, other] = [judge(a, b, options), judge(b, a, options)];
      expect(other.p).toBeCloseTo(one.p ?? Number.NaN, 12);
      expect(other.needed).toEqual(one.needed);
      expect(other.verdict).toBe(mirrored[one.verdict] ?? one.verdict);
      expect((one.ratio ?? 0) * (other.ratio ?? 0)).toBeCloseTo(1, 12);
      expect((one.ci95?.[0] ?? 0) * (other.ci95?.[1] ?? 0)).toBeCloseTo(1, 12);
      seen.add(one.verdict);
    }
    expect([...seen].sort()).toEqual(['equivalent', 'faster', 'inconclusive', 'slower']);
  });
});

describe('the verdict', () => {
  it('is faster or slower exactly where p is at most 0.05', () => {
    const random = createRandom(11);
    for (let i = 0; i < 300; i++) {
      const side = (label: string): JudgedSide =>
        simulatedSide(random, label, 1000, 0.01, [0, 0, 0]);
      const view = judge(side('a'), side('b'), sameRun);
      const differs = view.verdict === 'faster' || view.verdict === 'slower';
      expect((view.p ?? 1) < 0.05).toBe(differs);
    }
  });

  it('is equivalent wholly inside the margin, and depends on the margins given', () => {
    const [a, b] = [sideOf('a', [1010, 1010, 1010]), sideOf('b', [1000, 1000, 1000])];
    const of = (difference: number, same: number): string =>
      judge(a, b, { ...sameRun, margins: { difference, same } }).verdict;
    expect(of(0.005, 0.02)).toBe('slower');
    expect(of(0.0095, 0.02)).not.toBe('inconclusive');
    expect(of(0.0105, 0.02)).toBe('equivalent');
    expect(() => of(0.02, 0.02)).toThrow(RangeError);
  });

  it('names the repetitions that settle it, which they then do', () => {
    const of = (count: number) => {
      const spread = Array.from(
        { length: count },
        (_, i) => 1000 * Math.exp(i % 2 === 0 ? 0.02 : -0.02),
      );
      return judge(
        sideOf('a', spread),
        sideOf(
          'b',
          spread.map(() => 1000),
        ),
        sameRun,
      );
    };
    const few = of(4);
    expect(few.verdict).toBe('inconclusive');
    const repetitions = few.needed?.repetitions ?? 0;
    expect(repetitions).toBeGreaterThan(4);
    expect(few.reason).toContain(`about ${repetitions} repetitions would settle it`);
    const even = repetitions + (repetitions % 2);
    expect(of(even).verdict).toBe('equivalent');
    expect(of(Math.floor(even / 4) * 2).verdict).toBe('inconclusive');
  });

  it.each([
    ['process-to-process variation is too large', [500, 1000, 2000], 0, 0, true],
    ['run-to-run variation is too large', [1000, 1000.1, 1000.2], 0.1, 0, false],
    ["the clock's resolution is too coarse", [1000, 1000, 1000], 0, 100, true],
  ] as const)('says that %s', (text, times, runSd, resolutionNs, together) => {
    const more = { resolutionNs, runs: runsOf(runSd) };
    const view = judge(sideOf('a', times, more), sideOf('b', [...times].reverse(), more), {
      sameRun: together,
    });
    expect(view).toMatchObject({ verdict: 'inconclusive' });
    expect(view.needed).toBeUndefined();
    expect(view.reason).toContain(text);
  });

  it('says what cannot be compared', () => {
    const a = sideOf('a', [1000]);
    const none = { verdict: 'not comparable', ratio: null, ci95: null, against: 'b' };
    expect(judge(a, sideOf('b', []), sameRun)).toEqual({ ...none, reason: 'b has no samples' });
    expect(judge(sideOf('a', [0]), sideOf('b', [1]), sameRun).reason).toBe(
      'a has a median of 0 ns in repetition 1; times must be finite and greater than 0',
    );
    const options = { ...sameRun, notComparable: 'their answers differ' };
    expect(judge(a, sideOf('b', [1]), options).reason).toBe('their answers differ');
  });

  it('warns of few samples, autocorrelation and processes that drift', () => {
    const rising = Array.from({ length: 12 }, (_, i) =>
      processAt(i, 1000 * 1.01 ** i, { n: 30, effectiveN: 4, autocorrelated: true }),
    );
    const b: JudgedSide = {
      ...sideOf('b', []),
      processes: [0, 1, 2, 3, 4].map((i) => processAt(i, 1000, { n: 1 })),
    };
    const view = judge({ ...sideOf('a', []), processes: rising }, b, across);
    expect(view.drift).toBeGreaterThan(0.5);
    expect(view.warnings).toEqual([
      expect.stringMatching(/^a: its processes drift \(correlation 0\.\d with the one before\)/),
      'a is autocorrelated: effective sample size 48 of 360',
      'b has 5 samples; at least 6 are wanted',
    ]);
    expect(comparisonViewSchema.parse(view)).toEqual(view);
    const four = { ...b, processes: b.processes.slice(1) };
    const unsampled = judge({ ...sideOf('a', []), processes: rising }, four, across);
    expect(unsampled).toMatchObject({ verdict: 'inconclusive', ci95: null });
    expect(unsampled.reason).toBe('b has fewer than 5 samples: 5 samples are needed');
  });
});

describe('on simulated processes', () => {
  const sd = 0.01;
  const tau = 0.02;

  /** How often the interval misses a ratio of 1; `lost`: repetitions that the second side lacks. */
  function missed(repetitions: number, options: JudgeOptions, lost = 0): number {
    const random = createRandom(42, repetitions + 100 * lost);
    const count = 1500;
    let misses = 0;
    for (let i = 0; i < count; i++) {
      const common = Array.from({ length: repetitions }, () => 0.05 * random.normal());
      const run = (): number => 1000 * Math.exp(options.sameRun ? 0 : tau * random.normal());
      const other = options.sameRun ? common : common.map(() => 0);
      const more = { runs: runsOf(tau) };
      const a = { ...simulatedSide(random, 'a', run(), sd, other), ...more };
      const whole = { ...simulatedSide(random, 'b', run(), sd, other), ...more };
      const b = { ...whole, processes: whole.processes.slice(lost) };
      const { ci95 } = judge(a, b, options);
      if (ci95 !== null && (ci95[0] > 1 || ci95[1] < 1)) misses += 1;
    }
    return misses / count;
  }

  it.each([3, 5, 10])('covers within a run, %i repetitions', (repetitions) => {
    const misses = missed(repetitions, sameRun);
    expect(misses).toBeLessThan(0.065);
    expect(misses).toBeGreaterThan(0.035);
  });

  it.each([
    [5, 1],
    [6, 2],
    [10, 4],
  ])('covers where %i repetitions meet %i fewer', (repetitions, lost) => {
    expect(missed(repetitions, sameRun, lost)).toBeLessThan(0.075);
  });

  it.each([3, 5, 10])('covers across runs, %i repetitions', (repetitions) => {
    const misses = missed(repetitions, across);
    expect(misses).toBeLessThan(0.065);
    expect(misses).toBeGreaterThan(0.02);
  });

  it('finds a difference of three standard deviations with five repetitions', () => {
    const random = createRandom(5);
    let found = 0;
    for (let i = 0; i < 300; i++) {
      const five = [0, 0, 0, 0, 0];
      const a = simulatedSide(random, 'a', 1000 * Math.exp(3 * sd), sd, five);
      const b = simulatedSide(random, 'b', 1000, sd, five);
      if (judge(a, b, sameRun).verdict === 'slower') found += 1;
    }
    expect(found / 300).toBeGreaterThan(0.8);
  });
});
