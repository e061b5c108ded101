import type { Configuration } from '../../contract/configuration.ts';
import type { Machine } from '../../contract/machine.ts';
import { type RunRow, schemaVersion } from '../../contract/run.ts';
import type { Column } from './columns.ts';
import type { ExportSource } from './source.ts';

/** What `<name>.meta.json` next to a table says: where it is from, what its columns mean, how long it is. */
export type Meta = {
  readonly schemaVersion: number;
  readonly file: string;
  readonly table: 'summary' | 'samples';
  /** Without the header; a table with another number of rows was cut or edited. */
  readonly rows: number;
  readonly columns: readonly Column[];
  readonly run: RunRow;
  readonly configuration: Configuration;
  readonly machine: Machine;
};

export function metaJson(
  source: Pick<ExportSource, 'run' | 'machine' | 'plan'>,
  table: Meta['table'],
  columns: readonly Column[],
  rows: number,
): string {
  const meta: Meta = {
    schemaVersion,
    file: `${table}.csv`,
    table,
    rows,
    columns,
    run: source.run,
    configuration: source.plan.configuration,
    machine: source.machine,
  };
  return `${JSON.stringify(meta, null, 2)}\n`;
}
