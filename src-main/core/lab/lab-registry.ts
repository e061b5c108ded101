import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { hintFor } from '../../contract/did-you-mean.ts';
import { BreakevenError } from '../../contract/failure.ts';
import { makeFolder } from '../util/make-folder.ts';

/** A lab that this user has run. A trusted one is offered by the window and by serve mode, by its id. */
const entrySchema = z.object({ id: z.string(), path: z.string(), trusted: z.boolean() });
export type RegisteredLab = z.infer<typeof entrySchema>;

const fileOf = (home: string): string => join(home, 'labs.json');

/** The labs that are remembered, by id. */
export function registeredLabs(home: string): readonly RegisteredLab[] {
  try {
    const parsed = z.array(entrySchema).safeParse(JSON.parse(readFileSync(fileOf(home), 'utf8')));
    return parsed.success ? parsed.data : [];
  } catch {
    return [];
  }
}

/** Remembers where a lab is. Another folder with the same id takes its place, and is not trusted for that. */
export function rememberLab(home: string, id: string, path: string, trusted?: boolean): void {
  const before = registeredLabs(home);
  const known = before.find((one) => one.id === id && one.path === path);
  const entry = { id, path, trusted: trusted ?? known?.trusted ?? false };
  if (known !== undefined && known.trusted === entry.trusted) return;
  save(home, [...before.filter((one) => one.id !== id), entry]);
}

/** @throws BreakevenError `not-found` for what is not remembered. */
export function forgetLab(home: string, ref: string): RegisteredLab {
  const found = registeredLab(home, ref);
  save(
    home,
    registeredLabs(home).filter((one) => one.id !== found.id),
  );
  return found;
}

/** By id or by path. @throws BreakevenError `not-found`. */
export function registeredLab(home: string, ref: string): RegisteredLab {
  const labs = registeredLabs(home);
  const path = resolve(ref);
  const found = labs.find((one) => one.id === ref || one.path === path);
  if (found !== undefined) return found;
  const hint = hintFor(
    ref,
    labs.map(({ id }) => id),
  );
  throw new BreakevenError('not-found', `no lab "${ref}" is remembered${hint}`);
}

function save(home: string, labs: readonly RegisteredLab[]): void {
  const file = fileOf(home);
  try {
    makeFolder(home);
    const sorted = [...labs].sort((a, b) => (a.id < b.id ? -1 : 1));
    writeFileSync(`${file}.unfinished`, `${JSON.stringify(sorted, null, 2)}\n`);
    renameSync(`${file}.unfinished`, file);
  } catch (error) {
    throw new BreakevenError(
      'environment',
      `The list of labs cannot be written to ${file}; check that the folder can be written.`,
      error instanceof Error ? error.message : String(error),
    );
  }
}
