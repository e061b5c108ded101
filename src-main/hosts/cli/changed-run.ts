import { exitCodes } from '../../contract/failure.ts';
import type { ChangedRuns } from '../../contract/procedures/history.ts';
import { type RunRow, schemaVersion } from '../../contract/run.ts';
import { printJson } from './io.ts';
import { oneLine } from './terminal-text.ts';
import type { VerbContext } from './verb.ts';

/** Says what runs are after a change: a sentence each, or their rows as JSON. */
export function printChanged(
  { io, args }: Pick<VerbContext, 'io' | 'args'>,
  { rows }: ChangedRuns,
  sentence: (row: RunRow) => string,
): number {
  if (args.has('json')) printJson(io, { schemaVersion, runs: rows });
  else io.out(rows.map((row) => `${oneLine(sentence(row))}\n`).join(''));
  return exitCodes.ok;
}

/** `run 2mx0kjwbv0gk (a title)`. */
export function runName({ id, title }: Pick<RunRow, 'id' | 'title'>): string {
  return `run ${id}${title === '' ? '' : ` (${title})`}`;
}
