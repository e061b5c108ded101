import { openDatabase } from '../../src-main/core/store/database.ts';
import { type DigestedRow, sampleDigest } from '../../src-main/core/store/sample-digest.ts';

/** A run's tables besides `run`, with the column of the run or case, and the others. */
const ofRuns = ['run_plan', 'run_workload', 'run_tag'] as const;
const ofCases = ['process'] as const;

/**
 * Copies the runs of a store of made-up runs in SQL until it has so many: 20 times as fast as making each. Copies have
 * ids of their own and follow in time what they were copied from; cases, samples and the search index are copied as
 * well.
 */
export function multiplyStore(
  home: string,
  runs: number,
  tell: (done: number) => void = () => {},
): void {
  const { database, session } = openDatabase(home);
  const { raw } = database;
  const number = (sql: string): number => Number(raw.prepare(sql).pluck().get());
  try {
    raw.pragma('synchronous = OFF');
    raw.pragma('cache_size = -400000');
    defineDigest(raw);
    const base = number('SELECT max(seq) FROM run');
    const cases = number('SELECT max(id) FROM run_case');
    const minutes = 7 * base;
    for (let copy = 1; base * copy < runs; copy += 1) {
      const wanted = Math.min(base, runs - base * copy);
      const bounds = {
        run: base * copy,
        case: cases * copy,
        wanted,
        minutes: minutes * copy,
        copy,
      };
      raw.transaction(() => copyRuns(raw, bounds))();
      tell(base * copy + wanted);
    }
    raw.pragma('wal_checkpoint(TRUNCATE)');
  } finally {
    raw.close();
    session.close();
  }
}

type Bounds = {
  readonly run: number;
  readonly case: number;
  /** The first so many runs are copied. */
  readonly wanted: number;
  readonly minutes: number;
  readonly copy: number;
};

type Raw = ReturnType<typeof openDatabase>['database']['raw'];

/** `digest_of` of SQL: the digest of a copied row of samples, whose columns are given in this order. */
export function defineDigest(raw: Raw): void {
  type Row = DigestedRow;
  raw.function(
    'digest_of',
    { varargs: true },
    (
      ...[case_id, scope, repetition, n, repeats, launch_included, same_as, times, clocks, cpu]: [
        ...[Row['case_id'], Row['scope'], Row['repetition'], Row['n'], Row['repeats']],
        ...[Row['launch_included'], Row['same_as'], Row['times'], Row['clocks'], Row['cpu']],
      ]
    ) =>
      sampleDigest({
        ...{ case_id, scope, repetition, n, repeats },
        ...{ launch_included, same_as, times, clocks, cpu },
      }),
  );
}

function copyRuns(raw: Raw, bounds: Bounds): void {
  const columns = (table: string, without: readonly string[]): readonly string[] =>
    raw
      .prepare<[string], string>('SELECT name FROM pragma_table_info(?)')
      .pluck()
      .all(table)
      .filter((name) => !without.includes(name));
  /** Rows of a table with some columns computed anew. */
  const copy = (table: string, anew: Readonly<Record<string, string>>, condition: string): void => {
    const same = columns(table, [...Object.keys(anew), ...(table === 'samples' ? ['id'] : [])]);
    const names = [...Object.keys(anew), ...same].join(', ');
    const values = [...Object.values(anew), ...same].join(', ');
    const sql = `INSERT INTO ${table} (${names}) SELECT ${values} FROM ${table} WHERE ${condition}`;
    const used = Object.entries(bounds).filter(([name]) => sql.includes(`@${name}`));
    raw.prepare(sql).run(Object.fromEntries(used));
  };
  const later = (column: string): string =>
    `strftime('%Y-%m-%dT%H:%M:%fZ', ${column}, '+' || @minutes || ' minutes')`;
  copy(
    'run',
    {
      seq: 'seq + @run',
      id: `'syn' || printf('%03x', @copy) || substr(id, 7)`,
      title: `title || ' in copy ' || cast(@copy AS INTEGER)`,
      baseline: '0',
      created_at: later('created_at'),
      finished_at: later('finished_at'),
      active_at: later('active_at'),
    },
    'seq <= @wanted',
  );
  for (const table of ofRuns) copy(table, { run: 'run + @run' }, 'run <= @wanted');
  copy(
    'run_case',
    { id: 'id + @case', run: 'run + @run', finished_at: later('finished_at') },
    'run <= @wanted',
  );
  const last = raw
    .prepare<[number], number | null>('SELECT max(id) FROM run_case WHERE run <= ?')
    .pluck()
    .get(bounds.wanted);
  const case_id = 'case_id + @case';
  const condition = `case_id <= ${last ?? 0}`;
  for (const table of ofCases) copy(table, { case_id }, condition);
  const digest = `digest_of(${case_id}, scope, repetition, n, repeats, launch_included, same_as, times, clocks, cpu)`;
  copy('samples', { case_id, digest }, condition);
  raw
    .prepare(
      `INSERT INTO run_search (rowid, id, title, note, tags, subject, device)
       SELECT seq, id, title, note,
         coalesce((SELECT group_concat(tag, ' ') FROM run_tag WHERE run_tag.run = run.seq), ''),
         workloads || ' sequential omp-private', device
       FROM run WHERE seq > ? AND seq <= ?`,
    )
    .run(bounds.run, bounds.run + bounds.wanted);
}
