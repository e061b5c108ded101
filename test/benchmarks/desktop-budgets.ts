/**
 * How long the interface takes from a key to the picture of its answer, over a store of many runs:
 *
 *   node_modules/.bin/node test/benchmarks/seed-store.ts FOLDER
 *   node_modules/.bin/node test/benchmarks/desktop-budgets.ts FOLDER [interactions of each kind, 200 unless given]
 *
 * The built interface runs in headless Chromium with software rendering, served by the built command line over that
 * store. A time begins with the browser's own time stamp of the key or click and ends after the frame that shows the
 * answer was painted. What needs a page to be loaded, or a run to be started, is done a quarter as often.
 */
import { cpus } from 'node:os';
import { type Browser, chromium, type Page } from 'playwright';
import { launchOptions, provideChromium } from '../helpers/chromium.ts';
import { goTo } from '../helpers/fake-window.ts';
import { startServe } from '../helpers/serve.ts';
import { bigTitle, wideTitle } from './seed-store.ts';

const viewport = { width: 1280, height: 800 };

type Row = { readonly name: string; readonly budgetMs: number; readonly times: readonly number[] };

const [home, wanted = '200'] = process.argv.slice(2);
const count = Number(wanted);
if (home === undefined || !Number.isInteger(count) || count < 4) {
  throw new Error('needs the folder of a store, and how many interactions of each kind');
}
const few = Math.ceil(count / 4);

function quantile(times: readonly number[], p: number): number {
  const ascending = [...times].sort((a, b) => a - b);
  return (
    ascending[Math.min(ascending.length - 1, Math.ceil(p * ascending.length) - 1)] ?? Number.NaN
  );
}

/** Remembers when the last key went down or click began. */
async function instrument(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const kept = window as unknown as { began: number };
    for (const type of ['keydown', 'pointerdown']) {
      window.addEventListener(
        type,
        (event) => {
          kept.began = event.timeStamp;
        },
        { capture: true },
      );
    }
  });
}

/** Does something and gives the milliseconds from its key or click until `shown` held on a painted frame. */
async function timed(page: Page, act: () => Promise<void>, shown: string): Promise<number> {
  const handle = await page.evaluateHandle((source) => {
    const kept = window as unknown as { began: number };
    kept.began = Number.NaN;
    const holds = new Function(`return (${source});`) as () => boolean;
    return {
      time: new Promise<number>((resolve, reject) => {
        const from = performance.now();
        const look = () => {
          if (performance.now() - from > 20_000) reject(new Error(`not shown: ${source}`));
          else if (Number.isNaN(kept.began) || !holds()) requestAnimationFrame(look);
          else {
            // Behind the frame that is painted next.
            const channel = new MessageChannel();
            channel.port1.onmessage = () => resolve(performance.now() - kept.began);
            channel.port2.postMessage(null);
          }
        };
        requestAnimationFrame(look);
      }),
    };
  }, shown);
  await act();
  const time = await handle.evaluate(({ time: promise }) => promise);
  await handle.dispose();
  return time;
}

async function times(n: number, one: (i: number) => Promise<number>): Promise<readonly number[]> {
  const found: number[] = [];
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

async function measure(browser: Browser, url: string): Promise<readonly Row[]> {
  // Conditions are texts that the page evaluates, which its content security policy would refuse.
  const context = await browser.newContext({ viewport, bypassCSP: true });
  const page = await context.newPage();
  await instrument(page);
  await page.goto(url);
  const found: Row[] = [];
  const row = (name: string, budgetMs: number, all: readonly number[]) => {
    found.push({ name, budgetMs, times: all });
    console.error(`${name}: p95 ${quantile(all, 0.95).toFixed(1)} ms of ${all.length}`);
  };
  const press = (key: string) => () => page.keyboard.press(key);
  const since = () => page.evaluate(() => performance.now());

  await goTo(page, '#/history');
  const shells: number[] = [];
  row(
    'history usable after loading the page',
    2000,
    await times(few, async () => {
      await page.reload({ waitUntil: 'commit' });
      await page.waitForSelector('.rail');
      shells.push(await since());
      await page.waitForSelector('.grid [role=row]:nth-child(3)');
      return await since();
    }),
  );
  row('shell painted', 1000, shells);

  await toHistory(page);
  const query = page.getByRole('combobox', { name: 'Find runs' });
  const text = 'workload:histogram tag:lab n>=4096 ';
  await query.focus();
  row(
    'filter: key press',
    50,
    await times(count, async (i) => {
      const at = i % text.length;
      if (at === 0) await toHistory(page);
      await query.focus();
      // Words that are half written are errors, which are shown as well.
      return await timed(
        page,
        press(text.charAt(at) === ' ' ? 'Space' : text.charAt(at)),
        `(${idle} || document.querySelector('#query-help.error, .empty') !== null)`,
      );
    }),
  );

  await toHistory(page);
  const orders = ['Started', 'Run', 'Status', 'Device'];
  row(
    'sort',
    50,
    await times(count, async (i) => {
      await page.locator('.grid .sort', { hasText: orders[i % 4] ?? '' }).focus();
      return await timed(page, press('Enter'), idle);
    }),
  );

  await toHistory(page);
  await page.locator('.grid .sort', { hasText: 'Started' }).click();
  await page.waitForTimeout(300);
  const box = await page.getByRole('grid').boundingBox();
  await page.mouse.move((box?.x ?? 0) + 300, (box?.y ?? 0) + 200);
  const frames = page.evaluate(
    (n) =>
      new Promise<number[]>((resolve) => {
        const deltas: number[] = [];
        let before = performance.now();
        const frame = (now: number) => {
          deltas.push(now - before);
          before = now;
          if (deltas.length > n) resolve(deltas.slice(1));
          else requestAnimationFrame(frame);
        };
        requestAnimationFrame(frame);
      }),
    count,
  );
  for (let i = 0; i < count / 4; i += 1) {
    await page.mouse.wheel(0, 240);
    await page.waitForTimeout(12);
  }
  // Every frame of a display of 60 Hz, to the precision of its time stamps.
  row('scroll: time between frames', 17, await frames);

  const titles = ['Home', 'New run', 'Live', 'History', 'Compare', 'Settings', 'Help'];
  row(
    'switch screen',
    100,
    await times(count, (i) => {
      const at = (i * 3) % titles.length;
      return timed(page, press(`Control+${at + 1}`), heading(titles[at] ?? ''));
    }),
  );

  row(
    'palette',
    50,
    await times(count, async () => {
      const time = await timed(
        page,
        press('Control+k'),
        `document.querySelectorAll('.palette-entry').length > 5`,
      );
      await page.keyboard.press('Escape');
      await page.waitForSelector('dialog', { state: 'detached' });
      return time;
    }),
  );

  const shownCases = `document.querySelectorAll('.tab-panel .table tbody tr').length > 0`;
  row(
    'open a run with 10,000 samples (page reloaded before)',
    150,
    await times(few, async () => {
      await page.reload();
      await toHistory(page, `title:"${bigTitle}"`);
      await page.getByRole('grid').focus();
      return await timed(page, press('Enter'), `(${heading(bigTitle)}) && (${shownCases})`);
    }),
  );
  row(
    'its distribution, drawn (page reloaded before)',
    150,
    await times(few, async () => {
      await page.locator('#tab-summary').click();
      await page.reload();
      await page.waitForSelector('.tab-panel .table');
      return await timed(
        page,
        () => page.locator('#tab-distribution').click(),
        `document.querySelector('#panel-distribution .chart-box canvas') !== null`,
      );
    }),
  );

  await toHistory(page);
  const grid = page.getByRole('grid');
  await grid.focus();
  await page.keyboard.press('Home');
  const active = `document.getElementById(document.querySelector('.grid').getAttribute('aria-activedescendant'))`;
  row(
    'pin',
    50,
    await times(count, (i) =>
      timed(
        page,
        press('p'),
        `(${active}.querySelector('.mark') ${i % 2 === 0 ? '!==' : '==='} null)`,
      ),
    ),
  );
  row(
    'tag',
    50,
    await times(count, async (i) => {
      const tag = `bench-${i}`;
      await page.keyboard.press('t');
      await page.keyboard.type(`${tag}${i === 0 ? '' : `, -bench-${i - 1}`}`);
      return await timed(page, press('Enter'), `${active}.textContent.includes('${tag}')`);
    }),
  );
  const deleted: number[] = [];
  row(
    'undo of a deletion',
    50,
    await times(count, async () => {
      const id = await page.evaluate(`${active}.id`);
      const gone = `document.getElementById('${id}') === null`;
      deleted.push(await timed(page, press('Delete'), gone));
      return await timed(page, press('Control+z'), `!(${gone})`);
    }),
  );
  row('delete', 50, deleted);
  // Hundreds of changes in a few seconds are still being written.
  await page.waitForTimeout(5000);

  row(
    'compare 8 runs over 64 sizes, 0.6 s after they were ticked',
    150,
    await times(few, async () => {
      await toHistory(page, `title:"${wideTitle}"`);
      await grid.focus();
      await page.keyboard.press('Control+a');
      // As long as a hand takes from the ticks to the button; the comparison is judged meanwhile.
      await page.getByRole('button', { name: 'Compare' }).focus();
      await page.waitForTimeout(600);
      return await timed(
        page,
        press('Enter'),
        `document.querySelectorAll('.compare tbody tr').length >= 64`,
      );
    }),
  );

  row(
    'cancel acknowledged',
    100,
    await times(few, async () => {
      await goTo(page, '#/new');
      await page.getByLabel('Problem').selectOption('histogram');
      await page.locator('#axis-0-n').fill('4e6');
      await page.waitForFunction(
        `document.querySelector('form .button.primary')?.disabled === false && document.querySelector('.plan-facts.stale') === null`,
      );
      await page.keyboard.press('Control+Enter');
      await page.getByRole('button', { name: 'Cancel the run' }).waitFor();
      await page.waitForTimeout(300);
      const time = await timed(
        page,
        press('Control+.'),
        `(document.body.textContent.includes('Cancelling') || document.querySelector('.under .badge')?.textContent !== 'running')`,
      );
      await page.getByRole('link', { name: 'Open the run' }).waitFor();
      return time;
    }),
  );
  return found;
}

const provided = await provideChromium();
if ('reason' in provided) throw new Error(`no Chromium: ${provided.reason}`);
const [served, browser] = await Promise.all([
  startServe(home),
  chromium.launch(launchOptions(provided)),
]);
try {
  const table = await measure(browser, served.url);
  const [cpu] = cpus();
  console.log(
    `Viewport ${viewport.width}x${viewport.height}; headless Chromium ${browser.version()}, software rendering; ${cpus().length} x ${cpu?.model.trim()}\n`,
  );
  console.log('| interaction | n | median ms | p95 ms | budget ms | |');
  console.log('|---|---|---|---|---|---|');
  for (const { name, budgetMs, times: all } of table) {
    const p95 = quantile(all, 0.95);
    const cells = [name, all.length, quantile(all, 0.5).toFixed(1), p95.toFixed(1), budgetMs];
    console.log(`| ${cells.join(' | ')} | ${p95 <= budgetMs ? 'kept' : 'missed'} |`);
  }
} finally {
  await browser.close();
  await served.stop();
}
