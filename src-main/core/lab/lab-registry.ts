import { join, resolve } from 'node:path';
import { z } from 'zod';
import { hintFor } from '../../contract/did-you-mean.ts';
import { notFound } from '../../contract/failure.ts';
import { type RegisteredLab, registeredLabSchema } from '../../contract/lab.ts';
import { changeNamedFile, textOf } from '../store/changed-file.ts';
import { parsedJson } from '../util/parsed-json.ts';

const fileOf = (home: string): string => join(home, 'labs.json');

/** The labs that are remembered, by id. */
export function registeredLabs(home: string): readonly RegisteredLab[] {
  return entriesOf(textOf(fileOf(home)));
}

const entriesOf = (text: string | null): readonly RegisteredLab[] =>
  parsedJson(text, z.array(registeredLabSchema)) ?? [];

/** Remembers where a lab is. Another folder with the same id takes its place, and is not trusted for that. */
export function rememberLab(
  home: string,
  id: string,
  path: string,
  trust?: Pick<RegisteredLab, 'trusted' | 'saved'>,
): void {
  const remembered = (labs: readonly RegisteredLab[]): readonly RegisteredLab[] | null => {
    const known = labs.find((one) => one.id === id && one.path === path);
    const { trusted, saved } = trust ?? known ?? { trusted: null, saved: false };
    if (known !== undefined && known.trusted === trusted && known.saved === saved) return null;
    const entry = { id, path, trusted, saved };
    return [...labs.filter((one) => one.id !== id), entry];
  };
  // Most labs are known, and a home that cannot be written is no fault then.
  if (remembered(registeredLabs(home)) !== null) change(home, remembered);
}

/** @throws BreakevenError `not-found` for what is not remembered. */
export function forgetLab(home: string, ref: string): RegisteredLab {
  const registered = registeredLab(home, ref);
  change(home, (labs) => labs.filter((one) => one.id !== registered.id));
  return registered;
}

/** By id or by path. @throws BreakevenError `not-found`. */
export function registeredLab(home: string, ref: string): RegisteredLab {
  const labs = registeredLabs(home);
  const path = resolve(ref);
  const match = labs.find((one) => one.id === ref || one.path === path);
  if (match !== undefined) return match;
  const hint = hintFor(
    ref,
    labs.map(({ id }) => id),
  );
  throw notFound(`no lab "${ref}" is remembered${hint}`);
}

/** Two runs that begin at the same time both remember their labs. */
function change(
  home: string,
  next: (labs: readonly RegisteredLab[]) => readonly RegisteredLab[] | null,
): void {
  changeNamedFile('The list of labs', fileOf(home), (text) => {
    const labs = next(entriesOf(text));
    if (labs === null) return null;
    const sorted = labs.toSorted((a, b) => (a.id < b.id ? -1 : 1));
    return `${JSON.stringify(sorted, null, 2)}\n`;
  });
}
