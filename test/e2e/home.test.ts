import { expect, it } from 'vitest';
import { describeInBrowser } from '../helpers/browser.ts';
import { storedRows } from '../helpers/scripted-window.ts';
import { windowPerTest } from '../helpers/window-per-test.ts';

describeInBrowser('Home', () => {
  const open = windowPerTest({ mayComplain: true });

  it('shows a newcomer one chart and one button', async () => {
    const { page, app } = await open({});
    await page.locator('.newcomer canvas[data-drawn]').waitFor();
    expect(await page.getByRole('heading', { name: /^Last run/ }).count()).toBe(0);
    expect(await page.getByRole('button', { name: 'Demo run' }).count()).toBe(1);
    // The sample was looked at, not stored.
    expect(await storedRows(app)).toEqual([]);
  });

  it('says that the sample results could not be read, and asks again', async () => {
    const { page } = await open({ runs: 1 });
    await page.getByRole('heading', { name: 'Sample results' }).waitFor();
    await page.route('**/api/sampleResults', (route) => route.abort(), { times: 1 });
    await page.reload();
    await page.getByText('Could not load the sample results').waitFor();
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('button', { name: 'Open', exact: true }).first().waitFor();
  });

  it('shows the last run as its results begin, what changed, and one blue button', async () => {
    const { page, app } = await open({ runs: 12, gpu: true });
    const newest = await app.api.history({ query: '', limit: 1, after: null });
    const last = page.getByRole('region', { name: /^Last run: / });
    await last.locator('canvas[data-drawn]').waitFor();
    expect(await last.locator('.answer').textContent()).toBe(newest.rows[0]?.results?.sentence);
    expect(await page.locator('.button.primary').allTextContents()).toEqual(['New run']);
    await page.getByText(/: 5 of 15 cases changed in kernel time\./).waitFor();
    // What it leads to is of the same timing scope.
    const changes = page.getByRole('region', { name: 'What changed' });
    expect(await changes.getByRole('link', { name: /n=10,000,000/ }).getAttribute('href')).toMatch(
      /^#\/run\/r000012\/history\?scope=kernel&of=\d+&workload=count$/,
    );
    const asked = page.waitForRequest((request) => request.url().endsWith('/doctor'));
    await page.getByRole('button', { name: 'Check again' }).click();
    expect((await asked).postDataJSON()).toEqual({ input: { again: true } });
    await last.getByRole('link', { name: 'Open it' }).click();
    await page.getByRole('tab', { name: 'Results', selected: true }).waitFor();
  });

  it('folds a caption after its first sentence', async () => {
    const { page } = await open({ runs: 1 });
    const caption = page.locator('.caption').first();
    await caption.waitFor();
    const [first, others] = [caption.locator('summary'), caption.locator('p')];
    expect(await others.isVisible()).toBe(false);
    await first.click();
    expect(await others.isVisible()).toBe(true);
  });
});
