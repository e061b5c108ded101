import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { productRoot } from './paths.ts';

/** The version of the product, as its package.json has it; `unknown` where that file is not shipped. */
export function productVersion(): string {
  try {
    const text = readFileSync(join(productRoot(), 'package.json'), 'utf8');
    return z.object({ version: z.string() }).parse(JSON.parse(text)).version;
  } catch {
    return 'unknown';
  }
}
