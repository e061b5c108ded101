import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Configuration, Group } from '../../../src-main/contract/configuration.ts';
import type { PlannedCase } from '../../../src-main/contract/run.ts';
import type { Catalog } from '../../../src-main/contract/workload.ts';
import { identityOf, makePlan } from '../../../src-main/core/plan/planner.ts';
import { titleOf } from '../../../src-main/core/plan/title.ts';
import { scriptedCatalog } from '../../helpers/scripted-engine.ts';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';

const configuration = (group: Partial<Group> = {}, more: Partial<Configuration> = {}) => ({
  groups: [{ workload: 'count', variants: ['sequential'], set: {}, sweep: {}, ...group }],
  policy: {
    ...{ criterion: 'fixed', parameters: {}, timeLimitS: null, repetitions: 1 },
    order: 'sequential' as const,
  },
  orderSeed: 0,
  ...more,
});
const casesOf = (group: Partial<Group>, catalog: Catalog = scriptedCatalog) =>
  makePlan(configuration(group), { catalog }).cases;
const only = (group: Partial<Group>, catalog?: Catalog): PlannedCase => {
  const [first, more] = casesOf(group, catalog);
  if (first === undefined || more !== undefined) throw new Error('one case was planned for');
  return first;
};

describe('a file as input', () => {
  const makeFile = (): string => {
    const path = join(temporaryFolder(), '12.npy');
    writeFileSync(path, 'twelve');
    return path;
  };
  /** As the native catalog says it: what only the generator takes, and an axis that says how a file is read. */
  const catalog: Catalog = {
    ...scriptedCatalog,
    workloads: scriptedCatalog.workloads.map((workload) => ({
      ...workload,
      axes: workload.axes.map((axis) =>
        ['seed', 'distribution'].includes(axis.id) ? { ...axis, generated: true } : axis,
      ),
    })),
  };

  it('stands with its case, which has no axis of a generator', () => {
    const input = makeFile();
    const found = only({ input, set: { n: 12 } }, catalog);
    expect(found.input).toBe(input);
    expect(found.values).toEqual({ n: 12, bins: 8 });
    const generated = only({ set: { n: 12 } }, catalog);
    expect(generated).not.toHaveProperty('input');
    expect(Object.keys(generated.values)).toEqual(['n', 'bins', 'seed', 'distribution']);
  });

  it('leaves an axis of the generator that was asked for', () => {
    const input = makeFile();
    expect(only({ input, set: { n: 12, seed: 5 } }, catalog).values.seed).toBe(5);
  });

  it('is another input when the file has changed', () => {
    const input = makeFile();
    const keys = ['one', 'another length'].map((text) => {
      writeFileSync(input, text);
      return only({ input, set: { n: 12 } }, catalog).inputKey;
    });
    expect(keys[0]).not.toBe(keys[1]);
    expect(keys[0]).not.toBe(only({ set: { n: 12 } }, catalog).inputKey);
  });
});

describe('the input of a case', () => {
  it('does not depend on axes that decide how it is worked on', () => {
    const keys = casesOf({ variants: ['parallel'], sweep: { threads: [1, 2] } }).map(
      ({ inputKey }) => inputKey,
    );
    expect(keys).toEqual([keys[0], keys[0]]);
    const count = scriptedCatalog.workloads.map((workload) => ({
      ...workload,
      axes: workload.axes.map((axis) =>
        axis.id === 'bins' ? { ...axis, role: 'measurement' as const } : axis,
      ),
    }));
    const measured = casesOf({ sweep: { bins: [3, 4] } }, { ...scriptedCatalog, workloads: count });
    expect(new Set(measured.map(({ inputKey }) => inputKey)).size).toBe(1);
  });

  it('does not depend on the order of its axes', () => {
    const reversed = {
      ...scriptedCatalog,
      workloads: scriptedCatalog.workloads.map((workload) => ({
        ...workload,
        axes: workload.axes.toReversed(),
      })),
    };
    expect(only({}, reversed).inputKey).toBe(only({}).inputKey);
  });
});

describe('the identity of a case', () => {
  const base = only({ set: { n: 5, bins: 3 } });

  it('is that of its values in any order', () => {
    const values = Object.fromEntries(Object.entries(base.values).reverse());
    expect(identityOf({ ...base, values })).toBe(identityOf(base));
    expect(identityOf({ ...base, index: 7 })).toBe(identityOf(base));
  });

  it.each<[string, Partial<PlannedCase>]>([
    ['workload', { workload: 'other' }],
    ['variant', { variant: 'parallel' }],
    ['value', { values: { ...base.values, n: 6 } }],
    ['input', { input: '/a.npy' }],
  ])('is another one with another %s', (_what, other) => {
    expect(identityOf({ ...base, ...other })).not.toBe(identityOf(base));
  });
});

describe('what cannot be planned', () => {
  it('is a group without variants', () => {
    expect(() => casesOf({ variants: [] })).toThrow(
      'the configuration has no case: it names no variant',
    );
  });

  it('is more cases than a run may have, and not one fewer', () => {
    const many = (count: number) => Array.from({ length: count }, (_, i) => i + 1);
    expect(casesOf({ sweep: { n: many(1000), bins: many(3) } })).toHaveLength(3000);
    const sweep = { n: many(501), bins: many(100) };
    expect(() => casesOf({ variants: ['sequential', 'parallel'], sweep })).toThrow(
      'the sweeps make 100200 cases; a run may have 100000',
    );
  });
});

describe('the title of a run that nobody named', () => {
  const title = (group: Partial<Group>, more: Partial<Configuration> = {}) =>
    titleOf(configuration(group, more));

  it('names variants where they are few, and what is swept', () => {
    expect(title({})).toBe('count: sequential');
    expect(title({ variants: ['a', 'b', 'c'] })).toBe('count: a, b, c');
    expect(title({ variants: ['a', 'b', 'c', 'd'] })).toBe('count');
    expect(title({ variants: 'all', sweep: { n: [1, 2], bins: [3] } })).toBe('count over n, bins');
    expect(title({ variants: 'all', input: '/data/12.npy' })).toBe('count of 12.npy');
  });

  it('names workloads up to three, and counts more', () => {
    const groups = (...ids: readonly string[]) =>
      configuration(
        {},
        { groups: ids.map((workload) => ({ workload, variants: 'all', set: {}, sweep: {} })) },
      );
    expect(titleOf(groups('a', 'b', 'a', 'c'))).toBe('a, b, c');
    expect(titleOf(groups('a', 'b', 'c', 'd'))).toBe('4 workloads');
    expect(titleOf({ ...groups('a', 'b'), preset: 'quick' })).toBe('quick: a, b');
  });

  it('is not asked for where there is one', () => {
    expect(title({}, { title: '  mine ' })).toBe('mine');
    expect(title({}, { title: '  ' })).toBe('count: sequential');
    expect(title({ variants: ['x'.repeat(300)] })).toHaveLength(200);
  });
});
