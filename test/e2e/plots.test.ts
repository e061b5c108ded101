import { expect, it } from 'vitest';
import { describeInBrowser } from '../helpers/browser.ts';
import { goTo } from '../helpers/scripted-window.ts';
import { windowPerTest } from '../helpers/window-per-test.ts';

describeInBrowser('a figure that its tab is for', () => {
  const open = windowPerTest();

  it('takes more than half of a small window above the fold, its sentence included, and rows of tables are low in Compact', async () => {
    const { page } = await open({ runs: 12 });
    await page.setViewportSize({ width: 1280, height: 800 });
    const fold = (await page.locator('.status-bar').boundingBox())?.y ?? 0;
    for (const [tab, height] of [
      ['', 432],
      ['/history', 480],
    ] as const) {
      await goTo(page, `#/run/r000002${tab}`);
      const charts = page.locator('.figure.large .chart-box');
      await page.locator('.figure.large canvas[data-drawn]').first().waitFor();
      const boxes = await Promise.all((await charts.all()).map((chart) => chart.boundingBox()));
      const heights = boxes.map((box) => box?.height ?? 0);
      expect([tab, heights.reduce((sum, height) => sum + height, 0)]).toEqual([tab, height]);
      const [first] = boxes;
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
