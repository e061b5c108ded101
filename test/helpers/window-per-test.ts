import type { Browser } from 'playwright';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { launchBrowser } from './browser.ts';

import { openScriptedWindow, type ScriptedWindow, type WindowOptions } from './scripted-window.ts';

type Options = {
  /** Whether a page may log errors; a test that breaks something on purpose makes the browser complain. */
  readonly mayComplain?: boolean;
};

export type TestWindow = ScriptedWindow & {
  /** Lets pass what the test makes the page complain of. Returns how many complaints have this text so far. */
  readonly excuse: (part: string) => number;
};

/**
 * For a suite: one browser, and a window over the application over scripted engines for each test that asks for one, closed when the
 * test has ended. Returns the function that opens it.
 */
export function windowPerTest({
  mayComplain = false,
}: Options = {}): (options?: WindowOptions) => Promise<TestWindow> {
  let browser: Browser;
  let window: TestWindow | null = null;
  let excused: string[] = [];
  beforeAll(async () => {
    browser = await launchBrowser();
  });
  afterAll(() => browser?.close());
  afterEach(async () => {
    const complaints = (window?.complaints ?? []).filter(
      (text) => !excused.some((part) => text.includes(part)),
    );
    await window?.close();
    excused = [];
    if (!mayComplain) expect(complaints).toEqual([]);
  });
  return async (options = {}) => {
    const opened = await openScriptedWindow(browser, options);
    window = {
      ...opened,
      async close() {
        window = null;
        await opened.close();
      },
      excuse(part) {
        excused.push(part);
        return opened.complaints.filter((text) => text.includes(part)).length;
      },
    };
    return window;
  };
}

/** A window that may read and write the clipboard; `clipboard` says what is on it. */
export async function withClipboard(window: ScriptedWindow) {
  const { page } = window;
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  return { ...window, clipboard: () => page.evaluate(() => navigator.clipboard.readText()) };
}
