import type { StoredReport } from '../../contract/run-report.ts';
import type { RunResults } from '../../contract/run-results.ts';
import { decodeJson, encodeJson } from './codec.ts';
import type { RunKey } from './reference.ts';
import type { Database } from './sqlite.ts';

/** Keeps the results of a run that has ended, and what they were taken from, in place of earlier ones. */
export function writeResults(
  database: Database,
  run: RunKey,
  results: RunResults,
  report: StoredReport | null = null,
): void {
  database.write(() => {
    const written = database
      .prepare(`UPDATE run SET results = ? WHERE seq = ? AND status <> 'running'`)
      .run(encodeJson(results), run.seq);
    if (written.changes === 0 || report === null) return;
    database
      .prepare('INSERT OR REPLACE INTO run_report (run, report) VALUES (?, ?)')
      .run(run.seq, encodeJson(report));
  });
}

/** The report as it was when the run ended; null for a run under way, or whose process was killed. */
export function readReport(database: Database, run: RunKey): StoredReport | null {
  const stored = database
    .prepare<{ report: string }>(
      `SELECT p.report FROM run_report AS p JOIN run AS r ON r.seq = p.run
       WHERE p.run = ? AND r.results IS NOT NULL`,
    )
    .get(run.seq);
  return stored === undefined ? null : decodeJson<StoredReport>(stored.report);
}

const ended = `trashed_at IS NULL AND status <> 'running'`;

/** Runs that have ended without results: their process was killed, or the disk was full. The newest come first. */
export function runsWithoutResults(database: Database, limit: number): readonly string[] {
  return database
    .prepare<{ id: string }>(
      `SELECT id FROM run WHERE ${ended} AND results IS NULL ORDER BY seq DESC LIMIT ?`,
    )
    .all(limit)
    .map(({ id }) => id);
}

/** Three ranges of the index: `IS NOT` would read all of it. */
const pending = ['examined IS NULL', 'examined < ?', 'examined > ?']
  .map((range) => `SELECT seq, id FROM run INDEXED BY run_by_examined WHERE ${ended} AND ${range}`)
  .join(' UNION ALL ');

/** Runs that have ended and whose histories were not examined by this method, the newest first, and how many there are. */
export function pendingRuns(
  database: Database,
  method: string,
  limit: number,
): { readonly ids: readonly string[]; readonly total: number } {
  const ids = database
    .prepare<{ id: string }>(`SELECT id FROM (${pending}) ORDER BY seq DESC LIMIT ?`)
    .all(method, method, limit)
    .map(({ id }) => id);
  const counted = database
    .prepare<{ n: number }>(`SELECT count(*) AS n FROM (${pending})`)
    .get(method, method);
  return { ids, total: counted?.n ?? 0 };
}
