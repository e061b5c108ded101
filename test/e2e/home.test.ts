import { expect, it } from 'vitest';
import { describeInBrowser } from '../helpers/browser.ts';
import { windowPerTest } from '../helpers/window-per-test.ts';

describeInBrowser('Home', () => {
  const open = windowPerTest();

  it('shows a newcomer one chart and one button, and others what changed, what is pinned and key numbers', async () => {
    const empty = await open({});
    await empty.page.locator('.newcomer canvas[data-drawn]').waitFor();
    await empty.page.getByRole('heading', { name: 'Recent runs' }).waitFor({ state: 'detached' });
    expect(await empty.page.getByRole('button', { name: 'Demo run' }).count()).toBe(1);
    // The sample was looked at, not stored.
    expect(empty.app.stored).toEqual([]);

    const { page, app } = await open({ runs: 12, gpu: true });
    const [first, second] = app.stored;
    if (first === undefined || second === undefined) throw new Error('no runs');
    first.row = { ...first.row, pinned: true };
    second.row = { ...second.row, baseline: true };
    await page.reload();
    await page.getByText(/: \d+ of 20 cases changed\./).waitFor();
    await page.locator('.key-number').first().waitFor();
    const marked = page.getByRole('region', { name: 'Baseline and pinned runs' });
    expect(await marked.getByRole('link').count()).toBe(2);
    await marked
      .getByRole('img', { name: /12 runs/ })
      .first()
      .waitFor();
    const asked = page.waitForRequest((request) => request.url().endsWith('/doctor'));
    await page.getByRole('button', { name: 'Check again' }).click();
    expect((await asked).postDataJSON()).toEqual({ input: { again: true } });
    await page.locator('.gallery').getByRole('button', { name: 'Set up' }).first().click();
    await page.getByRole('heading', { level: 1, name: 'New run' }).waitFor();
  });
});
