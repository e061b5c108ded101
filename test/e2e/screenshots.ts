/**
 * Pictures of every screen, light and dark, empty and full, at 1280x800 and 1920x1080, to be looked at by a person:
 *
 *     node_modules/.bin/node test/e2e/screenshots.ts out/screenshots
 *     node_modules/.bin/node test/e2e/screenshots.ts out/screenshots history compare    (only these)
 *     node_modules/.bin/node test/e2e/screenshots.ts out/screenshots light-1280        (only this look)
 *     node_modules/.bin/node test/e2e/screenshots.ts resources/screenshots --readme    (the three of the README)
 *
 * The interface must be built (`npm run build`). Screens of runs show the sample results through serve mode, as a user
 * sees them; the others show runs of scripted engines, so that they are the same every time.
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright';
import { launchOptions, provideChromium } from '../helpers/chromium.ts';
import { goTo, openScriptedWindow } from '../helpers/scripted-window.ts';
import { startServe } from '../helpers/serve.ts';
import { watchForRest } from '../helpers/settle.ts';
import {
  empty,
  full,
  measured,
  ownCode,
  queued,
  readme,
  type Sample,
  type Shot,
} from './screenshot-list.ts';

const sizes = [
  { width: 1280, height: 800 },
  { width: 1920, height: 1080 },
] as const;

type Place = { readonly page: Page; readonly rest: () => Promise<void> };

async function take({ page, rest }: Place, shot: Shot, file: string): Promise<void> {
  await goTo(page, '#/help');
  await goTo(page, shot.hash);
  await page.locator('h1').waitFor();
  // A run of many cases is read for a while.
  await page.waitForFunction(() => document.querySelector('.loading') === null);
  await rest();
  await shot.act?.(page);
  await rest();
  await page.screenshot({ path: file });
  await page.keyboard.press('Escape');
}

/** One window and its pictures, in order; windows are independent of each other. */
type Job = {
  readonly shots: readonly Shot[];
  readonly suffix: string;
  /** Opens the window; `close` returns what its page complained of. */
  open(): Promise<{ readonly page: Page; close(): Promise<readonly string[]> }>;
};

const all = sizes.flatMap((viewport) =>
  (['light', 'dark'] as const).map((colorScheme) => ({ viewport, colorScheme })),
);
type Look = (typeof all)[number];
const suffixOf = ({ viewport, colorScheme }: Look): string => `${colorScheme}-${viewport.width}`;

/** Screens over scripted engines: a window and an application of its own for each look. */
function madeUp(browser: Browser, wanted: (shot: Shot) => boolean): readonly Job[] {
  return looks.flatMap((look) =>
    (
      [
        [full, { runs: 12, gpu: true, caseMs: 120 }],
        [queued, { runs: 12, gpu: true, caseMs: 400 }],
        [ownCode, { runs: 12, labs: true, folders: true }],
        [empty, {}],
      ] as const
    ).map(([shots, options]) => ({
      shots: shots.filter(wanted),
      suffix: suffixOf(look),
      async open() {
        const { page, complaints, close } = await openScriptedWindow(browser, options, look);
        return {
          page,
          async close() {
            await close();
            // What the screen of a missing run asks for is not there: the browser logs that by itself.
            return complaints.filter((text) => !text.includes('404'));
          },
        };
      },
    })),
  );
}

/** The sample results in a store of their own, as a first user opens them. */
function measuredScreens(
  browser: Browser,
  url: string,
  samples: readonly Sample[],
  wanted: (shot: Shot) => boolean,
): readonly Job[] {
  return looks.map((look) => ({
    shots: measured(samples).filter(wanted),
    suffix: suffixOf(look),
    async open() {
      const { context, page } = await openServed(browser, url, look);
      return {
        page,
        async close() {
          await context.close();
          return [];
        },
      };
    },
  }));
}

async function openServed(browser: Browser, url: string, options: BrowserContextOptions) {
  const context = await browser.newContext(options);
  const page = await context.newPage();
  await page.goto(url);
  await page.getByRole('heading', { name: 'Sample results' }).waitFor();
  return { context, page };
}

/** Takes the pictures of a window one after the other. Returns how many there were. */
async function perform(job: Job, folder: string): Promise<number> {
  const { page, close } = await job.open();
  const place = { page, rest: watchForRest(page) };
  for (const shot of job.shots) {
    const file = join(folder, `${shot.name}-${job.suffix}.png`);
    await take(place, shot, file).catch((error: unknown) => {
      process.exitCode = 1;
      console.error(`${file}: ${error instanceof Error ? error.message : error}`);
    });
  }
  for (const complaint of await close()) console.error(complaint);
  return job.shots.length;
}

/** Most of the time of a picture is waiting: several windows wait together. The longest start first. */
async function performAll(jobs: readonly Job[], folder: string, atOnce: number): Promise<number> {
  const left = jobs
    .filter(({ shots }) => shots.length > 0)
    .sort((a, b) => b.shots.length - a.shots.length);
  const work = async () => {
    let count = 0;
    for (let job = left.shift(); job !== undefined; job = left.shift()) {
      const taken = await perform(job, folder);
      count += taken;
    }
    return count;
  };
  const counts = await Promise.all(Array.from({ length: atOnce }, work));
  return counts.reduce((sum, count) => sum + count, 0);
}

const wantedBy = (only: readonly string[]) => (shot: Shot) =>
  only.length === 0 || only.some((name) => shot.name.startsWith(name));

/** `light-1280` among the names: only this look. */
const isLook = (name: string): boolean => all.some((look) => suffixOf(look) === name);

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
    const opened: { id: string; runId: string; studied: boolean }[] = [];
    for (const { id } of known) {
      const { runId } = await call('openSample', { id });
      const { study } = await call('run', { ref: runId });
      opened.push({ id, runId, studied: study !== undefined });
    }
    return opened;
  });
}

async function allScreens(
  browser: Browser,
  folder: string,
  only: readonly string[],
): Promise<number> {
  const wanted = wantedBy(only);
  const home = mkdtempSync(join(tmpdir(), 'breakeven-screens-'));
  const served = await startServe(home);
  try {
    const { context, page } = await openServed(browser, served.url, {});
    const samples = await openSamples(page);
    await context.close();
    const jobs = [
      ...measuredScreens(browser, served.url, samples, wanted),
      ...madeUp(browser, wanted),
    ];
    return await performAll(jobs, folder, 3 * availableParallelism());
  } finally {
    await served.stop();
    rmSync(home, { recursive: true, force: true });
  }
}

/** For a screen with two pixels where there was one. */
async function readmeScreens(browser: Browser, folder: string): Promise<number> {
  const place = mkdtempSync(join(tmpdir(), 'readme-'));
  const served = await startServe(join(place, 'breakeven'));
  try {
    const { page } = await openServed(browser, served.url, {
      viewport: { width: 1280, height: 800 },
      deviceScaleFactor: 2,
      colorScheme: 'light',
    });
    const place = { page, rest: watchForRest(page) };
    const gpu = (await openSamples(page)).find(({ id }) => id === 'udelar-scan');
    const shots = readme(gpu?.runId ?? 'latest');
    for (const shot of shots) await take(place, shot, join(folder, `${shot.name}.png`));
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
const [folder = 'out/screenshots', ...names] = positionals;
const only = names.filter((name) => !isLook(name));
const looks = all.filter((look) => !names.some(isLook) || names.includes(suffixOf(look)));
mkdirSync(folder, { recursive: true });
const found = await provideChromium();
if ('reason' in found) throw new Error(`no Chromium: ${found.reason}`);
const browser = await chromium.launch(launchOptions(found));
try {
  const count = values.readme
    ? await readmeScreens(browser, folder)
    : await allScreens(browser, folder, only);
  console.log(`${count} pictures in ${folder}`);
} finally {
  await browser.close();
}
