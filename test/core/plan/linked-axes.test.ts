import { describe, expect, it } from 'vitest';
import type { Configuration, Group } from '../../../src-main/contract/configuration.ts';
import { makePlan } from '../../../src-main/core/plan/planner.ts';
import { scriptedCatalog } from '../../helpers/scripted-engine.ts';

const catalog = scriptedCatalog;

function planOf(group: Partial<Group>, more: Partial<Configuration> = {}) {
  const whole = { workload: 'count', variants: ['parallel'], set: {}, sweep: {}, ...group };
  const policy = { criterion: 'fixed', parameters: {}, timeLimitS: null, repetitions: 1 } as const;
  return makePlan(
    { groups: [whole], policy: { ...policy, order: 'sequential' }, orderSeed: 0, ...more },
    { catalog },
  );
}
const pointsOf = (group: Partial<Group>) =>
  planOf(group).cases.map(({ values }) => [values.n, values.bins, values.threads]);

describe('linked axes', () => {
  it('have the value of the axis that they follow, at each point of its sweep', () => {
    expect(pointsOf({ sweep: { n: [2, 9] }, link: { bins: 'n' } })).toEqual([
      [2, 2, 0],
      [9, 9, 0],
    ]);
  });

  it('have the value that is set for the axis that they follow', () => {
    expect(pointsOf({ set: { n: 5 }, link: { bins: 'n', threads: 'n' } })).toEqual([[5, 5, 5]]);
  });

  it('have the default of an axis that was given no value', () => {
    expect(pointsOf({ link: { bins: 'n' } })).toEqual([[1000, 1000, 0]]);
  });

  it('decide the input as well: cases of other points share none', () => {
    const { cases } = planOf({ sweep: { n: [2, 9] }, link: { bins: 'n' } });
    expect(cases.map(({ inputKey }) => inputKey)).toEqual([
      expect.stringContaining('bins=2'),
      expect.stringContaining('bins=9'),
    ]);
  });

  it('grow with another one that is swept or set', () => {
    const sweep = { threads: [1, 2, 8] };
    const scaled = pointsOf({ set: { n: 5 }, sweep, scale: { n: 'threads' } });
    expect(scaled.map(([n, , threads]) => [n, threads])).toEqual([
      [5, 1],
      [10, 2],
      [40, 8],
    ]);
    expect(pointsOf({ set: { threads: 2 }, scale: { n: 'threads' } })[0]?.[0]).toBe(2000);
  });

  it.each<[Partial<Group>, string]>([
    [
      { set: { bins: 4 }, link: { bins: 'n' } },
      'bins is linked to n, so it cannot have its own value',
    ],
    [
      { sweep: { bins: [4, 5] }, link: { bins: 'n' } },
      'bins is linked to n, so it cannot have its own value',
    ],
    [{ link: { bin: 'n' } }, 'unknown axis "bin" of a link; did you mean "bins"?'],
    [{ link: { bins: 'm' } }, 'unknown axis "m" of a link; did you mean "n"?'],
    [{ link: { bins: 'bins' } }, 'bins cannot be linked to itself'],
    [
      { link: { bins: 'n', n: 'bins' } },
      'bins cannot be linked to n, which is itself linked to bins',
    ],
    [
      { link: { threads: 'bins', bins: 'n' } },
      'threads cannot be linked to bins, which is itself linked to n',
    ],
    [{ scale: { n: 'thread' } }, 'unknown axis "thread" to scale; did you mean "threads"?'],
    [{ scale: { n: 'n' } }, 'n cannot be scaled by itself'],
    [{ link: { bins: 'n' }, scale: { bins: 'n' } }, 'bins is linked to n, so it cannot be scaled'],
    [
      { scale: { bins: 'n', n: 'threads' } },
      'bins cannot be scaled by n, which is itself scaled by threads',
    ],
  ])('%j is refused in one sentence', (group, sentence) => {
    expect(() => planOf(group)).toThrow(new RegExp(`^${RegExp.escape(sentence)}$`));
  });

  it('skip a variant that does not take the value that comes to them', () => {
    const { cases } = planOf({ set: { n: 65 }, link: { threads: 'n' } });
    expect(cases.map(({ skip }) => skip)).toEqual([
      'threads: 65 is outside 0 to 64, which this variant takes',
    ]);
  });

  it('of a preset are left out where this build lacks one of the two', () => {
    const links = { bins: 'n', later: 'n', threads: 'later' };
    const { cases } = planOf({ set: { n: 7 }, link: links }, { preset: 'some' });
    expect(cases.map(({ values }) => [values.n, values.bins, values.threads])).toEqual([[7, 7, 0]]);
    expect(() => planOf({ set: { n: 7 }, link: links })).toThrow('unknown axis "later" of a link');
  });
});
