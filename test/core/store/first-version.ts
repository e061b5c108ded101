import { encodeDoubles } from '../../../src-main/core/store/codec.ts';
import { migrate, migrations } from '../../../src-main/core/store/migrations/all.ts';
import type { Migration } from '../../../src-main/core/store/migrations/migration.ts';
import { sampleDigest } from '../../../src-main/core/store/sample-digest.ts';
import { loadSqlite, type RawDatabase } from '../../../src-main/core/store/sqlite.ts';
import { summarizeProcess } from '../../../src-main/stats/process-summary.ts';
import { descriptor, machine, metric, newRun, planned } from './fixtures.ts';

/** A second version of the schema that nobody has: the machinery of upgrades is tested with it. */
export const withSecondVersion: readonly Migration[] = [
  ...migrations,
  {
    version: 2,
    name: 'weather',
    sql: `ALTER TABLE run ADD COLUMN weather TEXT;
      CREATE TABLE forecast (run INTEGER PRIMARY KEY REFERENCES run (seq), body BLOB NOT NULL) STRICT;
      INSERT INTO forecast SELECT seq, randomblob(1000000) FROM run;`,
    fill(raw, run) {
      const title = raw.prepare('SELECT title FROM run WHERE seq = ?').pluck().get(run);
      if (title === 'Bad run') throw new Error('no weather');
      raw.prepare(`UPDATE run SET weather = 'rain over ' || title WHERE seq = ?`).run(run);
    },
  },
];

/** A database of the first version with one run. */
export function firstVersionAt(file: string): void {
  const raw = new (loadSqlite())(file);
  raw.pragma('application_id = 0x42524b45');
  migrate(raw);
  fill(raw);
  raw.close();
}

function fill(raw: RawDatabase): void {
  const plan = newRun([planned(0)]).plan;
  const { logError } = summarizeProcess(Float64Array.of(1, 2, 3));
  const metrics = { kernel: { ...metric(2, 3), processes: 1 } };
  raw
    .prepare('INSERT INTO machine VALUES (1, ?, ?, ?)')
    .run('h', machine.fingerprint, JSON.stringify(machine));
  raw
    .prepare('INSERT INTO descriptor VALUES (1, ?, ?, ?, ?)')
    .run('h', 'cpu', 'study', JSON.stringify(descriptor('histogram', 'sequential')));
  raw.exec(`
    INSERT INTO subject VALUES (1, 'histogram', 'sequential', '{"n":1000}');
    INSERT INTO subject_value VALUES ('n', 1, 1000, NULL);
    INSERT INTO run (seq, id, created_at, finished_at, title, preset, status, workloads, device, cases, ok, machine, class,
      active_at, note, pinned)
    VALUES (1, 'oldrun', '2024-05-01T00:00:00.000Z', '2024-05-01T00:01:00.000Z', 'Old run', NULL, 'complete',
      '["histogram"]', 'Test CPU 3000', 1, 1, 1, 'Test CPU 3000, 1 core', '2024-05-01T00:01:00.000Z', 'an old note', 1);
    INSERT INTO run_tag (tag, run) VALUES ('lab', 1);
    INSERT INTO run_search (rowid, id, title, note, tags, subject, device)
    VALUES (1, 'oldrun', 'Old run', 'an old note', 'lab', '["histogram"] sequential', 'Test CPU 3000');
    INSERT INTO run_workload VALUES ('histogram', 1);
    INSERT INTO run_case (id, run, case_index, subject, descriptor, outcome, attributes, warnings, finished_at, metrics)
    VALUES (1, 1, 0, 1, 1, 'ok', '{}', '[]', '2024-05-01T00:01:00.000Z', '${JSON.stringify(metrics)}');
    INSERT INTO process (case_id, scope, repetition, repeats, n, median_ns, mean_ns, effective_n, log_error)
    VALUES (1, 'kernel', 0, 1, 3, 2, 2, 3, ${logError});`);
  raw.prepare('INSERT INTO run_plan VALUES (1, ?)').run(JSON.stringify(plan));
  const times = encodeDoubles(Float64Array.from([1, 2, 3]));
  const digest = sampleDigest({
    ...{ case_id: 1, scope: 'kernel', repetition: 0, n: 3, repeats: 1, launch_included: 0 },
    ...{ same_as: null, times, clocks: null, cpu: null },
  });
  raw
    .prepare(
      `INSERT INTO samples (case_id, scope, repetition, n, repeats, launch_included, digest, times)
       VALUES (1, 'kernel', 0, 3, 1, 0, ?, ?)`,
    )
    .run(digest, times);
}
