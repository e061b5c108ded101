/**
 * How long the interface takes from a key to the picture of its answer, over a store of many runs:
 *
 *   node_modules/.bin/node test/benchmarks/seed-store.ts FOLDER
 *   node_modules/.bin/node test/benchmarks/desktop-budgets.ts FOLDER [--count 200] [--only scroll,compare]
 *
 * The built interface runs in headless Chromium with software rendering, served by the built command line over that
 * store. A time begins with the browser's own time stamp of the key or click and ends after the frame that shows the
 * answer was painted. Beside it stand the processor times of the window's and the program's main thread meanwhile:
 * what a machine that others use as well lengthens less. `--only` takes names of parts joined by commas (load, filter,
 * sort, scroll, switch, palette, open, curate, compare, first-compare, cancel).
 */
import { cpus, getPriority, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { type Browser, chromium, type Page } from 'playwright';
import { launchOptions, provideChromium } from '../helpers/chromium.ts';
import { goTo } from '../helpers/fake-window.ts';
import { startServe } from '../helpers/serve.ts';
import { createStopwatch, type Stopwatch, scrollFrames, type Timing } from './interactions.ts';
import { bigTitle, wideTitle } from './seed-store.ts';

const viewport = { width: 1280, height: 800 };

const { values: given, positionals } = parseArgs({
  allowPositionals: true,
  options: { count: { type: 'string', default: '200' }, only: { type: 'string', default: '' } },
});
const [home = ''] = positionals;
const count = Number(given.count);
if (home === '' || !Number.isInteger(count) || count < 4) {
  throw new Error('needs the folder of a store; --count takes a whole number from 4');
}

type Row = {
  readonly name: string;
  readonly budgetMs: number;
  readonly timings: readonly Timing[];
};

function quantile(times: readonly number[], p: number): number {
  const ascending = [...times].sort((a, b) => a - b);
  return (
    ascending[Math.min(ascending.length - 1, Math.ceil(p * ascending.length) - 1)] ?? Number.NaN
  );
}

const alone = (total: number): Timing => ({ total, window: null, host: null });

async function times(n: number, one: (i: number) => Promise<Timing>): Promise<readonly Timing[]> {
  const found: Timing[] = [];
  for (let i = 0; i < n; i += 1) found.push(await one(i));
  return found;
}

const idle = `document.querySelector('.grid')?.getAttribute('aria-busy') === 'false'`;
const rows = `document.querySelectorAll('.grid [role=row]').length > 1`;
const heading = (text: string) =>
  `document.querySelector('h1')?.textContent?.trim() === ${JSON.stringify(text)}`;

async function toHistory(page: Page, query = ''): Promise<void> {
  await goTo(page, '#/history');
  await page.getByRole('combobox', { name: 'Find runs' }).fill(query);
  await page.waitForFunction(`(${idle}) && (${rows})`);
  await page.waitForTimeout(350);
}

type Place = {
  readonly page: Page;
  readonly watch: Stopwatch;
  readonly browser: Browser;
  readonly press: (key: string) => () => Promise<void>;
  readonly add: (name: string, budgetMs: number, timings: readonly Timing[]) => void;
};

async function loading({ page, add }: Place): Promise<void> {
  const since = () => page.evaluate(() => performance.now());
  await goTo(page, '#/history');
  const shells: Timing[] = [];
  const usable = await times(count, async () => {
    await page.reload({ waitUntil: 'commit' });
    await page.waitForSelector('.rail');
    shells.push(alone(await since()));
    await page.waitForSelector('.grid [role=row]:nth-child(3)');
    return alone(await since());
  });
  add('shell painted after loading the page', 1000, shells);
  add('history usable after loading the page', 2000, usable);
}

async function filtering({ page, watch, press, add }: Place): Promise<void> {
  await toHistory(page);
  const query = page.getByRole('combobox', { name: 'Find runs' });
  const text = 'workload:histogram tag:lab n>=4096 ';
  const timings = await times(count, async (i) => {
    const at = i % text.length;
    if (at === 0) await toHistory(page);
    await query.focus();
    // Words that are half written are errors, which are shown as well.
    return await watch.timed(
      press(text.charAt(at) === ' ' ? 'Space' : text.charAt(at)),
      `(${idle} || document.querySelector('#query-help.error, .empty') !== null)`,
    );
  });
  add('filter: key press', 50, timings);
}

async function sorting({ page, watch, press, add }: Place): Promise<void> {
  await toHistory(page);
  const orders = ['Started', 'Run', 'Status', 'Device'];
  const timings = await times(count, async (i) => {
    await page.locator('.grid .sort', { hasText: orders[i % 4] ?? '' }).focus();
    return await watch.timed(press('Enter'), idle);
  });
  add('sort', 50, timings);
  await page.locator('.grid .sort', { hasText: 'Started' }).click();
  await page.waitForTimeout(300);
}

async function scrolling({ page, add }: Place): Promise<void> {
  await toHistory(page);
  const box = await page.getByRole('grid').boundingBox();
  const at = { x: (box?.x ?? 0) + 300, y: (box?.y ?? 0) + 200 };
  const { work, between } = await scrollFrames(page, at, count);
  add('scroll: a frame, from its beginning to its paint', 16, work.map(alone));
  // No frame can come sooner on a display of 60 Hz; a tenth of a millisecond is the precision of its time stamps.
  add('scroll: between frames at 60 Hz', 17, between.map(alone));
}

async function switching({ watch, press, add }: Place): Promise<void> {
  const titles = ['Home', 'New run', 'Live', 'History', 'Compare', 'Settings', 'Help'];
  const timings = await times(count, (i) => {
    const at = (i * 3) % titles.length;
    return watch.timed(press(`Control+${at + 1}`), heading(titles[at] ?? ''));
  });
  add('switch screen', 100, timings);
}

async function palette({ page, watch, press, add }: Place): Promise<void> {
  const timings = await times(count, async () => {
    const time = await watch.timed(
      press('Control+k'),
      `document.querySelectorAll('.palette-entry').length > 5`,
    );
    await page.keyboard.press('Escape');
    await page.waitForSelector('dialog', { state: 'detached' });
    return time;
  });
  add('palette', 50, timings);
}

async function opening({ page, watch, press, add }: Place): Promise<void> {
  const shownCases = `document.querySelectorAll('.tab-panel .table tbody tr').length > 0`;
  const open = await times(count, async () => {
    await page.reload();
    await toHistory(page, `title:"${bigTitle}"`);
    await page.getByRole('grid').focus();
    return await watch.timed(press('Enter'), `(${heading(bigTitle)}) && (${shownCases})`);
  });
  add('open a run with 10,000 samples (page reloaded before)', 150, open);
  const drawn = `document.querySelector('#panel-distribution .chart-box canvas[data-drawn]') !== null`;
  const distribution = await times(count, async () => {
    await page.locator('#tab-summary').click();
    await page.reload();
    await page.waitForSelector('.tab-panel .table');
    // What loading the page began is done before a hand is at the tab.
    await page.waitForTimeout(300);
    return await watch.timed(() => page.locator('#tab-distribution').click(), drawn);
  });
  add('its distribution, drawn (page reloaded before)', 150, distribution);
}

async function curating({ page, watch, press, add }: Place): Promise<void> {
  await toHistory(page);
  await page.getByRole('grid').focus();
  await page.keyboard.press('Home');
  const active = `document.getElementById(document.querySelector('.grid').getAttribute('aria-activedescendant'))`;
  const pins = await times(count, (i) =>
    watch.timed(
      press('p'),
      `(${active}.querySelector('.mark') ${i % 2 === 0 ? '!==' : '==='} null)`,
    ),
  );
  add('pin', 50, pins);
  const tags = await times(count, async (i) => {
    const tag = `bench-${i}`;
    await page.keyboard.press('t');
    await page.keyboard.type(`${tag}${i === 0 ? '' : `, -bench-${i - 1}`}`);
    return await watch.timed(press('Enter'), `${active}.textContent.includes('${tag}')`);
  });
  add('tag', 50, tags);
  const deleted: Timing[] = [];
  const undone = await times(count, async () => {
    const id = await page.evaluate(`${active}.id`);
    const gone = `document.getElementById('${id}') === null`;
    deleted.push(await watch.timed(press('Delete'), gone));
    return await watch.timed(press('Control+z'), `!(${gone})`);
  });
  add('delete', 50, deleted);
  add('undo of a deletion', 50, undone);
  // Hundreds of changes in a few seconds are still being written.
  await page.waitForTimeout(5000);
}

/** Ticks the eight sweeps and asks for their comparison at once. */
async function compareWide({ page, watch, press }: Place): Promise<Timing> {
  await toHistory(page, `title:"${wideTitle}"`);
  await page.getByRole('grid').focus();
  await page.keyboard.press('Control+a');
  await page.getByRole('button', { name: 'Compare' }).focus();
  const filled = `document.querySelectorAll('.compare .compare-cell .badge').length >= 6 * 7`;
  return await watch.timed(press('Enter'), filled);
}

async function comparing(place: Place): Promise<void> {
  // A window remembers the last comparison that was likely to be asked for: only the program may know this one.
  const again = await times(count, async () => {
    await place.page.reload();
    return await compareWide(place);
  });
  add8(place, 'known to the program', again);
}

async function comparingFirst({ browser, add }: Place): Promise<void> {
  const timings = await times(count, async () => {
    const served = await startServe(home);
    const place = await placeOf(browser, add, served);
    try {
      return await compareWide(place);
    } finally {
      await place.page.context().close();
      await served.stop();
    }
  });
  add8({ add }, 'first one of a program just started', timings);
}

function add8({ add }: Pick<Place, 'add'>, which: string, timings: readonly Timing[]): void {
  add(`compare 8 runs over 64 sizes at once: ${which}`, 150, timings);
}

async function cancelling({ page, watch, press, add }: Place): Promise<void> {
  const timings = await times(count, async () => {
    await goTo(page, '#/new');
    await page.getByLabel('Problem').selectOption('histogram');
    await page.locator('#axis-0-n').fill('4e6');
    await page.waitForFunction(
      `document.querySelector('form .button.primary')?.disabled === false && document.querySelector('.plan-facts.stale') === null`,
    );
    await page.keyboard.press('Control+Enter');
    await page.getByRole('button', { name: 'Cancel the run' }).waitFor();
    await page.waitForTimeout(300);
    const time = await watch.timed(
      press('Control+.'),
      `(document.body.textContent.includes('Cancelling') || document.querySelector('.under .badge')?.textContent !== 'running')`,
    );
    await page.getByRole('link', { name: 'Open the run' }).waitFor();
    return time;
  });
  add('cancel acknowledged', 100, timings);
}

const parts: readonly (readonly [string, (place: Place) => Promise<void>])[] = [
  ['load', loading],
  ['filter', filtering],
  ['sort', sorting],
  ['scroll', scrolling],
  ['switch', switching],
  ['palette', palette],
  ['open', opening],
  ['curate', curating],
  ['compare', comparing],
  ['first-compare', comparingFirst],
  ['cancel', cancelling],
];

async function placeOf(
  browser: Browser,
  add: Place['add'],
  served: { readonly url: string; readonly pid: number },
): Promise<Place> {
  // Conditions are texts that the page evaluates, which its content security policy would refuse.
  const context = await browser.newContext({ viewport, bypassCSP: true });
  const page = await context.newPage();
  const watch = await createStopwatch(page);
  watch.servedBy(served.pid);
  await page.goto(served.url);
  return { page, watch, browser, add, press: (key) => () => page.keyboard.press(key) };
}

const load = (): string =>
  loadavg()
    .map((one) => one.toFixed(2))
    .join(' ');

function printTable(table: readonly Row[], browser: Browser, loadBefore: string): void {
  const [cpu] = cpus();
  console.log(
    `Viewport ${viewport.width}x${viewport.height}; headless Chromium ${browser.version()}, software rendering; ` +
      `${cpus().length} x ${cpu?.model.trim()}; niceness ${getPriority()}; ` +
      `load average ${loadBefore} before, ${load()} after\n`,
  );
  console.log('| interaction | n | median ms | p95 ms | budget ms | | window CPU | program CPU |');
  console.log('|---|---|---|---|---|---|---|---|');
  const middle = (all: readonly (number | null)[]): string => {
    const known = all.filter((each) => each !== null && each > 0);
    return known.length === 0 ? '' : quantile(known as readonly number[], 0.5).toFixed(1);
  };
  for (const { name, budgetMs, timings } of table) {
    const totals = timings.map(({ total }) => total);
    const p95 = quantile(totals, 0.95);
    const cells = [
      name,
      totals.length,
      quantile(totals, 0.5).toFixed(1),
      p95.toFixed(1),
      budgetMs,
      Number(p95.toFixed(1)) <= budgetMs ? 'kept' : 'missed',
      middle(timings.map(({ window }) => window)),
      middle(timings.map(({ host }) => host)),
    ];
    console.log(`| ${cells.join(' | ')} |`);
  }
}

const provided = await provideChromium();
if ('reason' in provided) throw new Error(`no Chromium: ${provided.reason}`);
const loadBefore = load();
const [served, browser] = await Promise.all([
  startServe(home),
  chromium.launch(launchOptions(provided)),
]);
try {
  const table: Row[] = [];
  const add: Place['add'] = (name, budgetMs, timings) => {
    table.push({ name, budgetMs, timings });
    const p95 = quantile(
      timings.map(({ total }) => total),
      0.95,
    );
    console.error(`${name}: p95 ${p95.toFixed(1)} ms of ${timings.length}`);
  };
  const place = await placeOf(browser, add, served);
  for (const [name, part] of parts) {
    if (given.only === '' || given.only.split(',').includes(name)) await part(place);
  }
  printTable(table, browser, loadBefore);
} finally {
  await browser.close();
  await served.stop();
}
