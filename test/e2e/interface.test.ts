import { expect, it } from 'vitest';
import { BreakevenError } from '../../src-main/contract/failure.ts';
import { describeInBrowser } from '../helpers/browser.ts';
import { quickPreset } from '../helpers/scripted-app.ts';
import { goTo, newestRun, startSweep, storedRows } from '../helpers/scripted-window.ts';
import { windowPerTest } from '../helpers/window-per-test.ts';

const { configuration } = quickPreset;
const everyVariant = {
  ...{ title: 'Every variant', summary: 'One of them is not here.' },
  configuration: {
    ...configuration,
    groups: configuration.groups.map((group) => ({ ...group, variants: 'all' as const })),
  },
};

describeInBrowser('the interface', () => {
  const open = windowPerTest({ mayComplain: true });

  it('can be used with the keyboard alone, from the form to the exported figure', async () => {
    const { page, app, complaints } = await open({ caseMs: 40 });
    await page.keyboard.press('n');
    await page.getByRole('heading', { name: 'New run' }).waitFor();
    await page.locator('.case-count', { hasText: /^12\s*cases$/ }).waitFor();
    // Tab from the top of the screen to the mode of the first axis, as a hand on the keyboard does.
    const reach = async (id: string) => {
      for (let i = 0; i < 40; i += 1) {
        if ((await page.evaluate(() => document.activeElement?.id)) === id) return;
        await page.keyboard.press('Tab');
      }
      throw new Error(`${id} is not reached by Tab`);
    };
    await reach('axis-0-n');
    await page.keyboard.press('Control+a');
    await page.keyboard.type('1e3, 1e4');
    await page.locator('.case-count', { hasText: /^6\s*cases$/ }).waitFor();
    await page.keyboard.press('Control+Enter');
    await page.getByRole('heading', { name: 'Live' }).waitFor();
    await page.getByRole('link', { name: 'Open the run' }).waitFor();
    await page.keyboard.press('g');
    await page.keyboard.press('4');
    const grid = page.getByRole('grid');
    await grid.waitFor();
    await grid.focus();
    await page.keyboard.press('Enter');
    await page.getByText('6 cases ok').waitFor();
    await page.getByRole('tab', { name: 'Results' }).focus();
    await page.keyboard.press('ArrowRight');
    await page.getByRole('radio', { name: 'Roofline' }).waitFor();
    await page.keyboard.press('ArrowLeft');
    await page.locator('.chart-box canvas').first().waitFor();
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('tab-results');
    await page.keyboard.press('l');
    await page.getByRole('button', { name: 'Log axes' }).waitFor();
    const download = page.waitForEvent('download');
    await page.keyboard.press('Control+e');
    expect((await download).suggestedFilename()).toMatch(/^\w+-summary\.csv$/);
    expect(await storedRows(app)).toHaveLength(1);
    expect(complaints).toEqual([]);
  });

  it('cancels at a key and keeps what is finished', async () => {
    const { page, app } = await open({ caseMs: 250 });
    await startSweep(page);
    await page
      .getByText(/^[1-9]\d* of \d+ measurements/)
      .first()
      .waitFor();
    await page.keyboard.press('Control+.');
    await page.locator('.under .badge', { hasText: 'cancelled' }).waitFor();
    const kept = (await newestRun(app)).cases.length;
    expect(kept).toBeGreaterThan(0);
    await page.getByRole('link', { name: 'Open the run' }).click();
    await page.getByText(`${kept} case`).first().waitFor();
    await page.getByRole('button', { name: 'Resume' }).click();
    await page.locator('.under .badge', { hasText: 'running' }).waitFor();
  });

  it('finds the active run again after it was closed and opened', async () => {
    const { page } = await open({ caseMs: 400 });
    await goTo(page, '#/new');
    await page.locator('.case-count').waitFor();
    await page.keyboard.press('Control+Enter');
    await page.getByRole('heading', { name: 'Live' }).waitFor();
    await page.reload();
    await page.getByText('Measuring now').waitFor();
    await page.locator('.active-run').waitFor();
  });

  it('shows variants that cannot run here, disabled and with their reason', async () => {
    const { page } = await open();
    await goTo(page, '#/new');
    const box = page.getByRole('checkbox', { name: 'absent' });
    expect(await box.isDisabled()).toBe(true);
    expect(await box.isChecked()).toBe(false);
    await page.getByText('Not here: no CUDA device was found').first().waitFor();
  });

  it('keeps Start in sight under long reasons in a low window', async () => {
    const { page, app } = await open();
    const { id } = await app.api.savePreset(everyVariant);
    await page.setViewportSize({ width: 1280, height: 330 });
    await page.reload();
    await goTo(page, '#/new');
    await page.getByLabel('Preset').selectOption(id);
    await page.getByText('2 cases will be skipped (absent)').waitFor();
    const panel = page.getByRole('complementary', { name: 'This run' });
    expect(await panel.evaluate((each) => each.scrollHeight > each.clientHeight)).toBe(true);
    const hit = () =>
      panel.getByRole('button', { name: /^Start/ }).evaluate((button) => {
        const { x, y, width, height } = button.getBoundingClientRect();
        return button.contains(document.elementFromPoint(x + width / 2, y + height / 2));
      });
    expect(await hit()).toBe(true);
  });

  it('fills the form from a preset and runs it to the letter', async () => {
    const { page, app } = await open({ caseMs: 4 });
    await goTo(page, '#/new');
    const { id } = await app.api.savePreset(everyVariant);
    await page.reload();
    await page.getByLabel('Preset').selectOption(id);
    await page.getByText('As a command').click();
    await page.locator('.command pre', { hasText: `--preset ${id}` }).waitFor();
    await page.getByText('2 cases will be skipped (absent)').waitFor();
    await page.getByRole('button', { name: /^Start/ }).click();
    await page.getByRole('link', { name: 'Open the run' }).waitFor();
    const { run, plan } = await newestRun(app);
    expect(run.preset).toBe(id);
    expect(plan.configuration.groups).toEqual(everyVariant.configuration.groups);
    await goTo(page, `#/run/${run.id}/record?pane=log`);
    const { lines } = await app.api.runLog({ ref: run.id, after: 0, limit: 1 });
    await page.getByText(lines[0]?.text ?? 'no line').waitFor();
  });

  it('says what went wrong, why, and what next, and recovers', async () => {
    const { page, app } = await open({ runs: 3 });
    app.fail('history', new BreakevenError('store', 'the database is on a disk that is full'));
    await goTo(page, '#/history');
    const alert = page.getByRole('alert');
    await alert.getByText('the database is on a disk that is full').waitFor();
    app.fail('history', null);
    await alert.getByRole('button', { name: 'Try again' }).click();
    await expect.poll(() => page.getByRole('row').count()).toBe(4);
    await goTo(page, '#/run/nothing');
    await page.getByText('No run is called "nothing"').waitFor();
    app.fail('startRun', new BreakevenError('busy', 'ada measures on this machine'));
    await goTo(page, '#/new');
    await page.locator('.case-count').waitFor();
    await page.keyboard.press('Control+Enter');
    await page.getByText('ada measures on this machine').waitFor();
  });

  it('keeps only the rows in sight of a long history, and reaches its end', async () => {
    const { page } = await open({ runs: 900 });
    await goTo(page, '#/history');
    const grid = page.getByRole('grid');
    await grid.waitFor();
    await grid.focus();
    expect(await page.getByRole('row').count()).toBeLessThan(60);
    // Each time as far as the pages go that have come.
    const atEnd = async () => {
      await page.keyboard.press('End');
      return await grid.getAttribute('aria-activedescendant');
    };
    await expect.poll(atEnd).toBe('run-r000001');
    await page.getByText('r000001').waitFor();
    expect(await page.getByRole('row').count()).toBeLessThan(60);
  });

  it('finds everything by name', async () => {
    const { page } = await open({ runs: 3 });
    await page.keyboard.press('Control+k');
    await page.keyboard.type('sett');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Settings' }).waitFor();
    expect(await page.getByRole('dialog').count()).toBe(0);
    await page.getByLabel('Theme').selectOption('dark');
    const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    expect(await ground()).toBe('rgb(15, 17, 21)');
    await page.reload();
    await page.getByRole('heading', { name: 'Settings' }).waitFor();
    expect(await ground()).toBe('rgb(15, 17, 21)');
  });

  it('finds runs by title that are not among the recent ones', async () => {
    const { page } = await open({ runs: 30 });
    await page.keyboard.press('Control+k');
    await page.keyboard.type('sweep 2');
    const offered = page.getByRole('option', { name: /^Open Sweep 2 / });
    await offered.click();
    await page.locator('h1', { hasText: /Sweep 2(?!\d)/ }).waitFor();
  });

  it('takes keys from its first picture on, and leads from the palette to the shortcuts', async () => {
    const { page } = await open();
    await page.keyboard.press('Control+k');
    await page.keyboard.type('keyboard shortcuts');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Shortcuts' }).waitFor();
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
  });

  it('gives the focus back when a dialog closes, and does not take it from where it went since', async () => {
    const { page } = await open({ runs: 3 });
    await goTo(page, '#/history');
    await page.getByRole('grid').focus();
    await page.keyboard.press('t');
    await page.getByRole('button', { name: 'Cancel' }).click();
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute('role'));
    expect(await focused()).toBe('grid');
    await page.keyboard.press('t');
    await page.getByRole('dialog').waitFor();
    // As at Escape: the browser tells of the close later than it closes.
    await page.evaluate(() => {
      document.querySelector('dialog')?.close();
      document.getElementById('query')?.focus();
    });
    await expect.poll(() => page.locator('dialog').count()).toBe(0);
    expect(await focused()).toBe('combobox');
  });

  it('names device, driver and database at its foot', async () => {
    const { page } = await open({ gpu: true });
    const foot = page.getByRole('contentinfo');
    await foot.getByText('Example H200').waitFor();
    await foot.getByText('Driver 580').waitFor();
    await foot.getByRole('link', { name: /^Database .*\/breakeven\.db$/ }).click();
    await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor();
  });

  it('says so when the program that serves it is gone', async () => {
    const { page, app, close } = await open();
    expect(await storedRows(app)).toEqual([]);
    await page.context().setOffline(true);
    await goTo(page, '#/run/r000001');
    await page.getByText(/The connection to .* is lost: check that it still runs/).waitFor();
    await close();
  });
});
