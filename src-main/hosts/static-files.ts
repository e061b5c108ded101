import { readFile, realpath, stat } from 'node:fs/promises';
import { extname, join, sep } from 'node:path';

/** Only these leave the bundle's folder; whatever else lies there is not found. */
const mimeTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.woff': 'font/woff',
};

export type StaticFile = { readonly mime: string; readonly bytes: Uint8Array<ArrayBuffer> };

/**
 * Reads a file of the built interface. `pathname` is that of a URL, still percent-encoded; `/` means `index.html`.
 * Returns null for anything that is not a plain file below `root`: traversal however it is written, links that lead
 * out, hidden files, unknown types.
 */
export async function readStaticFile(root: string, pathname: string): Promise<StaticFile | null> {
  const relative = safeRelativePath(pathname);
  if (relative === null) return null;
  const mime = mimeTypes[extname(relative).toLowerCase()];
  if (mime === undefined) return null;
  try {
    const realRoot = await realpath(root);
    const path = await realpath(join(realRoot, relative));
    if (!path.startsWith(realRoot + sep) || !(await stat(path)).isFile()) return null;
    return { mime, bytes: new Uint8Array(await readFile(path)) };
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

/** The path below the root that a URL's pathname names, or null where it tries to name anything else. */
export function safeRelativePath(pathname: string): string | null {
  let decoded: string;
  try {
    decoded = decodeURIComponent(pathname);
  } catch {
    return null;
  }
  if (!decoded.startsWith('/') || /[\0\\:%]/.test(decoded)) return null;
  if (decoded === '/') return 'index.html';
  const parts = decoded.slice(1).split('/');
  return parts.some((part) => part === '' || part.startsWith('.')) ? null : parts.join(sep);
}

function isMissing(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return code === 'ENOENT' || code === 'ENOTDIR' || code === 'EISDIR' || code === 'ENAMETOOLONG';
}
