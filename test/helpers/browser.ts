import { type Browser, chromium } from 'playwright';
import { describe, inject } from 'vitest';
import { launchOptions } from './chromium.ts';
import './browser-setup.ts';

/** Starts the run's Chromium. Only below `describeInBrowser`, or where `hasBrowser()` was asked first. */
export async function launchBrowser(): Promise<Browser> {
  const found = inject('chromium');
  if (!found) throw new Error('no Chromium on this machine: guard the test with describeInBrowser');
  // On a busy machine it has crashed while it started.
  return await chromium
    .launch(launchOptions(found))
    .catch(() => chromium.launch(launchOptions(found)));
}

export function hasBrowser(): boolean {
  return Boolean(inject('chromium'));
}

/** `describe` for tests that need a browser: skipped, by name, on a machine without any. */
export const describeInBrowser = describe.skipIf(!hasBrowser());
