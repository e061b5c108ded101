import { describe, expect, it } from 'vitest';
import { comparisonViewSchema } from '../../src-main/contract/verdict.ts';
import { type JudgeOptions, judge } from '../../src-main/stats/judge.ts';
import type { JudgedSide } from '../../src-main/stats/judged-case.ts';
import { createRandom } from '../../src-main/stats/random.ts';
import { priorEverywhere, processAt, sideOf, simulatedSide } from './processes.ts';

const sameRun: JudgeOptions = { sameRun: true };
const narrow = priorEverywhere({ sd: 0.001, degrees: 4 }, { sd: 0.001, degrees: 4 });

const logs = ([low, high]: readonly [number, number] | [number, number]): [number, number] => [
  Math.log(low),
  Math.log(high),
];

function halfOf(a: JudgedSide, b: JudgedSide, options: JudgeOptions): number {
  const [low, high] = logs(judge(a, b, options).ci95 ?? [Number.NaN, Number.NaN]);
  return (high - low) / 2;
}

describe('the interval', () => {
  // t quantiles of SciPy 1.17: t.ppf(0.975, df).
  it('is that of the prior alone with one repetition', () => {
    const priors = priorEverywhere({ sd: 0.01, degrees: 3 }, { sd: 0.02, degrees: 4 });
    const half = halfOf(sideOf('a', [900]), sideOf('b', [1000]), { ...sameRun, priors });
    expect(half).toBeCloseTo(3.1824463052837078 * Math.SQRT2 * 0.01, 12);
  });

  it('is moderated Student on the log ratios of repetitions', () => {
    const priors = priorEverywhere({ sd: 0.01, degrees: 2 }, { sd: 0.02, degrees: 4 });
    const base = [1000, 1100, 950, 1200];
    const ratios = [1.1, 1.13, 1.08, 1.12];
    const a = sideOf(
      'a',
      base.map((time, i) => time * (ratios[i] ?? 1)),
    );
    const view = judge(a, sideOf('b', base), { ...sameRun, priors });
    const d = ratios.map(Math.log);
    const center = d.reduce((sum, value) => sum + value, 0) / 4;
    const squares = d.reduce((sum, value) => sum + (value - center) ** 2, 0);
    const moderated = (2 * 2 * 0.01 ** 2 + squares) / 5;
    expect(Math.log(view.ratio ?? 0)).toBeCloseTo(center, 12);
    // 2 + 3 degrees of freedom.
    const half = 2.5705818356363146 * Math.sqrt(moderated / 4);
    const [low, high] = logs(view.ci95 ?? [0, 0]);
    expect(low).toBeCloseTo(center - half, 12);
    expect(high).toBeCloseTo(center + half, 12);
    expect(view).toMatchObject({ paired: true, interval: 'this run', repetitions: [4, 4] });
    expect(view.verdict).toBe('slower');
  });

  it('has no floor: the prior washes out with repetitions', () => {
    const priors = priorEverywhere({ sd: 0.03, degrees: 2 }, { sd: 0, degrees: 4 });
    const of = (repetitions: number): number => {
      const times = Array.from({ length: repetitions }, (_, i) => 1000 * (1 + 1e-5 * (i % 2)));
      return halfOf(sideOf('a', times), sideOf('b', times), { ...sameRun, priors });
    };
    expect(of(50)).toBeLessThan(of(5) / 8);
    expect(of(50)).toBeLessThan(0.003);
  });

  it('is wider where a process has few samples', () => {
    const priors = narrow;
    const few = (label: string): JudgedSide => ({
      ...sideOf(label, []),
      processes: [processAt(0, 1000, { n: 5, effectiveN: 5, logError: 0.02 })],
    });
    const half = halfOf(few('a'), few('b'), { ...sameRun, priors });
    // 4 degrees of freedom.
    expect(half).toBeCloseTo(2.7764451051977987 * Math.SQRT2 * 0.02, 10);
  });

  it('is not narrower than the clock can tell', () => {
    const coarse = { resolutionNs: 40 };
    const half = halfOf(sideOf('a', [1000, 1000], coarse), sideOf('b', [500, 500], coarse), {
      ...sameRun,
      priors: narrow,
    });
    expect(half).toBeCloseTo(20 / 1000 + 20 / 500, 12);
  });

  it('has the variation from run to run in it across runs', () => {
    const priors = priorEverywhere({ sd: 0.001, degrees: 4 }, { sd: 0.03, degrees: 4 });
    const [a, b] = [sideOf('a', [1000, 1001, 999]), sideOf('b', [1000, 1000, 1001])];
    expect(halfOf(a, b, { ...sameRun, priors })).toBeLessThan(0.003);
    const half = halfOf(a, b, { sameRun: false, priors });
    // 4 degrees of freedom, nearly.
    expect(half).toBeGreaterThan(2.77 * Math.SQRT2 * 0.03);
    expect(half).toBeLessThan(2.8 * Math.SQRT2 * 0.03);
    const view = judge(a, b, { sameRun: false, priors });
    expect(view).toMatchObject({ interval: 'repeatability', paired: false });
  });
});

describe('the ratio', () => {
  it('gives each process the same weight', () => {
    const a: JudgedSide = {
      ...sideOf('a', []),
      processes: [processAt(0, 100, { n: 599 }), processAt(1, 121, { n: 97 })],
    };
    expect(judge(a, sideOf('b', [100, 100]), sameRun).ratio).toBeCloseTo(1.1, 12);
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
    expect(judge(a, b, { ...sameRun, priors: narrow }).verdict).toBe('slower');
    expect(judge(a, b, { sameRun: false, priors: narrow }).verdict).toBe('inconclusive');
  });

  it('pairs repetitions by their number, and uses those that both have', () => {
    const a: JudgedSide = {
      ...sideOf('a', []),
      processes: [processAt(3, 2000), processAt(1, 500), processAt(7, 9e9)],
    };
    const b: JudgedSide = {
      ...sideOf('b', []),
      processes: [processAt(1, 250), processAt(2, 1), processAt(3, 1000)],
    };
    const view = judge(a, b, { ...sameRun, priors: narrow });
    expect(view.ratio).toBeCloseTo(2, 12);
    expect(view).toMatchObject({ verdict: 'slower', repetitions: [2, 2], samples: [200, 200] });
  });

  it('is not paired where no process measured both', () => {
    const b: JudgedSide = { ...sideOf('b', []), processes: [processAt(9, 1000)] };
    const view = judge(sideOf('a', [2000]), b, sameRun);
    expect(view).toMatchObject({ paired: false, interval: 'this run', verdict: 'slower' });
    expect(view.ratio).toBeCloseTo(2, 12);
  });

  it('is not paired where that drops most of what a side has', () => {
    const priors = priorEverywhere({ sd: 0.05, degrees: 2 }, { sd: 0, degrees: 4 });
    const at = (label: string, repetitions: readonly number[], ns: number): JudgedSide => ({
      ...sideOf(label, []),
      processes: repetitions.map((repetition) => processAt(repetition, ns + (repetition % 2))),
    });
    const b = at('b', [1, 2, 3, 4], 1000);
    const view = judge(at('a', [0, 4], 1200), b, { ...sameRun, priors });
    expect(view).toMatchObject({ paired: false, repetitions: [2, 4], interval: 'this run' });
    expect(view.verdict).toBe('slower');
    const back = judge(b, at('a', [0, 4], 1200), { ...sameRun, priors });
    expect(back).toMatchObject({
      paired: false,
      repetitions: [4, 2],
      verdict: 'faster',
      p: view.p,
    });
    // Of five, pairing would drop two; then three.
    const three = judge(at('a', [0, 1, 2, 3, 4], 1100), at('b', [2, 3, 4], 1000), sameRun);
    expect(three).toMatchObject({ paired: true, repetitions: [3, 3] });
    const two = judge(at('a', [0, 1, 2, 3, 4], 1100), at('b', [3, 4], 1000), sameRun);
    expect(two).toMatchObject({ paired: false, repetitions: [5, 2] });
  });

  it.each([
    [
      [0, 4],
      [1, 2, 3, 4],
    ],
    [[4], [0, 1, 2, 3, 4]],
    [
      [0, 1, 2, 3, 4],
      [3, 4],
    ],
  ])('is covered where repetitions %j meet %j, whatever a process does to both', (one, other) => {
    const random = createRandom(17, one.length);
    const priors = priorEverywhere({ sd: 0.02, degrees: 3 }, { sd: 0, degrees: 4 });
    const count = 1500;
    let missed = 0;
    for (let i = 0; i < count; i++) {
      const common = Array.from({ length: 5 }, () => 0.017 * random.normal());
      const side = (label: string, repetitions: readonly number[]): JudgedSide => {
        const all = simulatedSide(random, label, 1000, 0.01, common);
        const processes = all.processes.filter((each) => repetitions.includes(each.repetition));
        return { ...all, processes };
      };
      const { ci95 } = judge(side('a', one), side('b', other), { ...sameRun, priors });
      if (ci95 !== null && (ci95[0] > 1 || ci95[1] < 1)) missed += 1 / count;
    }
    expect(missed).toBeLessThan(0.06);
  });

  it('in cycles tells a difference of clocks from one of work', () => {
    const at = (label: string, ns: number, cycles: number | null): JudgedSide => ({
      ...sideOf(label, []),
      processes: [processAt(0, ns, { cycles })],
    });
    const view = judge(at('a', 2000, 3000), at('b', 1000, 3000), sameRun);
    expect(view.cycles).toEqual({ ratio: 1, agrees: false });
    expect(judge(at('a', 2000, 6000), at('b', 1000, 3000), sameRun).cycles?.agrees).toBe(true);
    expect(judge(at('a', 2000, null), at('b', 1000, 3000), sameRun).cycles).toBeUndefined();
  });
});

describe('swapping the sides', () => {
  it('mirrors everything', () => {
    const random = createRandom(7);
    const mirrored = { faster: 'slower', slower: 'faster' } as Record<string, string>;
    const seen = new Set<string>();
    for (let i = 0; i < 400; i++) {
      const count = 1 + random.below(5);
      const times = (): number[] =>
        Array.from({ length: count }, () => 1000 * Math.exp(0.01 * random.normal()));
      const effect = Math.exp(0.02 * random.normal());
      const a = sideOf(
        'a',
        times().map((time) => time * effect),
        { resolutionNs: 1 },
      );
      const b = sideOf('b', times(), { scope: 'total', resolutionNs: 3 });
      const priors = priorEverywhere({ sd: 0.003, degrees: 4 }, { sd: 0.003, degrees: 4 });
      const options = { sameRun: i % 2 === 0, priors };
      const [one, other] = [judge(a, b, options), judge(b, a, options)];
      expect(other.p).toBe(one.p);
      expect(other.needed).toEqual(one.needed);
      expect(other.verdict).toBe(mirrored[one.verdict] ?? one.verdict);
      const near = (x: number | undefined, y: number | undefined): void =>
        expect(Math.abs((x ?? 0) * (y ?? 0) - 1)).toBeLessThan(4e-16);
      near(one.ratio ?? 0, other.ratio ?? 0);
      near(one.ci95?.[0], other.ci95?.[1]);
      near(one.ci95?.[1], other.ci95?.[0]);
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
      const view = judge(side('a'), side('b'), { ...sameRun, priors: narrow });
      const differs = view.verdict === 'faster' || view.verdict === 'slower';
      expect((view.p ?? 1) < 0.05).toBe(differs);
    }
  });

  it('is equivalent wholly inside the margin, and depends on the margins given', () => {
    const [a, b] = [sideOf('a', [1010, 1010]), sideOf('b', [1000, 1000])];
    const of = (difference: number, same: number): string =>
      judge(a, b, { ...sameRun, priors: narrow, margins: { difference, same } }).verdict;
    expect(of(0.005, 0.02)).toBe('slower');
    expect(of(0.0095, 0.02)).toBe('equivalent');
    expect(of(0.0095, 0.0105)).toBe('inconclusive');
    expect(() => of(0.02, 0.02)).toThrow(RangeError);
  });

  it('names the repetitions that settle it, which they then do', () => {
    const priors = priorEverywhere({ sd: 0.01, degrees: 4 }, { sd: 0, degrees: 4 });
    const spread = (count: number): JudgedSide =>
      sideOf(
        'a',
        Array.from({ length: count }, (_, i) => 1000 * Math.exp(i % 2 === 0 ? 0.02 : -0.02)),
      );
    const of = (count: number) =>
      judge(
        spread(count),
        sideOf(
          'b',
          spread(count).processes.map(() => 1000),
        ),
        { ...sameRun, priors },
      );
    const few = of(4);
    expect(few.verdict).toBe('inconclusive');
    const repetitions = few.needed?.repetitions ?? 0;
    expect(repetitions).toBeGreaterThan(4);
    expect(few.reason).toContain(`about ${repetitions} repetitions would settle it`);
    const even = repetitions + (repetitions % 2);
    expect(of(even).verdict).toBe('equivalent');
    expect(of(Math.floor(even / 2)).verdict).toBe('inconclusive');
  });

  it.each([
    ['process-to-process variation is too large', { sd: 0.5, degrees: 4 }, 0, 0, true],
    ['run-to-run variation is too large', { sd: 0.001, degrees: 4 }, 0.1, 0, false],
    ["the clock's resolution is too coarse", { sd: 0.001, degrees: 4 }, 0, 100, true],
  ] as const)('says that %s', (text, processes, runSd, resolutionNs, together) => {
    const priors = priorEverywhere(processes, { sd: runSd, degrees: 4 });
    const side = (label: string): JudgedSide => sideOf(label, [1000, 1000], { resolutionNs });
    const view = judge(side('a'), side('b'), { sameRun: together, priors });
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

  it('warns of one repetition, few samples and autocorrelation', () => {
    const a: JudgedSide = {
      ...sideOf('a', []),
      processes: [processAt(0, 1000, { n: 300, effectiveN: 41, autocorrelated: true })],
    };
    const b: JudgedSide = { ...sideOf('b', []), processes: [processAt(0, 1000, { n: 2 })] };
    expect(judge(a, b, sameRun).warnings).toEqual([
      'a has one repetition: how much processes differ is assumed from what is usual, not measured',
      'a is autocorrelated: effective sample size 41 of 300',
      'b has 2 samples; at least 6 are wanted',
      'b has one repetition: how much processes differ is assumed from what is usual, not measured',
    ]);
    const view = judge(a, b, sameRun);
    expect(comparisonViewSchema.parse(view)).toEqual(view);
  });
});

describe('on simulated processes', () => {
  const sd = 0.01;
  const tau = 0.02;
  type Errors = { readonly missed: number; readonly wrong: number };

  /** How often the interval misses a ratio of 1, and how often that is taken for a difference. */
  function errors(repetitions: number, assumed: number, options: { sameRun: boolean }): Errors {
    const random = createRandom(42, repetitions);
    const priors = priorEverywhere(
      { sd: assumed, degrees: 3 },
      { sd: options.sameRun ? 0 : tau, degrees: 20 },
    );
    const count = 1500;
    let [missed, wrong] = [0, 0];
    for (let i = 0; i < count; i++) {
      const common = Array.from({ length: repetitions }, () => 0.05 * random.normal());
      const run = (): number => 1000 * Math.exp(options.sameRun ? 0 : tau * random.normal());
      const other = options.sameRun ? common : common.map(() => 0);
      const a = simulatedSide(random, 'a', run(), sd, other);
      const b = simulatedSide(random, 'b', run(), sd, other);
      const { ci95, verdict } = judge(a, b, { ...options, priors });
      if (ci95 !== null && (ci95[0] > 1 || ci95[1] < 1)) missed += 1 / count;
      if (verdict === 'faster' || verdict === 'slower') wrong += 1 / count;
    }
    return { missed, wrong };
  }

  it.each([1, 2, 5, 10])('covers with a right prior, %i repetitions', (repetitions) => {
    const { missed, wrong } = errors(repetitions, sd, { sameRun: true });
    expect(missed).toBeLessThan(0.06);
    expect(wrong).toBeLessThan(0.05);
  });

  it.each([1, 2, 5, 10])('errs on the safe side with three times it, %i', (repetitions) => {
    expect(errors(repetitions, 3 * sd, { sameRun: true }).missed).toBeLessThan(0.05);
  });

  // One repetition knows no better than the prior; five do.
  it.each([
    [1, 0.42],
    [2, 0.27],
    [5, 0.15],
    [10, 0.11],
  ])('recovers from a third of it, %i repetitions', (repetitions, max) => {
    const { missed } = errors(repetitions, sd / 3, { sameRun: true });
    expect(missed).toBeLessThan(max);
  });

  it.each([1, 2, 5, 10])('covers across runs, %i repetitions', (repetitions) => {
    const { missed, wrong } = errors(repetitions, sd, { sameRun: false });
    expect(missed).toBeLessThan(0.06);
    expect(missed).toBeGreaterThan(0.01);
    expect(wrong).toBeLessThan(0.05);
  });

  it('finds a difference of three standard deviations with five repetitions', () => {
    const random = createRandom(5);
    const priors = priorEverywhere({ sd, degrees: 3 }, { sd: tau, degrees: 4 });
    let found = 0;
    for (let i = 0; i < 300; i++) {
      const five = [0, 0, 0, 0, 0];
      const a = simulatedSide(random, 'a', 1000 * Math.exp(3 * sd), sd, five);
      const b = simulatedSide(random, 'b', 1000, sd, five);
      if (judge(a, b, { sameRun: true, priors }).verdict === 'slower') found += 1;
    }
    expect(found / 300).toBeGreaterThan(0.9);
  });
});
