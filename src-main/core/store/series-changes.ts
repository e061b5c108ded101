import type { FewRuns } from '../../contract/change-text.ts';
import type { TrendDifference, TrendPoint } from '../../contract/procedures/trends.ts';
import { headlineScope } from '../../contract/timing-scopes.ts';
import type { Device, Values } from '../../contract/workload.ts';
import { statedChanges } from '../../stats/stated-changes.ts';
import { decodeJson, encodeJson } from './codec.ts';
import type { RunKey } from './reference.ts';
import { type Bindable, type Database, upsertSql } from './sqlite.ts';

/** One case of a run as the newest of its history. */
export type SeriesOfCase = {
  readonly caseId: number;
  readonly caseIndex: number;
  readonly subject: number;
  readonly fingerprint: string;
  readonly contract: string;
  readonly scope: string;
};

/** A change in the history of a case, without the words of its series. */
export type ChangeFound = {
  /** `creep`: each run differs a little from the one before; the run is the newest. */
  readonly kind: 'step' | 'creep';
  readonly runId: string;
  readonly caseIndex: number;
  readonly at: string;
  readonly ratio: number;
  readonly p: number;
  readonly body: ChangeBody;
};

type ChangeBody = {
  readonly ci95: readonly [number, number];
  readonly before: TrendPoint;
  readonly after: TrendPoint;
  readonly differences: readonly TrendDifference[];
  readonly sentence: string;
};

/** Measured cases of a run whose histories this method has not examined up to them. */
export function seriesToExamine(
  database: Database,
  run: RunKey,
  method: string,
): readonly SeriesOfCase[] {
  return database
    .prepare<{
      id: number;
      case_index: number;
      subject: number;
      fingerprint: string;
      contract: string;
      scopes: string;
    }>(
      `SELECT c.id, c.case_index, c.subject, m.fingerprint, coalesce(d.contract, '') AS contract,
         (SELECT json_group_array(key) FROM json_each(c.metrics)) AS scopes
       FROM run_case AS c JOIN run AS r ON r.seq = c.run JOIN machine AS m ON m.id = r.machine
         JOIN descriptor AS d ON d.id = c.descriptor
       WHERE c.run = ? AND c.outcome = 'ok' ORDER BY c.case_index`,
    )
    .all(run.seq)
    .flatMap(({ id, case_index, scopes, ...rest }): SeriesOfCase[] => {
      const scope = headlineScope(decodeJson<string[]>(scopes));
      if (scope === null) return [];
      const one = { caseId: id, caseIndex: case_index, scope, ...rest };
      return isExamined(database, one, method) ? [] : [one];
    });
}

function isExamined(database: Database, one: SeriesOfCase, method: string): boolean {
  const known = database
    .prepare<{ found: number }>(
      `SELECT 1 AS found FROM series WHERE subject = ? AND fingerprint = ? AND contract = ? AND scope = ?
         AND method = ? AND newest >= ?`,
    )
    .get(one.subject, one.fingerprint, one.contract, one.scope, method, one.caseId);
  return known !== undefined;
}

/** What examining the history of a case found. */
export type SeriesFinding = {
  readonly state: string;
  readonly runs: number;
  readonly changes: readonly ChangeFound[];
};

/** Keeps what the history of a case says, in place of what it said before. */
export function writeSeries(
  database: Database,
  one: SeriesOfCase,
  method: string,
  found: SeriesFinding,
): void {
  database.write(() => {
    const { subject, fingerprint, contract, scope, caseId: newest } = one;
    const { state, runs } = found;
    const key = { subject, fingerprint, contract, scope };
    const series = { ...key, method, newest, state, runs };
    const row = database
      .prepare<{ id: number }>(`${upsertSql('series', Object.keys(key), series)} RETURNING id`)
      .get(...Object.values(series));
    if (row === undefined) return;
    database.prepare('DELETE FROM series_change WHERE series = ?').run(row.id);
    const insert = database.prepare(
      `INSERT INTO series_change (series, run, case_index, kind, at, ratio, p, body)
       SELECT ?, seq, ?, ?, ?, ?, ?, ? FROM run WHERE id = ?`,
    );
    for (const { kind, runId, caseIndex, at, ratio, p, body } of found.changes) {
      insert.run(row.id, caseIndex, kind, at, ratio, p, encodeJson(body), runId);
    }
  });
}

/** All cases of a run have been examined. */
export function markExamined(database: Database, run: RunKey, method: string): void {
  database.write(() =>
    database
      .prepare(`UPDATE run SET examined = ? WHERE seq = ? AND status <> 'running'`)
      .run(method, run.seq),
  );
}

/**
 * Histories that these runs are part of say something else without or with them: the newest run of each that is left is
 * examined again.
 */
export function forgetSeries(database: Database, runs: readonly RunKey[]): void {
  const ofRun = `subject IN (SELECT subject FROM run_case WHERE run = ?) AND fingerprint =
    (SELECT m.fingerprint FROM run AS o JOIN machine AS m ON m.id = o.machine WHERE o.seq = ?)`;
  for (const { seq } of runs) {
    database
      .prepare(
        `UPDATE run SET examined = NULL WHERE seq IN (
           SELECT (SELECT c.run FROM run_case AS c JOIN run AS r ON r.seq = c.run
               JOIN machine AS m ON m.id = r.machine
             WHERE c.subject = s.subject AND r.trashed_at IS NULL AND m.fingerprint = s.fingerprint
             ORDER BY c.run DESC LIMIT 1)
           FROM series AS s WHERE ${ofRun})`,
      )
      .run(seq, seq);
    database.prepare(`DELETE FROM series WHERE ${ofRun}`).run(seq, seq);
  }
}

/** What decides which changes are stated: the p values of all changes, and how many histories have none. */
export type Examined = {
  readonly ps: readonly number[];
  readonly unchanged: number;
  /** Histories that are long enough for a change. */
  readonly histories: number;
  /** Those that are not, and that this store measured: nobody here measures imported cases again. */
  readonly few: FewRuns;
};

export function readExamined(database: Database): Examined {
  const ps = database.prepare<{ p: number }>('SELECT p FROM series_change').all();
  const counted = database
    .prepare<{ histories: number; changed: number }>(
      `SELECT (SELECT count(*) FROM series WHERE state <> 'too-few') AS histories,
         (SELECT count(DISTINCT series) FROM series_change) AS changed`,
    )
    .get();
  const few = database
    .prepare<FewRuns>(
      `SELECT count(*) AS cases, coalesce(min(s.runs), 0) AS least, coalesce(max(s.runs), 0) AS most
       FROM series AS s JOIN run_case AS c ON c.id = s.newest JOIN run AS r ON r.seq = c.run
       WHERE s.state = 'too-few' AND r.imported_at IS NULL`,
    )
    .get() ?? { cases: 0, least: 0, most: 0 };
  const { histories = 0, changed = 0 } = counted ?? {};
  return { ps: ps.map(({ p }) => p), unchanged: histories - changed, histories, few };
}

export type StoredChange = Omit<ChangeFound, 'body'> &
  ChangeBody & {
    readonly workload: string;
    readonly variant: string;
    readonly values: Values;
    readonly device: Device;
    readonly scope: string;
    readonly runs: number;
    readonly hostname: string;
    /** The title of the run. */
    readonly title: string;
    /** Another change of the same history is not stated. */
    readonly partly: boolean;
  };

export type ChangesRequest = {
  readonly direction: 'slower' | 'faster' | 'both';
  readonly workload?: string | undefined;
  readonly offset: number;
  readonly limit: number;
};

export type ChangesPage = {
  readonly changes: readonly StoredChange[];
  /** Of all pages. */
  readonly total: number;
  readonly examined: Examined;
};

/** The stated changes of all histories, the newest first. */
export function readChanges(
  database: Database,
  { direction, workload, offset, limit }: ChangesRequest,
): ChangesPage {
  const examined = readExamined(database);
  const { maxP } = statedChanges(examined.ps, examined.unchanged);
  const conditions = [
    'x.p <= ?',
    'r.trashed_at IS NULL',
    ...(direction === 'both' ? [] : [`x.ratio ${direction === 'slower' ? '>' : '<'} 1`]),
    ...(workload === undefined ? [] : ['s.workload = ?']),
  ].join(' AND ');
  const parameters: Bindable[] = [maxP, ...(workload === undefined ? [] : [workload])];
  const from = `FROM series_change AS x JOIN series AS h ON h.id = x.series JOIN subject AS s ON s.id = h.subject
    JOIN run AS r ON r.seq = x.run`;
  const total = database
    .prepare<{ n: number }>(`SELECT count(*) AS n ${from} WHERE ${conditions}`)
    .get(...parameters);
  const changes = database
    .prepare<{
      kind: 'step' | 'creep';
      id: string;
      case_index: number;
      at: string;
      ratio: number;
      p: number;
      body: string;
      workload: string;
      variant: string;
      axis_values: string;
      device: Device;
      scope: string;
      runs: number;
      hostname: string;
      title: string;
      partly: number;
    }>(
      `SELECT x.kind, r.id, x.case_index, x.at, x.ratio, x.p, x.body, s.workload, s.variant, s.axis_values, d.device,
         h.scope, h.runs, json_extract(m.attributes, '$.hostname') AS hostname, r.title,
         EXISTS (SELECT 1 FROM series_change AS o WHERE o.series = x.series AND o.p > ?) AS partly
       ${from} JOIN machine AS m ON m.id = r.machine
         JOIN run_case AS c ON c.run = x.run AND c.case_index = x.case_index JOIN descriptor AS d ON d.id = c.descriptor
       WHERE ${conditions} ORDER BY x.at DESC, x.run DESC, x.case_index LIMIT ? OFFSET ?`,
    )
    .all(maxP, ...parameters, limit, offset)
    .map(({ id, case_index, body, axis_values, partly, ...rest }) => ({
      ...rest,
      ...decodeJson<ChangeBody>(body),
      runId: id,
      caseIndex: case_index,
      values: decodeJson<Values>(axis_values),
      partly: partly === 1,
    }));
  return { changes, total: total?.n ?? 0, examined };
}
