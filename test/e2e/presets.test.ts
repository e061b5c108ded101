import { expect, it } from 'vitest';
import { describeInBrowser } from '../helpers/browser.ts';
import { goTo } from '../helpers/scripted-window.ts';
import { windowPerTest } from '../helpers/window-per-test.ts';

describeInBrowser('own presets', () => {
  const open = windowPerTest();

  it('keeps own presets: saved, used, renamed, passed on and deleted', async () => {
    const { page } = await open();
    await goTo(page, '#/new');
    await page.locator('#axis-0-n').fill('12345');
    const presets = page.getByRole('button', { name: 'Presets' });
    await presets.click();
    await page.getByRole('button', { name: 'Keep as a preset' }).click();
    await page.keyboard.type('My sizes');
    await page.keyboard.press('Enter');
    await page.locator('.toast', { hasText: 'is kept' }).waitFor();
    await page.getByRole('button', { name: 'Clear the form' }).click();
    await page.getByLabel('Preset', { exact: true }).selectOption({ label: 'My sizes (own)' });
    expect(await page.locator('#axis-0-n').inputValue()).toBe('12345');
    await presets.click();
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: /as a file/ }).click();
    expect((await saved).suggestedFilename()).toBe('my-sizes.preset.json');
    await presets.click();
    await page.getByRole('button', { name: /^Rename/ }).click();
    await page.keyboard.type('Sizes of May');
    await page.keyboard.press('Enter');
    await page
      .locator('#preset option', { hasText: 'Sizes of May (own)' })
      .waitFor({ state: 'attached' });
    await presets.click();
    await page.getByRole('button', { name: /^Delete/ }).click();
    await page.locator('.toast', { hasText: 'is deleted' }).waitFor();
    expect(await page.locator('#preset option').allTextContents()).toEqual(['Own run', 'Quick']);
  });
});
