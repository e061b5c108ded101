import type { MeasuredPeaks } from '../../contract/inspection.ts';
import type { MeasuredPeak } from '../../contract/machine.ts';
import { decodeJson, encodeJson } from './codec.ts';
import type { Database } from './sqlite.ts';

/** Keeps one measurement of a machine's peaks. `machine` is its fingerprint. */
export function savePeaks(
  database: Database,
  machine: string,
  peaks: readonly MeasuredPeak[],
  measuredAt: string = new Date().toISOString(),
): void {
  database.write(() => insertPeaks(database, machine, peaks, measuredAt));
}

/** The same inside a transaction that is under way. */
export function insertPeaks(
  database: Database,
  machine: string,
  peaks: readonly MeasuredPeak[],
  measuredAt: string,
): void {
  database
    .prepare('INSERT INTO measured_peak (machine, measured_at, peaks) VALUES (?, ?, ?)')
    .run(machine, measuredAt, encodeJson(peaks));
}

/** The newest measurement of a machine; without peaks where there is none. */
export function readPeaks(database: Database, machine: string): MeasuredPeaks {
  const row = database
    .prepare<{ measured_at: string; peaks: string }>(
      'SELECT measured_at, peaks FROM measured_peak WHERE machine = ? ORDER BY measured_at DESC, id DESC LIMIT 1',
    )
    .get(machine);
  if (row === undefined) return { measuredAt: null, peaks: [] };
  return { measuredAt: row.measured_at, peaks: decodeJson<MeasuredPeak[]>(row.peaks) };
}
