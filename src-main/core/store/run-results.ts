import type { RunResults } from '../../contract/run-results.ts';
import { contentHash, decodeJson } from './codec.ts';
import type { RunKey } from './reference.ts';
import { canonicalConfiguration } from './reference-names.ts';
import type { Bindable, Database } from './sqlite.ts';

/** Column list of `resultsOf`; the table's alias is `k`. */
export const resultColumns = `k.method, k.break_even, k.break_even_lo, k.break_even_hi, k.break_even_about,
  k.speedup, k.speedup_lo, k.speedup_hi, k.speedup_about, k.median_ns, k.median_case, k.median_about`;

export type ResultRecord = {
  readonly method: string | null;
  readonly break_even: number | null;
  readonly break_even_lo: number | null;
  readonly break_even_hi: number | null;
  readonly break_even_about: string | null;
  readonly speedup: number | null;
  readonly speedup_lo: number | null;
  readonly speedup_hi: number | null;
  readonly speedup_about: string | null;
  readonly median_ns: number | null;
  readonly median_case: number | null;
  readonly median_about: string | null;
};

/** Undefined where nothing has been computed yet. */
export function resultsOf(record: ResultRecord): RunResults | undefined {
  if (record.method === null) return undefined;
  const { break_even: at, speedup: ratio, median_ns: ns, median_case: caseIndex } = record;
  return {
    breakEven:
      at === null
        ? null
        : {
            at,
            ci95: interval(record.break_even_lo, record.break_even_hi),
            about: record.break_even_about ?? '',
          },
    speedup:
      ratio === null
        ? null
        : {
            ratio,
            ci95: interval(record.speedup_lo, record.speedup_hi),
            about: record.speedup_about ?? '',
          },
    median:
      ns === null || caseIndex === null
        ? null
        : { ns, caseIndex, about: record.median_about ?? '' },
  };
}

function interval(low: number | null, high: number | null): [number, number] | null {
  return low === null || high === null ? null : [low, high];
}

/** Keeps the results of a run by a method, in place of earlier ones. Its series are examined again. */
export function writeResults(
  database: Database,
  run: RunKey,
  method: string,
  { breakEven, speedup, median }: RunResults,
): void {
  database.write(() => {
    const found = database
      .prepare<{
        created_at: string;
        trashed_at: string | null;
        fingerprint: string;
        configuration: string;
      }>(
        `SELECT r.created_at, r.trashed_at, m.fingerprint, json_extract(p.plan, '$.configuration') AS configuration
         FROM run AS r JOIN machine AS m ON m.id = r.machine JOIN run_plan AS p ON p.run = r.seq
         WHERE r.seq = ? AND r.status <> 'running'`,
      )
      .get(run.seq);
    // It was removed or goes on meanwhile: there is nothing to say of it now.
    if (found === undefined) return;
    const same = contentHash(
      `${found.fingerprint} ${canonicalConfiguration(found.configuration)}`,
    ).slice(0, 32);
    const values: Bindable[] = [
      ...[run.seq, method, same, found.created_at],
      ...[breakEven?.at ?? null, ...(breakEven?.ci95 ?? [null, null]), breakEven?.about ?? null],
      ...[speedup?.ratio ?? null, ...(speedup?.ci95 ?? [null, null]), speedup?.about ?? null],
      ...[median?.ns ?? null, median?.caseIndex ?? null, median?.about ?? null],
      Number(found.trashed_at !== null),
    ];
    database
      .prepare(
        `INSERT OR REPLACE INTO run_result (run, method, configuration, created_at,
           break_even, break_even_lo, break_even_hi, break_even_about,
           speedup, speedup_lo, speedup_hi, speedup_about, median_ns, median_case, median_about, trashed)
         VALUES (${values.map(() => '?').join(', ')})`,
      )
      .run(...values);
  });
}

/** A run that goes on has other results when it ends. */
export function forgetResults(database: Database, seq: number): void {
  database.prepare('DELETE FROM run_result WHERE run = ?').run(seq);
}

export type MissingResults = {
  readonly runs: readonly (RunKey & { readonly results: boolean; readonly series: boolean })[];
  /** Where to go on; null: nothing is left. */
  readonly next: number | null;
};

/** Runs that are looked at for what they lack, at a time: of a full store this takes a few milliseconds. */
const looked = 5000;

/**
 * Ended runs whose results, or whose series, were not computed by this method, the newest first, among those before
 * `before`; null: from the newest on.
 */
export function missingResults(
  database: Database,
  method: string,
  before: number | null,
  limit: number,
): MissingResults {
  const newest = database.prepare<{ seq: number | null }>('SELECT max(seq) AS seq FROM run').get();
  const from = before ?? (newest?.seq ?? 0) + 1;
  const runs = database
    .prepare<{ seq: number; id: string; results: number; series: number }>(
      `SELECT r.seq, r.id, k.method IS NOT ? AS results, k.examined IS NOT ? AS series
       FROM run AS r LEFT JOIN run_result AS k ON k.run = r.seq
       WHERE r.seq < ? AND r.seq >= ? AND r.status <> 'running' AND r.trashed_at IS NULL
         AND (k.method IS NOT ? OR k.examined IS NOT ?)
       ORDER BY r.seq DESC LIMIT ?`,
    )
    .all(method, method, from, from - looked, method, method, limit)
    .map(({ seq, id, results, series }) => ({
      seq,
      id,
      results: results === 1,
      series: series === 1,
    }));
  const last = runs.length < limit ? from - looked : (runs.at(-1)?.seq ?? 0);
  return { runs, next: last <= 1 ? null : last };
}

/** Runs in the trash are on no sparkline. */
export function markTrashed(database: Database, runs: readonly RunKey[], trashed: boolean): void {
  const mark = database.prepare('UPDATE run_result SET trashed = ? WHERE run = ?');
  for (const { seq } of runs) mark.run(Number(trashed), seq);
}

/** How many of the newest runs that come to a sparkline. */
const sparkRuns = 20;

/**
 * The number that stands for each of these runs over the runs of the same configuration until it, oldest first.
 *
 * @param wanted ids of runs with the column of the number
 */
export function sparklinesOf(
  database: Database,
  wanted: readonly (readonly [string, ResultColumn])[],
): ReadonlyMap<string, readonly number[]> {
  const found = new Map<string, readonly number[]>();
  for (const [column, runs] of Map.groupBy(wanted, ([, one]) => one)) {
    const rows = database
      .prepare<{ id: string; line: string }>(
        `SELECT r.id, (SELECT json_group_array(value) FROM (
             SELECT k.${column} AS value FROM run_result AS k
             WHERE k.configuration = own.configuration AND k.trashed = 0
               AND (k.created_at, k.run) <= (own.created_at, own.run) AND k.${column} IS NOT NULL
             ORDER BY k.created_at DESC, k.run DESC LIMIT ${sparkRuns})) AS line
         FROM json_each(?) AS p CROSS JOIN run AS r ON r.id = p.value
           CROSS JOIN run_result AS own ON own.run = r.seq`,
      )
      .all(JSON.stringify(runs.map(([id]) => id)));
    for (const { id, line } of rows) found.set(id, decodeJson<number[]>(line).reverse());
  }
  return found;
}

export type ResultColumn = 'break_even' | 'speedup' | 'median_ns';
