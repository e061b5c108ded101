import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { expect, it } from 'vitest';
import { describeInBrowser } from '../helpers/browser.ts';
import { repositoryRoot } from '../helpers/paths.ts';
import { goTo, storedRows, type WindowOptions } from '../helpers/scripted-window.ts';
import { windowPerTest } from '../helpers/window-per-test.ts';

describeInBrowser('the history and what is done to runs', () => {
  const openWindow = windowPerTest();
  const open = async (options: WindowOptions = {}) => {
    const window = await openWindow(options);
    await goTo(window.page, '#/history');
    await window.page.getByRole('heading', { name: 'History' }).waitFor();
    return window;
  };
  const cell = (page: Page, id: string) => page.locator(`#run-${id}`);
  const toast = (page: Page, text: string | RegExp) =>
    page.locator('.toast').filter({ hasText: text });

  it('pins, marks the baseline, tags, deletes and undoes by keys alone', async () => {
    const { page, app } = await open({ runs: 6 });
    const grid = page.getByRole('grid');
    await grid.focus();
    await page.keyboard.press('p');
    await cell(page, 'r000006').getByText('pinned').waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('b');
    await page
      .getByRole('list', { name: 'Baseline and pinned runs' })
      .getByRole('link')
      .nth(1)
      .waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Shift+ArrowDown');
    await page.getByText('2 ticked').waitFor();
    await page.keyboard.press('t');
    await page.getByRole('dialog', { name: 'Tag 2 runs' }).waitFor();
    await page.keyboard.type('slow, -lab');
    await page.keyboard.press('Enter');
    await expect
      .poll(async () => (await storedRows(app)).map(({ tags }) => tags.join()))
      .toEqual(['', 'lab', 'slow', 'slow', '', 'lab']);
    await grid.focus();
    await page.keyboard.press('Delete');
    await toast(page, '2 runs went to the trash.').waitFor();
    expect(await page.getByRole('row').count()).toBe(5);
    await page.keyboard.press('Control+z');
    await expect.poll(() => page.getByRole('row').count()).toBe(7);
    const rows = await storedRows(app);
    expect(rows.filter(({ trashedAt }) => trashedAt !== undefined)).toEqual([]);
    expect(rows.find(({ baseline }) => baseline)?.id).toBe('r000005');
  });

  it('names a row that exists, deleted and brought back again and again or scrolled out of sight', async () => {
    const { page } = await open({ runs: 150 });
    const grid = page.getByRole('grid');
    await grid.focus();
    await page.keyboard.press('Home');
    const active = () => grid.getAttribute('aria-activedescendant');
    const first = await active();
    for (let i = 0; i < 30; i += 1) {
      await page.keyboard.press('Delete');
      await page.locator(`#${first}`).waitFor({ state: 'detached' });
      await page.keyboard.press('Control+z');
      await page.locator(`#${first}`).waitFor();
    }
    expect(await active()).toBe(first);
    await page.keyboard.press('End');
    await expect.poll(active).not.toBe(first);
    const last = (await active()) ?? '';
    await page.locator(`#${last}`).waitFor();
    await grid.evaluate((element) => {
      element.scrollTop = 0;
    });
    await page.locator(`#${first}`).waitFor();
    expect(await page.locator(`#${last}`).count()).toBe(1);
  });

  it('undoes by the toast, and empties the trash only when asked twice', async () => {
    const { page, app } = await open({ runs: 4 });
    await cell(page, 'r000002').locator('.tick').click();
    await page.getByRole('button', { name: 'Delete' }).click();
    await toast(page, '1 run went').getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => page.getByRole('row').count()).toBe(5);
    await cell(page, 'r000003').locator('.tick').click();
    await page.getByRole('button', { name: 'Delete' }).click();
    await expect.poll(() => page.getByRole('row').count()).toBe(4);
    await page.getByRole('button', { name: 'Views' }).click();
    await page.getByRole('button', { name: 'Trash' }).click();
    await cell(page, 'r000003').waitFor();
    await page.getByRole('button', { name: 'Empty the trash' }).click();
    const question = page.getByRole('dialog', { name: 'Remove for good' });
    await question.getByRole('button', { name: 'Cancel' }).click();
    expect(await storedRows(app)).toHaveLength(4);
    await page.getByRole('button', { name: 'Empty the trash' }).click();
    await question.getByRole('button', { name: 'Remove for good' }).click();
    await page.getByText('The trash is empty.').waitFor();
    expect(await storedRows(app)).toHaveLength(3);
  });

  it('completes queries, narrows by facets, keeps views and columns', async () => {
    const { page, excuse } = await open({ runs: 10 });
    // A filter that is not whole yet is refused.
    excuse('400');
    const query = page.getByRole('combobox', { name: 'Find runs' });
    await query.fill('st');
    await page.getByRole('option', { name: /status:/ }).waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    expect(await query.inputValue()).toBe('status:');
    await page.getByRole('option', { name: 'partial' }).click();
    expect(await query.inputValue()).toBe('status:partial');
    await expect.poll(() => page.getByRole('row').count()).toBe(3);
    await page.getByRole('button', { name: 'Tag', exact: true }).click();
    await page.getByRole('button', { name: /^lab/ }).click();
    await expect.poll(() => query.inputValue()).toBe('status:partial tag:lab');
    await expect.poll(() => page.getByRole('row').count()).toBe(2);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Views' }).click();
    await page.getByRole('button', { name: 'Save this view' }).click();
    await page.keyboard.type('Broken in the lab');
    await page.keyboard.press('Enter');
    await toast(page, 'is kept').waitFor();
    await page.getByRole('button', { name: 'Columns' }).click();
    await page.getByRole('button', { name: 'Note', exact: true }).click();
    await page.getByRole('columnheader', { name: 'Note' }).waitFor();
    await page.keyboard.press('Escape');
    await query.fill('');
    await expect.poll(() => page.getByRole('row').count()).toBe(11);
    await page.getByRole('button', { name: 'Views' }).click();
    await page.getByRole('button', { name: 'Broken in the lab', exact: true }).click();
    await expect.poll(() => page.getByRole('row').count()).toBe(2);
    expect(await page.getByRole('columnheader', { name: 'Note' }).count()).toBe(0);
    await page.reload();
    await page.getByRole('columnheader', { name: 'Tags' }).waitFor();
  });

  it('has query and order in the address: a link, a reload and the way back find the same list', async () => {
    const { page, excuse } = await open({ runs: 10 });
    // A filter that is not whole yet is refused.
    excuse('400');
    const query = page.getByRole('combobox', { name: 'Find runs' });
    await query.pressSequentially('status:partial');
    await expect.poll(() => page.getByRole('row').count()).toBe(3);
    await page.getByRole('button', { name: 'Started' }).click();
    await expect.poll(() => page.url()).toMatch(/#\/history\?q=status%3Apartial&sort=created$/);
    await page.reload();
    await expect.poll(() => page.getByRole('row').count()).toBe(3);
    expect(await query.inputValue()).toBe('status:partial');
    expect(
      await page.getByRole('columnheader', { name: 'Started' }).getAttribute('aria-sort'),
    ).toBe('ascending');
    await page.getByRole('grid').focus();
    await page.keyboard.press('Enter');
    await page.getByRole('tab', { name: 'Results' }).waitFor();
    await page.getByRole('link', { name: 'History', exact: true }).click();
    await expect.poll(() => page.getByRole('row').count()).toBe(3);
    expect(await query.inputValue()).toBe('status:partial');
    await page.goBack();
    await page.goBack();
    await page.goBack();
    await expect.poll(() => page.url()).toMatch(/#\/history\?q=status%3Apartial$/);
    await page.goBack();
    await expect.poll(() => query.inputValue()).toBe('');
    await expect.poll(() => page.getByRole('row').count()).toBe(11);
  });

  it('exports ticked runs in every format, and imports by button and by dropping', async () => {
    const { page, app, excuse } = await open({ runs: 2 });
    await page.getByRole('grid').focus();
    await page.keyboard.press('Control+a');
    await page.getByRole('button', { name: 'Export' }).click();
    const downloads: string[] = [];
    page.on('download', (download) => downloads.push(download.suggestedFilename()));
    await page.getByRole('button', { name: /Run file for another machine/ }).click();
    await expect
      .poll(() => [...downloads].sort())
      .toEqual(['r000001.breakeven', 'r000002.breakeven']);
    await page.getByRole('button', { name: 'Untick all' }).click();
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Import' }).click();
    await (await chooser).setFiles({
      name: 'other.breakeven',
      mimeType: 'application/octet-stream',
      buffer: readFileSync(
        join(repositoryRoot, 'resources/sample-results/histogram-cpu.breakeven'),
      ),
    });
    await toast(page, 'other.breakeven is stored').waitFor();
    await page.evaluate(() => {
      const data = new DataTransfer();
      data.items.add(new File(['not a run'], 'junk.breakeven'));
      for (const type of ['dragover', 'drop'])
        globalThis.dispatchEvent(new DragEvent(type, { dataTransfer: data, cancelable: true }));
    });
    await toast(page, 'junk.breakeven was not imported: This run file cannot be read').waitFor();
    await expect.poll(() => page.getByRole('row').count()).toBe(4);
    expect(await storedRows(app)).toHaveLength(3);
    expect(excuse('400')).toBe(1);
  });

  it('leaves a run that is stored as it is, and leads to it, in the trash too', async () => {
    const { page, app } = await open({ runs: 3 });
    const give = async (ref: string) => {
      const { files } = await app.api.exportRun({ ref, format: 'breakeven' });
      const chooser = page.waitForEvent('filechooser');
      await page.getByRole('button', { name: 'Import' }).click();
      await (await chooser).setFiles({
        name: 'again.breakeven',
        mimeType: 'application/octet-stream',
        buffer: Buffer.from(files[0]?.bytes ?? []),
      });
    };
    await give('r000002');
    const known = toast(page, 'again.breakeven was not imported: its run is stored already');
    await known.getByRole('button', { name: 'Open it' }).click();
    await page.getByRole('tab', { name: 'Results' }).waitFor();
    expect(page.url()).toContain('#/run/r000002');
    await goTo(page, '#/history');
    await cell(page, 'r000001').locator('.tick').click();
    await page.getByRole('button', { name: 'Delete' }).click();
    await expect.poll(() => page.getByRole('row').count()).toBe(3);
    await give('r000001');
    await toast(page, 'is in the trash').getByRole('button', { name: 'Bring it back' }).click();
    await page.getByRole('tab', { name: 'Results' }).waitFor();
    expect(page.url()).toContain('#/run/r000001');
    const rows = await storedRows(app);
    expect(rows.map(({ trashedAt }) => trashedAt)).toEqual([undefined, undefined, undefined]);
  });

  it('titles, tags, notes, pins and deletes a run on its own screen', async () => {
    const { page, app } = await open({ runs: 2 });
    await goTo(page, '#/run/r000002');
    await page.getByRole('button', { name: 'Change the title' }).click();
    await page.keyboard.type('Before the update');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Before the update' }).waitFor();
    await page.getByRole('button', { name: 'Add tags' }).click();
    await page.keyboard.type('gpu, thesis');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Take the tag gpu away' }).click();
    await page.getByRole('button', { name: 'Write a note' }).click();
    await page.keyboard.type('The fan was loud.');
    await page.keyboard.press('Control+Enter');
    await page.getByText('The fan was loud.').waitFor();
    await page.getByRole('button', { name: 'More' }).click();
    await page.getByRole('button', { name: 'Pinned' }).click();
    await page.locator('.under .mark', { hasText: 'pinned' }).waitFor();
    await expect
      .poll(async () => (await storedRows(app))[0])
      .toMatchObject({
        title: 'Before the update',
        tags: ['thesis'],
        note: 'The fan was loud.',
        pinned: true,
      });
    await page.getByRole('button', { name: 'More' }).click();
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('heading', { name: 'History' }).waitFor();
    await toast(page, '1 run went').getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => page.getByRole('row').count()).toBe(3);
  });

  it('shows how the samples of a case lie, and each of them only when asked', async () => {
    const { page } = await open({ runs: 1 });
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url().split('/').at(-1) ?? ''));
    await goTo(page, '#/run/r000001/record?pane=samples');
    await page
      .getByRole('region', { name: 'Statistics of the samples' })
      .getByRole('button')
      .first()
      .click();
    await page.getByRole('img', { name: /50 samples from/ }).waitFor();
    await page.getByRole('img', { name: /in the order taken/ }).waitFor();
    expect(asked).toContain('sampleBins');
    expect(asked).not.toContain('samples');
    await page.getByRole('button', { name: 'Show raw samples' }).click();
    await page.getByText('1 to 50 of 50 samples').waitFor();
    const rows = page.getByRole('region', { name: 'Raw samples' }).locator('tbody tr');
    expect(await rows.count()).toBe(50);
  });
});
