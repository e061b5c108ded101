import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { listBackups } from '../../../src-main/core/store/backup-files.ts';
import { latestVersion } from '../../../src-main/core/store/migrations/all.ts';
import { openCopy } from '../../../src-main/core/store/read-only.ts';
import { restoreBackup } from '../../../src-main/core/store/restore.ts';
import { loadSqlite } from '../../../src-main/core/store/sqlite.ts';
import { moveStore } from '../../../src-main/core/store/storage.ts';
import { openStore } from '../../../src-main/core/store/store.ts';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';
import { failureOf } from './failure-of.ts';
import { finished, newRun, planned } from './fixtures.ts';
import { execRaw, queryRaw } from './raw.ts';
import { scratchTable } from './scratch.ts';

let home: string;
let file: string;

beforeEach(() => {
  home = temporaryFolder();
  file = path.join(home, 'breakeven.db');
});

async function storeWithBackup(): Promise<void> {
  const store = openStore(home);
  store.createRun(newRun([planned(0)], { id: 'old' }));
  store.saveCase('old', finished(0));
  store.finishRun('old', 'complete');
  await store.backup();
  store.createRun(newRun([planned(0)], { id: 'new' }));
  store.finishRun('new', 'complete');
  store.close();
}

/** Leaves what a process leaves that was killed: its session file. */
function pretendUncleanStop(): void {
  const dead = { host: 'x', pid: 2 ** 22 + 1, started: null };
  mkdirSync(path.join(home, 'sessions'), { recursive: true });
  const session = { ...dead, host: JSON.parse(ownSession()).host };
  writeFileSync(path.join(home, 'sessions', 'dead.json'), JSON.stringify(session));
}

function ownSession(): string {
  const other = temporaryFolder();
  const store = openStore(other);
  const [name] = readdirSync(path.join(other, 'sessions'));
  const text = readFileSync(path.join(other, 'sessions', name ?? ''), 'utf8');
  store.close();
  return text;
}

/** Overwrites everything behind the first pages, where the schema is, with noise. */
function scratch(): void {
  const size = statSync(file).size;
  const handle = openSync(file, 'r+');
  for (let at = Math.floor(size / 2); at < size; at += 4096) {
    writeSync(handle, Buffer.alloc(1024, 0xa5), 0, 1024, at);
  }
  closeSync(handle);
}

describe('a damaged database', () => {
  it('is refused with the way back, kept, and replaced by the last backup', async () => {
    await storeWithBackup();
    writeFileSync(
      file,
      'this was a database once, and it was long enough to look like one'.repeat(100),
    );
    const before = readFileSync(file);
    const taken = listBackups(home)[0]?.takenAt;
    expect(failureOf(() => openStore(home))).toEqual({
      code: 'store',
      message: `The database ${file} is damaged; nothing was changed; \`breakeven doctor --restore-backup\` restores the backup of ${taken} with 1 run and keeps the damaged file.`,
    });
    expect(readFileSync(file)).toEqual(before);
    expect(readdirSync(path.join(home, 'sessions'))).toEqual([]);

    const restored = restoreBackup(home);
    expect(restored).toMatchObject({ runs: 1, lost: null });
    expect(restored.backup.takenAt).toBe(taken);
    expect(readFileSync(restored.keptAs ?? '')).toEqual(before);
    const store = openStore(home);
    expect(store.history({}).rows.map((row) => row.id)).toEqual(['old']);
    expect(store.samples('old', 0)).toHaveLength(1);
    store.close();
  });

  it('is looked for in the background where the database is large, and every later call says it', async () => {
    await storeWithBackup();
    scratchTable(file, 'source');
    pretendUncleanStop();
    const store = openStore(home, { checkedOnOpening: 0 });
    expect(store.notice?.text).toMatch(
      /^Breakeven ended without closing its database; \d+ MB are checked in the background, and a run waits/,
    );
    expect(store.warnings).toEqual([store.notice?.text]);
    expect(store.isBeingChecked()).toBe(true);
    await store.checked();
    expect(store.warnings).toEqual([]);
    expect(store.isBeingChecked()).toBe(false);
    const sentence = /is damaged; nothing was changed; .* restores the backup of .* with 1 run/;
    expect(failureOf(() => store.row('old')).message).toMatch(sentence);
    expect(failureOf(() => store.note('old', 'x')).message).toMatch(sentence);
    expect(await store.notice?.over).toEqual({
      text: expect.stringMatching(sentence),
      damaged: true,
    });
    store.close();
    expect(readdirSync(path.join(home, 'sessions'))).toEqual(['dead.json']);
  });

  it('is looked for again by the next process where the check had no time to end', async () => {
    await storeWithBackup();
    pretendUncleanStop();
    const stopped = openStore(home, { checkedOnOpening: 0 });
    stopped.close();
    expect(await stopped.notice?.over).toBeNull();
    expect(readdirSync(path.join(home, 'sessions'))).toEqual(['dead.json']);
    const store = openStore(home, { checkedOnOpening: 0 });
    expect(store.row('new').status).toBe('complete');
    await store.checked();
    expect(store.row('new').status).toBe('complete');
    expect(await store.notice?.over).toEqual({
      text: 'The database was checked: no damage was found.',
      damaged: false,
    });
    store.close();
    expect(readdirSync(path.join(home, 'sessions'))).toEqual([]);
  });

  it('is looked for after an unclean stop, page by page', async () => {
    await storeWithBackup();
    scratch();
    pretendUncleanStop();
    expect(failureOf(() => openStore(home)).message).toMatch(
      /is damaged; nothing was changed; .*restore/,
    );
    // Still not settled: the next start looks again.
    expect(readdirSync(path.join(home, 'sessions'))).toEqual(['dead.json']);
    restoreBackup(home);
    const store = openStore(home);
    expect(store.history({}).total).toBe(1);
    expect(existsSync(path.join(home, 'sessions', 'dead.json'))).toBe(false);
    store.close();
  });

  it('is found by whoever asks, without an unclean stop', async () => {
    await storeWithBackup();
    scratchTable(file, 'samples');
    const taken = listBackups(home)[0]?.takenAt;
    const store = openStore(home);
    expect((await store.damage())?.message).toBe(
      `The database ${file} is damaged; nothing was changed; \`breakeven doctor --restore-backup\` restores the backup of ${taken} with 1 run and keeps the damaged file.`,
    );
    expect(failureOf(() => store.samples('old', 0)).message).toBe((await store.damage())?.message);
    store.close();
  });

  it('is never backed up, and pushes no backup out', async () => {
    await storeWithBackup();
    const sound = readdirSync(path.join(home, 'backups'));
    expect(sound).toHaveLength(1);
    scratchTable(file, 'samples');
    const store = openStore(home);
    await expect(store.backup()).rejects.toThrow(/is damaged; .*--restore-backup/);
    await expect(store.backup(path.join(home, 'mine.db'))).rejects.toThrow(/is damaged/);
    expect(readdirSync(path.join(home, 'backups'))).toEqual(sound);
    expect(readdirSync(home).filter((name) => name.startsWith('mine'))).toEqual([]);
    store.close();
  });

  it('is not moved to another folder, which is not at fault', async () => {
    await storeWithBackup();
    scratchTable(file, 'samples');
    const store = openStore(home);
    const target = path.join(home, '..', `${path.basename(home)}-moved`);
    await expect(moveStore(store, target, null)).rejects.toThrow(/is damaged; .*--restore-backup/);
    expect(existsSync(target)).toBe(false);
    store.close();
  });

  it('says when every backup of it is damaged too', async () => {
    await storeWithBackup();
    writeFileSync(listBackups(home)[0]?.file ?? '', 'noise');
    writeFileSync(file, 'noise'.repeat(1000));
    expect(failureOf(() => openStore(home)).message).toMatch(
      /its one backup is damaged too, so move the file away/,
    );
  });

  it('counts the runs that the backup lacks where they can still be read', async () => {
    await storeWithBackup();
    scratchTable(file, 'samples');
    expect(restoreBackup(home)).toMatchObject({ runs: 1, lost: 1 });
  });

  it('says that there is no backup yet', () => {
    writeFileSync(file, 'noise'.repeat(1000));
    expect(failureOf(() => openStore(home)).message).toBe(
      `The database ${file} is damaged; nothing was changed; there is no backup yet, so move the file away to start with an empty store.`,
    );
    expect(failureOf(() => restoreBackup(home)).message).toMatch(/no valid backup/);
    expect(existsSync(file)).toBe(true);
  });

  it('does not take an emptied file for a new store', async () => {
    await storeWithBackup();
    truncateSync(file, 0);
    expect(failureOf(() => openStore(home)).message).toMatch(/is damaged/);
  });

  it('passes over a backup that is damaged itself', async () => {
    await storeWithBackup();
    writeFileSync(path.join(home, 'backups', 'breakeven-20990101T000000000Z.db'), 'noise');
    writeFileSync(file, 'noise'.repeat(1000));
    expect(restoreBackup(home).backup.takenAt).not.toMatch(/^2099/);
    openStore(home).close();
  });

  it('does not replay the journal of the damaged file into the backup', async () => {
    await storeWithBackup();
    writeFileSync(file, 'noise'.repeat(1000));
    writeFileSync(`${file}-wal`, 'a journal of the damaged file');
    const { keptAs } = restoreBackup(home);
    expect(existsSync(`${file}-wal`)).toBe(false);
    expect(existsSync(`${keptAs}-wal`)).toBe(true);
  });
});

describe('a database that needs no backup', () => {
  it('is not given up for an older copy of it', async () => {
    await storeWithBackup();
    const before = readFileSync(file);
    const taken = listBackups(home)[0]?.takenAt;
    expect(failureOf(() => restoreBackup(home))).toEqual({
      code: 'store',
      message: `The database ${file} is valid, so nothing was restored; the backup of ${taken} lacks 1 of its 2 runs; to restore it anyway, move the database away first.`,
    });
    expect(readFileSync(file)).toEqual(before);
    expect(readdirSync(home).filter((name) => name.includes('damaged'))).toEqual([]);
  });

  it('is not called damaged when a newer version wrote it', async () => {
    await storeWithBackup();
    const raw = new (loadSqlite())(file);
    raw.pragma(`user_version = ${latestVersion + 4}`);
    raw.close();
    expect(failureOf(() => restoreBackup(home)).message).toMatch(
      /is not damaged: a newer version of Breakeven wrote it .* nothing was changed/,
    );
  });
});

describe('a database that is gone', () => {
  it('is not started afresh beside its backups, and comes back from them', async () => {
    await storeWithBackup();
    rmSync(file);
    expect(failureOf(() => openStore(home)).message).toMatch(
      /is gone although there are backups of it; `breakeven doctor --restore-backup` restores/,
    );
    expect(existsSync(file)).toBe(false);
    expect(restoreBackup(home).keptAs).toBeNull();
    const store = openStore(home);
    expect(store.history({}).rows.map((row) => row.id)).toEqual(['old']);
    store.close();
  });
});

describe('a database that is not ours to open', () => {
  it('refuses the database of another program', () => {
    mkdirSync(home, { recursive: true });
    execRaw(file, 'CREATE TABLE bookmarks (url)');
    expect(failureOf(() => openStore(home)).message).toMatch(
      /is a database of another program; choose/,
    );
    expect(queryRaw(file, 'SELECT name FROM sqlite_schema')).toEqual(['bookmarks']);
  });

  it('says that a folder cannot be made', () => {
    const blocked = path.join(home, 'file');
    writeFileSync(blocked, '');
    expect(failureOf(() => openStore(path.join(blocked, 'below')))).toEqual({
      code: 'store',
      message: `The folder ${path.join(blocked, 'below')} cannot be written; choose another with --home or BREAKEVEN_HOME.`,
    });
  });
});

describe('a folder that cannot be written', () => {
  it('is read all the same, and a write is refused', async () => {
    await storeWithBackup();
    rmSync(path.join(home, 'sessions'), { recursive: true });
    writeFileSync(path.join(home, 'sessions'), 'in the way');
    const store = openStore(home);
    expect(store.warnings).toEqual([
      `The folder ${home} cannot be written; choose another with --home or BREAKEVEN_HOME. What is stored can be read, nothing can be added.`,
    ]);
    expect(store.history({}).rows.map((row) => row.id)).toEqual(['new', 'old']);
    expect(store.samples('old', 0)).toHaveLength(1);
    expect(failureOf(() => store.createRun(newRun([planned(0)])))).toMatchObject({
      code: 'store',
      message: `The database ${file} cannot be written; choose another folder with --home or BREAKEVEN_HOME.`,
    });
    expect(await store.backupIfDue()).toBeNull();
    store.close();
  });

  it('is read from memory where SQLite may make no file beside it', async () => {
    await storeWithBackup();
    const raw = openCopy(file);
    expect(raw.prepare('SELECT id FROM run ORDER BY id').pluck().all()).toEqual(['new', 'old']);
    expect(() => raw.exec('DELETE FROM run')).toThrow(/readonly/);
    raw.close();
  });
});
