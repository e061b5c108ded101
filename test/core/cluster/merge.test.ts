import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Machine } from '../../../src-main/contract/machine.ts';
import { mergeParts } from '../../../src-main/core/cluster/merge.ts';
import { runFile } from '../../../src-main/core/export/run-file.ts';
import { shardOf } from '../../../src-main/core/plan/shard.ts';
import { openStore, type Store } from '../../../src-main/core/store/store.ts';
import { scriptedCatalog } from '../../helpers/scripted-engine.ts';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';
import { makeRunner, planOf, store, survey } from '../run/runner-over-scripted.ts';

let folder: string;
let merged: Store;

beforeEach(() => {
  folder = temporaryFolder();
  merged = openStore(join(folder, 'store'));
});
afterEach(() => {
  merged.close();
});

const of = 4;
const plan = planOf(
  { variants: ['sequential', 'parallel'], sweep: { n: [100, 200] } },
  { repetitions: of },
);

/** Measures a part and returns its run file. */
async function part(shard: number, on: Partial<Machine> = {}, name = `${shard}`): Promise<string> {
  const runner = makeRunner({
    survey: async () => {
      const found = await survey();
      return { ...found, machine: { ...found.machine, ...on } };
    },
  });
  const id = await runner.start(shardOf(plan, { shard, of }, scriptedCatalog.workloads), 'parts');
  await runner.idle();
  const file = join(folder, `${name}.breakeven`);
  writeFileSync(file, Buffer.concat([...runFile(store, id)]));
  return file;
}

const parts = async (...shards: readonly number[]): Promise<string[]> => {
  const files: string[] = [];
  for (const shard of shards) files.push(await part(shard));
  return files;
};

describe('merged parts', () => {
  it('are one run with every repetition, and a second merge adds nothing', async () => {
    const files = await parts(2, 0, 3, 1);
    const [first] = (await mergeParts(merged, files, { tags: ['night'] })).runs;
    expect(first).toMatchObject({
      of,
      shards: [0, 1, 2, 3],
      missing: [],
      added: 16,
      differences: [],
    });
    const id = merged.resolve('latest');
    const { run, cases, plan: whole } = merged.run(id);
    expect(run).toMatchObject({ status: 'complete', tags: ['night'], ok: 4 });
    expect(run.importedAt).toBeUndefined();
    expect(whole.cases.map(({ part: own }) => own)).toEqual(Array(4).fill(undefined));
    expect(cases.map(({ metrics }) => metrics.kernel?.processes)).toEqual(Array(4).fill(of));
    const repetitions = merged.repetitions(id);
    for (const { index } of cases) {
      expect(repetitions.get(index)?.map(({ repetition }) => repetition)).toEqual([0, 1, 2, 3]);
    }
    expect((await mergeParts(merged, files)).added).toBe(0);
    expect(merged.countRuns().runs).toBe(1);
  });

  it('name those that are missing, and take them in later', async () => {
    const files = await parts(0, 2);
    const first = (await mergeParts(merged, files)).runs[0];
    expect(first?.missing).toEqual([1, 3]);
    expect(merged.row('latest')).toMatchObject({
      status: 'partial',
      failure: '2 of 4 shards are there; missing 1 and 3',
    });
    const second = await mergeParts(merged, [...files, ...(await parts(1, 3))]);
    expect(second).toMatchObject({
      added: 8,
      runs: [{ missing: [], run: { status: 'complete' } }],
    });
    expect(merged.row('latest').failure).toBeUndefined();
    expect(merged.run('latest').cases.flatMap(({ warnings }) => warnings)).toEqual([]);
    expect(merged.countRuns().runs).toBe(1);
  });

  it('store nothing in a dry run', async () => {
    const dry = await mergeParts(merged, await parts(0, 1), { dryRun: true });
    expect(dry).toMatchObject({ added: 8, runs: [{ run: null, missing: [2, 3] }] });
    expect(merged.countRuns().runs).toBe(0);
  });

  it('are a run for each class of machine and for each version', async () => {
    const { machine } = await survey();
    const other = { versions: { ...machine.versions, app: '9.9.9' } };
    const files = [
      await part(0),
      await part(1),
      await part(0, { usableCores: 1, logicalCores: 64 }, 'class'),
      await part(1, other, 'version'),
    ];
    const { runs } = await mergeParts(merged, files);
    expect(runs.map(({ shards, missing }) => [shards, missing])).toEqual([
      [
        [0, 1],
        [2, 3],
      ],
      [[0], [1, 2, 3]],
      [[1], [0, 2, 3]],
    ]);
    expect(runs[1]?.machineClass).toMatch(/, 1 of 64 cores$/);
    expect(merged.countRuns().runs).toBe(3);
  });

  it('say which facts differ inside a class', async () => {
    const { machine } = await survey();
    const driver = (version: string) => ({ versions: { ...machine.versions, driver: version } });
    const files = [
      await part(0, driver('580.1')),
      await part(1, driver('580.1')),
      await part(2, driver('575.5')),
    ];
    const [run] = (await mergeParts(merged, files)).runs;
    // Scripted parts are all of this host: one node has both.
    expect(run?.differences.join()).toMatch(/580\.1 on 1 node, 575\.5 on 1$/);
  });

  it('count a part that is there twice once: the complete one', async () => {
    const whole = await part(0);
    const again = await part(0, {}, 'again');
    const { runs, notes, added } = await mergeParts(merged, [again, whole]);
    expect([runs.length, added]).toEqual([1, 4]);
    expect(notes).toEqual([`shard 0 is there twice: ${whole} is earlier and counts, not ${again}`]);
  });

  it('leave out what is cut and what is no part', async () => {
    const files = await parts(0);
    const bytes = readFileSync(files[0] ?? '');
    const cut = join(folder, 'cut.breakeven');
    writeFileSync(cut, bytes.subarray(0, bytes.length / 2));
    const runner = makeRunner();
    const id = await runner.start(plan, 'whole');
    await runner.idle();
    const whole = join(folder, 'whole.breakeven');
    writeFileSync(whole, Buffer.concat([...runFile(store, id)]));
    const { runs, notes } = await mergeParts(merged, [cut, whole, ...files]);
    expect(runs).toHaveLength(1);
    expect(notes[0]).toMatch(/cut\.breakeven is left out: .*(truncated|cut|end)/);
    expect(notes[1]).toMatch(/whole\.breakeven is a whole run and no part of one: it is left out$/);
  });
});
