import { readFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { exportRun } from '../../src-main/core/export/export-run.ts';
import { readRunFile } from '../../src-main/core/import/read-run-file.ts';
import { restoreBackup } from '../../src-main/core/store/restore.ts';
import { saveSettings } from '../../src-main/core/store/settings.ts';
import { moveStore, removeOldStore } from '../../src-main/core/store/storage.ts';
import { openStore, type Store } from '../../src-main/core/store/store.ts';
import { withSecondVersion } from '../core/store/first-version.ts';
import { finished, newRun, planned } from '../core/store/fixtures.ts';

// One operation on the store below `root` in a process of its own; it says each step that has returned.
const [, , operation = '', root = ''] = process.argv;
const home = join(root, 'data', 'breakeven');
const say = (step: string): void => void writeSync(1, `${step}\n`);

async function withStore(work: (store: Store) => void | Promise<void>): Promise<void> {
  const store = openStore(home);
  try {
    await work(store);
  } finally {
    store.close();
  }
}

const operations: Readonly<Record<string, () => void | Promise<void>>> = {
  run: () =>
    withStore((store) => {
      store.createRun(newRun([planned(0), planned(1)], { id: 'made' }));
      say('created');
      for (const index of [0, 1]) {
        store.saveCase('made', finished(index));
        say(`case ${index}`);
      }
      store.finishRun('made', 'complete');
      say('complete');
    }),
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
    openStore(moved).close();
    say('moved');
    removeOldStore(home);
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
