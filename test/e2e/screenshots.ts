/**
 * Pictures of every screen, light and dark, empty and full, at 1280x800 and 2560x1440, to be looked at by a person:
 *
 *     node_modules/.bin/node test/e2e/screenshots.ts out/screenshots
 *     node_modules/.bin/node test/e2e/screenshots.ts out/screenshots history compare    (only these)
 *     node_modules/.bin/node test/e2e/screenshots.ts resources/screenshots --readme    (the three of the README)
 *
 * The interface must be built (`npm run build`). Screens of runs show the sample results through serve mode, as a user
 * sees them; the others show made-up runs of a fake application, so that they are the same every time.
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Browser, chromium, type Page } from 'playwright';
import { launchOptions, provideChromium } from '../helpers/chromium.ts';
import { goTo, openFakeWindow } from '../helpers/fake-window.ts';
import { startServe } from '../helpers/serve.ts';

const sizes = [
  { width: 1280, height: 800 },
  { width: 2560, height: 1440 },
] as const;

type Shot = {
  readonly name: string;
  readonly hash: string;
  /** What is done before the picture is taken. */
  readonly act?: (page: Page) => Promise<void>;
};

const run = 'r000012';
const compose = async (page: Page) => {
  await page.getByRole('button', { name: 'Compose' }).first().click();
  await page.locator('.composer-preview img').waitFor();
};

const full: readonly Shot[] = [
  { name: 'home', hash: '#/home' },
  { name: 'new', hash: '#/new' },
  {
    name: 'new-errors',
    hash: '#/new',
    act: (page) => page.locator('#axis-0-n').fill('many'),
  },
  { name: 'history', hash: '#/history' },
  {
    name: 'history-ticked',
    hash: '#/history',
    act: async (page) => {
      await page.getByRole('grid').focus();
      for (const key of ['Space', 'ArrowDown', 'Space', 'p', 'ArrowDown', 'b']) {
        await page.keyboard.press(key);
      }
    },
  },
  {
    name: 'history-completion',
    hash: '#/history',
    act: async (page) => {
      await page.getByRole('combobox', { name: 'Find runs' }).press('ArrowDown');
      await page.locator('.query-offer [role=option]').first().waitFor();
    },
  },
  { name: 'run-picture', hash: '#/run/r000001/picture' },
  { name: 'run-trend', hash: `#/run/${run}/trend` },
  {
    name: 'run-trend-steps',
    hash: `#/run/${run}/trend`,
    act: (page) => page.getByRole('article').first().scrollIntoViewIfNeeded(),
  },
  {
    name: 'run-verdicts',
    hash: `#/run/${run}`,
    act: async (page) => {
      await page.getByText(/^Why: the reasons/).click();
      await page.locator('.evidence').first().scrollIntoViewIfNeeded();
    },
  },
  { name: 'compare', hash: `#/compare/${run},r000011` },
  { name: 'compare-evidence', hash: `#/compare/${run}:plain,${run}:split` },
  { name: 'settings', hash: '#/settings' },
  { name: 'help', hash: '#/help' },
  { name: 'palette', hash: '#/home', act: (page) => page.keyboard.press('Control+k') },
  { name: 'shortcuts', hash: '#/home', act: (page) => page.keyboard.press('?') },
  { name: 'failure', hash: '#/run/missing' },
  {
    name: 'live',
    hash: '#/new',
    act: async (page) => {
      await page.locator('#axis-0-n-mode').selectOption('powers');
      await page.locator('.case-count').waitFor();
      await page.keyboard.press('Control+Enter');
      await page
        .getByText(/^[5-9] of \d+ measurements/)
        .first()
        .waitFor();
      await page.getByRole('heading', { name: 'Finished cases' }).waitFor();
      await page.locator('.small-chart').first().waitFor();
    },
  },
];

const tabs = [
  'summary',
  'scaling',
  'distribution',
  'phases',
  'roofline',
  'study',
  'trend',
  'environment',
  'samples',
  'log',
] as const;

type Sample = { readonly id: string; readonly runId: string };

/** Every tab of every sample result, a comparison of the variants of one, and its figure in the composer. */
const measured = (samples: readonly Sample[]): readonly Shot[] => [
  ...samples.flatMap(({ id, runId }) =>
    tabs.map((tab) => ({ name: `run-${tab}-${id}`, hash: `#/run/${runId}/${tab}` })),
  ),
  ...samples.slice(0, 1).flatMap(({ runId }): readonly Shot[] => [
    {
      name: 'run-ecdf',
      hash: `#/run/${runId}/distribution`,
      act: (page) => chooseFigure(page, 'ecdf'),
    },
    {
      name: 'run-box',
      hash: `#/run/${runId}/distribution`,
      act: (page) => chooseFigure(page, 'box'),
    },
    {
      name: 'run-speedup',
      hash: `#/run/${runId}/scaling`,
      act: (page) => chooseFigure(page, 'speedup'),
    },
    { name: 'compare-variants', hash: `#/compare/${runId}:sequential,${runId}:omp-private` },
    { name: 'composer', hash: `#/run/${runId}/scaling`, act: compose },
  ]),
];

const chooseFigure = async (page: Page, kind: string) => {
  await page.getByLabel('Figure', { exact: true }).selectOption(kind);
};

const empty: readonly Shot[] = [
  { name: 'empty-home', hash: '#/home' },
  { name: 'empty-new', hash: '#/new' },
  { name: 'empty-live', hash: '#/live' },
  { name: 'empty-history', hash: '#/history' },
  { name: 'empty-compare', hash: '#/compare' },
];

/** Of the sample result that was measured on a GPU. */
const readme = (id: string): readonly Shot[] => [
  {
    name: 'scaling',
    hash: `#/run/${id}/scaling`,
    act: async (page) => {
      await page.getByRole('button', { name: 'Show Call' }).click();
      await page.getByRole('heading', { name: /call time over n/ }).waitFor();
      await page.waitForTimeout(600);
      // Away from what it pointed at.
      await page.mouse.move(0, 0);
    },
  },
  {
    name: 'compare',
    hash: `#/compare/${id}:sequential,${id}:thrust,${id}:cub`,
    act: (page) => page.locator('.compare').waitFor(),
  },
  {
    name: 'new-run',
    hash: '#/new',
    act: async (page) => {
      await page.getByLabel('Problem').selectOption({ label: 'Histogram' });
      await page.locator('#axis-0-n-mode').selectOption('powers');
      await page.locator('.case-count').waitFor();
    },
  },
];

async function take(page: Page, shot: Shot, file: string): Promise<void> {
  await goTo(page, '#/help');
  await goTo(page, shot.hash);
  await page.locator('h1').waitFor();
  await page.waitForTimeout(450);
  await shot.act?.(page);
  await page.waitForTimeout(450);
  await page.screenshot({ path: file });
  await page.keyboard.press('Escape');
}

async function screens(browser: Browser, folder: string, only: readonly string[]): Promise<number> {
  let count = 0;
  const wanted = wantedBy(only);
  for (const viewport of sizes) {
    for (const colorScheme of ['light', 'dark'] as const) {
      for (const [shots, options] of [
        [full, { runs: 12, gpu: true, pictures: true, caseMs: 120 }],
        [empty, {}],
      ] as const) {
        const chosen = shots.filter(wanted);
        if (chosen.length === 0) continue;
        const window = await openFakeWindow(browser, options, { viewport, colorScheme });
        for (const shot of chosen) {
          const file = join(folder, `${shot.name}-${colorScheme}-${viewport.width}.png`);
          await take(window.page, shot, file).catch((error: unknown) => {
            process.exitCode = 1;
            console.error(`${file}: ${error instanceof Error ? error.message : error}`);
          });
          count += 1;
        }
        // What the screen of a missing run asks for is not there: the browser logs that by itself.
        const complaints = window.complaints.filter((text) => !text.includes('404'));
        for (const complaint of complaints) console.error(complaint);
        await window.close();
      }
    }
  }
  return count;
}

const wantedBy = (only: readonly string[]) => (shot: Shot) =>
  only.length === 0 || only.some((name) => shot.name.startsWith(name));

/** Stores every sample result, and says which run each is. */
function openSamples(page: Page): Promise<readonly Sample[]> {
  return page.evaluate(async () => {
    const call = async (name: string, input: object) => {
      const response = await fetch(`api/${name}`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ input }),
      });
      return (await response.json()).value;
    };
    const known: { readonly id: string }[] = (await call('sampleResults', {})).samples;
    const opened: { id: string; runId: string }[] = [];
    for (const { id } of known) {
      opened.push({ id, runId: (await call('openSample', { id })).runId });
    }
    return opened;
  });
}

/** The sample results in a store of their own, as a first user opens them. */
async function sampleScreens(
  browser: Browser,
  folder: string,
  only: readonly string[],
): Promise<number> {
  const home = mkdtempSync(join(tmpdir(), 'breakeven-screens-'));
  const served = await startServe(home);
  let count = 0;
  try {
    for (const viewport of sizes) {
      for (const colorScheme of ['light', 'dark'] as const) {
        const context = await browser.newContext({ viewport, colorScheme });
        const page = await context.newPage();
        await page.goto(served.url);
        await page.getByRole('heading', { name: 'Sample results' }).waitFor();
        const samples = await openSamples(page);
        for (const shot of measured(samples).filter(wantedBy(only))) {
          const file = join(folder, `${shot.name}-${colorScheme}-${viewport.width}.png`);
          await take(page, shot, file).catch((error: unknown) => {
            process.exitCode = 1;
            console.error(`${file}: ${error instanceof Error ? error.message : error}`);
          });
          count += 1;
        }
        await context.close();
      }
    }
  } finally {
    await served.stop();
    rmSync(home, { recursive: true, force: true });
  }
  return count;
}

/** For a screen with two pixels where there was one. */
async function readmeScreens(browser: Browser, folder: string): Promise<number> {
  const place = mkdtempSync(join(tmpdir(), 'readme-'));
  const served = await startServe(join(place, 'breakeven'));
  try {
    const context = await browser.newContext({
      viewport: { width: 1280, height: 800 },
      deviceScaleFactor: 2,
      colorScheme: 'light',
    });
    const page = await context.newPage();
    await page.goto(served.url);
    await page.getByRole('heading', { name: 'Sample results' }).waitFor();
    const gpu = (await openSamples(page)).find(({ id }) => id === 'udelar-scan');
    const shots = readme(gpu?.runId ?? 'latest');
    for (const shot of shots) await take(page, shot, join(folder, `${shot.name}.png`));
    return shots.length;
  } finally {
    await served.stop();
    rmSync(place, { recursive: true, force: true });
  }
}

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { readme: { type: 'boolean', default: false } },
});
const [folder = 'out/screenshots', ...only] = positionals;
mkdirSync(folder, { recursive: true });
const found = await provideChromium();
if ('reason' in found) throw new Error(`no Chromium: ${found.reason}`);
const browser = await chromium.launch(launchOptions(found));
try {
  const count = values.readme
    ? await readmeScreens(browser, folder)
    : (await screens(browser, folder, only)) + (await sampleScreens(browser, folder, only));
  console.log(`${count} pictures in ${folder}`);
} finally {
  await browser.close();
}
