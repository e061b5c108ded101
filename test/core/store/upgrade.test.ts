import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as turn } from 'node:timers/promises';
import { beforeEach, expect, it, onTestFinished } from 'vitest';
import { backUpNow } from '../../../src-main/core/store/backup.ts';
import { migrations, versionOf } from '../../../src-main/core/store/migrations/all.ts';
import { openReadOnly } from '../../../src-main/core/store/read-only.ts';
import { loadSqlite } from '../../../src-main/core/store/sqlite.ts';
import { openStore } from '../../../src-main/core/store/store.ts';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';
import { firstVersionAt, withSecondVersion } from './first-version.ts';

let home: string;
let file: string;

beforeEach(() => {
  home = temporaryFolder();
  file = path.join(home, 'breakeven.db');
});

const isCopy = (name: string): boolean => name.endsWith('Z.db');

type Outcome = {
  readonly ids?: readonly string[];
  readonly samples?: unknown;
  readonly warnings?: readonly string[];
  readonly error?: string;
};

/** A process that has loaded everything and opens the store when it is told to. */
async function opener(prefix = ''): Promise<{ open(): Promise<Outcome> }> {
  const script = path.join(import.meta.dirname, 'upgrade-child.ts');
  const words = [process.execPath, script, home];
  const child: ChildProcess = spawn('bash', ['-c', `${prefix} exec "$@"`, 'bash', ...words], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  let said = '';
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  while (!said.includes('ready\n')) await once(child.stdout ?? child, 'data');
  return {
    async open() {
      const ended = once(child, 'close');
      child.stdin?.write('go\n');
      await ended;
      return JSON.parse(said.slice('ready\n'.length));
    },
  };
}

/** What the store holds, whatever its version. */
function versionNow(): number {
  const raw = new (loadSqlite())(file, { readonly: true });
  try {
    return versionOf(raw);
  } finally {
    raw.close();
  }
}

const second = withSecondVersion.length;

it('by several processes at once succeeds in all of them', async () => {
  firstVersionAt(file);
  const openers = await Promise.all([opener(), opener(), opener()]);
  // All of them find the old version and copy it, before the first may write.
  const holder = new (loadSqlite())(file);
  holder.pragma('journal_mode = WAL');
  holder.exec('BEGIN IMMEDIATE');
  const opened = openers.map(({ open }) => open());
  const copies = path.join(home, 'backups');
  while (!existsSync(copies) || readdirSync(copies).filter(isCopy).length < 2) await turn(10);
  holder.exec('ROLLBACK');
  holder.close();
  const all = await Promise.all(opened);
  for (const outcome of all) {
    expect(outcome).toEqual({ ids: ['oldrun'], samples: [[1, 2, 3]], warnings: [] });
  }
  expect(versionNow()).toBe(second);
  const kept = readdirSync(copies);
  expect(kept.filter((name) => !isCopy(name))).toEqual([]);
});

it('copies a database that another process has upgraded meanwhile', () => {
  firstVersionAt(file);
  openStore(home, { migrations: withSecondVersion }).close();
  const raw = new (loadSqlite())(file);
  onTestFinished(() => void raw.close());
  const before = readdirSync(path.join(home, 'backups')).length;
  expect(existsSync(backUpNow(raw, home, second))).toBe(true);
  expect(readdirSync(path.join(home, 'backups'))).toHaveLength(before + 1);
});

/** All files below the folder with their bytes. */
function contents(): ReadonlyMap<string, string> {
  const names = readdirSync(home, { recursive: true, encoding: 'utf8' });
  const files = names.filter((name) => statSync(path.join(home, name)).isFile());
  return new Map(files.map((name) => [name, readFileSync(path.join(home, name), 'hex')]));
}

it('of a newer store, left by a process that was killed, is refused and changes no byte', () => {
  const other = temporaryFolder();
  const before = path.join(other, 'breakeven.db');
  firstVersionAt(before);
  const raw = new (loadSqlite())(before);
  raw.pragma('journal_mode = WAL');
  raw.pragma(`user_version = ${second}`);
  raw.pragma('wal_checkpoint(TRUNCATE)');
  raw.exec('CREATE TABLE from_the_future (x)');
  cpSync(other, home, { recursive: true });
  raw.close();
  expect(statSync(`${file}-wal`).size).toBeGreaterThan(0);
  const found = contents();
  for (let times = 0; times < 2; times += 1) {
    expect(() => openStore(home)).toThrow(
      `The database ${file} was written by a newer version of Breakeven (schema ${second}, this one knows ${migrations.length}); update Breakeven or choose another folder with --home.`,
    );
  }
  expect(contents()).toEqual(found);
});

it('of an older store that cannot be written is made in memory, with what its log holds', () => {
  firstVersionAt(file);
  const writer = new (loadSqlite())(file);
  writer.pragma('journal_mode = WAL');
  writer.exec(`UPDATE run SET title = 'In the log'`);
  expect(statSync(`${file}-wal`).size).toBeGreaterThan(0);
  const read = openReadOnly(file, withSecondVersion);
  expect(versionOf(read)).toBe(second);
  expect(read.prepare('SELECT title FROM run').pluck().get()).toBe('In the log');
  expect(() => read.exec('DELETE FROM run')).toThrow(/readonly/);
  read.close();
  writer.close();
  expect(versionNow()).toBe(1);
});

/** Numbers of `openStore` calls that fail: each must leave what the one before left. */
const starts = 2;

it.each([-28, 4, 12])(
  'whose disk takes files of %i KiB more than the store alone leaves it readable, whole and without heaps of copies',
  async (moreKib) => {
    firstVersionAt(file);
    const limit = statSync(file).size / 1024 + moreKib;
    const versions = new Set([1]);
    for (let start = 0; start < starts; start += 1) {
      // A file that would be longer is refused by the system as on a full disk.
      const { open } = await opener(`ulimit -f ${limit};`);
      expect(await open()).toEqual({
        ids: ['oldrun'],
        samples: [[1, 2, 3]],
        warnings: [expect.stringMatching(/^The disk that holds [^\n]* nothing can be added\.$/)],
      });
      versions.add(versionNow());
      expect(versionNow()).toBeLessThan(second);
    }
    // One copy for each version that a start has left behind, and none for one that it could not leave.
    const kept = readdirSync(path.join(home, 'backups'));
    expect(kept.length).toBeLessThan(versions.size);
    expect(kept.every(isCopy)).toBe(true);
    const store = openStore(home, { migrations: withSecondVersion });
    expect(store.warnings).toEqual([]);
    expect(await store.damage()).toBeNull();
    expect(store.row('oldrun').title).toBe('Old run');
    store.close();
    expect(versionNow()).toBe(second);
  },
  120_000,
);
