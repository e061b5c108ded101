import type { RunLogLine } from '../../contract/procedures/detail.ts';
import type { RunKey } from './reference.ts';
import type { Database } from './sqlite.ts';

export type NewLogLine = {
  readonly level: RunLogLine['level'];
  readonly text: string;
  readonly caseIndex?: number | null;
  /** ISO 8601 UTC; now by default. */
  readonly at?: string;
};

/** A line is for people; what is longer than this is cut, with an ellipsis. */
const longestLine = 2000;

export function appendLog(database: Database, run: RunKey, lines: readonly NewLogLine[]): void {
  database.write(() => {
    const last = database
      .prepare<{ n: number }>('SELECT coalesce(max(line), 0) AS n FROM run_log WHERE run = ?')
      .get(run.seq);
    const add = database.prepare(
      'INSERT INTO run_log (run, line, at, level, text, case_index) VALUES (?, ?, ?, ?, ?, ?)',
    );
    let line = last?.n ?? 0;
    for (const { level, text, caseIndex = null, at = new Date().toISOString() } of lines) {
      line += 1;
      const shown = text.length > longestLine ? `${text.slice(0, longestLine - 1)}…` : text;
      add.run(run.seq, line, at, level, shown, caseIndex);
    }
  });
}

/** The last line that begins so; null where there is none. */
export function lastLogged(database: Database, run: RunKey, start: string): string | null {
  const row = database
    .prepare<{ text: string }>(
      `SELECT text FROM run_log WHERE run = ? AND substr(text, 1, length(?)) = ?
       ORDER BY line DESC LIMIT 1`,
    )
    .get(run.seq, start, start);
  return row?.text ?? null;
}

/** Lines after the one with number `after`, oldest first. */
export function readLog(
  database: Database,
  run: RunKey,
  after: number,
  limit: number,
): readonly RunLogLine[] {
  return database
    .prepare<RunLogLine>(
      `SELECT line, at, level, text, case_index AS caseIndex FROM run_log
       WHERE run = ? AND line > ? ORDER BY line LIMIT ?`,
    )
    .all(run.seq, after, limit);
}
