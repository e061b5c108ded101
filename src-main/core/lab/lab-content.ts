import { createHash } from 'node:crypto';
import { readdirSync, realpathSync, statSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { badInput } from '../../contract/failure.ts';
import { digestOfData } from './data-digest.ts';
import { contentOf, maxSourceBytes } from './file-content.ts';
import type { Lab } from './lab.ts';
import { localIncludes } from './local-includes.ts';

/** Everything of a lab that can be compiled or run, as it is now. */
export type LabContent = {
  /** SHA-256 over the names and the contents of its files. */
  readonly digest: string;
  /** By name below the folder; `text` is null for a file that is no source. */
  readonly files: readonly LabFile[];
};
export type LabFile = {
  readonly name: string;
  readonly sha256: string;
  readonly text: string | null;
};

/** A folder with more files is a home or a checkout that somebody named by mistake. */
export const maxTrustedFiles = 2000;

/**
 * The files of a lab: those of its folder, and what its sources include or load from elsewhere. Hidden files, copies of
 * editors (`x.c~`) and caches of Python are left out.
 *
 * @throws BreakevenError `bad-input` for a folder with more than `maxTrustedFiles` files.
 */
export function labContent(lab: Lab): LabContent {
  const paths = new Set(lab.path === lab.folder ? filesBelow(lab.folder) : [lab.path]);
  const sources = [...lab.sources.values(), lab.reference, lab.generate, lab.check];
  for (const source of sources) {
    // A program or library without a folder is found by the system, which has its own.
    if (source === null || !source.path.includes('/') || !isFile(source.path)) continue;
    if (source.language !== 'command') paths.add(source.path);
    if (/^(?:c|cpp|cuda)$/.test(source.language)) {
      for (const file of [source.path, ...(source.sources ?? [])].filter(isFile)) {
        for (const one of [file, ...localIncludes(file)]) paths.add(one);
      }
    }
  }
  const files = [...paths]
    .map((path) => ({ name: relative(lab.folder, path) || basename(path), path }))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .map(({ name, path }) => ({ name, ...fileContent(path) }));
  const digest = createHash('sha256');
  for (const { name, sha256 } of files) digest.update(`${JSON.stringify(name)} ${sha256}\n`);
  return { digest: digest.digest('hex'), files };
}

const isFile = (path: string): boolean =>
  statSync(path, { throwIfNoEntry: false })?.isFile() === true;

function fileContent(path: string): Omit<LabFile, 'name'> {
  const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  if (size > maxSourceBytes) return { sha256: digestOfData(path) ?? 'gone', text: null };
  const { sha256, text } = contentOf(path);
  return { sha256, text: text.includes('\0') ? null : text };
}

function filesBelow(folder: string): readonly string[] {
  const fileNames: string[] = [];
  const seen = new Set<string>();
  const look = (below: string): void => {
    const real = realpathSync(below);
    // A link to a folder above would never end.
    if (seen.has(real)) return;
    seen.add(real);
    for (const name of readdirSync(below)) {
      if (name.startsWith('.') || name.endsWith('~') || name === '__pycache__') continue;
      const path = join(below, name);
      const status = statSync(path, { throwIfNoEntry: false });
      if (status?.isDirectory() === true) look(path);
      else if (status?.isFile() === true) fileNames.push(path);
      if (fileNames.length > maxTrustedFiles) {
        throw badInput(
          `${folder} has more than ${maxTrustedFiles} files, all of which would be trusted; move the lab into a folder of its own`,
        );
      }
    }
  };
  look(folder);
  return fileNames;
}
