import { type RawDatabase, sqliteCode } from '../sqlite.ts';
import { baseline } from './0001-baseline.ts';
import type { Migration } from './migration.ts';

export const migrations: readonly Migration[] = [baseline];

export const latestVersion = migrations.length;

export function versionOf(raw: RawDatabase): number {
  return Number(raw.pragma('user_version', { simple: true }));
}

/**
 * Brings the database up to date, each step in a transaction of its own: a step that fails leaves the version before it.
 * The version is read again under the write lock, so that two processes opening an old database take turns. Returns a
 * sentence for each step that could not read some runs.
 */
export function migrate(
  raw: RawDatabase,
  steps: readonly Migration[] = migrations,
): readonly string[] {
  return steps.flatMap((step) =>
    raw
      .transaction(() => {
        if (versionOf(raw) >= step.version) return [];
        raw.exec(step.sql);
        const left = unfilled(raw, step);
        raw.pragma(`user_version = ${step.version}`);
        return left;
      })
      .immediate(),
  );
}

function unfilled(raw: RawDatabase, { version, fill }: Migration): readonly string[] {
  if (fill === undefined) return [];
  const runs = raw.prepare('SELECT seq, id FROM run').all() as { seq: number; id: string }[];
  const left = runs.flatMap(({ seq, id }) => {
    try {
      // Inside a transaction it is a savepoint.
      raw.transaction(() => fill(raw, seq))();
      return [];
    } catch (error) {
      if (isFull(error)) throw error;
      return [`${id}: ${error instanceof Error ? error.message : String(error)}`];
    }
  });
  const [first] = left;
  if (first === undefined) return [];
  return [
    `${left.length} of ${runs.length} runs could not be upgraded to version ${version} of the store; they keep their data and lack what is new (${first}).`,
  ];
}

/** What concerns the whole store stops the step. */
function isFull(error: unknown): boolean {
  return /^SQLITE_(FULL|IOERR|NOMEM|CORRUPT)/.test(sqliteCode(error) ?? '');
}
