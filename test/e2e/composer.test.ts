import { expect, it } from 'vitest';
import { describeInBrowser } from '../helpers/browser.ts';
import { goTo } from '../helpers/scripted-window.ts';
import { windowPerTest, withClipboard } from '../helpers/window-per-test.ts';

describeInBrowser('the figure composer', () => {
  const open = windowPerTest();

  it('composes a figure: size, texts, errors, files, several at once, clipboard', async () => {
    const { page, clipboard } = await withClipboard(await open({ runs: 1 }));
    await goTo(page, '#/run/r000001');
    await page.getByRole('button', { name: 'Compose' }).click();
    const composer = page.getByRole('dialog', { name: 'Figure composer' });
    await composer.locator('.composer-preview img').waitFor();
    await composer.getByText('1050 pixels wide in the file.').waitFor();
    // The pickers stand above each other, each as high as what is in it.
    const boxes = await Promise.all(
      [
        composer.getByRole('group', { name: 'Series' }),
        composer.getByLabel('Title', { exact: true }).last(),
      ].map((part) => part.boundingBox()),
    );
    const [series, title] = boxes.map((box) => box ?? { y: 0, height: 0 });
    expect(series?.height).toBeGreaterThan(40);
    expect((series?.y ?? 0) + (series?.height ?? 0)).toBeLessThanOrEqual(title?.y ?? 0);
    await composer.getByLabel('Size', { exact: true }).selectOption('slide');
    await composer.getByText('3000 × 1688 pixels').waitFor();
    await composer.getByLabel('Resolution (dpi)').fill('fine');
    await composer
      .getByText(/"fine" is not a number/)
      .first()
      .waitFor();
    expect(await composer.getByRole('button', { name: 'PNG' }).isDisabled()).toBe(true);
    await composer.getByLabel('Resolution (dpi)').fill('600');
    await composer.getByLabel('Title', { exact: true }).last().fill('Tally');
    const request = page.waitForRequest(
      (each) =>
        each.url().endsWith('api/exportFigure') && (each.postData() ?? '').includes('"svg"'),
    );
    const file = page.waitForEvent('download');
    await composer.getByRole('button', { name: 'SVG' }).click();
    expect((await file).suggestedFilename()).toBe('r000001-scaling-total.svg');
    expect((await request).postDataJSON().input).toMatchObject({
      view: { title: 'Tally' },
      options: { widthMm: 254, dpi: 600, fontPt: 18 },
    });
    await composer.getByRole('button', { name: 'Several at once' }).click();
    await composer.getByRole('button', { name: 'Boxes' }).click();
    await composer.getByRole('button', { name: 'Speedup' }).click();
    const names: string[] = [];
    page.on('download', (download) => names.push(download.suggestedFilename()));
    await composer.getByRole('button', { name: 'Save 3 figures as PDF' }).click();
    await expect
      .poll(() => [...names].sort())
      .toEqual(
        ['distribution-box', 'scaling', 'speedup'].map((figure) => `r000001-${figure}-total.pdf`),
      );
    await composer.getByRole('button', { name: 'Copy caption' }).click();
    await expect.poll(clipboard).toContain('Centre: median');
    await composer.getByRole('button', { name: 'Copy picture' }).click();
    const types = () =>
      page.evaluate(async () => (await navigator.clipboard.read()).flatMap(({ types }) => types));
    await expect.poll(types).toContain('image/png');
    await page.keyboard.press('Escape');
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
  });

  it('ticks the break-evens that the figure shows, and writes it in another language', async () => {
    const { page } = await open({ runs: 1, gpu: true });
    await goTo(page, '#/run/r000001');
    await page.getByRole('button', { name: 'Compose' }).click();
    const composer = page.getByRole('dialog', { name: 'Figure composer' });
    const bands = composer.getByRole('group', { name: 'Break-evens' });
    const ticked = () =>
      bands
        .getByRole('checkbox', { checked: true })
        .evaluateAll((all) => all.map((each) => (each.parentElement?.textContent ?? '').trim()));
    await expect.poll(async () => (await ticked()).join()).toMatch(/accelerated/);
    await composer.getByRole('group', { name: 'Series' }).getByLabel('accelerated').uncheck();
    // What is left out has no break-even in the figure, and none that is ticked.
    await expect.poll(async () => (await ticked()).join()).not.toMatch(/accelerated/);
    expect((await ticked()).join()).toMatch(/parallel over sequential/);

    const asked = page.waitForRequest(
      (each) => each.url().endsWith('api/exportFigure') && (each.postData() ?? '').includes('"es"'),
    );
    await composer.getByLabel('Language').selectOption('es');
    await asked;
    await composer.locator('.composer-preview img:not(.stale)').waitFor();
  });
});
