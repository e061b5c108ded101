import { expect, it } from 'vitest';
import { rowsInSight } from '../../src-renderer/state/ahead.ts';
import { describeInBrowser } from '../helpers/browser.ts';
import { goTo } from '../helpers/scripted-window.ts';
import { windowPerTest } from '../helpers/window-per-test.ts';

describeInBrowser('comparing', () => {
  const open = windowPerTest();

  it('compares runs: environment first, verdicts with reasons, another baseline', async () => {
    const { page } = await open({ runs: 7 });
    await goTo(page, '#/history');
    await page.getByRole('grid').focus();
    await page.keyboard.press('Space');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Space');
    await page.getByRole('button', { name: 'Compare' }).click();
    const sections = page.locator('section.section h2');
    await sections.nth(2).waitFor();
    expect(await sections.allTextContents()).toEqual(['Environment', 'Speedups', 'Verdicts']);
    await page.getByText('NVIDIA driver').waitFor();
    await page.getByText('equivalent').first().waitFor();
    const first = () => page.locator('.compare th a').first().textContent();
    // The newest was ticked first: the older one is the baseline all the same.
    expect(await first()).toBe('Sweep 5');
    expect(await page.locator('.answer').textContent()).toMatch(/^\d+ of \d+ cases \w+/);
    expect(await page.getByLabel('Timing scope').inputValue()).toBe('total');
    await page.getByRole('button', { name: 'Make baseline' }).click();
    await expect.poll(first).toBe('Threads against the device, part 6');
    await page.getByRole('button', { name: 'Swap' }).click();
    await expect.poll(first).toBe('Sweep 5');
    await expect.poll(() => page.locator('.chart-box canvas').count()).toBe(4);
    // The ticks are still there when the screen is left.
    await page.getByRole('link', { name: 'Compare' }).click();
    await expect.poll(first).toBe('Sweep 5');
    await page.getByRole('button', { name: 'Add a run' }).click();
    await page.keyboard.type('r000001:parallel');
    await page.keyboard.press('Enter');
    await page.getByText('3 runs; the first is the baseline, the others are contenders').waitFor();
    await page.getByRole('button', { name: 'Leave parallel out' }).click();
    await page.getByText('2 runs;').waitFor();
  });

  it('draws sizes of a workload that only the runs know', async () => {
    const { page, app } = await open();
    const { runId } = await app.api.openSample({ id: 'udelar-scan' });
    const { workloads } = await app.api.catalog({});
    expect(workloads.map(({ id }) => id)).not.toContain('exclusive-scan');
    await goTo(page, `#/compare/${runId}:sequential,${runId}:cub`);
    const titles = page.locator('.columns.figures .figure-head h2');
    await expect.poll(() => titles.count()).toBe(4);
    expect(await titles.first().textContent()).toMatch(/: speedup over /);
    expect(await titles.nth(1).textContent()).toMatch(/time over n$/);
    // A run with which it shares no case: that is said, and all that differs is in sight.
    const { runId: other } = await app.api.openSample({ id: 'histogram-cpu' });
    await goTo(page, `#/compare/${runId},${other}`);
    await page.locator('.answer', { hasText: 'No case in common.' }).waitFor();
    const box = page.getByRole('region', { name: 'Differences of the environment' });
    const hidden = () => box.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);
    expect(await hidden()).toBe(0);
  });

  it('draws of a long comparison the rows near the window, first with few verdicts', async () => {
    const { page, excuse } = await open({ runs: 2 });
    // Figures of sizes that no run has.
    excuse('400');
    const asked: (number | undefined)[] = [];
    // The whole answer comes when the first one was looked at.
    const seen = Promise.withResolvers<void>();
    // The rows of the comparison many times over, each time as other sizes.
    await page.route('**/api/compareRuns', async (route) => {
      const { judge } = (route.request().postDataJSON() as { input: { judge?: number } }).input;
      asked.push(judge);
      const reply = (await (await route.fetch()).json()) as {
        value: { rows: { values: Record<string, number>; cells: (object | null)[] }[] };
      };
      const rows = Array.from({ length: 40 }, (_, i) => i).flatMap((i) =>
        reply.value.rows.map((row) => ({ ...row, values: { n: (row.values.n ?? 0) + i } })),
      );
      const value = {
        ...reply.value,
        rows: rows.map((row, at) =>
          judge === undefined || at < judge
            ? row
            : { ...row, cells: row.cells.map((cell) => cell && { ...cell, comparison: null }) },
        ),
        ...(judge === undefined ? {} : { judged: judge }),
      };
      if (judge === undefined) await seen.promise;
      await route.fulfill({ json: { ok: true, value } });
    });
    await goTo(page, '#/compare/r000001,r000002');
    await page.getByText('judging …').waitFor();
    const drawn = page.locator('.compare tbody tr[aria-rowindex]');
    const total = Number(await page.locator('.compare').getAttribute('aria-rowcount')) - 1;
    expect(total).toBeGreaterThan(100);
    expect(await drawn.count()).toBeLessThan(60);
    seen.resolve();
    await page.getByText('judging …').waitFor({ state: 'detached' });
    expect(asked).toEqual([rowsInSight(800, 2), undefined]);
    const height = () => page.locator('.compare').evaluate((table) => table.scrollHeight);
    const before = await height();
    await page.locator('.compare tbody').last().scrollIntoViewIfNeeded();
    await page.locator(`.compare tbody tr[aria-rowindex="${total + 1}"]`).waitFor();
    await page.locator('.compare tbody tr[aria-rowindex="2"]').waitFor({ state: 'detached' });
    expect(await drawn.count()).toBeLessThan(60);
    // Rows that are not drawn keep about their place.
    expect(Math.abs((await height()) / before - 1)).toBeLessThan(0.3);
    await page.locator('.compare thead').scrollIntoViewIfNeeded();
    await page.locator('.compare tbody tr[aria-rowindex="2"] .badge').first().waitFor();
  });

  it('compares the variants of one run, with published series over the figure', async () => {
    const { page, excuse } = await open({ runs: 1 });
    // No study is of the scripted workload: the figure with the series of one is refused.
    excuse('400');
    const label = 'Example University 2024: mean, table 1';
    const series = [{ key: 'published/example/table-1/mean', label, note: '', points: 6 }];
    await page.route('**/api/published', (route) =>
      route.fulfill({ json: { ok: true, value: { series } } }),
    );
    await goTo(page, '#/run/r000001');
    await page.getByRole('button', { name: 'More' }).click();
    await page.getByRole('button', { name: 'Compare its variants' }).click();
    await page.getByText('All cases are from one run').waitFor();
    await page.getByRole('button', { name: '4 slower' }).waitFor();
    await page.getByRole('button', { name: '6 faster' }).waitFor();
    const asked = page.waitForRequest(
      (request) =>
        request.url().endsWith('api/figure') && (request.postData() ?? '').includes('published/'),
    );
    await page.getByRole('button', { name: 'Published' }).click();
    await page.getByRole('button', { name: label }).click();
    expect((await asked).postDataJSON().input.kind).toBe('scaling');
  });
});
