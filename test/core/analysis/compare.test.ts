import { describe, expect, it } from 'vitest';
import { comparisonViewSchema } from '../../../src-main/contract/verdict.ts';
import { compare, type SampleSet } from '../../../src-main/core/analysis/compare.ts';
import { decide } from '../../../src-main/stats/decide.ts';
import { createRandom } from '../../../src-main/stats/random.ts';
import { ratioInterval } from '../../../src-main/stats/ratio-interval.ts';
import { judgePairs, sources } from '../../benchmarks/simulated-judging.ts';
import { type Noise, simulateRound } from '../../stats/simulate.ts';

const quiet: Noise = { within: 0.005, process: 0.001 };

function set(
  label: string,
  center: number,
  seed: number,
  more: Partial<SampleSet> = {},
): SampleSet {
  const random = createRandom(seed);
  const rounds = [0, 1].map(() => simulateRound(random, center, 100, quiet));
  return { label, rounds, device: 'cuda', ...more };
}

describe('decide', () => {
  it.each([
    [[0.9, 0.994], 'faster'],
    [[0.9, 0.996], 'inconclusive'],
    [[1.006, 1.2], 'slower'],
    [[1.004, 1.2], 'inconclusive'],
    [[0.981, 1.019], 'equivalent'],
    [[0.97, 1.01], 'inconclusive'],
    [[0.99, 1.03], 'inconclusive'],
  ] as const)('%j is %s', (interval, verdict) => {
    expect(decide(interval, { difference: 0.005, same: 0.02 })).toBe(verdict);
  });
});

describe('compare', () => {
  it('finds the same, the slower and the faster, as the contract has it', () => {
    const base = set('cuda', 50_000, 1);
    const same = compare(set('again', 50_000, 2), base);
    expect(comparisonViewSchema.parse(same)).toEqual(same);
    expect(same.verdict).toBe('equivalent');
    expect(same.against).toBe('cuda');
    const slower = compare(set('slow', 51_500, 3), base);
    expect(slower.verdict).toBe('slower');
    expect(slower.ratio).toBeCloseTo(1.03, 2);
    expect(slower.reason).toMatch(/wholly beyond ±0.5 %/);
    expect(slower.mannWhitneyP).toBeLessThan(1e-6);
    const faster = compare(set('fast', 25_000, 4), base);
    expect(faster).toMatchObject({ verdict: 'faster', disjoint: true });
    expect(same.disjoint).toBe(false);
  });

  it('tells both ends of an interval in one unit, percent or times', () => {
    const wild = (label: string, fast: number, slow: number) =>
      set(label, 1, 1, {
        device: 'cpu',
        rounds: [fast, slow].map((center) =>
          simulateRound(createRandom(center), center, 60, { within: 0.02, process: 0 }),
        ),
      });
    const wide = compare(wild('a', 20_000, 90_000), wild('b', 30_000, 31_000));
    expect(wide.ci95?.[0]).toBeLessThan(1);
    expect(wide.ci95?.[1]).toBeGreaterThan(2);
    expect(wide.reason).toMatch(/^[\d.]+ to [\d.]+ times against b \(95 %\)/);
    const near = compare(set('slow', 51_500, 3), set('cuda', 50_000, 1));
    expect(near.reason).toMatch(/^\+[\d.]+ % to \+[\d.]+ % against cuda \(95 %\)/);
  });

  it('mirrors when the sides change places', () => {
    const a = set('a', 51_000, 5);
    const b = set('b', 50_000, 6);
    const forth = compare(a, b);
    const back = compare(b, a);
    expect((forth.ratio ?? 0) * (back.ratio ?? 0)).toBeCloseTo(1, 12);
    expect([forth.verdict, back.verdict]).toEqual(['slower', 'faster']);
    expect((forth.ci95?.[0] ?? 0) * (back.ci95?.[1] ?? 0)).toBeCloseTo(1, 3);
  });

  it('repeats itself to the last digit', () => {
    const a = set('a', 50_200, 7);
    const b = set('b', 50_000, 8);
    expect(compare(a, b)).toEqual(compare(a, b));
  });

  it('takes margins as settings and refuses senseless ones', () => {
    const a = set('a', 51_500, 3);
    const b = set('b', 50_000, 1);
    expect(compare(a, b, { differenceMargin: 0.05, sameMargin: 0.1 }).verdict).toBe('equivalent');
    expect(() => compare(a, b, { differenceMargin: 0.03, sameMargin: 0.02 })).toThrow(
      /0 <= difference < same < 1, got difference 0.03 and same 0.02/,
    );
  });

  it('says why two cannot be compared', () => {
    const a = set('a', 50_000, 1);
    const view = compare(a, a, { notComparable: 'their answers differ' });
    expect(view).toMatchObject({ verdict: 'not comparable', reason: 'their answers differ' });
    expect(view.ratio).toBeNull();
    expect(compare({ label: 'empty', rounds: [] }, a).reason).toBe('empty has no samples');
    expect(compare({ label: 'zero', rounds: [Float64Array.of(5, 0)] }, a).verdict).toBe(
      'not comparable',
    );
  });

  it('does not take two processes that differ for two programs', () => {
    // Tight samples, but each side's rounds differ by 2 %: no verdict rests on samples alone.
    const round = (center: number, seed: number): Float64Array =>
      simulateRound(createRandom(seed), center, 200, { within: 0.0005, process: 0 });
    const a = { label: 'a', rounds: [round(50_000, 1), round(51_000, 2)], device: 'cuda' as const };
    const b = { label: 'b', rounds: [round(50_900, 3), round(51_900, 4)], device: 'cuda' as const };
    const view = compare(a, b);
    expect(view.mannWhitneyP).toBeLessThan(1e-9);
    expect(view.verdict).toBe('inconclusive');
    expect(view.needed?.rounds).toBeGreaterThan(2);
    expect(view.reason).toMatch(/would settle it/);
  });

  it('asks for samples where samples are what is missing, and these settle it', () => {
    const noise: Noise = { within: 0.05, process: 0 };
    const model = { shareOfSpread: 0, floor: 0.0005, degrees: 4 };
    const side = (seed: number, n: number): SampleSet => ({
      label: 's',
      rounds: [0, 1].map((r) => simulateRound(createRandom(seed, r), 50_000, n, noise)),
    });
    const few = compare(side(1, 40), side(2, 40), { model });
    expect(few.verdict).toBe('inconclusive');
    const needed = { samples: 0, rounds: 0, ...few.needed };
    expect(needed.rounds).toBe(2);
    expect(needed.samples).toBeGreaterThan(40);
    expect(
      compare(side(1, needed.samples * 2), side(2, needed.samples * 2), { model }).verdict,
    ).toBe('equivalent');
  });

  it('lets two modes inside one process not hide a difference of several times', () => {
    // New input for each sample: a third of them takes nearly twice as long.
    const modes = Float64Array.from({ length: 2000 }, (_, i) =>
      i % 3 === 0 ? 480_000 : 260_000 + (i % 41) * 1000,
    );
    const kernel = Float64Array.from({ length: 2000 }, (_, i) => 41_400 + (i % 6) * 100);
    const cpu: SampleSet = { label: 'cpu', rounds: [modes] };
    const gpu: SampleSet = { label: 'gpu', rounds: [kernel], device: 'cuda' };
    const judged = compare(gpu, cpu);
    expect(judged.verdict).toBe('faster');
    expect(judged.ci95?.[0]).toBeGreaterThan(0.05);
    const near = compare({ label: 'near', rounds: [modes.map((t) => t * 0.9)] }, cpu);
    expect(near.verdict).toBe('inconclusive');
  });

  it('has a verdict on one sample a side only where it is plain', () => {
    const one = (time: number): SampleSet => ({
      label: `${time}`,
      rounds: [Float64Array.of(time)],
    });
    expect(compare(one(1.02e9), one(1e9)).verdict).toBe('inconclusive');
    const plain = compare(one(1e12), one(1e9));
    expect(plain.verdict).toBe('slower');
    expect(plain.warnings?.join(' ')).toMatch(/1 sample; at least 6.*one process/s);
    expect(plain.reason).toMatch(
      /times.*; that interval is an assumption, .*: 1 sample in a process shows no spread$/,
    );
    const two = (time: number): SampleSet => ({
      label: `${time}`,
      rounds: [Float64Array.of(time, 1.01 * time)],
    });
    expect(compare(two(1e12), two(1e9)).reason).not.toContain('assumption');
  });

  it('never knows a ratio better than the clock', () => {
    const flat = (label: string, time: number): SampleSet => ({
      label,
      device: 'cuda',
      rounds: [0, 1].map(() => new Float64Array(50).fill(time)),
    });
    const coarse = compare(flat('a', 1000), flat('b', 1032), { resolutionNs: 32 });
    expect(coarse.verdict).toBe('inconclusive');
    expect(compare(flat('a', 1000), flat('b', 1032), { resolutionNs: 1 }).verdict).toBe('faster');
  });

  it('reports agreement in cycles', () => {
    const clocked = (label: string, center: number, seed: number, hertz: number): SampleSet => {
      const one = set(label, center, seed);
      return { ...one, clocks: one.rounds.map((round) => round.map(() => hertz)) };
    };
    // 3 % slower in time, only because the clock was 3 % lower.
    const view = compare(clocked('a', 51_500, 1, 1.7e9 / 1.03), clocked('b', 50_000, 2, 1.7e9));
    expect(view.verdict).toBe('slower');
    expect(view.cycles?.ratio).toBeCloseTo(1, 2);
    expect(view.cycles?.agrees).toBe(false);
    expect(compare(set('a', 51_500, 1), set('b', 50_000, 2)).cycles).toBeUndefined();
  });

  it('warns of correlated samples', () => {
    const noise: Noise = { within: 0.01, process: 0, correlation: 0.9 };
    const rounds = [0, 1].map((r) => simulateRound(createRandom(9, r), 50_000, 300, noise));
    const view = compare({ label: 'drifting', rounds }, set('b', 50_000, 1));
    expect(view.warnings?.some((warning) => /drifting are alike/.test(warning))).toBe(true);
  });
});

describe('ratioInterval', () => {
  it('covers the true ratio where processes vary as expected', () => {
    for (const rounds of [1, 2, 5]) {
      let covered = 0;
      for (let i = 0; i < 400; i++) {
        const random = createRandom(21, i);
        const noise: Noise = { within: 0.01, process: 0.0018 };
        const side = (center: number): Float64Array[] =>
          Array.from({ length: rounds }, () => simulateRound(random, center, 60, noise));
        const model = { shareOfSpread: 0.1, floor: 0.0015, degrees: 4 };
        const found = ratioInterval(side(1100), side(1000), {
          models: [model, model],
          replicates: 200,
        });
        if (found.ci95[0] <= 1.1 && 1.1 <= found.ci95[1]) covered++;
      }
      expect(covered / 400).toBeGreaterThan(0.93);
    }
  });
});

describe('judging simulated sources, 150 comparisons each', () => {
  it.each(sources)('$name: a against a', (source) => {
    const judged = judgePairs(source, 1, 150, { replicates: 200 });
    expect(judged.faster + judged.slower).toBeLessThanOrEqual(0.02);
    if (source.device === 'cuda') expect(judged.same).toBeGreaterThanOrEqual(0.8);
  });

  it.each(sources.filter((source) => source.device === 'cuda'))('$name: 2 % slower', (source) => {
    expect(judgePairs(source, 1.02, 150, { replicates: 200 }).slower).toBeGreaterThanOrEqual(0.85);
  });

  it.each(sources.filter((source) => source.device === 'cpu'))(
    '$name: slower by what is told',
    (source) => {
      const { by, in: part } = source.told ?? { by: 0.15, in: 0.85 };
      const { slower } = judgePairs(source, 1 + by, 150, { replicates: 200 });
      expect(slower).toBeGreaterThanOrEqual(part);
    },
  );
});
