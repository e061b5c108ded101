import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { readRunFile } from '../../../src-main/core/import/read-run-file.ts';
import { openDatabase } from '../../../src-main/core/store/database.ts';
import { loadSqlite } from '../../../src-main/core/store/sqlite.ts';
import { openStore } from '../../../src-main/core/store/store.ts';
import { resourcePath } from '../../../src-main/core/util/paths.ts';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';
import { newRun, planned } from './fixtures.ts';

let home: string;

beforeEach(() => {
  home = temporaryFolder();
});

it('an import while another process writes a run takes nothing from either', async () => {
  const bytes = readFileSync(resourcePath(path.join('sample-results', 'histogram-cpu.breakeven')));
  const given = await readRunFile(bytes);
  const script = path.join(import.meta.dirname, 'writer-child.ts');
  const child = spawn(process.execPath, [script, home, 'asked'], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  let said = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  const reported = (): readonly string[] => said.split('\n').slice(0, -1);
  const until = async (lines: number): Promise<void> => {
    while (reported().length < lines) await once(child.stdout, 'data');
  };
  await until(1);
  const store = openStore(home);
  const ids = ['one', 'two', 'three'];
  for (const [i, id] of ids.entries()) {
    // It writes these while this process imports.
    child.stdin.write('...');
    store.importRun({ ...given, run: { ...given.run, id } });
    await until(1 + 3 * (i + 1));
  }
  const exited = once(child, 'exit');
  child.kill('SIGKILL');
  await exited;
  const [first = '', ...indices] = reported();
  const own = store.run(first.replace('run ', '')).cases.map(({ index }) => index);
  expect(own).toEqual(indices.map(Number));
  expect(own).toHaveLength(3 * ids.length);
  for (const id of ids) {
    const { run, cases } = store.run(id);
    expect(run).toMatchObject({ status: given.run.status, ok: given.run.ok });
    expect(cases).toEqual(given.cases.map(({ stored }) => stored));
    for (const { stored, samples } of given.cases) {
      expect(store.samples(id, stored.index)).toHaveLength(samples.length);
    }
  }
  store.close();
});

it('a transaction that has returned is on the disk: a power cut takes nothing back', () => {
  const { database, session } = openDatabase(home);
  const of = (name: string) => database.raw.pragma(name, { simple: true });
  // 2 is FULL; with a write-ahead log the library's own default is 1, which a power cut undoes.
  expect([of('journal_mode'), of('synchronous'), of('foreign_keys')]).toEqual(['wal', 2, 1]);
  database.raw.close();
  session.close();
});

describe('runs whose process is gone', () => {
  it('leaves a run alone while its process lives, in this process or another', () => {
    const store = openStore(home);
    const { id } = store.createRun(newRun([planned(0)]));
    const other = openStore(home);
    expect(other.settleOrphans()).toEqual([]);
    expect(other.row(id).status).toBe('running');
    other.close();
    store.close();
  });

  it('tells a reused process id by its start, and waits a day for a silent machine', () => {
    const store = openStore(home);
    const raw = new (loadSqlite())(store.file);
    const { id } = store.createRun(newRun([planned(0)]));
    const owner = JSON.parse(String(raw.prepare('SELECT owner FROM run').pluck().get()));
    const become = (change: object, activeAt = new Date()) =>
      raw
        .prepare(`UPDATE run SET status = 'running', owner = ?, active_at = ?`)
        .run(JSON.stringify({ ...owner, ...change }), activeAt.toISOString());
    if (process.platform === 'linux') {
      become({ started: 'another boot:12345' });
      expect(store.settleOrphans()).toEqual([id]);
      expect(store.row(id).status).toBe('partial');
    }
    become({ host: 'elsewhere' });
    expect(store.settleOrphans()).toEqual([]);
    become({ host: 'elsewhere' }, new Date(Date.now() - 25 * 3_600_000));
    expect(store.settleOrphans()).toEqual([id]);
    expect(store.row(id).status).toBe('partial');
    raw.close();
    store.close();
  });
});
