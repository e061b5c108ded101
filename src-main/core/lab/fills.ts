import { statSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import { hintFor } from '../../contract/did-you-mean.ts';
import type { LabAxis } from '../../contract/lab.ts';
import { noSuchFile, plainFileFault } from '../util/plain-file.ts';

/** What is wrong with the files that a fill reads, in one sentence; null where nothing is, or it reads none. */
export function fillFileFault(
  fill: string,
  folder: string,
  axes: readonly LabAxis[],
): string | null {
  const path = namedFile(fill)?.[1] ?? '';
  const named = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  const choices = axes.filter(({ kind }) => kind === 'choice').map(({ id }) => id);
  const wrong = named.find((name) => !choices.includes(name));
  if (wrong !== undefined) {
    return `{${wrong}} is no axis with values${hintFor(wrong, choices)}`;
  }
  for (const one of filesOfFill(fill, axes)) {
    const fault = dataFileFault(isAbsolute(one) ? one : join(folder, one), one);
    if (fault !== null) return fault;
  }
  return null;
}

/** The files that a fill names are files of the lab: with their full path, as the engine reads them. */
export function withFullPath(fill: string, folder: string): string {
  const [kind, path, part] = namedFile(fill) ?? [];
  if (kind === undefined || path === undefined) return fill;
  const full = JSON.stringify(isAbsolute(path) ? path : join(folder, path));
  return part === undefined ? `${kind}(${full})` : `${kind}(${full}, "${part}")`;
}

/** The paths of the files that a fill reads, one a value of the axes that it names. */
export function filesOfFill(
  fill: string,
  axes: readonly Pick<LabAxis, 'id' | 'values'>[],
): readonly string[] {
  const path = namedFile(fill)?.[1];
  if (path === undefined) return [];
  return axes.reduce<readonly string[]>(
    (paths, { id, values = [] }) =>
      path.includes(`{${id}}`)
        ? paths.flatMap((one) => values.map((value) => one.replaceAll(`{${id}}`, String(value))))
        : paths,
    [path],
  );
}

/** What has no end or no beginning is not opened; a file of /proc says that it is empty, and may be either. */
function dataFileFault(path: string, shown: string): string | null {
  const fault = plainFileFault(path, Number.MAX_SAFE_INTEGER);
  if (fault === noSuchFile) return `there is no file ${shown}`;
  if (fault !== null) return `${shown} is not read: ${fault}`;
  return statSync(path).size === 0 ? `${shown} is not read: it is empty` : null;
}

/** Kind, path and part of `file("x.npy")` or `matrix("x.mtx", "values")`; null for other texts. */
function namedFile(fill: string): readonly ['file' | 'matrix', string, string?] | null {
  const text = '("(?:[^"\\\\]|\\\\.)*")';
  const file = new RegExp(`^\\s*file\\s*\\(\\s*${text}\\s*\\)\\s*$`).exec(fill)?.[1];
  if (file !== undefined) return ['file', unquoted(file)];
  const matrix = new RegExp(`^\\s*matrix\\s*\\(\\s*${text}\\s*,\\s*${text}\\s*\\)\\s*$`).exec(fill);
  if (matrix?.[1] === undefined || matrix[2] === undefined) return null;
  return ['matrix', unquoted(matrix[1]), unquoted(matrix[2])];
}

/** `\"` and `\\` stand for `"` and `\`. */
function unquoted(text: string): string {
  return text.slice(1, -1).replaceAll(/\\(.)/g, '$1');
}
