import type { Browser, BrowserContextOptions, Page } from 'playwright';
import type { RunDetail } from '../../src-main/contract/api.ts';
import type { RunRow } from '../../src-main/contract/run.ts';
import { startServer } from '../../src-main/hosts/http/server.ts';
import { rendererFolder } from './paths.ts';
import { openScriptedApp, type ScriptedApp } from './scripted-app.ts';
import { createScriptedEngines, scriptedGpu } from './scripted-engine.ts';
import { scriptedLabs } from './scripted-labs.ts';
import { seedMeasured } from './seed-measured.ts';
import { watchPage } from './watch-page.ts';

export type WindowOptions = {
  /** Runs in the history from the start; those of a long history have no cases. */
  readonly runs?: number;
  /** The machine has a GPU. */
  readonly gpu?: boolean;
  /** Milliseconds that a repetition of a case takes. */
  readonly caseMs?: number;
  /** Labs are trusted, and runs have code. */
  readonly labs?: boolean;
  /** With labs: folders can be chosen, as in the desktop app. */
  readonly folders?: boolean;
};

export type ScriptedWindow = {
  readonly app: ScriptedApp;
  readonly page: Page;
  readonly complaints: readonly string[];
  close(): Promise<void>;
};

/** The built interface in a browser, served as in serve mode, by the application over scripted engines. */
export async function openScriptedWindow(
  browser: Browser,
  { runs = 0, gpu = false, caseMs = 0, labs = false, folders = false }: WindowOptions = {},
  context: BrowserContextOptions = {},
): Promise<ScriptedWindow> {
  const { fork } = createScriptedEngines(undefined, undefined, {
    caseMs,
    peaks: true,
    ...(gpu ? { gpu: scriptedGpu } : {}),
  });
  const { app, remove } = openScriptedApp(
    (api, emit) => (labs ? scriptedLabs({ api, emit, folders }) : {}),
    { forkEngine: fork },
  );
  if (runs > 0) await seedMeasured(app.home, runs, runs <= 20);
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
      await page.unrouteAll({ behavior: 'ignoreErrors' });
      await opened.close();
      await server.close();
      await remove();
    },
  };
}

/** Every run of the store, the newest first, then those in the trash. */
export async function storedRows({ api }: Pick<ScriptedApp, 'api'>): Promise<readonly RunRow[]> {
  const rowsOf = async (query: string) =>
    (await api.history({ query, limit: 1000, after: null })).rows;
  return [...(await rowsOf('')), ...(await rowsOf('is:trash'))];
}

/** The newest run with its cases. */
export const newestRun = ({ api }: Pick<ScriptedApp, 'api'>): Promise<RunDetail> =>
  api.run({ ref: 'latest' });

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
