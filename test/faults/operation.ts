import { appendFileSync, readFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { replaceWhole } from '../../src-main/core/cluster/checkpoint.ts';
import { mergeParts } from '../../src-main/core/cluster/merge.ts';
import { exportRun } from '../../src-main/core/export/export-run.ts';
import { runFile } from '../../src-main/core/export/run-file.ts';
import { readRunFile } from '../../src-main/core/import/read-run-file.ts';
import { restoreBackup } from '../../src-main/core/store/restore.ts';
import { saveSettings } from '../../src-main/core/store/settings.ts';
import { moveStore } from '../../src-main/core/store/storage.ts';
import { openStore, type Store } from '../../src-main/core/store/store.ts';
import { withSecondVersion } from '../core/store/first-version.ts';
import { finished, newRun, planned } from '../core/store/fixtures.ts';

// One operation on the store below `root` in a process of its own; it says each step that has returned.
const [, , operation = '', root = ''] = process.argv;
const home = join(root, 'data', 'breakeven');
const log = process.env.FAULT_LOG;
const say = (step: string): void => {
  writeSync(1, `${step}\n`);
  if (log !== undefined) appendFileSync(log, `said ${step}\n`);
};

async function withStore(work: (store: Store) => void | Promise<void>): Promise<void> {
  const store = openStore(home);
  try {
    await work(store);
  } finally {
    store.close();
  }
}

const run = (): Promise<void> =>
  withStore((store) => {
    store.createRun(newRun([planned(0), planned(1)], { id: 'made' }));
    say('created');
    for (const index of [0, 1]) {
      store.saveCase('made', finished(index));
      say(`case ${index}`);
    }
    store.finishRun('made', 'complete');
    say('complete');
  });

const operations: Readonly<Record<string, () => void | Promise<void>>> = {
  run,
  'first run': run,
  import: () =>
    withStore(async (store) => {
      store.importRun(await readRunFile(readFileSync(join(root, '..', 'run.breakeven'))));
      say('imported');
    }),
  backup: () => withStore(async (store) => say(`backup ${await store.backup()}`)),
  restore() {
    restoreBackup(home);
    say('restored');
  },
  migrate() {
    openStore(home, { migrations: withSecondVersion }).close();
    say('migrated');
  },
  async move() {
    const store = openStore(home);
    const moved = join(root, 'moved');
    await moveStore(store, moved, null);
    store.close();
    say('moved');
    openStore(moved).close();
    say('removed');
  },
  delete: () =>
    withStore((store) => {
      store.trash('gone');
      say('trashed');
      store.purge('gone');
      say('purged');
    }),
  undo: () =>
    withStore((store) => {
      store.trash('kept');
      store.restore('kept');
      say('undone');
    }),
  export: () =>
    withStore((store) => {
      exportRun(store, 'kept', 'csv', join(root, 'out'));
      say('exported');
    }),
  async merge() {
    const files = [0, 1].map((shard) => join(root, '..', `${shard}.breakeven`));
    await withStore(async (store) => {
      const [made] = (await mergeParts(store, files)).runs;
      say(`merged ${made?.run?.id}`);
    });
  },
  checkpoint: () =>
    withStore((store) => {
      replaceWhole(join(root, 'shared', '0.breakeven'), runFile(store, 'kept'));
      say('kept a checkpoint');
      replaceWhole(join(root, 'shared', '0.breakeven'), runFile(store, 'gone'));
      say('replaced a checkpoint');
    }),
  settings() {
    saveSettings(home, { theme: 'dark' });
    say('saved');
  },
};

try {
  await operations[operation]?.();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
