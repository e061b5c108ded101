import type { Browser, BrowserContextOptions, Page } from 'playwright';
import { startServer } from '../../src-main/hosts/http/server.ts';
import { createFakeApp, type FakeApp, type FakeOptions } from './fake-app.ts';
import { rendererFolder } from './paths.ts';
import { watchPage } from './watch-page.ts';

export type FakeWindow = {
  readonly app: FakeApp;
  readonly page: Page;
  readonly complaints: readonly string[];
  close(): Promise<void>;
};

/** The built interface in a browser, served as in serve mode, over an application that is made up. */
export async function openFakeWindow(
  browser: Browser,
  options: FakeOptions = {},
  context: BrowserContextOptions = {},
): Promise<FakeWindow> {
  const app = createFakeApp(options);
  const server = await startServer({ app, port: 0, rendererRoot: rendererFolder });
  const opened = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...context });
  const page = await opened.newPage();
  const complaints = watchPage(page);
  await page.goto(server.url);
  await page.getByRole('link', { name: 'Home', exact: true }).waitFor();
  return {
    app,
    page,
    complaints,
    async close() {
      await opened.close();
      await server.close();
      await app.close();
    },
  };
}

/** Goes to a screen by its address. */
export async function goTo(page: Page, hash: string): Promise<void> {
  await page.evaluate((next) => {
    window.location.hash = next;
  }, hash);
}

/** Sets up a sweep over powers of the size in the form of a new run, and starts it by its key. */
export async function startSweep(page: Page): Promise<void> {
  await goTo(page, '#/new');
  await page.locator('#axis-0-n').fill('2^10..2^20:x2');
  await page.locator('.case-count').waitFor();
  await page.keyboard.press('Control+Enter');
}
