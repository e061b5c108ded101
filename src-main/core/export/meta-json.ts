import { z } from 'zod';
import { machineSchema } from '../../contract/machine.ts';
import { configurationSchema, runRowSchema, schemaVersion } from '../../contract/run.ts';
import { type Column, columnSchema } from './columns.ts';
import type { ExportSource } from './source.ts';

/** What `<name>.meta.json` beside a table says: where it is from, what its columns mean, how long it is. */
export const metaSchema = z.object({
  schemaVersion: z.number(),
  file: z.string(),
  table: z.enum(['summary', 'samples']),
  /** Without the header; a table with another number of rows was cut or edited. */
  rows: z.number().int(),
  columns: z.array(columnSchema),
  run: runRowSchema,
  configuration: configurationSchema,
  machine: machineSchema,
});
export type Meta = z.infer<typeof metaSchema>;

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
    columns: [...columns],
    run: source.run,
    configuration: source.plan.configuration,
    machine: source.machine,
  };
  return `${JSON.stringify(meta, null, 2)}\n`;
}
