import { describe, expect, it } from 'vitest';
import type { Group } from '../../../src-main/contract/configuration.ts';
import type { Axis, Values, Workload } from '../../../src-main/contract/workload.ts';
import { withInputFile } from '../../../src-main/core/plan/input-file.ts';
import { integerAxis } from '../../helpers/catalog-parts.ts';

const integer = (id: string, more: Partial<Axis> = {}): Axis =>
  ({ ...integerAxis(id, 0, 1e9, 1), ...more }) as Axis;
const choice = (id: string, ids: readonly [string, ...string[]], generated?: boolean): Axis => ({
  ...{ id, title: id, help: '', role: 'input', type: 'choice', default: ids[0] },
  choices: ids.map((one) => ({ id: one, help: '' })),
  ...(generated === undefined ? {} : { generated }),
});

const workload: Workload = {
  ...{ id: 'matrices', title: '', summary: '', sizeAxis: 'n', baseline: 'sequential' },
  inputFiles: ['npy'],
  axes: [
    integer('n', { generated: true }),
    integer('bins'),
    choice('layout', ['soa', 'aos']),
    choice('distribution', ['uniform', 'zipf'], true),
    integer('seed', { generated: true }),
  ],
  variants: [],
};

const group: Group = {
  ...{ workload: 'matrices', variants: ['sequential'], input: '/data/m.npy' },
  ...{ set: {}, sweep: {} },
};

/** Inspects with `decided` and keeps how it was asked. */
function inspecting(decided: Values) {
  const ways: Values[] = [];
  const inspect = async (values: Values): Promise<Values> => {
    ways.push(values);
    return decided;
  };
  const read = (asked: Group): Promise<Group> =>
    withInputFile(asked, { workloads: [workload] }, inspect);
  return { ways, read };
}

describe('a group whose input is a file', () => {
  it('has the values that the file decides', async () => {
    const { read, ways } = inspecting({ n: 11 });
    expect(await read({ ...group, set: { bins: 3 } })).toMatchObject({ set: { bins: 3, n: 11 } });
    expect(ways).toEqual([{}]);
  });

  it('is read as its layout says, and once for each layout of a sweep', async () => {
    const one = inspecting({ n: 11 });
    await one.read({ ...group, set: { layout: 'aos' } });
    expect(one.ways).toEqual([{ layout: 'aos' }]);
    const both = inspecting({ n: 9 });
    await both.read({ ...group, sweep: { layout: ['aos', 'soa'], bins: [1, 2, 3] } });
    expect(both.ways).toEqual([{ layout: 'aos' }, { layout: 'soa' }]);
  });

  it.each<[string, Partial<Group>, string]>([
    [
      'another size',
      { set: { n: 5 } },
      'n: the input file determines it (n = 11), so 5 cannot be set',
    ],
    [
      'several sizes',
      { sweep: { n: [11, 12] } },
      'n: the input file determines it (n = 11), so 11, 12 cannot be set',
    ],
    [
      'a distribution',
      { set: { distribution: 'zipf' } },
      'distribution: zipf needs a generated input, but the input is a file',
    ],
    [
      'seeds',
      { sweep: { seed: [1, 2] } },
      'seed: 1, 2 needs a generated input, but the input is a file',
    ],
    [
      'fresh input',
      { set: { freshInput: true } },
      'freshInput: the input is a file, so there is no fresh input per sample',
    ],
  ])('cannot have %s', async (_what, asked, sentence) => {
    const { read } = inspecting({ n: 11 });
    await expect(read({ ...group, ...asked })).rejects.toMatchObject({
      code: 'bad-input',
      message: sentence,
    });
  });

  it('may name the size that the file has, and no fresh input', async () => {
    const { read } = inspecting({ n: 11 });
    const asked = { ...group, set: { n: 11, freshInput: false } };
    expect((await read(asked)).set).toEqual({ n: 11, freshInput: false });
  });
});
