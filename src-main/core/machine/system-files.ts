import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** What the kernel says in files, under `/` or a copy of a part of it. What cannot be read is absent, never an error. */
export type SystemFiles = {
  /** Without the line end. */
  readonly text: (path: string) => string | undefined;
  readonly list: (path: string) => readonly string[];
  /** Where it is for another process. */
  readonly path: (path: string) => string;
};

export function systemFiles(root = '/'): SystemFiles {
  return {
    text(path) {
      try {
        return readFileSync(join(root, path), 'utf8').trimEnd();
      } catch {
        return undefined;
      }
    },
    list(path) {
      try {
        return readdirSync(join(root, path)).sort();
      } catch {
        return [];
      }
    },
    path: (path) => join(root, path),
  };
}
