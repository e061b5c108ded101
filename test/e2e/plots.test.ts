import { expect, it } from 'vitest';
import { describeInBrowser } from '../helpers/browser.ts';
import { goTo } from '../helpers/scripted-window.ts';
import { windowPerTest } from '../helpers/window-per-test.ts';

describeInBrowser('a figure that its tab is for', () => {
  const open = windowPerTest();

  it.each(['quick-gpu', 'udelar-scan', 'histogram-cpu'])(
    'is above the fold of 1280x800 with the sentence, the question and the table: %s',
    async (id) => {
      const { page, app } = await open();
      const { runId } = await app.api.openSample({ id });
      await page.setViewportSize({ width: 1280, height: 800 });
      await goTo(page, `#/run/${runId}`);
      const fold = (await page.locator('.status-bar').boundingBox())?.y ?? 0;
      await page.locator('.results-curve canvas[data-drawn]').nth(1).waitFor();
      // Of a run with many answers it is folded.
      const question = page.getByText('Repeated calls');
      if ((await question.count()) > 0) await question.click();
      await page.locator('.marker-answer', { hasText: /\w/ }).waitFor();
      const charts = page.locator('.results-curve .chart-box');
      const rows = page.locator('.marked-cases tbody tr');
      const parts = {
        sentence: page.locator('.answer'),
        times: charts.nth(0),
        speedups: charts.nth(1),
        answer: page.locator('.marker-answer'),
        'two rows of the table': rows.nth(1),
      };
      for (const [name, part] of Object.entries(parts)) {
        const { y = 0, height = 0 } = (await part.boundingBox()) ?? {};
        expect(height, name).toBeGreaterThan(15);
        expect(y + height, name).toBeLessThanOrEqual(fold);
      }
      // Nothing of it is cut at the side, nor of the cases below: what disturbed one stands in the last column.
      for (const part of ['.results-side', '.table-box.cases']) {
        const { scrollWidth, clientWidth } = await page
          .locator(part)
          .evaluate((side) => ({ scrollWidth: side.scrollWidth, clientWidth: side.clientWidth }));
        expect(scrollWidth, part).toBeLessThanOrEqual(clientWidth);
      }
      expect(await rows.count()).toBeGreaterThan(1);
    },
  );

  it('takes much of a small window above the fold, and rows of tables are low in Compact', async () => {
    const { page } = await open({ runs: 12 });
    await page.setViewportSize({ width: 1280, height: 800 });
    const fold = (await page.locator('.status-bar').boundingBox())?.y ?? 0;
    for (const [tab, height] of [
      ['', 352],
      ['/history', 480],
    ] as const) {
      await goTo(page, `#/run/r000002${tab}`);
      const charts = page.locator('.figure.large .chart-box');
      await page.locator('.figure.large canvas[data-drawn]').first().waitFor();
      const boxesNow = async () =>
        Promise.all((await charts.all()).map((chart) => chart.boundingBox()));
      // The strip of speedups comes after the curve.
      const heightNow = async () =>
        (await boxesNow()).reduce((sum, box) => sum + (box?.height ?? 0), 0);
      await expect.poll(heightNow, { message: tab }).toBe(height);
      const [first] = await boxesNow();
      expect((first?.y ?? fold) + (first?.height ?? 0), tab).toBeLessThanOrEqual(fold);
    }
    await goTo(page, '#/settings');
    await page.getByLabel('Density').selectOption('compact');
    await goTo(page, '#/history');
    const row = await page.getByRole('row').nth(1).boundingBox();
    expect(row?.height).toBeGreaterThanOrEqual(24);
    expect(row?.height).toBeLessThanOrEqual(28);
    await goTo(page, '#/run/r000001');
    const cell = await page.locator('.table.cases tbody tr').nth(1).boundingBox();
    expect(cell?.height).toBeGreaterThanOrEqual(24);
    expect(cell?.height).toBeLessThanOrEqual(28);
    await goTo(page, '#/compare/r000001:sequential,r000001:parallel');
    const pair = await page.locator('.table.forest tbody tr').nth(1).boundingBox();
    expect(pair?.height).toBeGreaterThanOrEqual(24);
    expect(pair?.height).toBeLessThanOrEqual(28);
  });
});
