import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { makePlan } from '../../../src-main/core/plan/planner.ts';
import { counted } from '../../helpers/counted.ts';
import { createMeasuringApp } from '../../helpers/scripted-app.ts';
import { scriptedCatalog } from '../../helpers/scripted-provider.ts';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';

/** A group of a file; the scripted engine reads the number of values from the name. */
function ofFile() {
  const input = join(temporaryFolder(), '1234.npy');
  writeFileSync(input, 'values');
  return { input, sweep: {} };
}

describe('a plan with an input file', () => {
  const scripted = createMeasuringApp();
  afterAll(() => scripted.close());
  const plan = (configuration: ReturnType<typeof counted>) =>
    scripted.call('plan', { configuration });

  it('has the size of the file', async () => {
    const { cases } = await plan(counted(ofFile()));
    expect(cases.map(({ values }) => values.n)).toEqual([1234, 1234]);
  });

  it('skips the variants of a preset that this build lacks, and names them otherwise', async () => {
    const group = { ...ofFile(), variants: ['sequential', 'future'] };
    const { cases } = await plan(counted(group, { preset: 'some' }));
    expect(cases.map(({ variant, skip }) => [variant, skip === undefined])).toEqual([
      ['sequential', true],
      ['future', false],
    ]);
    await expect(plan(counted(group))).rejects.toThrow('unknown variant "future"');
  });

  it('has no value of an axis that only generated inputs have', () => {
    const workloads = scriptedCatalog.workloads.map((workload) => ({
      ...workload,
      axes: workload.axes.map((axis) => ({
        ...axis,
        generated: ['n', 'seed', 'distribution'].includes(axis.id),
      })),
    }));
    const known = { catalog: { ...scriptedCatalog, workloads } };
    const [first] = makePlan(counted({ ...ofFile(), set: { n: 1234 } }), known).cases;
    expect(first?.values).toEqual({ n: 1234, bins: 8 });
    const [generated] = makePlan(counted({ sweep: {} }), known).cases;
    expect(generated?.values).toMatchObject({ seed: 1, distribution: 'uniform' });
    expect(first?.inputKey).not.toBe(generated?.inputKey);
  });
});
