import { createHash } from 'node:crypto';
import { statSync } from 'node:fs';
import { isAbsolute, relative } from 'node:path';
import type { RecordedSource } from './build-cache.ts';
import type { BuildResult } from './build-request.ts';
import { contentOf, digestOf } from './file-content.ts';
import type { Lab } from './lab.ts';

/** Files of a build as they are when they are read: names below the folder of the lab. */
export function recordSources(
  { folder }: Pick<Lab, 'folder'>,
  paths: readonly string[],
): readonly RecordedSource[] {
  return paths.map((path) => {
    const below = relative(folder, path);
    const name = below.startsWith('..') || isAbsolute(below) ? path.replaceAll('/', '_') : below;
    return { name, path, ...contentOf(path) };
  });
}

/** The key of what is made of a file: changes with its content, its place and everything else that is given. */
export function sourceKey(path: string, before: Snapshot, parts: readonly string[]): string {
  return createHash('sha256')
    .update(JSON.stringify([path, before.digests.get(path) ?? '', ...parts]))
    .digest('hex');
}

/** The files of a build as they were before a compiler was started. */
export type Snapshot = {
  readonly digests: ReadonlyMap<string, string>;
  readonly takenAt: number;
};

export function snapshotOf(paths: readonly string[]): Snapshot {
  const takenAt = Date.now();
  return { digests: new Map(paths.map((path) => [path, digestOf(path)])), takenAt };
}

/** What a compiler made of files, which is kept only if they are still those of the snapshot. */
export type Attempt = {
  readonly read: readonly Pick<RecordedSource, 'path' | 'sha256'>[];
  keep(): BuildResult;
  drop(): void;
};

const maxAttempts = 5;

/**
 * Compiles again where a file was saved meanwhile: what was made of one text would be kept as made of another.
 *
 * @param name of the source, for messages
 * @param files that the compiler will read, as far as it is known before
 */
export async function compileSettled<R>(
  name: string,
  files: () => readonly string[],
  compileNow: (before: Snapshot) => Promise<Attempt | { readonly result: R }>,
): Promise<BuildResult | R> {
  let known: readonly string[] = [];
  for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
    const before = snapshotOf([...new Set([...files(), ...known])]);
    const made = await compileNow(before);
    if ('result' in made) return made.result;
    if (!made.read.some((file) => wasSaved(file, before))) return made.keep();
    made.drop();
    known = made.read.map(({ path }) => path);
  }
  const reason = `${name}: it was saved again and again while it was compiled`;
  return { ok: false, reason, line: null, log: '' };
}

/** A file that nobody knew of before is judged by the time of its last change, once: then it is known. */
function wasSaved(
  { path, sha256 }: Attempt['read'][number],
  { digests, takenAt }: Snapshot,
): boolean {
  const before = digests.get(path);
  if (before !== undefined) return before !== sha256;
  const status = statSync(path, { throwIfNoEntry: false });
  return status === undefined || status.ctimeMs > takenAt;
}
