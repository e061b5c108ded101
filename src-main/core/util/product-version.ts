import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { productRoot } from './paths.ts';

/** Put in by the bundler, see `electron.vite.config.ts`. */
declare const BREAKEVEN_COMMIT: string | undefined;

/** The commit that the product was built from; undefined where it was not built inside a repository. */
export function productCommit(): string | undefined {
  const commit = typeof BREAKEVEN_COMMIT === 'string' ? BREAKEVEN_COMMIT : '';
  return commit === '' ? undefined : commit;
}

/** The version of the product, as its package.json has it; `unknown` where that file is not shipped. */
export function productVersion(): string {
  try {
    const text = readFileSync(join(productRoot(), 'package.json'), 'utf8');
    return z.object({ version: z.string() }).parse(JSON.parse(text)).version;
  } catch {
    return 'unknown';
  }
}
