import { createHash } from 'node:crypto';
import { isAbsolute, relative } from 'node:path';
import { digestOf } from './build-cache.ts';
import type { Lab } from './lab.ts';

/** Files of a build as they are stored with it: names below the folder of the lab. */
export function recordSources({ folder }: Lab, paths: readonly string[]) {
  return paths.map((path) => {
    const below = relative(folder, path);
    const name = below.startsWith('..') || isAbsolute(below) ? path.replaceAll('/', '_') : below;
    return { name, path, sha256: digestOf(path) };
  });
}

/** The key of what is made of a file: changes with its content, its place and everything else that is given. */
export function sourceKey(path: string, parts: readonly string[]): string {
  return createHash('sha256')
    .update(JSON.stringify([path, digestOf(path), ...parts]))
    .digest('hex');
}
