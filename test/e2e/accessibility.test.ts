import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { violations as allViolations, rulesOfColour } from '../helpers/axe.ts';
import { describeInBrowser, launchBrowser } from '../helpers/browser.ts';
import { loaded } from '../helpers/drawn.ts';
import {
  goTo,
  openScriptedWindow,
  type ScriptedWindow,
  startSweep,
} from '../helpers/scripted-window.ts';

/** What can be scrolled down besides the screen itself: the window, and panes as high as the window and wide as the screen. */
async function scrolls(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const root = document.documentElement;
    const window_ = root.scrollHeight === window.innerHeight ? [] : [`window ${root.scrollHeight}`];
    const inside = [document.body, ...document.querySelectorAll('#app, .shell, .page, .tab-panel')];
    return [
      ...window_,
      ...inside
        .filter((each) => each.scrollHeight > each.clientHeight + 1)
        .filter((each) => /auto|scroll/.test(getComputedStyle(each).overflowY))
        .map((each) => `${each.tagName} ${each.className}`),
    ];
  });
}

const run = 'r000012';
/** In an address: the sample result that reproduces a study. */
const studied = 'STUDIED';
const screens = [
  '#/home',
  '#/new',
  '#/live',
  '#/history',
  `#/run/${run}`,
  `#/run/${run}/why?pane=distribution`,
  `#/run/${run}/why?pane=phases`,
  `#/run/${run}/why?pane=roofline`,
  `#/run/${studied}/record?pane=study`,
  `#/run/${run}/history`,
  `#/run/${run}/record`,
  `#/run/${run}/record?pane=samples`,
  `#/run/${run}/record?pane=log`,
  `#/run/${run}/why?pane=case`,
  `#/run/${run}?case=1`,
  '#/run/missing',
  '#/compare',
  `#/compare/${run},r000011`,
  `#/compare/${run}:sequential,${run}:parallel`,
  '#/labs',
  `#/run/${run}/why?pane=source&from=r000011`,
  '#/settings',
  '#/help',
];

const groundOf = (page: Page) =>
  page.evaluate(() => getComputedStyle(document.body).backgroundColor);

/** In the light theme, and by the rules of colours in the dark one, which is the same page in other colours. */
async function violations(page: Page): Promise<readonly string[]> {
  const light = await allViolations(page);
  const ground = await groundOf(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  expect(await groundOf(page)).not.toBe(ground);
  const dark = await allViolations(page, rulesOfColour);
  await page.emulateMedia({ colorScheme: 'light' });
  return [...light, ...dark.map((each) => `dark: ${each}`)];
}

describeInBrowser('every screen', () => {
  let browser: Browser;
  let full: ScriptedWindow;
  let empty: ScriptedWindow;
  let sample: string;
  beforeAll(async () => {
    browser = await launchBrowser();
    full = await openScriptedWindow(browser, { runs: 12, gpu: true, labs: true });
    ({ runId: sample } = await full.app.api.openSample({ id: 'udelar-scan' }));
    empty = await openScriptedWindow(browser);
  });
  afterAll(async () => {
    await full?.close();
    await empty?.close();
    await browser?.close();
  });

  it.each(screens)('has no serious violation and one scroll bar: %s', async (hash) => {
    await goTo(full.page, hash.replace(studied, sample));
    await full.page.locator('h1').waitFor();
    await loaded(full.page);
    expect(await violations(full.page)).toEqual([]);
    expect(await scrolls(full.page)).toEqual([]);
  });

  it.each(['#/home', '#/new', '#/live', '#/history', '#/compare', '#/labs'])(
    'has none while it is empty either: %s',
    async (hash) => {
      await goTo(empty.page, hash);
      await empty.page.locator('h1').waitFor();
      await loaded(empty.page);
      expect(await violations(empty.page)).toEqual([]);
    },
  );

  it('has none with the palette over it', async () => {
    await goTo(full.page, '#/home');
    await full.page.keyboard.press('Control+k');
    await full.page.getByRole('dialog', { name: 'Commands' }).waitFor();
    expect(await violations(full.page)).toEqual([]);
    await full.page.keyboard.press('Escape');
  });

  it('has none with the composer, a menu, a question or the completion open', async () => {
    const { page } = full;
    await goTo(page, `#/run/${run}`);
    await page.getByRole('button', { name: 'Compose' }).click();
    await page.locator('.composer-preview img').waitFor();
    await page.getByRole('button', { name: 'Several at once' }).click();
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
    await goTo(page, '#/history');
    await page.getByRole('grid').focus();
    await page.keyboard.press('p');
    await page.keyboard.press('Space');
    await page.keyboard.press('t');
    await page.getByRole('dialog').waitFor();
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByRole('combobox', { name: 'Find runs' }).press('ArrowDown');
    await page.getByRole('option').first().waitFor();
    expect(await violations(page)).toEqual([]);
  });

  it('has none while a run is measured on a device that slows down, nor when it has ended', async () => {
    const slow = await openScriptedWindow(browser, { gpu: true, caseMs: 600 });
    const { page } = slow;
    await startSweep(page);
    await page.locator('.clock-strip .throttled').first().waitFor();
    await page.getByRole('heading', { name: 'Finished cases' }).waitFor();
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press('Control+.');
    await page.getByRole('link', { name: 'Open the run' }).waitFor();
    expect(await violations(page)).toEqual([]);
    await slow.close();
  });

  it('has none with the evidence of verdicts, or another case of a trend chosen', async () => {
    const { page } = full;
    await goTo(page, `#/run/${run}/why?pane=verdicts`);
    await page.locator('.evidence').first().waitFor();
    expect(await violations(page)).toEqual([]);
    await goTo(page, `#/run/${run}/history`);
    await page.getByText(/cases changed/).waitFor();
    await page.getByRole('button', { name: 'parallel n=10,000', exact: true }).press('Enter');
    await page.getByRole('heading', { name: 'Change points of parallel n=10,000' }).waitFor();
    await page.getByRole('article').getByText('changes with it').waitFor();
    expect(await violations(page)).toEqual([]);
  });

  it('has none with errors in the form', async () => {
    await goTo(full.page, '#/new');
    await full.page.locator('#axis-0-n').fill('many');
    await full.page.getByText('"many" is not a number').first().waitFor();
    expect(await violations(full.page)).toEqual([]);
  });

  it('would be told apart if it had one, in the light theme or in the dark one', async () => {
    const window = await openScriptedWindow(browser);
    await window.page.evaluate(() => {
      const dim = Object.assign(document.createElement('p'), { textContent: 'dim in the dark' });
      dim.style.color = 'light-dark(#000, #222)';
      document.querySelector('main')?.prepend(document.createElement('input'), dim);
    });
    const found = (await violations(window.page)).map((each) => each.replace(/: <.*/, ''));
    expect(found).toEqual(['label', 'dark: color-contrast']);
    await window.close();
  });
});
