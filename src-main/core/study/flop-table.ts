import type { StudyTable } from '../../contract/study.ts';
import { peakOf, peakText } from '../analysis/nominal-peak.ts';
import type { FlopTableDefinition } from './definition.ts';
import type { StudySource } from './source.ts';

/** What an operation takes at the nominal peak of each system of a study, and of this machine below them; one core's part of it. */
export function flopTable(
  { table, title, parallel, sequential, notes }: FlopTableDefinition,
  { study, machine }: StudySource,
  name: string,
): StudyTable {
  const printed = study?.tables[table] ?? [];
  const [key = 'system', ...columns] = [...new Set(printed.flatMap((row) => Object.keys(row)))];
  const peak = peakOf(machine);
  const here: Readonly<Record<string, number | null>> = {
    [parallel]: peak === null ? null : 1 / peak.flopsPerSecond,
    [sequential]: peak === null ? null : peak.cores / peak.flopsPerSecond,
  };
  return {
    title,
    columns: [
      { title: key, unit: null, source: 'key' },
      ...columns.map((column) => ({ title: column, unit: 's', source: 'derived' }) as const),
    ],
    rows: [
      ...printed.map((row) => [row[key] ?? null, ...columns.map((column) => row[column] ?? null)]),
      [`here: ${name}`, ...columns.map((column) => here[column] ?? null)],
    ],
    notes: [
      `Named systems: as the study prints them. Here: 1 over the nominal peak${peak === null ? ', which is not known,' : ` (${peakText(machine)})`} for all cores, cores times that for one.`,
      ...notes,
    ],
  };
}
