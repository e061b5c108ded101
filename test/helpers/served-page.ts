import type { Page } from 'playwright';
import type { App } from '../../src-main/core/app.ts';
import { startServer } from '../../src-main/hosts/http/server.ts';
import { launchBrowser } from './browser.ts';
import { rendererFolder } from './paths.ts';
import { watchPage } from './watch-page.ts';

export type ServedPage = {
  readonly page: Page;
  /** Script errors and refusals of the content security policy, as they come. */
  readonly complaints: readonly string[];
  close(): Promise<void>;
};

/** The interface of an application in a real browser, through serve mode, at its first screen. */
export async function openServedPage(app: App): Promise<ServedPage> {
  const server = await startServer({ app, port: 0, rendererRoot: rendererFolder });
  const browser = await launchBrowser();
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  const complaints = watchPage(page);
  await page.goto(server.url);
  await page.getByRole('link', { name: 'Home', exact: true }).waitFor();
  return {
    page,
    complaints,
    async close() {
      await browser.close();
      await server.close();
    },
  };
}
