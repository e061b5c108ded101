import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeInBrowser, launchBrowser } from '../helpers/browser.ts';
import {
  goTo,
  openScriptedWindow,
  type ScriptedWindow,
  startSweep,
} from '../helpers/scripted-window.ts';
import { seedNights } from '../helpers/seed-nights.ts';
import { openServedApp, type ServedApp } from '../helpers/served-app.ts';

describeInBrowser('the trend of the cases of a run', () => {
  const nights = { runs: 40, driverFrom: 25, commitFrom: 12 };
  let ids: readonly string[];
  let served: ServedApp;
  let page: Page;

  beforeAll(async () => {
    served = await openServedApp('trend', (home) => {
      ids = seedNights(home, nights);
    });
    page = served.page;
  });
  afterAll(() => served?.close());

  it('lists every case with its latest step, what changed last first', async () => {
    await goTo(page, `#/run/${ids.at(-1)}`);
    await page.getByRole('tab', { name: 'History' }).click();
    await page.getByText('4 of 4 cases changed.').waitFor();
    const rows = page
      .getByRole('region', { name: 'Cases over the runs' })
      .last()
      .locator('tbody tr');
    expect(await rows.count()).toBe(4);
    const texts = await rows.allTextContents();
    expect(texts.map((text) => /^(sequential|parallel)/.exec(text)?.[0])).toEqual(
      'parallel parallel sequential sequential'.split(' '),
    );
    expect(texts[0]).toMatch(/40.*slower \+1[34]\.\d %/);
    expect(texts[2]).toMatch(/faster -(19|20)\.\d %/);
  });

  it('draws the case that is chosen, with its step, and has it as a table and in a sentence', async () => {
    const chart = page.locator('figure canvas[data-drawn]');
    await chart.waitFor();
    expect(await chart.getAttribute('aria-label')).toMatch(
      /^Count, kernel time: 1 change point in 40 runs: slower from run .* with it came NVIDIA driver/,
    );
    await page.getByRole('button', { name: 'sequential n=100,000', exact: true }).click();
    await page.getByRole('heading', { name: 'Change points of sequential n=100,000' }).waitFor();
    await expect.poll(() => chart.getAttribute('aria-label')).toContain('faster from run');
    await page.getByRole('button', { name: 'View as table' }).click();
    const table = page.getByRole('region', { name: /over the runs.*as a table/ });
    // Every run, and both ends of both levels.
    expect(await table.locator('tbody tr').count()).toBe(nights.runs + 4);
    await page.getByRole('button', { name: 'View as chart' }).click();
  });

  it('stands over commits or dates, with other series, and leads to the runs', async () => {
    const figure = page.locator('figure');
    await page.locator('#trend-by').selectOption('commit');
    await page.locator('#trend-lines').selectOption('variants');
    await figure.getByRole('button', { name: 'parallel', exact: true }).waitFor();
    await page.getByRole('button', { name: 'View as table' }).click();
    const table = page.getByRole('region', { name: /over the runs.*as a table/ });
    await table.getByText('Commit, in the order of the first run (hash)').waitFor();
    // Two commits: every run stands at one of them.
    const places = new Set(await table.locator('tbody tr td:nth-child(2)').allTextContents());
    expect([...places].sort()).toEqual(['1', '2']);
    await page.getByRole('button', { name: 'View as chart' }).click();
    await page.getByText('40 runs of this case').click();
    const runs = page.getByRole('region', { name: 'Runs of this case' }).getByRole('link');
    expect(await runs.first().textContent()).toBe(ids.at(-1));
    expect(await runs.count()).toBe(40);
    await page.locator('#trend-by').selectOption('run');
    await page.locator('#trend-lines').selectOption('case');
  });

  it('names what came with a step, and leads to the comparison of the two runs', async () => {
    await page.getByRole('button', { name: 'parallel n=1,000,000' }).click();
    const step = page.getByRole('article');
    await step.getByText('changes with it').waitFor();
    const row = step.locator('tbody tr');
    expect(await row.allTextContents()).toEqual(['NVIDIA driver570.86580.65changes with it']);
    const [before, after] = [ids[24], ids[25]];
    await step.getByRole('link', { name: before ?? '' }).waitFor();
    await step.getByRole('button', { name: 'Compare the two' }).click();
    await page.getByRole('heading', { name: 'Compare' }).waitFor();
    await expect
      .poll(() => decodeURIComponent(new URL(page.url()).hash))
      .toBe(`#/compare/${before}:parallel,${after}:parallel`);
    await page.locator('.compare .badge.bad').first().waitFor();
    expect(await page.locator('.compare tbody tr').count()).toBe(2);
    await page.goBack();
    await page.getByRole('tab', { name: 'History', selected: true }).waitFor();
  });

  it('changes with the least step and with the build, and says when there are too few runs', async () => {
    await page.getByText('4 of 4 cases changed.').waitFor();
    await page.getByLabel('Minimum change').selectOption('0.2');
    await page.getByText(/^[02] of 4 cases changed/).waitFor();
    await page.getByLabel('Minimum change').selectOption('0.05');
    await page.getByLabel('Only runs of the same build').check();
    await page.getByText('2 of 4 cases changed, 2 are steady.').waitFor();
    await page.getByRole('button', { name: 'sequential n=100,000', exact: true }).click();
    await page.locator('p.note', { hasText: 'Left out: 12 runs of other builds.' }).waitFor();
    const alone = await served.app.api.openSample({ id: 'scan-cpu' });
    await goTo(page, `#/run/${alone.runId}/history`);
    await page.getByText(/^0 of \d+ cases changed, \d+ cases need 5 more runs\.$/).waitFor();
    await page.getByText('1 run: 5 more runs are needed to tell a change.').first().waitFor();
    expect(served.complaints).toEqual([]);
  });
});

describeInBrowser('the histories while a run measures', () => {
  let browser: Browser;
  let window: ScriptedWindow;
  beforeAll(async () => {
    browser = await launchBrowser();
    window = await openScriptedWindow(browser, { runs: 12, gpu: true, caseMs: 600 });
  });
  afterAll(async () => {
    await window?.close();
    await browser?.close();
  });

  it('wait for its end', async () => {
    const { page } = window;
    await startSweep(page);
    await expect.poll(() => new URL(page.url()).hash).toBe('#/live');
    await goTo(page, '#/run/r000012/history');
    await page.getByText('A run is active; histories are read after it ends').waitFor();
    await page.keyboard.press('Control+.');
    await page.getByText(/^5 of 15 cases changed/).waitFor();
  });
});
