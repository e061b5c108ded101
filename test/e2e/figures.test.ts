import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeInBrowser } from '../helpers/browser.ts';
import { goTo } from '../helpers/fake-window.ts';
import { openServedApp, type ServedApp } from '../helpers/served-app.ts';

describeInBrowser('figures are what is seen', () => {
  let served: ServedApp;
  let page: Page;
  let run: string;
  beforeAll(async () => {
    served = await openServedApp('figures');
    page = served.page;
    page.setDefaultTimeout(10_000);
    run = (await served.app.api.openSample({ id: 'udelar-scan' })).runId;
  });
  afterAll(async () => {
    expect(served.complaints).toEqual([]);
    await served.close();
  });

  const entry = (name: string) =>
    page.getByRole('list', { name: 'Series' }).getByRole('button', { name, exact: true });

  it('leaves a hidden series out of summary, break-evens, file and composer, and keeps it in the address', async () => {
    await goTo(page, `#/run/${run}/scaling`);
    const caption = page.locator('figcaption');
    await caption
      .getByText(/\bcub\b/)
      .first()
      .waitFor();
    await entry('cub').click();
    await expect.poll(() => caption.textContent()).not.toMatch(/\bcub\b/);
    expect(page.url()).toContain('hide=cub');
    const request = page.waitForRequest((each) => each.url().endsWith('api/exportFigure'));
    const file = page.waitForEvent('download');
    await page.getByRole('button', { name: 'SVG' }).click();
    expect(JSON.stringify((await request).postDataJSON().input.hidden)).toContain('cub');
    const stream = await (await file).createReadStream();
    const parts: Buffer[] = [];
    for await (const part of stream) parts.push(part as Buffer);
    expect(Buffer.concat(parts).toString()).not.toMatch(/\bcub\b/);
    await page.getByRole('button', { name: 'Compose' }).click();
    const composer = page.getByRole('dialog', { name: 'Figure composer' });
    const pick = composer.getByRole('checkbox', { name: 'cub', exact: true });
    await pick.waitFor();
    expect(await pick.isChecked()).toBe(false);
    await page.keyboard.press('Escape');
  });

  it('shares what is selected with other panes; back and forward and a reload find it again', async () => {
    await goTo(page, `#/run/${run}/scaling`);
    await entry('cub').click();
    await page.getByLabel('Timing scope').selectOption('total');
    await page.getByRole('tab', { name: 'Distribution' }).click();
    await expect.poll(() => page.getByLabel('Timing scope').inputValue()).toBe('total');
    expect(await entry('cub').getAttribute('aria-pressed')).toBe('false');
    await page.goBack();
    await expect
      .poll(() => page.getByRole('tab', { name: 'Scaling' }).getAttribute('aria-selected'))
      .toBe('true');
    await page.goBack();
    await expect.poll(() => page.getByLabel('Timing scope').inputValue()).not.toBe('total');
    await page.goForward();
    await page.reload();
    await entry('cub').waitFor();
    expect(await entry('cub').getAttribute('aria-pressed')).toBe('false');
    await expect.poll(() => page.getByLabel('Timing scope').inputValue()).toBe('total');
  });

  it('keeps the scope of one view out of the settings', async () => {
    expect((await served.app.api.settings({})).span).toBe('kernel');
    await goTo(page, '#/settings');
    await goTo(page, `#/run/${run}/samples`);
    await expect.poll(() => page.getByLabel('Timing scope').inputValue()).toBe('kernel');
  });
});
