import type { CounterPass } from '../../contract/counters.ts';
import type { Energy } from '../../contract/energy.ts';
import { BreakevenError, notFound } from '../../contract/failure.ts';
import type {
  CaseResult,
  Descriptor,
  Outcome,
  PlannedCase,
  Repetition,
  StoredCase,
} from '../../contract/run.ts';
import type { Values } from '../../contract/workload.ts';
import { type BuildToStore, writeBuilds } from './builds.ts';
import { byCase } from './by-case.ts';
import { canonicalJson, contentHash, decodeJson, encodeJson } from './codec.ts';
import { writeCounters } from './counters.ts';
import { appendLog, type NewLogLine } from './log.ts';
import { type Metrics, metricsColumn, provisionalMetrics } from './metrics.ts';
import type { RunKey } from './reference.ts';
import { writeRepetitions } from './repetitions.ts';
import { machineOf, noteWorkload } from './runs.ts';
import { writeSamples } from './samples.ts';
import { indexRun } from './search-index.ts';
import { type Database, upsertSql } from './sqlite.ts';

export type FinishedCase = {
  readonly planned: PlannedCase;
  /** The variant as it describes itself now, kept so that the case shows after the variant is gone. */
  readonly descriptor: Descriptor;
  /** Of this repetition, or of all repetitions: see `saveCase`. */
  readonly result: CaseResult;
  /** By timing scope id, over all repetitions; computed from its samples when the run ends where they are not given. */
  readonly metrics?: Metrics;
  /** How its processes measured it: of this repetition, or of all repetitions. */
  readonly repetitions?: readonly Repetition[];
  readonly counters?: readonly CounterPass[];
  /** What it was compiled from, of a lab. */
  readonly builds?: readonly BuildToStore[];
  /** ISO 8601 UTC; now by default. */
  readonly finishedAt?: string;
  /** Lines for the log of the run. */
  readonly log?: readonly NewLogLine[];
};

/** Stores one case of a run in one transaction. Samples of repetitions that `result` does not bring stay; metrics that it does not bring go. */
export function writeCase(database: Database, run: RunKey, given: FinishedCase): void {
  const { planned, descriptor, result } = given;
  database.write(() => {
    const before = database
      .prepare<{ outcome: Outcome }>(
        'SELECT outcome FROM run_case WHERE run = ? AND case_index = ?',
      )
      .get(run.seq, planned.index);
    const row = {
      run: run.seq,
      case_index: planned.index,
      subject: keepSubject(database, planned),
      descriptor: keepDescriptor(database, descriptor),
      outcome: result.outcome,
      reason: result.reason,
      cold_start_ns: result.coldStartNs,
      stop_reason: result.stopReason,
      verification: result.verification === null ? null : encodeJson(result.verification),
      answer: result.answer === null ? null : encodeJson(result.answer),
      bytes_moved: result.bytesMoved,
      operations: result.operations,
      operation_unit: result.operationUnit,
      attributes: encodeJson(result.attributes),
      warnings: encodeJson(result.warnings),
      finished_at: given.finishedAt ?? new Date().toISOString(),
      metrics: metricsColumn(given.metrics),
    };
    const saved = database
      .prepare<{ id: number }>(`${upsertSql('run_case', ['run', 'case_index'], row)} RETURNING id`)
      .get(...Object.values(row));
    if (saved === undefined) throw new BreakevenError('internal', 'A case was not stored.');
    writeSamples(database, saved.id, result.samples);
    writeRepetitions(database, saved.id, given.repetitions ?? []);
    writeEnergy(database, saved.id, result.energy ?? []);
    writeCounters(database, saved.id, given.counters ?? []);
    writeBuilds(database, saved.id, given.builds ?? []);
    count(database, run, given, before?.outcome);
    if (given.log !== undefined) appendLog(database, run, given.log);
  });
}

function count(
  database: Database,
  run: RunKey,
  { planned, descriptor, result }: FinishedCase,
  before: Outcome | undefined,
): void {
  const change = (outcome: Outcome): number =>
    Number(result.outcome === outcome) - Number(before === outcome);
  const counted = database
    .prepare(
      `UPDATE run SET ok = ok + ?, failed = failed + ?, skipped = skipped + ?, cases = max(cases, ?), active_at = ?
       WHERE seq = ?`,
    )
    .run(
      change('ok'),
      change('failed'),
      change('skipped'),
      planned.index + 1,
      new Date().toISOString(),
      run.seq,
    );
  if (counted.changes === 0) throw notFound(`Run ${run.id} was removed.`);
  noteWorkload(database, run.seq, planned.workload);
  if (result.outcome === 'ok' && descriptor.variant.device !== 'cpu')
    noteGpu(database, run, result);
}

/** A run is listed under its GPU once a case has run there, else under its CPU. */
function noteGpu(database: Database, run: RunKey, result: CaseResult): void {
  const machine = machineOf(database, run);
  const named = result.attributes.device;
  const device = typeof named === 'string' ? named : machine.gpus[0]?.name;
  if (device === undefined) return;
  const changed = database
    .prepare('UPDATE run SET device = ? WHERE seq = ? AND device = ?')
    .run(device, run.seq, machine.cpuModel);
  if (changed.changes > 0) indexRun(database, run.seq);
}

function keepSubject(database: Database, planned: PlannedCase): number {
  const { workload, variant } = planned;
  const values = canonicalJson(planned.values);
  const find = database.prepare<{ id: number }>(
    'SELECT id FROM subject WHERE workload = ? AND variant = ? AND axis_values = ?',
  );
  const row = find.get(workload, variant, values);
  if (row !== undefined) return row.id;
  const inserted = database
    .prepare('INSERT INTO subject (workload, variant, axis_values) VALUES (?, ?, ?)')
    .run(workload, variant, values);
  const id = Number(inserted.lastInsertRowid);
  const add = database.prepare(
    'INSERT INTO subject_value (axis, subject, number, text) VALUES (?, ?, ?, ?)',
  );
  for (const [axis, value] of Object.entries(planned.values)) {
    const isNumber = typeof value === 'number';
    add.run(axis, id, isNumber ? value : null, isNumber ? null : String(value));
  }
  return id;
}

/** Cases of one run have few descriptors. */
const descriptorBodies = new WeakMap<Descriptor, string>();

function keepDescriptor(database: Database, descriptor: Descriptor): number {
  const body = descriptorBodies.get(descriptor) ?? canonicalJson(descriptor);
  descriptorBodies.set(descriptor, body);
  const hash = contentHash(body);
  const find = database.prepare<{ id: number }>('SELECT id FROM descriptor WHERE hash = ?');
  const row = find.get(hash);
  if (row !== undefined) return row.id;
  const { device, kind } = descriptor.variant;
  const inserted = database
    .prepare('INSERT INTO descriptor (hash, device, kind, body) VALUES (?, ?, ?, ?)')
    .run(hash, device, kind, body);
  return Number(inserted.lastInsertRowid);
}

type Encoded = 'values' | 'attributes' | 'warnings';
type EncodedOrNull = 'metrics' | 'verification' | 'answer';
type CaseRecord = Omit<StoredCase, 'energy' | Encoded | EncodedOrNull> &
  Readonly<Record<Encoded, string>> &
  Readonly<Record<EncodedOrNull, string | null>> & { readonly id: number };

/** All stored cases of a run, by index. */
export function readCases(database: Database, run: RunKey): readonly StoredCase[] {
  const provisional = provisionalMetrics(database, run);
  const energies = readEnergy(database, run);
  return database
    .prepare<CaseRecord>(
      `SELECT c.id, c.case_index AS "index", s.workload, s.variant, s.axis_values AS "values", c.outcome, c.reason, c.metrics,
         c.cold_start_ns AS coldStartNs, c.stop_reason AS stopReason, c.verification, c.answer, c.bytes_moved AS bytesMoved,
         c.operations, c.operation_unit AS operationUnit, c.attributes, c.warnings, c.finished_at AS finishedAt
       FROM run_case AS c JOIN subject AS s ON s.id = c.subject WHERE c.run = ? ORDER BY c.case_index`,
    )
    .all(run.seq)
    .map(({ id, ...record }) => ({
      ...energyPart(energies.get(record.index)),
      ...record,
      values: decodeJson<Values>(record.values),
      metrics: decodeOr<Metrics>(record.metrics) ?? provisional.get(id) ?? {},
      verification: decodeOr(record.verification),
      answer: decodeOr(record.answer),
      attributes: decodeJson(record.attributes),
      warnings: decodeJson(record.warnings),
    }));
}

const energyPart = (energy: readonly Energy[] | undefined) =>
  energy === undefined ? {} : { energy: [...energy] };

function decodeOr<T>(text: string | null): T | null {
  return text === null ? null : decodeJson<T>(text);
}

/** The descriptor snapshots of a run's cases, by case index. */
export function readDescriptors(database: Database, run: RunKey): ReadonlyMap<number, Descriptor> {
  const bodies = new Map<number, Descriptor>();
  const rows = database
    .prepare<{ case_index: number; descriptor: number }>(
      'SELECT case_index, descriptor FROM run_case WHERE run = ? ORDER BY case_index',
    )
    .all(run.seq);
  const body = database.prepare<{ body: string }>('SELECT body FROM descriptor WHERE id = ?');
  return new Map(
    rows.flatMap(({ case_index, descriptor }) => {
      let known = bodies.get(descriptor);
      if (known === undefined) {
        const stored = body.get(descriptor);
        if (stored === undefined) return [];
        known = decodeJson<Descriptor>(stored.body);
        bodies.set(descriptor, known);
      }
      return [[case_index, known] as const];
    }),
  );
}

/** Adds energies to a case; one of the same repetition and device is replaced. */
function writeEnergy(database: Database, caseId: number, energy: readonly Energy[]): void {
  const insert = database.prepare(
    `INSERT OR REPLACE INTO energy (case_id, repetition, device, joules, low, high, idle_w, executions)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  for (const { repetition, device, joules, low, high, idleW, executions } of energy) {
    insert.run(caseId, repetition, device, joules, low, high, idleW, executions);
  }
}

/** Of a run, by case index, in the order of repetitions. */
function readEnergy(database: Database, run: RunKey): ReadonlyMap<number, readonly Energy[]> {
  const records = database
    .prepare<Energy & { readonly case_index: number }>(
      `SELECT c.case_index, e.repetition, e.device, e.joules, e.low, e.high, e.idle_w AS idleW, e.executions
       FROM run_case AS c JOIN energy AS e ON e.case_id = c.id
       WHERE c.run = ? ORDER BY c.case_index, e.repetition, e.device`,
    )
    .all(run.seq);
  return byCase(records, ({ case_index: _, ...energy }) => energy);
}
