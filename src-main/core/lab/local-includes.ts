import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { plainFileFault } from '../util/plain-file.ts';
import { maxSourceBytes } from './file-content.ts';

/** Files that a source includes by quotes, and those that they include; what is not there is the compiler's to say. */
export function localIncludes(path: string): readonly string[] {
  const found: string[] = [];
  const look = (file: string): void => {
    for (const [, name = ''] of readFileSync(file, 'utf8').matchAll(
      /^[ \t]*#[ \t]*include[ \t]*"([^"\n]+)"/gm,
    )) {
      const places = [resolve(dirname(file), name), resolve(dirname(path), name)];
      const included = places.find((place) => plainFileFault(place, maxSourceBytes) === null);
      if (included === undefined || included === path || found.includes(included)) continue;
      found.push(included);
      look(included);
    }
  };
  look(path);
  return found;
}
