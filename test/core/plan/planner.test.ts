import { describe, expect, it } from 'vitest';
import type { Configuration, Group } from '../../../src-main/contract/configuration.ts';
import { planSchema } from '../../../src-main/contract/run.ts';
import { measuringOrder } from '../../../src-main/core/plan/order.ts';
import { identityOf, makePlan } from '../../../src-main/core/plan/planner.ts';
import { tunableAxes, tunableAxis } from '../../../src-main/core/plan/tunable-axes.ts';
import { scriptedCatalog } from '../../helpers/scripted-engine.ts';
import { policy } from '../store/fixtures.ts';

const known = { catalog: scriptedCatalog };
const configuration = (
  group: Partial<Group> = {},
  more: Partial<Configuration> = {},
): Configuration => ({
  groups: [{ workload: 'count', variants: 'all', set: {}, sweep: {}, ...group }],
  policy: { criterion: 'fixed', parameters: {}, timeLimitS: 15, repetitions: 2, order: 'shuffled' },
  orderSeed: 7,
  ...more,
});
const sizes = [1000, 2000, 4000, 8000, 16000];
const fault = (group: Partial<Group>, more: Partial<Configuration> = {}): string => {
  try {
    makePlan(configuration(group, more), known);
  } catch (error) {
    return (error as Error).message;
  }
  return 'no fault';
};

it('tunes parameters of a variant, not how it is measured', () => {
  const [base] = scriptedCatalog.workloads[0]?.variants[1]?.parameters ?? [];
  if (base === undefined) throw new Error('the scripted catalog has no parameter');
  const cache = { ...base, id: 'cache', role: 'measurement' as const };
  const gpu = { ...base, id: 'gpu', type: 'text' as const, default: '' };
  const parameters = [base, cache, gpu];
  expect(tunableAxes({ parameters })).toEqual([base]);
  const tunable = (id: string) => tunableAxis({ id: 'omp', parameters }, id, []);
  expect(tunable('threads')).toBe(base);
  expect(() => tunable('cache')).toThrow(
    'parameter: cache controls the measurement and cannot be tuned; omp can be tuned over threads',
  );
  expect(() => tunable('gpu')).toThrow('gpu is a text and cannot be searched');
  expect(() => tunableAxis({ id: 'sequential', parameters: [cache] }, 'cache', [])).toThrow(
    'sequential has nothing to tune',
  );
});

describe('the planner', () => {
  it('gives each case the axes that its variant takes and no other', () => {
    const plan = makePlan(configuration({ set: { n: 5, threads: 2 } }), known);
    const values = new Map(plan.cases.map((planned) => [planned.variant, planned.values]));
    const shared = { n: 5, bins: 8, seed: 1, distribution: 'uniform' };
    expect(values.get('sequential')).toEqual(shared);
    expect(values.get('parallel')).toEqual({ ...shared, threads: 2 });
    expect(values.get('accelerated')).toEqual({ ...shared, share: 0.5 });
    expect(planSchema.parse(plan)).toEqual(plan);
  });

  it('does not multiply a variant by an axis that it does not take', () => {
    const plan = makePlan(
      configuration({ variants: ['sequential', 'parallel'], sweep: { threads: [1, 2, 4] } }),
      known,
    );
    expect(plan.cases.filter(({ variant }) => variant === 'sequential')).toHaveLength(1);
    expect(plan.cases.filter(({ variant }) => variant === 'parallel')).toHaveLength(3);
  });

  it('plans the same case of two groups once', () => {
    const { groups } = configuration({ variants: ['sequential'] });
    const plan = makePlan(configuration({}, { groups: [...groups, ...groups] }), known);
    expect(plan.cases).toHaveLength(1);
  });

  it('plans what cannot run here, with the reason', () => {
    const plan = makePlan(configuration(), known);
    const absent = plan.cases.find(({ variant }) => variant === 'absent');
    expect(absent?.skip).toBe('no CUDA device was found');
    expect(plan.cases.filter(({ skip }) => skip === undefined)).toHaveLength(3);
  });

  it('counts cases in the order of the configuration', () => {
    const plan = makePlan(
      configuration({ variants: ['sequential', 'parallel'], sweep: { n: sizes } }),
      known,
    );
    const byIndex = plan.cases.toSorted((a, b) => a.index - b.index);
    expect(byIndex.map(({ index }) => index)).toEqual(byIndex.map((_, i) => i));
    expect(byIndex.map(({ values }) => values.n)).toEqual(sizes.flatMap((n) => [n, n]));
  });

  it('keeps the cases of one input together and shuffles the rest by the seed', () => {
    const variants = ['sequential', 'parallel', 'accelerated'];
    const of = (seed: number) =>
      makePlan(configuration({ variants, sweep: { n: sizes } }, { orderSeed: seed }), known);
    const order = of(7).cases.map(({ index }) => index);
    expect(of(7).cases.map(({ index }) => index)).toEqual(order);
    expect(of(8).cases.map(({ index }) => index)).not.toEqual(order);
    const keys = of(7).cases.map(({ inputKey }) => inputKey);
    const changes = keys.filter((key, i) => i > 0 && key !== keys[i - 1]).length;
    expect(changes).toBe(sizes.length - 1);
    const second = measuringOrder(of(7).cases, 7, 1).map(({ index }) => index);
    expect(second).not.toEqual(order);
    expect(second.toSorted()).toEqual(order.toSorted());
  });

  it('alternates exactly two variants A B A B', () => {
    const variants = ['sequential', 'accelerated'];
    for (const seed of [1, 2, 3, 4]) {
      const plan = makePlan(
        configuration({ variants, sweep: { n: sizes } }, { orderSeed: seed }),
        known,
      );
      // Every repetition alike, whatever the order of the inputs in it.
      for (const repetition of [0, 1, 2]) {
        const order = measuringOrder(plan.cases, seed, repetition).map(({ variant }) => variant);
        expect(order).toEqual(sizes.flatMap(() => variants));
      }
    }
  });

  it('alternates the two that can run where a third cannot, and shuffles three that can', () => {
    const orders = (variants: string[]): readonly string[] =>
      [1, 2, 3, 4, 5, 6].flatMap((seed) => {
        const asked = configuration({ variants, sweep: { n: sizes } }, { orderSeed: seed });
        const { cases } = makePlan(asked, known);
        return cases.filter(({ skip }) => skip === undefined).map(({ variant }) => variant);
      });
    const two = orders(['sequential', 'accelerated', 'absent']);
    expect(two.every((variant, i) => variant === ['sequential', 'accelerated'][i % 2])).toBe(true);
    const three = orders(['sequential', 'parallel', 'accelerated']);
    const first = three.filter((_, i) => i % 3 === 0);
    expect(new Set(first).size).toBe(3);
  });

  it('keeps the order of the configuration on demand', () => {
    const { policy } = configuration();
    const plan = makePlan(
      configuration({ sweep: { n: sizes } }, { policy: { ...policy, order: 'sequential' } }),
      known,
    );
    expect(plan.cases.map(({ index }) => index)).toEqual(plan.cases.map((_, i) => i));
  });

  it('refuses a minimum above its maximum in a stopping criterion', () => {
    const criteria = known.catalog.criteria.map((rule) => ({
      ...rule,
      parameters: rule.parameters.flatMap((axis) =>
        axis.id === 'minSamples' ? [axis, { ...axis, id: 'maxSamples' }] : [axis],
      ),
    }));
    const both = { ...known, catalog: { ...known.catalog, criteria } };
    const asked = (maxSamples: number) =>
      configuration({
        policy: { criterion: 'precision', parameters: { minSamples: 30, maxSamples } },
      });
    expect(() => makePlan(asked(20), both)).toThrow('maxSamples: 20 is below minSamples (30)');
    expect(makePlan(asked(30), both).cases.length).toBeGreaterThan(0);
  });

  it('lays the policy of a group over the common one and fills in its parameters', () => {
    const plan = makePlan(
      configuration({ policy: { criterion: 'precision', parameters: { minSamples: 30 } } }),
      known,
    );
    expect(plan.cases[0]?.policy).toEqual({
      criterion: 'precision',
      parameters: { minSamples: 30, halfWidth: 0.005 },
      timeLimitS: 15,
      repetitions: 2,
      order: 'shuffled',
    });
  });

  it('gives cases with the same input the same key, and others another', () => {
    const plan = makePlan(configuration({ sweep: { bins: [8, 9], threads: [1, 2] } }), known);
    const keys = new Set(plan.cases.map(({ inputKey }) => inputKey));
    expect(keys.size).toBe(2);
    expect(new Set(plan.cases.map(identityOf)).size).toBe(plan.cases.length);
  });
});

describe('bad input', () => {
  it.each<[Partial<Group>, string]>([
    [{ workload: 'cuont' }, 'unknown workload "cuont"; did you mean "count"?'],
    [{ workload: 'zzzzzz' }, 'unknown workload "zzzzzz"; there are count, trouble'],
    [
      { variants: ['sequental'] },
      'unknown variant "sequental" of count; did you mean "sequential"?',
    ],
    [{ set: { bin: 3 } }, 'unknown axis "bin" of count; did you mean "bins"?'],
    [{ sweep: { N2: [3] } }, 'unknown axis "N2" of count; did you mean "n"?'],
    [
      { variants: ['sequential'], set: { threads: 2 } },
      'unknown axis "threads" of count; there are n, bins, seed, distribution',
    ],
    [{ set: { n: -1 } }, 'n: -1 is too small; it takes a whole number from 0 to 2^31-1'],
    [{ sweep: { n: [10, 1.5] } }, 'n: 1.5 is not whole; it takes a whole number from 0 to 2^31-1'],
    [
      { set: { n: 2 ** 31 } },
      'n: 2147483648 is too large; it takes a whole number from 0 to 2^31-1',
    ],
    [{ set: { n: 'many' } }, 'n: "many" is not a number; it takes a whole number from 0 to 2^31-1'],
    [{ set: { bins: 0 } }, 'bins: 0 is too small; it takes a whole number from 1 to 2^16'],
    [{ set: { share: 1.5 } }, 'share: 1.5 is too large; it takes a number from 0 to 1'],
    [
      { set: { distribution: 'unifrom' } },
      'distribution: "unifrom" is no choice; did you mean "uniform"?',
    ],
    [
      { policy: { criterion: 'fxied' } },
      'unknown stopping criterion "fxied"; did you mean "fixed"?',
    ],
    [
      { policy: { criterion: 'fixed', parameters: { sample: 3 } } },
      'unknown parameter "sample" of the stopping criterion fixed; did you mean "samples"?',
    ],
    [
      { policy: { criterion: 'fixed', parameters: { samples: 0 } } },
      'stopping criterion fixed, samples: 0 is too small; it takes a whole number from 1 to 1e7',
    ],
    [{ input: '/nowhere/data.npy' }, 'input: there is no file "/nowhere/data.npy"'],
    [{ workload: 'trouble', input: '/x' }, 'input: trouble does not read its input from a file'],
  ])('%j is one sentence', (group, sentence) => {
    expect(fault(group)).toBe(sentence);
  });

  it('names addons that are missing beside an unknown variant', () => {
    const absent = [{ addon: 'breakeven_cuda.node', reason: 'not built' }];
    const plan = () =>
      makePlan(configuration({ variants: ['shared-atomics'] }), { ...known, absent });
    expect(plan).toThrow(/\(breakeven_cuda\.node is not loaded: not built\)$/);
  });

  it('takes a value that one of the variants allows and skips the others', () => {
    const base = scriptedCatalog.workloads[0];
    if (base === undefined) throw new Error('the scripted catalog is empty');
    const narrow = base.variants.map((variant) => ({
      ...variant,
      parameters: variant.parameters.map((axis) =>
        axis.type === 'real' ? { ...axis, id: 'threads', max: 3 } : axis,
      ),
    }));
    const catalog = { ...scriptedCatalog, workloads: [{ ...base, variants: narrow }] };
    const plan = makePlan(configuration({ set: { threads: 8 } }), { catalog });
    const skips = new Map(plan.cases.map((planned) => [planned.variant, planned.skip]));
    expect(skips.get('parallel')).toBeUndefined();
    expect(skips.get('accelerated')).toBe('threads: 8 is outside 0 to 3, which this variant takes');
  });
});

describe('what presets and searches may say', () => {
  const catalog = scriptedCatalog;
  const planOf = (groups: Configuration['groups'], more: Partial<Configuration> = {}) =>
    makePlan({ groups, policy, orderSeed: 0, ...more }, { catalog });
  const group = { workload: 'count', variants: ['parallel'], set: {}, sweep: {} };

  it('skips variants and workloads of a preset that this build lacks, and names them otherwise', () => {
    const groups = [
      { ...group, variants: ['parallel', 'future'], set: { n: 7, futureAxis: 3 } },
      { ...group, workload: 'unheard', variants: ['of'] },
    ];
    const { cases } = planOf(groups, { preset: 'some' });
    expect(cases.map(({ variant, skip }) => [variant, skip === undefined])).toEqual([
      ['parallel', true],
      ['future', false],
      ['of', false],
    ]);
    expect(cases[1]?.skip).toContain('count future is not in this build');
    expect(() => planOf(groups)).toThrow('unknown variant "future"');
  });

  it('searches one parameter of one variant at one point', () => {
    const tune = { parameter: 'threads' };
    expect(planOf([{ ...group, sweep: { threads: [1, 2] } }], { tune }).cases).toHaveLength(2);
    expect(() => planOf([group, group], { tune })).toThrow('one variant of one group');
    expect(() => planOf([{ ...group, sweep: { n: [1, 2] } }], { tune })).toThrow(
      'n cannot be swept',
    );
    expect(() => planOf([group], { tune: { parameter: 'thread' } })).toThrow(
      'parameter: "thread" is unknown; parallel can be tuned over threads',
    );
    expect(() => planOf([group], { tune: { parameter: 'bins' } })).toThrow(
      'parameter: bins belongs to the input and cannot be tuned; parallel can be tuned over threads',
    );
    expect(() => planOf([{ ...group, set: { threads: 2 } }], { tune })).toThrow(
      'threads is the parameter of the search, so it cannot be set to 2',
    );
  });
});
