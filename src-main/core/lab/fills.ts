import { statSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import { noSuchFile, plainFileFault } from '../util/plain-file.ts';

/** What is wrong with the file that a fill reads, in one sentence; null where nothing is, or it reads none. */
export function fillFileFault(fill: string, folder: string): string | null {
  const path = fileOfFill(fill);
  return path === null ? null : dataFileFault(isAbsolute(path) ? path : join(folder, path), path);
}

/** The files that a fill names are files of the lab: with their full path, as the engine reads them. */
export function withFullPath(fill: string, folder: string): string {
  const [kind, path, part] = namedFile(fill) ?? [];
  if (kind === undefined || path === undefined) return fill;
  const full = JSON.stringify(isAbsolute(path) ? path : join(folder, path));
  return part === undefined ? `${kind}(${full})` : `${kind}(${full}, "${part}")`;
}

/** The path of the file that a fill reads; null for other fills. */
export function fileOfFill(fill: string): string | null {
  return namedFile(fill)?.[1] ?? null;
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
