import { BreakevenError, storeFault } from '../../contract/failure.ts';
import type { ScopeSamples } from '../../contract/run.ts';
import { byCase } from './by-case.ts';
import { decodeDoubles, encodeDoubles } from './codec.ts';
import { type ProcessRecord, processColumns, processOf, writeProcess } from './processes.ts';
import type { RunKey } from './reference.ts';
import { type DigestedRow, damagedSamples, sampleDigest } from './sample-digest.ts';
import { type Database, upsert } from './sqlite.ts';

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
      throw storeFault(
        `${n} samples of timing scope ${part.scope} exceed the maximum per repetition (${maxSamples}); use more repetitions with fewer samples.`,
      );
    }
    const { scope, repetition, repeats, sameAs } = part;
    const stored: DigestedRow = {
      ...{ case_id: caseId, scope, repetition, n, repeats },
      launch_included: Number(part.launchIncluded),
      same_as: sameAs ?? null,
      times: sameAs === undefined ? encodeDoubles(part.timesNs) : Buffer.alloc(0),
      clocks: sameAs === undefined ? encoded(part.clocksHz) : null,
      cpu: sameAs === undefined ? encoded(part.cpuNs) : null,
    };
    const row = { ...stored, digest: sampleDigest(stored) };
    upsert(database, 'samples', ['case_id', 'scope', 'repetition'], row);
    writeProcess(database, caseId, part);
  }
}

function encoded(values: Float64Array | undefined): Buffer | null {
  return values === undefined ? null : encodeDoubles(values);
}

type SamplesRecord = {
  readonly [C in keyof ProcessRecord]: ProcessRecord[C] | null;
} & DigestedRow & {
    readonly case_index: number;
    readonly same_as: ScopeSamples['sameAs'] | null;
    readonly digest: number;
    readonly disturbed: string | null;
  };

const columns = `c.case_index, s.case_id, s.scope, s.repetition, s.n, s.repeats, s.launch_included, s.same_as, s.digest,
  s.times, s.clocks, s.cpu, r.disturbed, ${processColumns}`;
const tables = `run_case AS c JOIN samples AS s ON s.case_id = c.id
  LEFT JOIN process AS p ON p.case_id = s.case_id AND p.scope = s.scope AND p.repetition = s.repetition
  LEFT JOIN repetition AS r ON r.case_id = s.case_id AND r.repetition = s.repetition`;

/** Samples of one timing scope of one case, or of all its timing scopes, ordered by timing scope and repetition. */
export function readSamples(
  database: Database,
  run: RunKey,
  caseIndex: number,
  scope?: string,
): readonly ScopeSamples[] {
  const read = (one?: string) =>
    database
      .prepare<SamplesRecord>(
        `SELECT ${columns} FROM ${tables}
         WHERE c.run = ? AND c.case_index = ? AND s.scope = coalesce(?, s.scope) ORDER BY s.scope, s.repetition`,
      )
      .all(run.seq, caseIndex, one ?? null);
  const records = read(scope);
  // To look for a row that is missing takes as long as to read all of them; to count does not.
  const processes = database
    .prepare<number>(
      `SELECT count(*) FROM run_case AS c JOIN process AS p ON p.case_id = c.id
       WHERE c.run = ? AND c.case_index = ? AND p.scope = coalesce(?, p.scope)`,
    )
    .pluck()
    .get(run.seq, caseIndex, scope ?? null);
  if (processes !== records.filter(hasProcess).length) {
    refuseMissing(database, run, [caseIndex], scope);
  }
  return samplesOfRecords(run, records, read).map(({ part }) => part);
}

/** As `readSamples`, for many cases at once: by case index, those without samples absent. */
export function readSamplesOfCases(
  database: Database,
  run: RunKey,
  caseIndices: readonly number[],
  scope: string,
): ReadonlyMap<number, readonly ScopeSamples[]> {
  refuseMissing(database, run, caseIndices, scope);
  const read = (one: string) =>
    database
      .prepare<SamplesRecord>(
        `SELECT ${columns} FROM ${tables}
         WHERE c.run = ? AND c.case_index IN (SELECT value FROM json_each(?)) AND s.scope = ?
         ORDER BY c.case_index, s.repetition`,
      )
      .all(run.seq, JSON.stringify(caseIndices), one);
  return byCase(samplesOfRecords(run, read(scope), read), ({ part }) => part);
}

/** @throws BreakevenError `store` where a process has no row of samples: its key has changed. */
function refuseMissing(
  database: Database,
  run: RunKey,
  caseIndices: readonly number[],
  scope?: string,
): void {
  const missing = database
    .prepare<{ case_index: number; scope: string }>(
      `SELECT c.case_index, p.scope FROM run_case AS c JOIN process AS p ON p.case_id = c.id
       WHERE c.run = ? AND c.case_index IN (SELECT value FROM json_each(?)) AND p.scope = coalesce(?, p.scope)
         AND NOT EXISTS (SELECT 1 FROM samples AS s
           WHERE s.case_id = p.case_id AND s.scope = p.scope AND s.repetition = p.repetition) LIMIT 1`,
    )
    .get(run.seq, JSON.stringify(caseIndices), scope ?? null);
  if (missing !== undefined) throw damagedSamples(run.id, missing.case_index, missing.scope);
}

/** Records with the samples that they share: of these `read` gives those of a timing scope that is not among them. */
function samplesOfRecords(
  run: RunKey,
  records: readonly SamplesRecord[],
  read: (scope: string) => readonly SamplesRecord[],
): readonly { readonly case_index: number; readonly part: ScopeSamples }[] {
  const scopes = new Set(records.map(({ scope }) => scope));
  const shared = new Set(records.flatMap(({ same_as }) => same_as ?? []));
  const missing = [...shared].filter((scope) => !scopes.has(scope)).flatMap(read);
  const key = (of: SamplesRecord, scope: string) => `${of.case_id} ${of.repetition} ${scope}`;
  const held = new Map([...records, ...missing].map((one) => [key(one, one.scope), one]));
  return records.map((record) => {
    const { same_as, case_index } = record;
    const holder = same_as === null ? record : held.get(key(record, same_as));
    return { case_index, part: samplesOf(run, record, holder) };
  });
}

/** @throws BreakevenError `store` where the row, or the one that it shares, is not as it was stored. */
function samplesOf(
  run: RunKey,
  record: SamplesRecord,
  held: SamplesRecord | undefined,
): ScopeSamples {
  const { case_index, scope, same_as } = record;
  const rows = held === record ? [record] : [record, held];
  if (
    held === undefined ||
    rows.some((row) => row === undefined || sampleDigest(row) !== row.digest)
  ) {
    throw damagedSamples(run.id, case_index, scope);
  }
  return {
    scope,
    repetition: record.repetition,
    timesNs: decodeDoubles(held.times),
    ...(held.clocks === null ? {} : { clocksHz: decodeDoubles(held.clocks) }),
    ...(held.cpu === null ? {} : { cpuNs: decodeDoubles(held.cpu) }),
    repeats: record.repeats,
    launchIncluded: record.launch_included === 1,
    ...(same_as === null ? {} : { sameAs: same_as }),
    ...(record.disturbed === null ? {} : { disturbed: record.disturbed }),
    ...(hasProcess(record) ? { process: processOf(record) } : {}),
  };
}

/** A part without any sample has no process. */
function hasProcess(record: SamplesRecord): record is SamplesRecord & ProcessRecord {
  return record.process_n !== null;
}
