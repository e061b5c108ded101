import type { Configuration } from '../../contract/configuration.ts';
import { BreakevenError, badInput, notFound } from '../../contract/failure.ts';
import type { Machine } from '../../contract/machine.ts';
import { machineClass } from '../../contract/machine-class.ts';
import type { Plan, Revision, RunRow, RunStatus } from '../../contract/run.ts';
import { livenessOf, ownIdentity, processIdentitySchema } from '../util/process-identity.ts';
import { canonicalJson, contentHash, decodeJson, encodeJson } from './codec.ts';
import { completeMetrics } from './metrics.ts';
import type { RunKey } from './reference.ts';
import { newRunId } from './run-id.ts';
import { indexRun } from './search-index.ts';
import type { Database } from './sqlite.ts';
import { setTags } from './tags.ts';

export type NewRun = {
  /** Only for runs that have an id already (imported); otherwise one is made. */
  readonly id?: string | undefined;
  readonly configuration: Configuration;
  readonly plan: Plan;
  readonly machine: Machine;
  readonly title: string;
  readonly revision?: Revision | undefined;
  /** ISO 8601 UTC; now by default. */
  readonly createdAt?: string;
};

/** How long the owner of a run on another machine, which cannot be asked, may be silent. */
const foreignSilenceMs = 24 * 3_600_000;

/** Column list of `rowOf`; the table's alias is `r`. */
export const rowColumns = `r.id, r.created_at, r.finished_at, r.title, r.preset, r.status, r.failure, r.owner, r.workloads, r.device,
  r.cases, r.ok, r.failed, r.skipped, r.note, r.revision, r.scrubbed, r.pinned, r.baseline, r.imported_at, r.trashed_at,
  (SELECT json_group_array(tag) FROM (SELECT tag FROM run_tag WHERE run = r.seq ORDER BY tag)) AS tags`;

export type RunRecord = {
  readonly id: string;
  readonly created_at: string;
  readonly finished_at: string | null;
  readonly title: string;
  readonly preset: string | null;
  readonly status: RunStatus;
  readonly failure: string | null;
  /** The process that measures it. */
  readonly owner: string | null;
  readonly workloads: string;
  readonly device: string;
  readonly cases: number;
  readonly ok: number;
  readonly failed: number;
  readonly skipped: number;
  readonly note: string;
  readonly revision: string | null;
  readonly scrubbed: number;
  readonly pinned: number;
  readonly baseline: number;
  readonly tags: string;
  readonly imported_at: string | null;
  readonly trashed_at: string | null;
};

export function rowOf(record: RunRecord): RunRow {
  return {
    id: record.id,
    createdAt: record.created_at,
    finishedAt: record.finished_at,
    title: record.title,
    preset: record.preset,
    status: record.status,
    workloads: decodeJson<string[]>(record.workloads),
    device: record.device,
    cases: record.cases,
    ok: record.ok,
    failed: record.failed,
    skipped: record.skipped,
    tags: decodeJson<string[]>(record.tags),
    note: record.note,
    ...(record.revision === null ? {} : { revision: decodeJson<Revision>(record.revision) }),
    ...(record.scrubbed === 0 ? {} : { scrubbed: true }),
    pinned: record.pinned === 1,
    baseline: record.baseline === 1,
    ...(record.failure === null ? {} : { failure: record.failure }),
    ...(record.owner === null || record.owner === encodeJson(ownIdentity())
      ? {}
      : { elsewhere: true }),
    ...(record.imported_at === null ? {} : { importedAt: record.imported_at }),
    ...(record.trashed_at === null ? {} : { trashedAt: record.trashed_at }),
  };
}

export function readRow(database: Database, seq: number): RunRow {
  const record = database
    .prepare<RunRecord>(`SELECT ${rowColumns} FROM run AS r WHERE r.seq = ?`)
    .get(seq);
  if (record === undefined) throw notFound('The run was removed.');
  return rowOf(record);
}

/** Stores a run as `running`, owned by this process, with its plan, machine, tags and note. */
export function createRun(database: Database, given: NewRun): RunRow {
  if (given.id !== undefined) checkId(database, given.id);
  const createdAt = given.createdAt ?? new Date().toISOString();
  const { configuration, plan, machine } = given;
  return database.write(() => {
    const inserted = database
      .prepare(
        `INSERT INTO run (id, created_at, title, preset, status, workloads, device, cases, machine, class, owner, active_at, note, revision)
         VALUES (?, ?, ?, ?, 'running', '[]', ?, 0, ?, ?, ?, ?, ?, ?)`,
      )
      .run(
        given.id ?? freeId(database, createdAt),
        createdAt,
        given.title,
        configuration.preset ?? null,
        machine.cpuModel,
        keepMachine(database, machine),
        machineClass(machine).title,
        encodeJson(ownIdentity()),
        new Date().toISOString(),
        configuration.note ?? '',
        given.revision === undefined ? null : encodeJson(given.revision),
      );
    const seq = Number(inserted.lastInsertRowid);
    writePlan(database, seq, plan);
    setTags(database, seq, configuration.tags ?? []);
    indexRun(database, seq);
    return readRow(database, seq);
  });
}

/** Replaces the plan: resuming with other repetitions, refining with more cases. Stored cases stay. */
export function replacePlan(database: Database, run: RunKey, plan: Plan): void {
  database.write(() => {
    writePlan(database, run.seq, plan);
    indexRun(database, run.seq);
  });
}

function writePlan(database: Database, seq: number, plan: Plan): void {
  database
    .prepare(
      'INSERT INTO run_plan (run, plan) VALUES (?, ?) ON CONFLICT (run) DO UPDATE SET plan = excluded.plan',
    )
    .run(seq, encodeJson(plan));
  const workloads = [...new Set(plan.cases.map((planned) => planned.workload))];
  for (const workload of workloads) noteWorkload(database, seq, workload);
  database
    .prepare(
      `UPDATE run SET workloads = ?, configuration = ?,
         cases = max(?, (SELECT coalesce(max(case_index) + 1, 0) FROM run_case WHERE run = run.seq)) WHERE seq = ?`,
    )
    .run(
      encodeJson(workloads),
      configurationDigest(machineOf(database, { seq, id: '' }), plan.configuration),
      plan.cases.length,
      seq,
    );
}

/** Equal for runs that measure the same cases in the same way on the same machine. */
function configurationDigest(machine: Machine, configuration: Configuration): string {
  const { title, preset, tags, note, orderSeed, sharded, ...whole } = configuration;
  // Merged parts are the whole plan; one part of it is not.
  const measured = sharded?.shard === undefined ? whole : { ...whole, sharded };
  return contentHash(`${machine.fingerprint} ${canonicalJson(measured)}`).slice(0, 32);
}

/** Runs that measure the same in the same way on machines of this fingerprint, merged parts of a plan included. */
export function runsLike(
  database: Database,
  machine: Machine,
  configuration: Configuration,
): readonly string[] {
  return database
    .prepare<{ id: string }>('SELECT id FROM run WHERE configuration = ? ORDER BY seq')
    .all(configurationDigest(machine, configuration))
    .map(({ id }) => id);
}

/** The newest merged run of the same plan on each other class of machine. */
export function otherClasses(
  database: Database,
  run: RunKey,
): readonly { readonly run: string; readonly machineClass: string }[] {
  const digest = `plan ->> '$.configuration.sharded.digest'`;
  return database
    .prepare<{ run: string; machineClass: string; seq: number }>(
      `SELECT o.id AS run, o.class AS machineClass, max(o.seq) AS seq FROM run_plan AS p JOIN run AS o ON o.seq = p.run
       WHERE p.${digest} = (SELECT ${digest} FROM run_plan WHERE run = ?) AND p.${digest} IS NOT NULL
         AND p.plan ->> '$.configuration.sharded.merged' IS NOT NULL AND o.trashed_at IS NULL
         AND o.class <> (SELECT class FROM run WHERE seq = ?)
       GROUP BY o.class ORDER BY o.class`,
    )
    .all(run.seq, run.seq)
    .map(({ seq: _, ...other }) => other);
}

export function noteWorkload(database: Database, seq: number, workload: string): void {
  database
    .prepare('INSERT OR IGNORE INTO run_workload (workload, run) VALUES (?, ?)')
    .run(workload, seq);
}

/** The words that name a run otherwise: an imported one must not take their place. */
const reserved: ReadonlySet<string> = new Set(['latest', 'imported', 'baseline']);

function checkId(database: Database, id: string): void {
  if (!/^[a-z0-9][a-z0-9_-]{0,63}$/.test(id) || reserved.has(id)) {
    throw badInput(
      `"${id.slice(0, 80)}" cannot be the id of a run; allowed are up to 64 of a-z, 0-9, - and _.`,
    );
  }
  if (database.prepare('SELECT 1 FROM run WHERE id = ?').get(id) !== undefined) {
    throw badInput(`A run called "${id}" is stored already.`);
  }
}

function freeId(database: Database, createdAt: string): string {
  const taken = database.prepare('SELECT 1 FROM run WHERE id = ?');
  const at = Date.parse(createdAt);
  for (;;) {
    const id = newRunId(Number.isNaN(at) ? Date.now() : at);
    if (taken.get(id) === undefined) return id;
  }
}

function keepMachine(database: Database, machine: Machine): number {
  const attributes = canonicalJson(machine);
  const hash = contentHash(attributes);
  database
    .prepare('INSERT OR IGNORE INTO machine (hash, fingerprint, attributes) VALUES (?, ?, ?)')
    .run(hash, machine.fingerprint, attributes);
  const row = database.prepare<{ id: number }>('SELECT id FROM machine WHERE hash = ?').get(hash);
  if (row === undefined) throw new BreakevenError('internal', 'A machine was not stored.');
  return row.id;
}

export function machineOf(database: Database, run: RunKey): Machine {
  const row = database
    .prepare<{ attributes: string }>(
      'SELECT machine.attributes FROM run JOIN machine ON machine.id = run.machine WHERE run.seq = ?',
    )
    .get(run.seq);
  if (row === undefined) throw notFound(`Run ${run.id} was removed.`);
  return decodeJson<Machine>(row.attributes);
}

export function planOf(database: Database, run: RunKey): Plan {
  const row = database
    .prepare<{ plan: string }>('SELECT plan FROM run_plan WHERE run = ?')
    .get(run.seq);
  if (row === undefined) throw notFound(`Run ${run.id} was removed.`);
  return decodeJson<Plan>(row.plan);
}

/** `running` makes this process the owner (resume); every other status ends the run, with why where it failed. */
export function setStatus(
  database: Database,
  run: RunKey,
  status: RunStatus,
  failure: string | null = null,
): void {
  const now = new Date().toISOString();
  database.write(() => {
    if (status === 'running') {
      database
        .prepare(
          `UPDATE run SET status = ?, failure = NULL, owner = ?, finished_at = NULL, active_at = ?, results = NULL, examined = NULL
           WHERE seq = ?`,
        )
        .run(status, encodeJson(ownIdentity()), now, run.seq);
    } else {
      completeMetrics(database, run);
      database
        .prepare(
          `UPDATE run SET status = ?, failure = ?, owner = NULL, finished_at = coalesce(finished_at, ?), active_at = ?
           WHERE seq = ?`,
        )
        .run(status, failure, now, now, run.seq);
    }
  });
}

/** How many runs there are outside the trash and in it. */
export function countRuns(database: Database): {
  readonly runs: number;
  readonly trashed: number;
} {
  const counted = database
    .prepare<{ runs: number; trashed: number }>(
      `SELECT (SELECT count(*) FROM run WHERE trashed_at IS NULL) AS runs,
         (SELECT count(*) FROM run WHERE trashed_at IS NOT NULL) AS trashed`,
    )
    .get();
  return { runs: counted?.runs ?? 0, trashed: counted?.trashed ?? 0 };
}

/** Ids of the runs that some process of this store measures. */
export function runningRuns(database: Database): readonly string[] {
  return database
    .prepare<{ id: string }>(`SELECT id FROM run WHERE status = 'running'`)
    .all()
    .map(({ id }) => id);
}

/**
 * Runs that are marked running although their process is gone become `partial`; their finished cases stay. Returns the
 * ids of those runs.
 */
export function settleOrphans(database: Database, now: number = Date.now()): readonly string[] {
  if (!database.writable) return [];
  const orphans = database
    .prepare<{ seq: number; id: string; owner: string | null; active_at: string }>(
      `SELECT seq, id, owner, active_at FROM run WHERE status = 'running'`,
    )
    .all()
    .filter((run) => isOrphan(run.owner, Date.parse(run.active_at), now));
  if (orphans.length === 0) return [];
  return database.write(() =>
    orphans.flatMap(({ seq, id, owner }) => {
      completeMetrics(database, { seq, id });
      const settled = database
        .prepare(
          `UPDATE run SET status = 'partial', failure = ?, owner = NULL, finished_at = active_at
           WHERE seq = ? AND status = 'running' AND owner IS ?`,
        )
        .run('The process that measured it ended before it was done.', seq, owner);
      return settled.changes === 1 ? [id] : [];
    }),
  );
}

function isOrphan(owner: string | null, activeAt: number, now: number): boolean {
  if (owner === null) return true;
  const identity = processIdentitySchema.safeParse(decodeJson(owner));
  if (!identity.success) return true;
  const liveness = livenessOf(identity.data);
  return liveness === 'gone' || (liveness === 'unknown' && now - activeAt > foreignSilenceMs);
}
