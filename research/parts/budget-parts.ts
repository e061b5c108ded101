import { type Browser, chromium, type Page } from 'playwright';
import { type Chromium, launchOptions } from '../../test/helpers/chromium.ts';
import { goTo } from '../../test/helpers/scripted-window.ts';
import { startServe } from '../../test/helpers/serve.ts';
import { bigTitle, manyTitle, wideTitle } from '../../test/simulations/synthetic-store.ts';
import type { Interaction, Recorder } from './budget-report.ts';
import { createStopwatch, type Stopwatch, scrollFrames, type Timing } from './interactions.ts';

export const viewport = { width: 1280, height: 800 };

/** The folder of the store, how often each interaction is done, and where times are kept. */
export type Bench = {
  readonly home: string;
  readonly count: number;
  readonly chromium: Chromium;
  readonly browser: Browser;
  readonly served: { readonly url: string; readonly pid: number };
  readonly keep: Recorder['keep'];
};

/** A page on the interface of a program that runs. */
type Place = Bench & {
  readonly page: Page;
  readonly watch: Stopwatch;
  readonly press: (key: string) => () => Promise<void>;
};

export async function openPlace(bench: Bench): Promise<Place> {
  // Conditions are texts that the page evaluates, which its content security policy would refuse.
  const context = await bench.browser.newContext({ viewport, bypassCSP: true });
  const page = await context.newPage();
  const watch = await createStopwatch(page);
  watch.servedBy(bench.served.pid);
  await page.goto(bench.served.url);
  // The page of the address hands its token over and leads to the interface.
  await page.waitForURL(({ pathname }) => pathname === '/');
  return { ...bench, page, watch, press: (key) => () => page.keyboard.press(key) };
}

/** Does `one` as often as asked for and keeps what it took: one time for each of the interactions. */
async function measure(
  { count, keep }: Place,
  interactions: readonly Interaction[],
  one: (i: number) => Promise<Timing | readonly Timing[]>,
): Promise<void> {
  for (let i = 0; i < count; i += 1) {
    const taken = [await one(i)].flat();
    interactions.forEach((interaction, at) => {
      const timing = taken[at];
      if (timing === undefined) throw new Error(`${interaction.name} was not timed`);
      keep(interaction, timing);
    });
  }
}

const alone = (total: number): Timing => ({ total, window: null, host: null });

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

async function loading(place: Place): Promise<void> {
  const { page } = place;
  const since = async () => alone(await page.evaluate(() => performance.now()));
  await goTo(page, '#/history');
  const interactions = [
    { name: 'shell painted after loading the page', budgetMs: 1000 },
    { name: 'history usable after loading the page', budgetMs: 2000 },
  ];
  await measure(place, interactions, async () => {
    await page.reload({ waitUntil: 'commit' });
    await page.waitForSelector('.rail');
    const shell = await since();
    await page.waitForSelector('.grid [role=row]:nth-child(3)');
    return [shell, await since()];
  });
}

/** Types the text into the query bar of the history, again and again, and times each key. */
async function typingQuery(place: Place, name: string, text: string): Promise<void> {
  const { page, watch, press } = place;
  const query = page.getByRole('combobox', { name: 'Find runs' });
  await measure(place, [{ name, budgetMs: 50 }], async (i) => {
    const at = i % text.length;
    if (at === 0) await toHistory(page);
    await query.focus();
    // Words that are half written are errors, which are shown as well.
    return await watch.timed(
      press(text.charAt(at) === ' ' ? 'Space' : text.charAt(at)),
      `(${idle} || document.querySelector('#query-help.error, .empty') !== null)`,
    );
  });
}

const filtering = (place: Place): Promise<void> =>
  typingQuery(place, 'filter: key press', 'workload:histogram tag:lab n>=4096 ');

async function sorting(place: Place): Promise<void> {
  const { page, watch, press } = place;
  await toHistory(page);
  const orders = ['Started', 'Run', 'Status', 'Device', 'n*', 'Speedup'];
  await measure(place, [{ name: 'sort', budgetMs: 50 }], async (i) => {
    await page.locator('.grid .sort', { hasText: orders[i % orders.length] ?? '' }).focus();
    return await watch.timed(press('Enter'), idle);
  });
  await page.locator('.grid .sort', { hasText: 'Started' }).click();
  await page.waitForTimeout(300);
}

/** Frames are so short that three times as many are no trouble. */
const framesAnInteraction = 3;
const tickMs = 1000 / 60;

async function scrolling(place: Place): Promise<void> {
  const { count, keep } = place;
  const framesOf = async ({ page }: Place) => {
    await toHistory(page);
    const box = await page.getByRole('grid').boundingBox();
    const at = { x: (box?.x ?? 0) + 300, y: (box?.y ?? 0) + 200 };
    return await scrollFrames(page, at, framesAnInteraction * count);
  };
  const ticked = await framesOf(place);
  const frame = { name: 'scroll: a frame, from its beginning to its paint', budgetMs: 16 };
  for (const total of ticked.work) keep(frame, { ...alone(total), window: ticked.windowMs });
  const late = ticked.between.filter((ms) => ms > 1.5 * tickMs).length;
  for (const total of ticked.between) {
    keep(
      {
        name: 'scroll: from frame to frame at 60 Hz',
        budgetMs: null,
        note: `a tick is ${tickMs.toFixed(1)} ms; ${late} of ${ticked.between.length} frames came a tick late`,
      },
      alone(total),
    );
  }
  // A display that waits for no tick: then the time between frames is all that making and showing one takes.
  const { args = [], ...options } = launchOptions(place.chromium) ?? {};
  const browser = await chromium.launch({
    ...options,
    args: [...args, '--disable-frame-rate-limit'],
  });
  try {
    const free = await framesOf(await openPlace({ ...place, browser }));
    const interaction = { name: 'scroll: from frame to frame without a tick', budgetMs: 16 };
    for (const total of free.between) {
      keep(interaction, { ...alone(total), window: free.windowMs });
    }
  } finally {
    await browser.close();
  }
}

async function switching(place: Place): Promise<void> {
  const { watch, press } = place;
  const titles = ['Home', 'New run', 'Live', 'History', 'Compare', 'Own code', 'Settings', 'Help'];
  await measure(place, [{ name: 'switch screen', budgetMs: 100 }], (i) => {
    const at = (i * 3) % titles.length;
    return watch.timed(press(`Control+${at + 1}`), heading(titles[at] ?? ''));
  });
}

async function palette(place: Place): Promise<void> {
  const { page, watch, press } = place;
  await measure(place, [{ name: 'palette', budgetMs: 50 }], async () => {
    const time = await watch.timed(
      press('Control+k'),
      `document.querySelectorAll('.palette-entry').length > 5`,
    );
    await page.keyboard.press('Escape');
    await page.waitForSelector('dialog', { state: 'detached' });
    return time;
  });
}

/** Reloads the page, finds the run by its title and opens it from the keyboard. */
async function openingRun(place: Place, name: string, title: string, drawn: string): Promise<void> {
  const { page, watch, press } = place;
  await measure(place, [{ name, budgetMs: 150 }], async () => {
    await page.reload();
    await toHistory(page, `title:"${title}"`);
    await page.getByRole('grid').focus();
    return await watch.timed(press('Enter'), `(${heading(title)}) && (${drawn})`);
  });
}

const casesAreShown = `document.querySelectorAll('.tab-panel .table tbody tr').length > 0`;

const opening = (place: Place): Promise<void> =>
  openingRun(
    place,
    'open a run with 10,000 samples (page reloaded before)',
    bigTitle,
    casesAreShown,
  );

const openingMany = (place: Place): Promise<void> =>
  openingRun(
    place,
    'open a run of 200 cases (page reloaded before)',
    manyTitle,
    `${casesAreShown} && document.querySelector('.headline .figure-number') !== null`,
  );

const byResults = (place: Place): Promise<void> =>
  typingQuery(place, 'filter by results: key press', 'speedup>12 variant:cub n*<1e6 ');

async function drawing(place: Place): Promise<void> {
  const { page, watch, press } = place;
  await toHistory(page, `title:"${bigTitle}"`);
  await page.getByRole('grid').focus();
  await press('Enter')();
  await page.waitForSelector('#tab-distribution');
  const drawn = `document.querySelector('#panel-distribution .chart-box canvas[data-drawn]') !== null`;
  const name = 'the distribution of 10,000 samples, drawn (page reloaded before)';
  await measure(place, [{ name, budgetMs: 150 }], async () => {
    await page.locator('#tab-summary').click();
    await page.reload();
    await page.waitForSelector('.tab-panel .table');
    // What loading the page began is done before a hand is at the tab.
    await page.waitForTimeout(300);
    return await watch.timed(() => page.locator('#tab-distribution').click(), drawn);
  });
}

async function curating(place: Place): Promise<void> {
  const { page, watch, press } = place;
  await toHistory(page);
  await page.getByRole('grid').focus();
  await page.keyboard.press('Home');
  const active = `document.getElementById(document.querySelector('.grid').getAttribute('aria-activedescendant'))`;
  await measure(place, [{ name: 'pin', budgetMs: 50 }], (i) =>
    watch.timed(
      press('p'),
      `(${active}.querySelector('.mark') ${i % 2 === 0 ? '!==' : '==='} null)`,
    ),
  );
  await measure(place, [{ name: 'tag', budgetMs: 50 }], async (i) => {
    const tag = `bench-${i}`;
    await page.keyboard.press('t');
    await page.keyboard.type(`${tag}${i === 0 ? '' : `, -bench-${i - 1}`}`);
    return await watch.timed(press('Enter'), `${active}.textContent.includes('${tag}')`);
  });
  const both = [
    { name: 'delete', budgetMs: 50 },
    { name: 'undo of a deletion', budgetMs: 50 },
  ];
  await measure(place, both, async () => {
    const id = await page.evaluate(`${active}.id`);
    const gone = `document.getElementById('${id}') === null`;
    const deleted = await watch.timed(press('Delete'), gone);
    return [deleted, await watch.timed(press('Control+z'), `!(${gone})`)];
  });
  // Hundreds of changes in a few seconds are still being written.
  await page.waitForTimeout(5000);
}

/** Every row of the forest in the window has its verdict. */
const filled = `(() => {
  const rows = [...document.querySelectorAll('.forest tbody tr')];
  const inSight = rows.filter((row) => row.getBoundingClientRect().top < innerHeight);
  return inSight.length > 0 && inSight.every((row) => row.querySelector('.badge') !== null);
})()`;
const judged = `(${filled}) && !document.querySelector('.compare thead').textContent.includes('judging')`;

/** Ticks the eight sweeps and asks for their comparison after a while. */
async function compareWide({ page, watch, press }: Place, waitMs = 0): Promise<readonly Timing[]> {
  await toHistory(page, `title:"${wideTitle}"`);
  await page.getByRole('grid').focus();
  await page.keyboard.press('Control+a');
  await page.getByRole('button', { name: 'Compare' }).focus();
  await page.waitForTimeout(waitMs);
  return await watch.timedAll(press('Enter'), [filled, judged]);
}

const comparison = (which: string): readonly Interaction[] => [
  { name: `compare 8 runs over 64 sizes, ${which}: a window full of verdicts`, budgetMs: 150 },
  { name: `compare 8 runs over 64 sizes, ${which}: all judged`, budgetMs: 150 },
];

async function comparingAhead(place: Place): Promise<void> {
  await measure(place, comparison('0.6 s after they were ticked'), async () => {
    await place.page.reload();
    return await compareWide(place, 600);
  });
}

async function comparingAgain(place: Place): Promise<void> {
  // A window remembers the last comparison that was likely to be asked for: only the program may know this one.
  await measure(place, comparison('known to the program alone'), async () => {
    await place.page.reload();
    return await compareWide(place);
  });
}

async function comparingFirst(place: Place): Promise<void> {
  await place.page.goto('about:blank');
  await measure(place, comparison('nothing judged ahead, program just started'), async () => {
    const served = await startServe(place.home);
    const fresh = await openPlace({ ...place, served });
    try {
      return await compareWide(fresh);
    } finally {
      await fresh.page.context().close();
      await served.stop();
    }
  });
}

async function cancelling(place: Place): Promise<void> {
  const { page, watch, press } = place;
  await measure(place, [{ name: 'cancel acknowledged', budgetMs: 100 }], async () => {
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
}

/** In the order in which they stand in the table. */
export const parts: ReadonlyMap<string, (place: Place) => Promise<void>> = new Map([
  ['load', loading],
  ['filter', filtering],
  ['sort', sorting],
  ['scroll', scrolling],
  ['switch', switching],
  ['palette', palette],
  ['results', byResults],
  ['open', opening],
  ['open-many', openingMany],
  ['draw', drawing],
  ['curate', curating],
  ['compare-ahead', comparingAhead],
  ['compare', comparingAgain],
  ['compare-first', comparingFirst],
  ['cancel', cancelling],
]);
