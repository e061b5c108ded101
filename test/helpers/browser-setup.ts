import { rmSync } from 'node:fs';
import type { TestProject } from 'vitest/node';
import { type Chromium, provideChromium } from './chromium.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The browser of this run; null when there is none, and tests that need one are skipped. */
    chromium: Chromium | null;
  }
}

/** Finds or unpacks the browser once for all test files, and says which it is. */
export async function setup(project: TestProject): Promise<() => void> {
  const found = await provideChromium();
  const missing = 'reason' in found;
  project.provide('chromium', missing ? null : found);
  const line = missing
    ? `browser: none (${found.reason}); tests that need one are skipped`
    : `browser: ${found.name}`;
  process.stdout.write(`${line}\n`);
  return () => {
    if (!missing && found.folder !== null) rmSync(found.folder, { recursive: true, force: true });
  };
}
