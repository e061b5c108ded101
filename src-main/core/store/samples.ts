import { BreakevenError } from '../../contract/failure.ts';
import type { ScopeSamples } from '../../contract/run.ts';
import { decodeDoubles, encodeDoubles } from './codec.ts';
import {
  insertProcess,
  type ProcessRecord,
  processColumns,
  processOf,
  processRow,
} from './processes.ts';
import type { RunKey } from './reference.ts';
import type { Database } from './sqlite.ts';

/** SQLite's limit for one value, 10^9 bytes, in doubles. */
const maxSamples = 125_000_000;

/**
 * Adds samples to a case, and what their processes say; those of the same timing scope and repetition are replaced.
 * A part with `sameAs` is stored without times: reading takes those of the scope that it names.
 */
export function writeSamples(
  database: Database,
  caseId: number,
  samples: readonly ScopeSamples[],
): void {
  const insert = database.prepare(
    `INSERT INTO samples (case_id, scope, repetition, n, repeats, launch_included, same_as, times, clocks, cpu)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (case_id, scope, repetition) DO UPDATE SET
       n = excluded.n, repeats = excluded.repeats, launch_included = excluded.launch_included,
       same_as = excluded.same_as, times = excluded.times, clocks = excluded.clocks, cpu = excluded.cpu`,
  );
  const insertSummary = database.prepare(insertProcess);
  for (const part of samples) {
    const n = part.timesNs.length;
    for (const parallel of [part.clocksHz, part.cpuNs]) {
      if (parallel !== undefined && parallel.length !== n) {
        throw new BreakevenError(
          'internal',
          `Timing scope ${part.scope} has ${n} times but ${parallel.length} values of clock or CPU time.`,
        );
      }
    }
    if (n > maxSamples) {
      throw new BreakevenError(
        'store',
        `${n} samples of timing scope ${part.scope} exceed the maximum per repetition (${maxSamples}); use more repetitions with fewer samples.`,
      );
    }
    insert.run(
      caseId,
      part.scope,
      part.repetition,
      n,
      part.repeats,
      Number(part.launchIncluded),
      part.sameAs ?? null,
      ...(part.sameAs !== undefined
        ? [Buffer.alloc(0), null, null]
        : [encodeDoubles(part.timesNs), encoded(part.clocksHz), encoded(part.cpuNs)]),
    );
    const row = processRow(caseId, part);
    if (row !== null) insertSummary.run(...row);
  }
}

function encoded(values: Float64Array | undefined): Buffer | null {
  return values === undefined ? null : encodeDoubles(values);
}

type SamplesRecord = { readonly [C in keyof ProcessRecord]: ProcessRecord[C] | null } & {
  readonly scope: string;
  readonly repetition: number;
  readonly repeats: number;
  readonly launch_included: number;
  readonly same_as: ScopeSamples['sameAs'] | null;
  readonly times: Buffer;
  readonly clocks: Buffer | null;
  readonly cpu: Buffer | null;
  readonly disturbed: string | null;
};

/** `o` are the samples that `s` has or shares. */
const columns = `s.scope, s.repetition, s.repeats, s.launch_included, s.same_as,
  o.times, o.clocks, o.cpu, r.disturbed, ${processColumns}`;
const tables = `run_case AS c JOIN samples AS s ON s.case_id = c.id
  JOIN samples AS o ON o.case_id = s.case_id AND o.repetition = s.repetition
    AND o.scope = coalesce(s.same_as, s.scope)
  LEFT JOIN process AS p ON p.case_id = s.case_id AND p.scope = s.scope AND p.repetition = s.repetition
  LEFT JOIN repetition AS r ON r.case_id = s.case_id AND r.repetition = s.repetition`;

/** Samples of one timing scope of one case, or of all its timing scopes, ordered by timing scope and repetition. */
export function readSamples(
  database: Database,
  run: RunKey,
  caseIndex: number,
  scope?: string,
): readonly ScopeSamples[] {
  return database
    .prepare<SamplesRecord>(
      `SELECT ${columns} FROM ${tables}
       WHERE c.run = ? AND c.case_index = ? AND s.scope = coalesce(?, s.scope) ORDER BY s.scope, s.repetition`,
    )
    .all(run.seq, caseIndex, scope ?? null)
    .map(samplesOf);
}

/** As `readSamples`, for many cases at once: by case index, those without samples absent. */
export function readSamplesOfCases(
  database: Database,
  run: RunKey,
  caseIndices: readonly number[],
  scope: string,
): ReadonlyMap<number, readonly ScopeSamples[]> {
  const records = database
    .prepare<SamplesRecord & { readonly case_index: number }>(
      `SELECT c.case_index, ${columns} FROM ${tables}
       WHERE c.run = ? AND c.case_index IN (SELECT value FROM json_each(?)) AND s.scope = ?
       ORDER BY c.case_index, s.repetition`,
    )
    .all(run.seq, JSON.stringify(caseIndices), scope);
  const byCase = new Map<number, ScopeSamples[]>();
  for (const record of records) {
    const parts = byCase.get(record.case_index);
    if (parts === undefined) byCase.set(record.case_index, [samplesOf(record)]);
    else parts.push(samplesOf(record));
  }
  return byCase;
}

function samplesOf(record: SamplesRecord): ScopeSamples {
  return {
    scope: record.scope,
    repetition: record.repetition,
    timesNs: decodeDoubles(record.times),
    ...(record.clocks === null ? {} : { clocksHz: decodeDoubles(record.clocks) }),
    ...(record.cpu === null ? {} : { cpuNs: decodeDoubles(record.cpu) }),
    repeats: record.repeats,
    launchIncluded: record.launch_included === 1,
    ...(record.same_as === null ? {} : { sameAs: record.same_as }),
    ...(record.disturbed === null ? {} : { disturbed: record.disturbed }),
    ...(hasProcess(record) ? { process: processOf(record) } : {}),
  };
}

/** A part without any sample has no process. */
function hasProcess(record: SamplesRecord): record is SamplesRecord & ProcessRecord {
  return record.process_n !== null;
}
