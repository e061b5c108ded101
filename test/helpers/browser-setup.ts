import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { type Chromium, provideChromium } from './chromium.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The browser of this run; null when there is none, and tests that need one are skipped. */
    chromium: Chromium | null;
  }
}

/** Finds or unpacks the browser once for all test files, says which it is, and makes a folder for the stores that they share. */
export async function setup(project: TestProject): Promise<() => void> {
  const found = await provideChromium();
  const missing = 'reason' in found;
  project.provide('chromium', missing ? null : found);
  const line = missing
    ? `browser: none (${found.reason}); tests that need one are skipped`
    : `browser: ${found.name}`;
  process.stdout.write(`${line}\n`);
  const seeds = mkdtempSync(join(tmpdir(), 'breakeven-seeds-'));
  process.env.BREAKEVEN_TEST_SEEDS = seeds;
  return () => {
    rmSync(seeds, { recursive: true, force: true });
    if (!missing && found.folder !== null) rmSync(found.folder, { recursive: true, force: true });
  };
}
