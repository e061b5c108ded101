import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { repositoryRoot } from './paths.ts';

export const labsOfTests = join(repositoryRoot, 'test/labs');

/** A copy of a lab of `test/labs` in a folder, with texts of its files replaced. Returns its folder. */
export function copyLab(
  into: string,
  name: string,
  changed: Record<string, (text: string) => string> = {},
): string {
  const folder = join(into, name);
  cpSync(join(labsOfTests, name), folder, { recursive: true });
  for (const [file, change] of Object.entries(changed)) {
    const path = join(folder, file);
    const text = readFileSync(path, 'utf8');
    const after = change(text);
    expect(after).not.toBe(text);
    writeFileSync(path, after);
  }
  return folder;
}
