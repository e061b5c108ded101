import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { migrate, migrations, versionOf } from '../../../src-main/core/store/migrations/all.ts';
import { loadSqlite, type RawDatabase } from '../../../src-main/core/store/sqlite.ts';
import { openStore } from '../../../src-main/core/store/store.ts';
import { summarizeProcess } from '../../../src-main/stats/process-summary.ts';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';
import { firstVersionAt, withSecondVersion } from './first-version.ts';
import { finished, newRun, planned } from './fixtures.ts';
import { execRaw } from './raw.ts';

let home: string;
let file: string;

beforeEach(() => {
  home = temporaryFolder();
  file = path.join(home, 'breakeven.db');
});

describe('migrations', () => {
  it('count from one without gaps', () => {
    expect(migrations.map((step) => step.version)).toEqual(migrations.map((_, i) => i + 1));
  });

  it.each([
    ['as it is', migrations],
    ['by a second version', withSecondVersion],
  ])('keep the data of the first version: %s', (_what, steps) => {
    firstVersionAt(file);
    const store = openStore(home, { migrations: steps });
    expect(store.row('oldrun')).toMatchObject({
      ...{ title: 'Old run', ok: 1, tags: ['lab'], note: 'an old note', pinned: true },
    });
    expect(store.run('latest').cases).toMatchObject([
      { workload: 'histogram', values: { n: 1000 }, metrics: { kernel: { n: 3, processes: 1 } } },
    ]);
    const [part] = store.samples('oldrun', 0, 'kernel');
    expect([...(part?.timesNs ?? [])]).toEqual([1, 2, 3]);
    expect(part?.process).toEqual(summarizeProcess(Float64Array.of(1, 2, 3)));
    expect(store.processes('oldrun', 'kernel').get(0)).toMatchObject([
      { scope: 'kernel', repetition: 0, repeats: 1, ...part?.process },
    ]);
    expect(store.history({ query: 'old sequential' }).total).toBe(1);
    expect(store.history({ query: 'n>=1k workload:histogram' }).total).toBe(1);
    store.createRun(newRun([planned(0)], { id: 'fresh' }));
    store.saveCase('fresh', finished(0));
    expect(store.run('fresh').cases).toHaveLength(1);
    store.close();

    const raw = new (loadSqlite())(file, { readonly: true });
    expect(versionOf(raw)).toBe(steps.length);
    expect(raw.pragma('integrity_check', { simple: true })).toBe('ok');
    expect(raw.pragma('foreign_key_check')).toEqual([]);
    expect(schemaOf(raw)).toEqual(freshSchema(steps));
    if (steps.length > 1) {
      const weather = raw.prepare(`SELECT weather FROM run WHERE id = 'oldrun'`).pluck().get();
      expect(weather).toBe('rain over Old run');
    }
    raw.close();
    // The state before the steps is kept as a backup.
    expect(existsSync(path.join(home, 'backups'))).toBe(steps.length > 1);
  });

  it('leave out a run that they cannot read, and say so', () => {
    firstVersionAt(file);
    execRaw(file, `UPDATE run SET title = 'Bad run' WHERE id = 'oldrun';`);
    const store = openStore(home, { migrations: withSecondVersion });
    expect(store.warnings).toEqual([
      '1 of 1 runs could not be upgraded to version 2 of the store; they keep their data and lack what is new (oldrun: no weather).',
    ]);
    expect(store.run('oldrun').cases).toHaveLength(1);
    store.close();
    const raw = new (loadSqlite())(file, { readonly: true });
    expect(versionOf(raw)).toBe(2);
    expect(raw.prepare('SELECT weather FROM run').pluck().get()).toBeNull();
    raw.close();
  });

  it('leave the version before a step that fails', () => {
    firstVersionAt(file);
    const raw = new (loadSqlite())(file);
    raw.exec('CREATE TABLE forecast (in_the_way)');
    expect(() => migrate(raw, withSecondVersion)).toThrow(/forecast/);
    expect(versionOf(raw)).toBe(1);
    const columns = raw.prepare(`SELECT name FROM pragma_table_info('run')`).pluck().all();
    expect(columns).toContain('note');
    expect(columns).not.toContain('weather');
    raw.close();
  });
});

describe('a store of Breakeven 0.1', () => {
  it.each(['DELETE', 'WAL'])('is refused in one sentence and stays as it was (%s)', (journal) => {
    const raw = new (loadSqlite())(file);
    raw.pragma(`journal_mode = ${journal}`);
    raw.exec('CREATE TABLE run (seq INTEGER PRIMARY KEY, deleted_at TEXT)');
    raw.pragma('application_id = 0x42524556');
    raw.pragma('user_version = 12');
    raw.close();
    const before = readFileSync(file);
    expect(() => openStore(home)).toThrow(
      `The store ${file} is of Breakeven 0.1, which this version does not read; move it away or name another folder with --home.`,
    );
    expect(readFileSync(file).equals(before)).toBe(true);
  });
});

describe('a store of another build', () => {
  it('is refused when it is opened, before anything is measured', () => {
    openStore(home).close();
    execRaw(file, 'DROP TABLE run_report');
    expect(() => openStore(home)).toThrow(
      /^The store \S+ is of another build of Breakeven \(no such table: run_report\), .*; move it away/,
    );
  });

  it('is refused in one sentence that says which column it lacks', () => {
    openStore(home).close();
    execRaw(file, 'ALTER TABLE run RENAME COLUMN results TO outcome');
    expect(() => {
      const store = openStore(home);
      try {
        store.history({ query: '' });
      } finally {
        store.close();
      }
    }).toThrow(/^The store \S+ is of another build of Breakeven \(.*results.*\), .*; move it away/);
  });
});

function schemaOf(raw: RawDatabase): unknown {
  return raw.prepare('SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY name').all();
}

function freshSchema(steps: typeof migrations): unknown {
  const raw = new (loadSqlite())(':memory:');
  migrate(raw, steps);
  const schema = schemaOf(raw);
  raw.close();
  return schema;
}
