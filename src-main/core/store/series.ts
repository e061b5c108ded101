import type { Policy } from '../../contract/configuration.ts';
import { inputHashAttribute } from '../../contract/input-hash.ts';
import type { Machine } from '../../contract/machine.ts';
import type { Metric, StoredCase } from '../../contract/run.ts';
import type { Values } from '../../contract/workload.ts';
import { canonicalJson, decodeJson, scopePath } from './codec.ts';
import type { RunKey } from './reference.ts';
import { planOf } from './runs.ts';
import type { Bindable, Database } from './sqlite.ts';

export type SeriesKey = {
  readonly workload: string;
  readonly variant: string;
  readonly values: Values;
  readonly scope: string;
  /** Machine fingerprint. */
  readonly fingerprint: string;
  /** Contract of a lab: a changed one begins a new series. Absent for workloads of this program. */
  readonly contract?: string | undefined;
};

export type SeriesPoint = {
  readonly runId: string;
  readonly caseIndex: number;
  readonly finishedAt: string;
  readonly metric: Metric;
  /** Driver, compiler and the like: attributes that may differ inside a series. */
  readonly versions: Machine['versions'];
  /** Digest of the answer where it was compared exactly: another one means another input. */
  readonly exactAnswer: string | null;
  /** Digest of the input, where it was recorded. */
  readonly inputHash?: string | null;
};

/** What a case was measured with and under. */
export type CaseEnvironment = {
  readonly machine: Machine;
  readonly attributes: StoredCase['attributes'];
  /** Digest of the variant's description. */
  readonly descriptor: string;
  /** Absent where the plan of the run does not have the case. */
  readonly policy?: Policy;
};

type PointRecord = Omit<SeriesPoint, 'metric' | 'versions'> & {
  readonly metric: string;
  readonly versions: string;
  /** The commit of the lab's repository; null of runs without one. */
  readonly head: string | null;
};

/**
 * The history of one thing measured on machines of one kind, oldest first, of which the `newest` so many; runs in the
 * trash are left out.
 */
export function readSeries(
  database: Database,
  key: SeriesKey,
  newest = -1,
): readonly SeriesPoint[] {
  return database
    .prepare<PointRecord>(seriesSql)
    .all(...seriesParameters(key, newest))
    .map(({ metric, versions, head, ...record }) => ({
      ...record,
      metric: decodeJson<Metric>(metric),
      versions: versionsOf(decodeJson<Machine['versions']>(versions), head),
    }))
    .reverse();
}

/** The code of a lab is of its own repository: its commit stands in the place of ours. */
function versionsOf(known: Machine['versions'], head: string | null): Machine['versions'] {
  return head === null ? known : { ...known, commit: head };
}

/** Exported so that its query plan can be tested. */
export const seriesSql = `SELECT r.id AS runId, c.case_index AS caseIndex, c.finished_at AS finishedAt, json_extract(machine.attributes, '$.versions') AS versions, r.revision ->> '$.head' AS head,
    CASE json_extract(c.verification, '$.rule') WHEN 'exact' THEN json_extract(c.answer, '$.sha256') END AS exactAnswer,
    json_extract(c.attributes, '$.${inputHashAttribute}') AS inputHash,
    c.metrics -> ? AS metric
  FROM subject AS s
    CROSS JOIN run_case AS c ON c.subject = s.id
    CROSS JOIN run AS r ON r.seq = c.run
    CROSS JOIN machine ON machine.id = r.machine
    CROSS JOIN descriptor AS d ON d.id = c.descriptor
  WHERE s.workload = ? AND s.variant = ? AND s.axis_values = ? AND machine.fingerprint = ?
    AND d.contract IS ? AND r.trashed_at IS NULL AND c.outcome = 'ok' AND metric IS NOT NULL
  ORDER BY c.finished_at DESC, c.id DESC LIMIT ?`;

export function seriesParameters(key: SeriesKey, newest: number): readonly Bindable[] {
  const { scope, workload, variant, values, fingerprint, contract = null } = key;
  return [
    scopePath(scope),
    workload,
    variant,
    canonicalJson(values),
    fingerprint,
    contract,
    newest,
  ];
}

/** @returns null where the run or the case is gone. */
export function readEnvironment(
  database: Database,
  run: RunKey,
  caseIndex: number,
): CaseEnvironment | null {
  const row = database
    .prepare<{ machine: string; attributes: string; hash: string }>(
      `SELECT machine.attributes AS machine, c.attributes, descriptor.hash
       FROM run_case AS c
         JOIN run AS r ON r.seq = c.run
         JOIN machine ON machine.id = r.machine
         JOIN descriptor ON descriptor.id = c.descriptor
       WHERE c.run = ? AND c.case_index = ?`,
    )
    .get(run.seq, caseIndex);
  if (row === undefined) return null;
  const planned = planOf(database, run).cases.find(({ index }) => index === caseIndex);
  return {
    machine: decodeJson<Machine>(row.machine),
    attributes: decodeJson<StoredCase['attributes']>(row.attributes),
    descriptor: row.hash,
    ...(planned === undefined ? {} : { policy: planned.policy }),
  };
}

export type SeriesFilter = {
  readonly workload?: string | undefined;
  readonly variant?: string | undefined;
  /** Machine fingerprint. */
  readonly fingerprint?: string | undefined;
};

/** The newest run that has a case that went well of what is asked for; null where there is none. */
export function newestRunWith(database: Database, filter: SeriesFilter): string | null {
  const { workload, variant, fingerprint } = filter;
  const conditions = [
    ...(workload === undefined ? [] : ['s.workload = ?']),
    ...(variant === undefined ? [] : ['s.variant = ?']),
  ];
  const row = database
    .prepare<{ id: string }>(
      `SELECT r.id FROM run AS r
       WHERE r.trashed_at IS NULL AND r.ok > 0
         ${fingerprint === undefined ? '' : 'AND r.machine IN (SELECT id FROM machine WHERE fingerprint = ?)'}
         AND EXISTS (SELECT 1 FROM run_case AS c JOIN subject AS s ON s.id = c.subject
           WHERE c.run = r.seq AND c.outcome = 'ok' ${conditions.map((one) => `AND ${one}`).join(' ')})
       ORDER BY r.created_at DESC, r.id DESC LIMIT 1`,
    )
    .get(...[fingerprint, workload, variant].filter((value) => value !== undefined));
  return row?.id ?? null;
}

export type KnownMachine = {
  readonly fingerprint: string;
  readonly hostname: string;
  readonly cpuModel: string;
  readonly gpus: readonly string[];
};

/** Machines that runs were taken on, one entry a fingerprint and name. */
export function readMachines(database: Database): readonly KnownMachine[] {
  return database
    .prepare<Omit<KnownMachine, 'gpus'> & { readonly gpus: string }>(
      `SELECT fingerprint, json_extract(attributes, '$.hostname') AS hostname,
         json_extract(attributes, '$.cpuModel') AS cpuModel,
         (SELECT json_group_array(json_extract(value, '$.name')) FROM json_each(attributes, '$.gpus')) AS gpus
       FROM machine GROUP BY fingerprint, hostname ORDER BY max(id) DESC`,
    )
    .all()
    .map(({ gpus, ...machine }) => ({ ...machine, gpus: decodeJson<string[]>(gpus) }));
}
