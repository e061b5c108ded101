import { existsSync, readdirSync } from 'node:fs';
import { join, relative } from 'node:path';

const known: readonly RegExp[] = [
  /^breakeven\.db(?:-wal|-shm)?$/,
  /^backups\/breakeven-\d{8}T\d{9}Z\.db$/,
  /^(?:settings\.json|changes\.lock|moved\.json|catalog-cache\.json)$/,
  // A damaged database is kept.
  /^breakeven\.db\.damaged-\w+$/,
];

/** Files below a folder, with their paths in it. */
export function filesBelow(folder: string): readonly string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)));
}

/** Files in the folder of a store that no process has open which do not belong there. */
export const strangersIn = (home: string): readonly string[] =>
  filesBelow(home).filter((name) => !known.some((one) => one.test(name)));
