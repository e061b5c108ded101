import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { encodeDoubles } from '../../../src-main/core/store/codec.ts';
import {
  latestVersion,
  migrate,
  migrations,
  versionOf,
} from '../../../src-main/core/store/migrations/all.ts';
import { loadSqlite, type RawDatabase } from '../../../src-main/core/store/sqlite.ts';
import { openStore } from '../../../src-main/core/store/store.ts';
import { summarizeProcess } from '../../../src-main/stats/process-summary.ts';
import { descriptor, finished, machine, newRun, planned, temporaryHome } from './fixtures.ts';

let place: ReturnType<typeof temporaryHome>;
let file: string;

beforeEach(() => {
  place = temporaryHome();
  file = path.join(place.home, 'breakeven.db');
});

afterEach(() => place.remove());

/** A database as a program of that version left it, filled by that version's own statements. */
function databaseOf(version: number): void {
  const raw = new (loadSqlite())(file);
  raw.pragma('application_id = 1112687958');
  migrate(raw, version);
  expect(versionOf(raw)).toBe(version);
  if (version >= 1) fill(raw);
  if (version >= 2) {
    raw.exec(
      `UPDATE run SET note = 'an old note', pinned = 1; INSERT INTO run_tag (tag, run) VALUES ('lab', 1)`,
    );
  }
  if (version >= 3) {
    raw.exec(`INSERT INTO run_search (rowid, id, title, note, tags, subject, device)
      VALUES (1, 'oldrun', 'Old run', 'an old note', 'lab', '["histogram"] sequential', 'Test CPU 3000')`);
  }
  if (version >= 8) {
    raw.exec(`INSERT INTO process (case_id, span, round, repeats, n, median_ns, mean_ns, effective_n, log_error)
      VALUES (1, 'kernel', 0, 1, 3, 2, 2, 3, ${summarizeProcess(Float64Array.of(1, 2, 3)).log_error});
      UPDATE metric SET more = '{"processes":1}'`);
  }
  raw.close();
}

function fill(raw: RawDatabase): void {
  const plan = newRun([planned(0)]).plan;
  raw
    .prepare('INSERT INTO machine VALUES (1, ?, ?, ?)')
    .run('h', machine.fingerprint, JSON.stringify(machine));
  raw
    .prepare('INSERT INTO descriptor VALUES (1, ?, ?, ?, ?)')
    .run('h', 'cpu', 'study', JSON.stringify(descriptor('histogram', 'sequential')));
  raw.exec(`
    INSERT INTO subject VALUES (1, 'histogram', 'sequential', '{"n":1000}');
    INSERT INTO subject_value VALUES ('n', 1, 1000, NULL);
    INSERT INTO run (seq, id, created_at, finished_at, title, preset, status, workloads, device, cases, ok, machine, active_at)
    VALUES (1, 'oldrun', '2024-05-01T00:00:00.000Z', '2024-05-01T00:01:00.000Z', 'Old run', NULL, 'complete',
      '["histogram"]', 'Test CPU 3000', 1, 1, 1, '2024-05-01T00:01:00.000Z');
    INSERT INTO run_workload VALUES ('histogram', 1);
    INSERT INTO run_case (id, run, idx, subject, descriptor, outcome, facts, warnings, finished_at)
    VALUES (1, 1, 0, 1, 1, 'ok', '{}', '[]', '2024-05-01T00:01:00.000Z');
    INSERT INTO metric (case_id, span, n, min_ns, q1_ns, median_ns, q3_ns, p95_ns, max_ns, mean_ns, sd_ns, relative_iqr, outliers, slow_first)
    VALUES (1, 'kernel', 3, 1, 1.5, 2, 2.5, 3, 3, 2, 1, 0.5, 0, 0);`);
  raw.prepare('INSERT INTO run_plan VALUES (1, ?)').run(JSON.stringify(plan));
  raw
    .prepare(
      'INSERT INTO samples (case_id, span, round, n, repeats, launch_included, times) VALUES (1, ?, 0, 3, 1, 0, ?)',
    )
    .run('kernel', encodeDoubles(Float64Array.from([1, 2, 3])));
}

describe('migrations', () => {
  it('count from one without gaps', () => {
    expect(migrations.map((step) => step.version)).toEqual(migrations.map((_, i) => i + 1));
    expect(latestVersion).toBe(migrations.length);
  });

  it('stay as they were shipped', () => {
    const digests = migrations.map(({ version, sql }) => [
      version,
      createHash('sha256').update(sql).digest('hex').slice(0, 16),
    ]);
    expect(digests).toMatchInlineSnapshot(`
      [
        [
          1,
          "a9af7331b7c9ff93",
        ],
        [
          2,
          "f6ac42c616ebd583",
        ],
        [
          3,
          "aa18a6e95e327622",
        ],
        [
          4,
          "449872e532dc2215",
        ],
        [
          5,
          "399fb9ca52ef47cd",
        ],
        [
          6,
          "01cfa6bcbc604dc7",
        ],
        [
          7,
          "ea87eb86f8096505",
        ],
        [
          8,
          "384a39222838baad",
        ],
        [
          9,
          "66e31b59ba16bdc2",
        ],
        [
          10,
          "3aec3202f02ea00b",
        ],
        [
          11,
          "1bab52c7db254bb3",
        ],
        [
          12,
          "f02c66aab49f7908",
        ],
      ]
    `);
  });

  it.each(migrations.map((step) => step.version))(
    'bring a database of version %i up to date with its data',
    (version) => {
      databaseOf(version);
      const store = openStore(place.home);
      expect(store.row('oldrun')).toMatchObject({
        title: 'Old run',
        ok: 1,
        tags: version >= 2 ? ['lab'] : [],
        note: version >= 2 ? 'an old note' : '',
        pinned: version >= 2,
      });
      expect(store.run('latest').cases).toMatchObject([
        {
          workload: 'histogram',
          values: { n: 1000 },
          metrics: {
            kernel: { n: 3, median_ns: expect.closeTo(2, 12), p99_ns: null, processes: 1 },
          },
        },
      ]);
      const [part] = store.samples('oldrun', 0, 'kernel');
      expect([...(part?.timesNs ?? [])]).toEqual([1, 2, 3]);
      expect(part?.process).toEqual(summarizeProcess(Float64Array.of(1, 2, 3)));
      const known = store.processes('oldrun', 'kernel').get(0);
      expect(known).toMatchObject([
        { scope: 'kernel', repetition: 0, repeats: 1, ...part?.process },
      ]);
      expect(store.history({ query: 'old sequential' }).total).toBe(1);
      expect(store.history({ query: 'n>=1k workload:histogram' }).total).toBe(1);
      store.createRun(newRun([planned(0)], { id: 'fresh' }));
      store.saveCase('fresh', finished(0));
      expect(store.run('fresh').cases).toHaveLength(1);
      store.close();

      const raw = new (loadSqlite())(file, { readonly: true });
      expect(versionOf(raw)).toBe(latestVersion);
      expect(raw.pragma('integrity_check', { simple: true })).toBe('ok');
      expect(raw.pragma('foreign_key_check')).toEqual([]);
      expect(schemaOf(raw)).toEqual(freshSchema());
      raw.close();
      // The state before the steps is kept as a backup.
      expect(existsSync(path.join(place.home, 'backups'))).toBe(version < latestVersion);
    },
  );

  it('leave the version before a step that fails', () => {
    databaseOf(1);
    const raw = new (loadSqlite())(file);
    raw.exec('CREATE TABLE saved_view (in_the_way)');
    expect(() => migrate(raw)).toThrow(/saved_view/);
    expect(versionOf(raw)).toBe(1);
    expect(
      raw
        .prepare(`SELECT count(*) FROM pragma_table_info('run') WHERE name = 'note'`)
        .pluck()
        .get(),
    ).toBe(0);
    raw.close();
  });
});

function schemaOf(raw: RawDatabase): unknown {
  return raw.prepare('SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY name').all();
}

function freshSchema(): unknown {
  const raw = new (loadSqlite())(':memory:');
  migrate(raw);
  const schema = schemaOf(raw);
  raw.close();
  return schema;
}
