import { readdirSync, readFileSync } from 'node:fs';
import { join, posix, relative, sep } from 'node:path';

/** The modules that a TypeScript or JavaScript text imports, re-exports or requires, types included. */
export function importsOf(text: string): readonly string[] {
  const pattern =
    /(?:\bfrom\s*|\bimport\s*\(\s*|\brequire\s*\(\s*|^\s*import\s+)(['"])([^'"\n]+)\1/gm;
  return [...text.matchAll(pattern)].map((match) => match[2] ?? '');
}

/** The files of its own that a C++ text includes. */
export function includesOf(text: string): readonly string[] {
  return [...text.matchAll(/^\s*#\s*include\s+"([^"]+)"/gm)].map((match) => match[1] ?? '');
}

export type Import = { readonly from: string; readonly to: string };

/** Every import between files of the given folders, as paths below `root` with `/`. */
export function allImports(root: string, folders: readonly string[]): readonly Import[] {
  const paths = folders.flatMap((folder) => filesBelow(root, folder));
  const known = new Set(paths);
  return paths.flatMap((from) => {
    const text = readFileSync(join(root, from), 'utf8');
    const targets = /\.tsx?$/.test(from)
      ? importsOf(text).filter((name) => name.startsWith('.'))
      : includesOf(text);
    return targets.flatMap((name) => {
      const to = posix.join(posix.dirname(from), name.replace(/\?.*$/, ''));
      return known.has(to) ? [{ from, to }] : [];
    });
  });
}

/** What TypeScript files of the folders import that is no file: packages, and parts of Node. */
export function outsideImports(root: string, folders: readonly string[]): readonly Import[] {
  const paths = folders.flatMap((folder) => filesBelow(root, folder));
  return paths
    .filter((from) => /\.tsx?$/.test(from))
    .flatMap((from) =>
      importsOf(readFileSync(join(root, from), 'utf8'))
        .filter((name) => !name.startsWith('.'))
        .map((to) => ({ from, to })),
    );
}

function filesBelow(root: string, folder: string): readonly string[] {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(?:tsx?|h|cuh|cpp|cu)$/.test(entry.name))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .sort();
}
