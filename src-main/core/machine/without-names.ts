import { homedir, hostname } from 'node:os';
import { userName } from '../util/user-name.ts';

/** What tells who somebody is or where their files are. */
export type PrivateNames = {
  readonly home: string;
  readonly store: string;
  readonly user: string;
  readonly host: string;
};

export function privateNames(store: string): PrivateNames {
  return { home: homedir(), store, user: userName(), host: hostname() };
}

/** Says nothing of anybody: every system has it. */
const commonUsers: ReadonlySet<string> = new Set(['root', 'user', 'node']);

/** A value as it was, with private folders and names in its texts replaced by what they are. */
export function withoutNames(value: unknown, names: PrivateNames): unknown {
  if (typeof value === 'string') return textWithoutNames(value, names);
  if (Array.isArray(value)) return value.map((one) => withoutNames(one, names));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [
      textWithoutNames(key, names),
      withoutNames(one, names),
    ]),
  );
}

function textWithoutNames(text: string, { home, store, user, host }: PrivateNames): string {
  const folders: readonly (readonly [string, string])[] = [
    [store, '<store>'],
    [home, '<home>'],
  ];
  // One of the two folders may be inside of the other: the longer path first.
  const named = folders
    .filter(([folder]) => folder.length > 1)
    .sort(([a], [b]) => b.length - a.length)
    .reduce((left, [folder, word]) => left.replaceAll(folder, word), text)
    // Folders of other users, as in the path of a shared installation.
    .replace(/(?<![\w.])\/(?:home|Users)\/[^/\s:;,"')]+/g, '<home>');
  return word(word(named, commonUsers.has(user) ? '' : user, '<user>'), host, '<host>');
}

/** Replaces a name where it stands as a word, in any case of letters. */
function word(text: string, name: string, by: string): string {
  if (name === '') return text;
  const escaped = RegExp.escape(name);
  return text.replace(new RegExp(`(?<![\\p{L}\\p{N}])${escaped}(?![\\p{L}\\p{N}])`, 'giu'), by);
}
