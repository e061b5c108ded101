import { describe, expect, it } from 'vitest';
import { type Plan, type PlannedCase, repetitionsOfCase } from '../../../src-main/contract/run.ts';
import { furtherOfShard, planDigest, shardOf } from '../../../src-main/core/plan/shard.ts';
import { createRandom } from '../../../src-main/stats/random.ts';

type Axes = Parameters<typeof shardOf>[2];
const workloads: Axes = [
  {
    id: 'count',
    sizeAxis: 'n',
    axes: [
      { id: 'n', role: 'input' },
      { id: 'bins', role: 'input' },
      { id: 'seed', role: 'input' },
    ],
  },
];

type Shape = {
  readonly variants: readonly string[];
  readonly sizes: readonly number[];
  readonly bins: readonly number[];
  readonly repetitions: number;
};

function planOf({ variants, sizes, bins, repetitions }: Shape): Plan {
  const policy = {
    ...{ criterion: 'fixed', parameters: {}, timeLimitS: null, repetitions },
    order: 'shuffled' as const,
  };
  const points = bins.flatMap((b) => sizes.map((n) => ({ n, bins: b, seed: 1 })));
  const cases = points.flatMap((values) =>
    variants.map((variant) => ({
      variant,
      values: variant === 'omp' ? { ...values, threads: 4 } : values,
    })),
  );
  return {
    schemaVersion: 1,
    configuration: {
      groups: [{ workload: 'count', variants: [...variants], set: {}, sweep: {} }],
      ...{ policy, orderSeed: 1 },
    },
    cases: cases.map((one, index) => ({ index, workload: 'count', inputKey: '', policy, ...one })),
  };
}

const name = ({ variant, values }: PlannedCase, repetition: number): string =>
  `${variant} ${values.n} ${values.bins} ${repetition}`;

/** Which part has which repetition of which case. */
function ownersOf(plan: Plan, of: number): Map<string, number[]> {
  const owners = new Map<string, number[]>();
  for (let shard = 0; shard < of; shard += 1) {
    const part = shardOf(plan, { shard, of }, workloads);
    expect(part.cases.length).toBeGreaterThan(0);
    for (const planned of part.cases) {
      for (const repetition of repetitionsOfCase(planned)) {
        const key = name(planned, repetition);
        owners.set(key, [...(owners.get(key) ?? []), shard]);
      }
    }
  }
  return owners;
}

const variants = ['sequential', 'omp', 'cub', 'fast'];

describe('the parts of a plan', () => {
  it('have each repetition of each case once and cut no series, in 200 random plans', () => {
    for (let seed = 0; seed < 200; seed += 1) {
      const random = createRandom(seed);
      const some = (most: number): number[] =>
        Array.from({ length: 1 + random.below(most) }, (_, i) => 10 ** i);
      const shape = {
        ...{ variants: variants.slice(0, 1 + random.below(4)), sizes: some(5), bins: some(4) },
        repetitions: 1 + random.below(8),
      };
      const plan = planOf(shape);
      const of = 1 + random.below(shape.repetitions * shape.bins.length);
      const owners = ownersOf(plan, of);
      expect(owners.size).toBe(plan.cases.length * shape.repetitions);
      expect([...owners.values()].every(({ length }) => length === 1)).toBe(true);
      // All sizes and variants of one input and one repetition are in one place.
      const places = new Map<string, Set<number>>();
      for (const [key, [shard = -1]] of owners) {
        const [, , bins, repetition] = key.split(' ');
        const series = `${bins} ${repetition}`;
        places.set(series, (places.get(series) ?? new Set()).add(shard));
      }
      expect([...places.values()].every(({ size }) => size === 1)).toBe(true);
      const turned = planOf({ ...shape, variants: shape.variants.toReversed() });
      expect(new Map([...ownersOf(turned, of)].sort())).toEqual(new Map([...owners].sort()));
    }
  });

  it('splits 100,000 cases', () => {
    const sizes = Array.from({ length: 250 }, (_, i) => i + 1);
    const bins = Array.from({ length: 100 }, (_, i) => i + 1);
    const plan = planOf({ variants, sizes, bins, repetitions: 5 });
    expect(plan.cases).toHaveLength(100_000);
    const part = shardOf(plan, { shard: 0, of: 400 }, workloads);
    expect(new Set(part.cases.map(({ values }) => values.bins)).size).toBe(2);
  });

  it('keeps what follows the size with it', () => {
    const plan = planOf({ variants, sizes: [10, 20], bins: [1], repetitions: 2 });
    const cases = plan.cases.map((one) => ({
      ...one,
      values: { ...one.values, bins: Number(one.values.n) },
    }));
    const groups = plan.configuration.groups.map((group) => ({ ...group, link: { bins: 'n' } }));
    const linked = { ...plan, cases, configuration: { ...plan.configuration, groups } };
    expect(shardOf({ ...plan, cases }, { shard: 3, of: 4 }, workloads).cases).toHaveLength(4);
    expect(() => shardOf(linked, { shard: 3, of: 4 }, workloads)).toThrow('at most 2 work');
  });

  it('are refused where there is none of that number, and where there is no work for all', () => {
    const plan = planOf({ variants, sizes: [10], bins: [1, 2], repetitions: 4 });
    expect(() => shardOf(plan, { shard: 9, of: 8 }, workloads)).toThrow(
      'shard 9/8: there are shards 0 to 7',
    );
    expect(() => shardOf(plan, { shard: 0, of: 9 }, workloads)).toThrow(
      '--shard: 9 shards are more than the repetitions of all series; at most 8 work',
    );
  });

  it('name one whole plan, and give further repetitions numbers that no other part has', () => {
    const plan = planOf({ variants, sizes: [10], bins: [1, 2], repetitions: 4 });
    const parts = [0, 1, 2].map((shard) => shardOf(plan, { shard, of: 3 }, workloads));
    expect(parts.map(({ configuration }) => configuration.sharded?.digest)).toEqual(
      Array(3).fill(planDigest(plan)),
    );
    expect(planDigest(planOf({ variants, sizes: [11], bins: [1, 2], repetitions: 4 }))).not.toBe(
      planDigest(plan),
    );
    const further = parts.flatMap(({ cases, configuration }) => {
      const { shard = 0, of = 0 } = configuration.sharded ?? {};
      const first = furtherOfShard({ shard, of }, cases, [0, 3]);
      return [first, furtherOfShard({ shard, of }, cases, [0, first])];
    });
    expect(further).toEqual([4, 7, 5, 8, 6, 9]);
  });
});
