import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  latestVersion,
  migrate,
  migrations,
  versionOf,
} from '../../../src-main/core/store/migrations/all.ts';
import { loadSqlite, type RawDatabase } from '../../../src-main/core/store/sqlite.ts';
import { openStore } from '../../../src-main/core/store/store.ts';
import { summarizeProcess } from '../../../src-main/stats/process-summary.ts';
import { finished, newRun, planned, temporaryHome } from './fixtures.ts';
import { databaseOf } from './old-database.ts';

let place: ReturnType<typeof temporaryHome>;
let file: string;

beforeEach(() => {
  place = temporaryHome();
  file = path.join(place.home, 'breakeven.db');
});

afterEach(() => place.remove());

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
      databaseOf(file, version);
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
    databaseOf(file, 1);
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
