import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { repositoryRoot } from '../helpers/paths.ts';

export { importsOf } from '../../src-main/tools/imports.ts';

export type SourceFile = { readonly path: string; readonly text: string };

const left = new Set([
  'node_modules',
  'dist',
  'out',
  'release',
  '.vitest',
  '.git',
  'package-lock.json',
]);
const textual = /\.(ts|tsx|mjs|cjs|js|json|css|html|md|h|cuh|cpp|cu|cmake|txt|yml|yaml|sh)$|\/run$/;

/** Every text file of the repository's own below the given paths, with `/` in its path. */
export function sourceFiles(...below: readonly string[]): readonly SourceFile[] {
  return below.flatMap((start) => walk(join(repositoryRoot, start)));
}

function walk(folder: string): readonly SourceFile[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (left.has(entry.name)) return [];
    const full = join(folder, entry.name);
    if (entry.isDirectory()) return walk(full);
    const path = relative(repositoryRoot, full).split(sep).join('/');
    return textual.test(`/${path}`) ? [{ path, text: readFileSync(full, 'utf8') }] : [];
  });
}
