import { existsSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { isBackupDue } from '../../../src-main/core/store/backup.ts';
import { listBackups, removeLeftCopies } from '../../../src-main/core/store/backup-files.ts';
import { remoteFileSystem } from '../../../src-main/core/store/file-system.ts';
import { loadSqlite } from '../../../src-main/core/store/sqlite.ts';
import { openStore } from '../../../src-main/core/store/store.ts';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';
import { newRun, planned } from './fixtures.ts';
import { queryRaw } from './raw.ts';

let home: string;
let file: string;

beforeEach(() => {
  home = temporaryFolder();
  file = path.join(home, 'breakeven.db');
});

describe('backups', () => {
  it('copies a store in use, keeps three, and is due after a day', async () => {
    const store = openStore(home);
    expect(isBackupDue(home)).toBe(true);
    store.createRun(newRun([planned(0)], { id: 'one' }));
    expect(await store.backupIfDue()).not.toBeNull();
    expect(await store.backupIfDue()).toBeNull();
    expect(isBackupDue(home, Date.now() + 25 * 3_600_000)).toBe(true);
    const soon = Date.now() + 11 * 60_000;
    utimesSync(file, new Date(0), new Date(0));
    utimesSync(`${file}-wal`, new Date(0), new Date(0));
    expect(isBackupDue(home, soon)).toBe(false);
    utimesSync(file, new Date(soon), new Date(soon));
    expect(isBackupDue(home, soon)).toBe(true);
    for (let i = 0; i < 4; i += 1) await store.backup();
    expect(listBackups(home)).toHaveLength(3);
    const target = path.join(home, 'mine.db');
    expect(await store.backup(target)).toBe(target);
    expect(queryRaw(target, 'SELECT id FROM run')).toEqual(['one']);
    // One file each: what reads it leaves nothing beside it.
    expect(readdirSync(home).filter((name) => name.startsWith('mine'))).toEqual(['mine.db']);
    expect(readdirSync(path.join(home, 'backups')).filter((name) => !name.endsWith('.db'))).toEqual(
      [],
    );
    await expect(store.backup(path.join(home, 'no', 'such', 'folder.db'))).rejects.toThrow(
      /could not be written; the database itself is untouched/,
    );
    store.close();
  });
});

it('removes what a killed backup or restore left, and nothing else', async () => {
  const store = openStore(home);
  await store.backup();
  const backups = path.join(home, 'backups');
  const dead = [
    `${file}.unfinished`,
    path.join(backups, 'breakeven-20260101T000000000Z.db.unfinished'),
    path.join(backups, 'breakeven-20260101T000000000Z.db.unfinished-journal'),
    path.join(backups, 'breakeven-20260101T000000000Z.db.4711.unfinished'),
  ];
  const kept = [
    path.join(backups, 'breakeven-20260102T000000000Z.db.unfinished'),
    path.join(backups, 'notes.unfinished'),
  ];
  for (const each of [...dead, ...kept]) writeFileSync(each, 'part');
  for (const each of [...dead, kept[1] ?? '']) utimesSync(each, new Date(0), new Date(0));
  await store.backup();
  expect(dead.filter((each) => existsSync(each))).toEqual([]);
  expect(kept.filter((each) => !existsSync(each))).toEqual([]);
  store.close();
});

it('removes no copy that a process began after it was found alone', () => {
  const [left, begun] = ['1', '2'].map((pid) => `${file}.${pid}.unfinished`) as [string, string];
  writeFileSync(left, 'part');
  removeLeftCopies(home, () => {
    writeFileSync(begun, 'part');
    return true;
  });
  expect([existsSync(left), existsSync(begun)]).toEqual([false, true]);
  removeLeftCopies(home, () => false);
  expect(existsSync(begun)).toBe(true);
});

it('never pushes out the backup that holds the most runs', async () => {
  const store = openStore(home);
  for (const id of ['one', 'two']) store.createRun(newRun([planned(0)], { id }));
  const full = await store.backup();
  for (const id of ['one', 'two']) store.setStatus(id, 'complete');
  store.trash('one', 'two');
  store.purge();
  for (let i = 0; i < 5; i += 1) await store.backup();
  expect(listBackups(home)).toHaveLength(4);
  expect(existsSync(full)).toBe(true);
  store.close();
});

describe('file systems', () => {
  it('uses a write-ahead log on a local one and a rollback journal, with a word, on NFS', () => {
    const modeOf = () => {
      const raw = new (loadSqlite())(file, { readonly: true });
      const mode = raw.pragma('journal_mode', { simple: true });
      raw.close();
      return mode;
    };
    const local = openStore(home, { fileSystemType: () => 0xef53 });
    expect(local.warnings).toEqual([]);
    local.close();
    expect(modeOf()).toBe('wal');
    const nfs = openStore(home, { fileSystemType: () => 0x6969 });
    expect(nfs.warnings).toEqual([
      `${home} is on a network file system (NFS): the store uses a rollback journal, so use it from one machine at a time.`,
    ]);
    nfs.createRun(newRun([planned(0)]));
    nfs.close();
    expect(modeOf()).toBe('delete');
  });

  it('knows remote ones by number, also when the number comes with a sign', () => {
    expect(remoteFileSystem('/x', () => -0xacb2be)).toBe('CIFS');
    expect(remoteFileSystem('/x', () => 0x0bd00bd0)).toBe('Lustre');
    expect(remoteFileSystem('/no/such/folder')).toBeNull();
  });
});
