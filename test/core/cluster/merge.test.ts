import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Machine } from '../../../src-main/contract/machine.ts';
import { mergedText } from '../../../src-main/contract/machine-class.ts';
import { createComparer } from '../../../src-main/core/analysis/compare.ts';
import { nodesOf } from '../../../src-main/core/api/run-detail.ts';
import { mergeParts } from '../../../src-main/core/cluster/merge.ts';
import { runFile } from '../../../src-main/core/export/run-file.ts';
import { shardOf } from '../../../src-main/core/plan/shard.ts';
import { openStore, type Store } from '../../../src-main/core/store/store.ts';
import { defaultMargins } from '../../../src-main/stats/decide.ts';
import { judge } from '../../../src-main/stats/judge.ts';
import type { JudgedSide } from '../../../src-main/stats/judged-case.ts';
import { judgedProcess } from '../../../src-main/stats/process-summary.ts';
import { createScriptedEngines, scriptedCatalog } from '../../helpers/scripted-engine.ts';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';
import { makeRunner, planOf, store, survey, useEngines } from '../run/runner-over-scripted.ts';

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

  it('have the plan and, within their intervals, the answers of one machine', async () => {
    // Nodes differ by up to 1.5 %, processes by less.
    const node = (shard: number): number => [1, 1.01, 0.995, 1.015][shard] ?? 1;
    let shard = 0;
    useEngines(
      createScriptedEngines(
        () => ({}),
        ({ variant, repetition }) =>
          (variant === 'parallel' ? node(shard) ** 2 : node(shard)) *
          (1 + 0.001 * (repetition % 3)),
      ),
    );
    const runner = makeRunner();
    const alone = await runner.start(plan, 'one machine');
    await runner.idle();
    const files: string[] = [];
    for (shard = 0; shard < of; shard += 1) {
      vi.stubEnv('SLURMD_NODENAME', `n${shard % 2}`);
      files.push(await part(shard));
    }
    vi.unstubAllEnvs();
    await mergeParts(merged, files);
    const id = merged.resolve('latest');
    const [one, several] = [store.run(alone), merged.run(id)];
    const byIndex = ({ plan: { cases } }: typeof one) =>
      cases.toSorted((a, b) => a.index - b.index);
    expect(byIndex(several)).toEqual(byIndex(one));
    const { sharded, ...configuration } = several.plan.configuration;
    expect(configuration).toEqual(one.plan.configuration);
    for (const [i, { metrics }] of several.cases.entries()) {
      const [a, b] = [metrics.kernel, one.cases[i]?.metrics.kernel];
      expect(a?.ci95LoNs).toBeLessThanOrEqual(b?.ci95HiNs ?? 0);
      expect(b?.ci95LoNs).toBeLessThanOrEqual(a?.ci95HiNs ?? 0);
    }
    // Two nodes tell less than four processes do.
    const verdictOf = (from: Store, runId: string) => {
      const { cases } = from.run(runId);
      const subject = (variant: string) => {
        const stored = cases.find((each) => each.variant === variant && each.values.n === 100);
        if (stored === undefined) throw new Error(`no case of ${variant}`);
        return { runId, stored, device: 'cpu' as const, scope: 'kernel' };
      };
      const { judge } = createComparer(from, () => defaultMargins);
      const { ci95, ratio } = judge(subject('parallel'), subject('sequential'));
      return { ratio: ratio ?? 0, low: ci95?.[0] ?? 0, high: ci95?.[1] ?? 0 };
    };
    const [whole, parted] = [verdictOf(store, alone), verdictOf(merged, id)];
    expect(parted.low).toBeLessThan(whole.ratio);
    expect(parted.high).toBeGreaterThan(whole.ratio);
    const sideOf = (variant: string): JudgedSide => {
      const { index } = several.cases.find(
        (each) => each.variant === variant && each.values.n === 100,
      ) ?? { index: -1 };
      const processes = (merged.processes(id, 'kernel').get(index) ?? []).map(judgedProcess);
      return {
        ...{ label: variant, device: 'cpu', scope: 'kernel' },
        processes: processes.map(({ node: _, ...process }) => process),
      };
    };
    const withoutNodes = judge(sideOf('parallel'), sideOf('sequential'), { sameRun: true })
      .ci95 ?? [0, 0];
    expect(parted.high - parted.low).toBeGreaterThan(2 * (withoutNodes[1] - withoutNodes[0]));
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
    const [first, classed, versioned] = runs.map(({ run }) => run?.id ?? '');
    const classes = merged.history({ order: { by: 'class', descending: false } }).rows;
    expect(classes.map(({ id, machineClass }) => [id, machineClass])).toEqual(
      runs
        .map((each) => [each.run?.id, each.machineClass])
        .toSorted(
          ([a = '', one = ''], [b = '', other = '']) =>
            one.localeCompare(other) || b.localeCompare(a),
        ),
    );
    const found = merged.history({ query: 'class:"1 of 64 cores"' }).rows;
    expect(found.map(({ id }) => id)).toEqual([classed]);
    // Of two runs of a class the newer one.
    expect(merged.otherClasses(classed ?? '').map(({ run }) => run)).toEqual([versioned]);
    expect(merged.otherClasses(first ?? '').map(({ run }) => run)).toEqual([classed]);
    const detail = { ...merged.run(first ?? ''), nodes: nodesOf(merged, first ?? '').nodes };
    expect(mergedText(detail)).toBe(`2 of 4 shards, by a node of ${runs[0]?.machineClass}`);
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
