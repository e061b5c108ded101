import { expect } from 'vitest';
import { encodeDoubles } from '../../../src-main/core/store/codec.ts';
import { migrate, versionOf } from '../../../src-main/core/store/migrations/all.ts';
import { loadSqlite, type RawDatabase } from '../../../src-main/core/store/sqlite.ts';
import { summarizeProcess } from '../../../src-main/stats/process-summary.ts';
import { descriptor, machine, newRun, planned } from './fixtures.ts';

/** A database as a program of that version left it, filled by that version's own statements. */
export function databaseOf(file: string, version: number): void {
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
