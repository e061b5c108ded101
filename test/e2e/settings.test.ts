import { expect, it } from 'vitest';
import { describeInBrowser } from '../helpers/browser.ts';
import { goTo } from '../helpers/scripted-window.ts';
import { windowPerTest, withClipboard } from '../helpers/window-per-test.ts';

describeInBrowser('settings and the way to every screen', () => {
  const open = windowPerTest();

  it('keeps settings with the host, says what is wrong with one, and looks after the storage', async () => {
    const { page, app, clipboard } = await withClipboard(await open());
    await goTo(page, '#/settings');
    await page.getByLabel('Theme').selectOption('dark');
    await page.getByLabel('Repetitions').fill('4');
    await page.getByLabel('Faster or slower beyond (%)').fill('3');
    await page.getByText('must be below the 2 % of “equivalent”').waitFor();
    await expect
      .poll(() => app.api.settings({}))
      .toMatchObject({
        theme: 'dark',
        defaults: { repetitions: 4 },
        margins: { difference: 0.005 },
      });
    await page.getByRole('button', { name: 'Back up now' }).click();
    await page.locator('.toast', { hasText: 'A backup was made.' }).waitFor();
    // Its folder was named at the start, as by `--home`.
    const move = page.getByRole('button', { name: 'Move to another folder' });
    expect(await move.isDisabled()).toBe(true);
    expect(await move.getAttribute('title')).toContain('was given by --home or BREAKEVEN_HOME');
    const value = { ...(await app.api.storage({})), fixed: null };
    for (const name of ['storage', 'moveStore']) {
      await page.route(`**/api/${name}`, (route) => route.fulfill({ json: { ok: true, value } }));
    }
    await page.reload();
    await move.click();
    await page.keyboard.type('/mnt/results');
    await page.keyboard.press('Enter');
    await page.locator('.toast', { hasText: 'is in /mnt/results now' }).waitFor();
    await goTo(page, '#/new');
    await page.getByRole('button', { name: 'Clear the form' }).click();
    expect(await page.getByLabel('Repetitions', { exact: true }).inputValue()).toBe('4');
    await goTo(page, '#/help');
    await page.getByRole('button', { name: 'Copy versions' }).click();
    await expect.poll(clipboard).toMatch(/SQLite \d+\.\d+/);
  });

  it('reaches every screen by its key', async () => {
    const { page } = await open({ runs: 1 });
    const titles = [
      'Home',
      'New run',
      'Live',
      'History',
      'Changes',
      'Compare',
      'Own code',
      'Settings',
      'Help',
    ];
    for (const [i, title] of titles.entries()) {
      await page.keyboard.press(`Control+${i + 1}`);
      await page.getByRole('heading', { level: 1, name: title }).waitFor();
    }
  });
});
