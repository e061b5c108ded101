import { join } from 'node:path';
import { z } from 'zod';
import { badInput, notFound } from '../../contract/failure.ts';
import type { RegisteredLab } from '../../contract/lab.ts';
import type { ChangedFile, UntrustedView } from '../../contract/procedures/labs.ts';
import { changeFile, textOf } from '../store/changed-file.ts';
import { parsedJson } from '../util/parsed-json.ts';
import { commandWords } from '../util/paths.ts';
import { shellWord } from '../util/shell-word.ts';
import type { Lab } from './lab.ts';
import { type LabContent, labContent } from './lab-content.ts';
import { registeredLabs, rememberLab } from './lab-registry.ts';
import { lineDiff } from './line-diff.ts';

/**
 * Trust in the content of a lab: a digest that the user has accepted in a dialog of the desktop app or at the terminal. A
 * window compiles and runs nothing else. The texts are kept, so that a later change can be shown.
 */
const trustedSchema = z.object({
  digest: z.string(),
  files: z.array(z.object({ name: z.string(), sha256: z.string(), text: z.string().nullable() })),
});

export const trustFolder = 'trusted-labs';
const fileOf = (home: string, id: string): string => join(home, trustFolder, `${id}.json`);

/** Digits of a digest that are shown and typed. */
const shownDigits = 12;
export const shortDigest = (digest: string): string => digest.slice(0, shownDigits);

/** What differs from the content that was trusted last, or everything; null where the content of a lab is trusted. */
export function untrusted(home: string, lab: Lab): UntrustedView | null {
  const content = labContent(lab);
  const { id } = lab.description;
  const known = registeredLabs(home).find((one) => one.id === id && one.path === lab.path);
  if (known?.trusted === content.digest) return null;
  const earlier = known === undefined || known.trusted === null ? null : trustedFiles(home, known);
  return {
    digest: content.digest,
    before: earlier !== null,
    files: changedFiles(earlier ?? [], content.files),
    command: trustCommand(lab.path, '--digest', shortDigest(content.digest)),
  };
}

/** The line that trusts a lab. */
export const trustCommand = (path: string, ...flags: readonly string[]): string =>
  [...commandWords(), 'lab', 'trust', shellWord(path), ...flags].join(' ');

/**
 * Trusts a lab as it is now.
 *
 * @param digest 12 digits or more of the digest of what the user has seen; absent: whatever there is.
 * @param saved Whether what is saved while a window watches it is trusted as well; absent: as before.
 * @throws BreakevenError `bad-input` where the content is another one, or the digest is too short.
 */
export function trustContent(
  home: string,
  lab: Lab,
  { digest, saved }: Trusting = {},
): RegisteredLab {
  const content = labContent(lab);
  const { id } = lab.description;
  if (digest !== undefined && digest.length < shownDigits) {
    throw badInput(`--digest: got "${digest}", must be the first ${shownDigits} digits or more`);
  }
  if (digest !== undefined && !content.digest.startsWith(digest)) {
    throw badInput(
      `${lab.path} has the digest ${shortDigest(content.digest)}, not ${digest}: its files have changed since; look at them and trust it again`,
    );
  }
  const { files } = content;
  changeFile(fileOf(home, id), () => JSON.stringify({ digest: content.digest, files }));
  const before = registeredLabs(home).find((one) => one.id === id && one.path === lab.path);
  const trust = { trusted: content.digest, saved: saved ?? before?.saved ?? false };
  rememberLab(home, id, lab.path, trust);
  return { id, path: lab.path, ...trust };
}

export type Trusting = { readonly digest?: string | undefined; readonly saved?: boolean };

/** Whether the user has trusted a lab with all that is saved later. */
export const isTrustedAsSaved = (home: string, { description: { id }, path }: Lab): boolean =>
  registeredLabs(home).some((one) => one.id === id && one.path === path && one.saved);

/** @throws BreakevenError `not-found`, which names the line that trusts the content, unless it is trusted. */
export function refuseUntrusted(home: string, lab: Lab): void {
  const untrustedState = untrusted(home, lab);
  if (untrustedState === null) return;
  const what = untrustedState.before ? 'has changed since it was trusted' : 'is not trusted here';
  const { id } = lab.description;
  throw notFound(`the lab "${id}" ${what}: ${untrustedState.command}`);
}

/** Null where what was kept is damaged or of another content. */
function trustedFiles(home: string, { id, trusted }: RegisteredLab): LabContent['files'] | null {
  const kept = parsedJson(textOf(fileOf(home, id)), trustedSchema);
  return kept?.digest === trusted ? kept.files : null;
}

function changedFiles(before: LabContent['files'], after: LabContent['files']): ChangedFile[] {
  const names = [...new Set([...before, ...after].map(({ name }) => name))].sort();
  return names.flatMap((name): ChangedFile[] => {
    const [earlier, later] = [before, after].map((files) => files.find((one) => one.name === name));
    if (earlier?.sha256 === later?.sha256) return [];
    const state = earlier === undefined ? 'new' : later === undefined ? 'gone' : 'changed';
    const texts = [earlier, later].map((one) => (one === undefined ? '' : one.text));
    const [old, now] = texts;
    const lines = old == null || now == null ? [] : lineDiff(old, now);
    return [
      {
        name,
        state,
        lines: lines.slice(0, shownLines),
        left: Math.max(0, lines.length - shownLines),
      },
    ];
  });
}

/** Lines of a changed file that a window is given. */
const shownLines = 400;
