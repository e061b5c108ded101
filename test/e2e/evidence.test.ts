import type { Browser } from 'playwright';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeInBrowser, launchBrowser } from '../helpers/browser.ts';
import { goTo, openScriptedWindow, type ScriptedWindow } from '../helpers/scripted-window.ts';

describeInBrowser('what speaks for a verdict', () => {
  let browser: Browser;
  let window: ScriptedWindow;
  beforeAll(async () => {
    browser = await launchBrowser();
    window = await openScriptedWindow(browser, { runs: 12 });
  });
  afterAll(async () => {
    await window?.close();
    await browser?.close();
  });

  it('stands in each cell of a short comparison, and of a long one when asked for', async () => {
    const { page } = window;
    await goTo(page, '#/compare/r000012:sequential,r000012:parallel');
    const evidence = page.locator('.compare .evidence');
    await evidence.first().waitFor();
    expect(await evidence.first().locator('li').allTextContents()).toEqual([
      'p < 0.0001, < 0.0001 over the sweep (Benjamini-Hochberg)',
      'interval of this run, paired by repetition',
      '50 samples in 5 processes, baseline 50 in 5',
    ]);
    await goTo(page, '#/compare/r000012,r000011');
    // Rows outside the window are not drawn.
    await page.locator('.compare thead').scrollIntoViewIfNeeded();
    await page.locator('.compare tbody .reason-text').first().waitFor();
    expect(await evidence.count()).toBe(0);
    await page.getByRole('button', { name: 'Show the evidence' }).press('Enter');
    await evidence.first().waitFor();
    await page.getByRole('button', { name: 'Hide the evidence' }).press('Enter');
    await expect.poll(() => evidence.count()).toBe(0);
  });

  it('is listed for the cases of a run', async () => {
    const { page } = window;
    await goTo(page, '#/run/r000012/why?pane=verdicts&scope=kernel');
    const rows = page
      .getByRole('region', { name: 'Verdicts with their evidence' })
      .locator('tbody tr');
    await rows.first().waitFor();
    const { cases, comparisons } = await window.app.api.run({ ref: 'r000012' });
    // Of the marked size alone.
    for (const n of [10_000_000, 1000]) {
      await page.getByLabel('n', { exact: true }).selectOption(String(n));
      const judged = cases.filter(({ index, values }) => values.n === n && comparisons[index]);
      await expect.poll(() => rows.count()).toBe(judged.length);
    }
    const text = await rows.first().textContent();
    expect(text).toContain('wholly beyond ±0.5 %');
    expect(text).toContain('over the sweep (Benjamini-Hochberg)');
    expect(text).toContain('50 samples in 5 processes, baseline 50 in 5');
  });

  it('marks cases whose time or rate means something else, and says why a share is above 100 %', async () => {
    const { page, app } = window;
    await app.api.measurePeaks({});
    await goTo(page, '#/run/r000011?scope=kernel');
    const cases = page.getByRole('region', { name: 'Cases' }).last();
    await cases.locator('tbody tr').first().waitFor();
    const labelled = (text: string) => cases.locator('tbody tr', { hasText: text });
    expect(await labelled('near launch overhead').count()).toBe(1);
    expect(await labelled('L2-resident').count()).toBeGreaterThan(0);
    expect(await labelled('cache-resident (L3)').count()).toBeGreaterThan(0);
    expect(await cases.getByText(/^1\d\d %.* \*$/).count()).toBeGreaterThan(0);
    await page.getByText(/^\* Above 100 %, parallel: /).waitFor();
  });
});
