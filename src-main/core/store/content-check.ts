import { median } from '../../stats/order.ts';
import { decodeDoubles } from './codec.ts';
import { type DigestedRow, sampleDigest } from './sample-digest.ts';
import { searchIndexFault } from './search-index.ts';
import type { Database } from './sqlite.ts';

/** Whether what is stored still is what was stored, and what follows from it agrees with it. */
export type ContentFaults = {
  /** Rows of samples that were read. */
  readonly samples: number;
  /** One sentence each, the first twenty. */
  readonly faults: readonly string[];
};

/** As kept of the last check. */
export type ContentCheck = ContentFaults & { /** ISO 8601 UTC. */ readonly checkedAt: string };

const maxFaults = 20;

type Row = DigestedRow & {
  readonly id: number;
  readonly digest: number;
  readonly run: string | null;
  readonly case_index: number | null;
  readonly process_n: number | null;
  readonly median_ns: number | null;
};

/**
 * Reads all samples: each row has its digest, the stored median of its process is theirs where the process says no more
 * samples than are stored, and the search index has the texts of the runs.
 */
export function findContentFaults(database: Database): ContentFaults {
  const faults: string[] = [];
  const tell = (fault: string | null): void => {
    if (fault !== null && faults.length < maxFaults) faults.push(fault);
  };
  let samples = 0;
  const rows = database.raw
    .prepare<[], Row>(
      `SELECT s.*, run.id AS run, c.case_index, p.n AS process_n, p.median_ns
       FROM samples AS s LEFT JOIN run_case AS c ON c.id = s.case_id LEFT JOIN run ON run.seq = c.run
         LEFT JOIN process AS p ON p.case_id = s.case_id AND p.scope = s.scope AND p.repetition = s.repetition
       ORDER BY s.id`,
    )
    .iterate();
  for (const row of rows) {
    samples += 1;
    tell(rowFault(row));
  }
  tell(missingRows(database));
  tell(searchIndexFault(database));
  return { samples, faults };
}

/** A process is stored with its row of samples. */
function missingRows(database: Database): string | null {
  const missing = database
    .prepare<{ n: number }>(
      `SELECT count(*) AS n FROM process AS p WHERE NOT EXISTS (SELECT 1 FROM samples AS s
         WHERE s.case_id = p.case_id AND s.scope = p.scope AND s.repetition = p.repetition)`,
    )
    .get()?.n;
  return missing === 0 ? null : `${missing} processes have no row of samples.`;
}

function rowFault(row: Row): string | null {
  const { run, case_index, scope, repetition, n, process_n, median_ns } = row;
  const where = `Run ${run ?? 'unknown'}, case ${case_index ?? 'unknown'}, timing scope ${scope}, repetition ${repetition}`;
  if (sampleDigest(row) !== row.digest) return `${where}: the samples differ from their digest.`;
  if (row.same_as !== null || n === 0 || process_n !== n) return null;
  const ofSamples = median(decodeDoubles(row.times));
  // An engine in another language may have taken the mean of the two middle ones in another order.
  const same = Math.abs((median_ns ?? Number.NaN) - ofSamples) <= 1e-12 * Math.abs(ofSamples);
  return same ? null : `${where}: the stored median is not that of the samples.`;
}

export function saveContentCheck(database: Database, { samples, faults }: ContentFaults): void {
  database
    .prepare('INSERT OR REPLACE INTO content_check VALUES (1, ?, ?, ?)')
    .run(new Date().toISOString(), samples, JSON.stringify(faults));
}

/** Null before the first one. */
export function lastContentCheck(database: Database): ContentCheck | null {
  const row = database
    .prepare<{ checked_at: string; samples: number; faults: string }>('SELECT * FROM content_check')
    .get();
  if (row === undefined) return null;
  const { checked_at: checkedAt, samples, faults } = row;
  return { checkedAt, samples, faults: JSON.parse(faults) as readonly string[] };
}
