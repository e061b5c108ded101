import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { describeInBrowser } from '../helpers/browser.ts';
import { goTo } from '../helpers/scripted-window.ts';
import { windowPerTest } from '../helpers/window-per-test.ts';

describeInBrowser('History about results', () => {
  const open = windowPerTest();

  it('shows what each run came to, sorts by it, and follows one case', async () => {
    const { page } = await open({ runs: 12 });
    await goTo(page, '#/history');
    const grid = page.getByRole('grid');
    const first = grid.getByRole('row').nth(1);
    await first
      .getByText(/^\d\d,\d{3}$/)
      .first()
      .waitFor();
    await first.getByRole('img', { name: /runs of this configuration/ }).waitFor();
    const speedup = grid.getByRole('columnheader', { name: 'Speedup' });
    await speedup.getByRole('button').click();
    await expect.poll(() => speedup.getAttribute('aria-sort')).toBe('descending');

    await goTo(page, `#/run/r000012/why?pane=case&case=1`);
    await page.getByRole('button', { name: 'Follow in history' }).click();
    await page.getByRole('heading', { level: 1, name: 'History' }).waitFor();
    expect(await page.getByRole('combobox', { name: 'Find runs' }).inputValue()).toMatch(
      /^workload:count variant:/,
    );
    await page.getByRole('button', { name: 'Columns' }).click();
    await page.getByRole('button', { name: 'Median of a case …', pressed: true }).click();
  });

  it('shows the id of every run and its whole device, also of long titles', async () => {
    const { page, app } = await open({ runs: 7 });
    await app.api.openSample({ id: 'peers-gpu' });
    await page.setViewportSize({ width: 1280, height: 800 });
    await goTo(page, '#/history');
    await page.getByRole('grid').getByText('H100').waitFor();
    const cut = await page
      .locator('.cell-title, .cell-device')
      .evaluateAll((cells) =>
        cells.filter((cell) => cell.scrollWidth > cell.clientWidth).map((cell) => cell.textContent),
      );
    expect(cut).toEqual([]);
    const inside = await page.locator('.cell-title code').evaluateAll((ids) =>
      ids.every((id) => {
        const cell = id.parentElement?.getBoundingClientRect();
        return id.getBoundingClientRect().right <= (cell?.right ?? 0);
      }),
    );
    expect(inside).toBe(true);
  });

  it('lists the changes of all histories with what came with them, and says when there is none', async () => {
    const { page } = await open({ runs: 14, gpu: true });
    await goTo(page, '#/history');
    await page.getByRole('link', { name: 'Changes' }).click();
    const table = page.getByRole('region', { name: 'Changes, the newest first' });
    await table.getByText('driver 580.65 → 581.15').first().waitFor();
    expect(await table.getByText('slower').count()).toBeGreaterThan(0);
    await page.getByLabel('Show').selectOption('faster');
    await page.getByText('No case became faster').waitFor();
    expect(page.url()).toContain('#/changes?show=faster');
    await page.goBack();
    await table.getByRole('link', { name: 'Before and after' }).first().click();
    // Of the timing scope whose change it is.
    await expect.poll(() => page.getByLabel('Timing scope').inputValue()).toBe('kernel');
    await page.getByRole('heading', { level: 1, name: 'Compare' }).waitFor();
    // What changed can be handed in from there.
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Report' }).click();
    const text = readFileSync(await (await download).path(), 'utf8');
    expect(text).toMatch(/Difference to [^<]*\(r000006\)/);
  });
});
