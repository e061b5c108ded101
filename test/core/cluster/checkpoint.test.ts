import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Configuration } from '../../../src-main/contract/configuration.ts';
import { checkpointFile, replaceWhole } from '../../../src-main/core/cluster/checkpoint.ts';
import { readRunFile } from '../../../src-main/core/import/read-run-file.ts';
import { createMeasuringApp, type MeasuringApp } from '../../helpers/scripted-app.ts';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';
import { survey } from '../run/runner-over-scripted.ts';

let folder: string;
beforeEach(() => {
  folder = temporaryFolder();
});
const configuration = (sizes: readonly number[], shard = 1): Configuration => ({
  groups: [{ workload: 'count', variants: ['sequential'], set: {}, sweep: { n: [...sizes] } }],
  policy: {
    ...{ criterion: 'fixed', parameters: { samples: 12 }, timeLimitS: null, repetitions: 4 },
    order: 'shuffled',
  },
  orderSeed: 1,
  sharded: { shard, of: 2 },
});

/** Measures a part with a store of its own and returns its run as it ended. */
async function measured(given: Configuration, use: (app: MeasuringApp) => void = () => {}) {
  const app = createMeasuringApp();
  try {
    use(app);
    const ended = Promise.withResolvers<void>();
    app.app.onEvent((event) => {
      if (event.type === 'progress' && event.progress.status !== 'running') ended.resolve();
    });
    const { runId, isComplete } = await app.app.clusters.startPart(given, folder);
    if (!isComplete) await ended.promise;
    return { ...(await app.call('run', { ref: runId })), isComplete };
  } finally {
    await app.close();
  }
}

const files = (): string[] => readdirSync(folder).filter((name) => !name.startsWith('.'));

describe('the run file of a part', () => {
  it('is there after each repetition, and the part goes on elsewhere where it ended', async () => {
    const cancelled = await measured(configuration([100, 200]), ({ app }) => {
      app.onEvent((event) => {
        if (event.type !== 'progress' || event.progress.status !== 'running') return;
        // The second repetition of the part begins: the first one is in the file.
        if (event.progress.own?.repetition === 3)
          void app.api.cancelRun({ runId: event.progress.runId });
      });
    });
    expect(cancelled.run.status).toBe('cancelled');
    const [name = ''] = files();
    const before = await readRunFile(readFileSync(join(folder, name)));
    const done = before.cases.flatMap(({ repetitions = [] }) => repetitions);
    expect(done.length).toBeGreaterThanOrEqual(2);
    const whole = await measured(configuration([100, 200]));
    expect(whole.run).toMatchObject({ id: cancelled.run.id, status: 'complete', ok: 2 });
    expect(whole.run.importedAt).toBeUndefined();
    const after = await readRunFile(readFileSync(join(folder, name)));
    for (const { repetitions = [] } of after.cases) {
      expect(repetitions.map(({ repetition }) => repetition)).toEqual([1, 3]);
    }
    expect((await measured(configuration([100, 200]))).isComplete).toBe(true);
    expect(files()).toEqual([name]);
  });

  it('is left alone where it is of another plan', async () => {
    await measured(configuration([100]));
    const [name = ''] = files();
    const bytes = readFileSync(join(folder, name));
    await expect(measured(configuration([200]))).rejects.toThrow(
      `${join(folder, name)} belongs to another plan: it is left alone`,
    );
    expect(readFileSync(join(folder, name))).toEqual(bytes);
  });

  it('is another file for another part and another class', async () => {
    const { machine } = await survey();
    const names = [
      checkpointFile('', 1, machine),
      checkpointFile('', 2, machine),
      checkpointFile('', 1, { ...machine, usableCores: 1, logicalCores: 96 }),
      checkpointFile('', 1, { ...machine, versions: { ...machine.versions, app: '9.9.9' } }),
    ];
    expect(new Set(names).size).toBe(names.length);
    expect(checkpointFile('', 1, { ...machine, hostname: 'other' })).toBe(names[0]);
  });

  it('is replaced whole, and takes away what a writer that was killed has left', () => {
    const path = join(folder, '2-a91c.breakeven');
    writeFileSync(path, 'before');
    writeFileSync(join(folder, '.2-a91c.breakeven.77'), 'aft');
    replaceWhole(path, [Buffer.from('aft'), Buffer.from('er')]);
    expect(readFileSync(path, 'utf8')).toBe('after');
    expect(readdirSync(folder)).toEqual(['2-a91c.breakeven']);
  });
});
