import { peakOf, peakText } from '../analysis/nominal-peak.ts';
import { machineText, type Table } from './study.ts';

type FlopTable = {
  readonly printed: string;
  readonly title: string;
  readonly notes: readonly string[];
};

/**
 * What an operation takes at the nominal peak of each system of a study, and of this machine below them: in the columns
 * `parallel` for all cores, and `sequential` for one core's part of it.
 */
export function timePerFlop({ printed, title, notes }: FlopTable): Table {
  return {
    printed,
    report({ study, machine }) {
      const systems = study?.tables[printed] ?? [];
      const names = new Set(systems.flatMap((row) => Object.keys(row)));
      const [key = 'system', ...columns] = names;
      const peak = peakOf(machine);
      const ofThisMachine: Readonly<Record<string, number>> =
        peak === null
          ? {}
          : { parallel: 1 / peak.flopsPerSecond, sequential: peak.cores / peak.flopsPerSecond };
      const table = {
        title,
        columns: [
          { title: key, unit: null, source: 'key' as const },
          ...columns.map((column) => ({ title: column, unit: 's', source: 'derived' as const })),
        ],
        rows: [
          ...systems.map((row) => [key, ...columns].map((column) => row[column] ?? null)),
          [
            `here: ${machineText(machine)}`,
            ...columns.map((column) => ofThisMachine[column] ?? null),
          ],
        ],
        notes: [
          `Named systems: as the study prints them. Here: 1 over the nominal peak${peak === null ? ', which is not known,' : ` (${peakText(machine)})`} for all cores, cores times that for one.`,
          ...notes,
        ],
      };
      return { table, figures: [] };
    },
  };
}
