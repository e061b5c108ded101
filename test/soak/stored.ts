import { createHash } from 'node:crypto';
import { databaseFile } from '../../src-main/core/store/backup-files.ts';
import { loadSqlite } from '../../src-main/core/store/sqlite.ts';

/** A store as another process sees it. */
export type Stored = {
  /** Status by run, the oldest first. */
  readonly runs: ReadonlyMap<string, string>;
  /** By run and case. */
  readonly outcomes: ReadonlyMap<string, string>;
  /** A digest of each set of samples, by run, case, repetition and timing scope. */
  readonly samples: ReadonlyMap<string, string>;
  readonly faults: readonly string[];
};

const nothing: Stored = { runs: new Map(), outcomes: new Map(), samples: new Map(), faults: [] };

type SampleRow = {
  readonly id: string;
  readonly case_index: number;
  readonly scope: string;
  readonly repetition: number;
  readonly n: number;
  readonly times: Buffer;
};

/** @param check looks through the whole file as well */
export function lookAt(home: string, check: boolean): Stored {
  const Sqlite = loadSqlite();
  let database: InstanceType<typeof Sqlite>;
  try {
    database = new Sqlite(databaseFile(home), { fileMustExist: true, readonly: true });
  } catch {
    return nothing;
  }
  try {
    return database.transaction(() => read(database, check))();
  } catch (error) {
    // Before its first migration a database has no tables.
    if (error instanceof Error && error.message.startsWith('no such table')) return nothing;
    throw error;
  } finally {
    database.close();
  }
}

/** How many cases a store has: what is asked often while a run is under way. */
export function countCases(home: string): number {
  const Sqlite = loadSqlite();
  try {
    const database = new Sqlite(databaseFile(home), { fileMustExist: true, readonly: true });
    try {
      return database.prepare<[], number>('SELECT count(*) FROM run_case').pluck().get() ?? 0;
    } finally {
      database.close();
    }
  } catch {
    // There is none yet, or it has no tables.
    return 0;
  }
}

function read(database: InstanceType<ReturnType<typeof loadSqlite>>, check: boolean): Stored {
  const faults: string[] = [];
  const runs = database
    .prepare<[], { id: string; status: string }>('SELECT id, status FROM run ORDER BY seq')
    .all();
  const cases = database
    .prepare<[], { id: string; case_index: number; outcome: string }>(
      'SELECT r.id, c.case_index, c.outcome FROM run_case c JOIN run r ON r.seq = c.run',
    )
    .all();
  const samples = database
    .prepare<[], SampleRow>(
      `SELECT r.id, c.case_index, s.scope, s.repetition, s.n, s.times FROM samples s
       JOIN run_case c ON c.id = s.case_id JOIN run r ON r.seq = c.run`,
    )
    .all()
    .map(({ id, case_index, scope, repetition, n, times }) => {
      const key = `${id} ${case_index} ${repetition} ${scope}`;
      const kernelCopy = scope === 'call' && times.length === 0;
      if (!kernelCopy && times.length !== 8 * n) faults.push(`samples of ${key} are torn`);
      return [key, createHash('sha256').update(times).digest('hex')] as const;
    });
  if (check) {
    const sound = String(database.pragma('integrity_check', { simple: true }));
    if (sound !== 'ok') faults.push(`integrity check: ${sound}`);
    const strays = database.pragma('foreign_key_check') as readonly unknown[];
    if (strays.length > 0) faults.push(`${strays.length} rows refer to what is not there`);
  }
  return {
    runs: new Map(runs.map(({ id, status }) => [id, status])),
    outcomes: new Map(cases.map(({ id, case_index, outcome }) => [`${id} ${case_index}`, outcome])),
    samples: new Map(samples),
    faults,
  };
}

/** What was stored before and is not there any more as it was; runs of `gone` were removed on purpose. */
export function lostSince(
  before: Stored,
  after: Stored,
  gone: ReadonlySet<string> = new Set(),
): readonly string[] {
  const lost: string[] = [];
  for (const id of before.runs.keys()) {
    if (!after.runs.has(id) && !gone.has(id)) lost.push(`run ${id} is gone`);
  }
  for (const [key, digest] of before.samples) {
    const [id = '', index = ''] = key.split(' ');
    if (gone.has(id) || after.samples.get(key) === digest) continue;
    // A case of several repetitions whose engine was killed in a later one has failed as a whole.
    if (after.outcomes.get(`${id} ${index}`) === 'failed') continue;
    lost.push(`samples ${key} are ${after.samples.has(key) ? 'changed' : 'gone'}`);
  }
  return [...lost, ...after.faults];
}
