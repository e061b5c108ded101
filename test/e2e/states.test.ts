import type { Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import type { Api } from '../../src-main/contract/api.ts';
import { BreakevenError } from '../../src-main/contract/failure.ts';
import { openStore } from '../../src-main/core/store/store.ts';
import { describeInBrowser } from '../helpers/browser.ts';
import { goTo, newestRun, startSweep } from '../helpers/scripted-window.ts';
import { windowPerTest } from '../helpers/window-per-test.ts';

/** Answers of one procedure wait until they are let go. */
async function hold(page: Page, procedure: string): Promise<() => void> {
  let release: () => void = () => undefined;
  const gate = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(`**/api/${procedure}`, async (route) => {
    await gate;
    await route.continue();
  });
  return release;
}

describeInBrowser('every screen has its states', () => {
  const open = windowPerTest({ mayComplain: true });

  describe('empty: one sentence, one button that leads on', () => {
    it.each([
      ['#/home', 'Nothing has been measured yet.', 'Demo run', 'Live'],
      ['#/live', 'No run is active.', 'New run', 'New run'],
      ['#/history', 'No run has been stored yet.', 'New run', 'New run'],
      ['#/compare', null, 'New run', 'New run'],
      ['#/changes', null, 'New run', 'New run'],
    ])('%s', async (hash, sentence, button, leadsTo) => {
      const { page } = await open();
      await goTo(page, hash);
      const empty = page.locator('.empty').first();
      await empty.waitFor();
      if (sentence !== null) expect(await empty.locator('p').textContent()).toBe(sentence);
      expect(await empty.getByRole('button').count()).toBe(1);
      if (button !== null) {
        await expect.poll(() => empty.getByRole('button').textContent()).toBe(button);
      }
      await empty.getByRole('button').click();
      await page.getByRole('heading', { level: 1, name: leadsTo }).waitFor();
    });

    it('a run that is not stored leads to the history', async () => {
      const { page } = await open();
      await goTo(page, '#/run/missing');
      await page.getByRole('link', { name: 'Show the history' }).click();
      await page.getByRole('heading', { level: 1, name: 'History' }).waitFor();
    });

    it('a run that ended before a case was finished', async () => {
      const { page } = await open({ caseMs: 5000 });
      await goTo(page, '#/new');
      await page.locator('.case-count').waitFor();
      await page.keyboard.press('Control+Enter');
      await page.getByRole('heading', { level: 1, name: 'Live' }).waitFor();
      await page.keyboard.press('Control+.');
      await page.getByRole('link', { name: 'Open the run' }).click();
      await page.getByText('This run ended before a case was finished.').waitFor();
      await page.getByRole('button', { name: 'Set it up again' }).click();
      await page.getByRole('heading', { level: 1, name: 'New run' }).waitFor();
    });
  });

  it('loading: said when it lasts longer than 150 ms, not before', async () => {
    const { page } = await open({ runs: 2 });
    const release = await hold(page, 'run');
    await goTo(page, '#/run/r000001');
    const loading = page.getByRole('status').filter({ hasText: 'Loading run r000001' });
    await loading.waitFor({ state: 'attached' });
    const delay = await loading.evaluate((element) => {
      const { animationDelay, animationFillMode } = getComputedStyle(element);
      const [hidden] = element.getAnimations();
      return { animationDelay, animationFillMode, animated: hidden !== undefined };
    });
    expect(delay).toEqual({ animationDelay: '0.15s', animationFillMode: 'both', animated: true });
    // The first frame of that animation, which is what shows until its delay is over.
    const opacity = () => loading.evaluate((element) => getComputedStyle(element).opacity);
    const before = await loading.evaluate((element) => {
      for (const animation of element.getAnimations()) {
        animation.pause();
        animation.currentTime = 100;
      }
      return getComputedStyle(element).opacity;
    });
    expect(before).toBe('0');
    await loading.evaluate((element) => {
      for (const animation of element.getAnimations()) animation.finish();
    });
    await expect.poll(opacity).toBe('1');
    release();
    await page.getByRole('tab', { name: 'Results' }).waitFor();
    expect(await loading.count()).toBe(0);
  });

  it('partial: a run that lacks cases says how many, and goes on', async () => {
    const { page, app } = await open({ caseMs: 250 });
    await startSweep(page);
    await page
      .getByText(/^[1-9]\d* of \d+ measurements/)
      .first()
      .waitFor();
    await page.keyboard.press('Control+.');
    await page.getByRole('link', { name: 'Open the run' }).click();
    await page.getByText(/^\d+ not run$/).waitFor();
    const before = (await newestRun(app)).run.ok;
    await page.getByRole('button', { name: 'Resume' }).click();
    await expect.poll(async () => (await newestRun(app)).run.ok).toBeGreaterThan(before);
  });

  it('failed: a run says why, in its head and in History', async () => {
    const { page, app } = await open({ runs: 2 });
    const store = openStore(app.home);
    store.setStatus('r000002', 'running');
    store.finishRun('r000002', 'failed', 'The disk is full.');
    store.close();
    await goTo(page, '#/history');
    await page.reload();
    await page.locator('.badge.bad[title="The disk is full."]').waitFor();
    await goTo(page, '#/run/r000002');
    await page
      .getByText('This run is failed: The disk is full. What was measured is kept.')
      .waitFor();
    expect(await page.getByText('another process').count()).toBe(0);
  });

  describe('error: what, why and what next, and a way to try again', () => {
    const why = 'the disk went away';
    it.each<readonly [string, keyof Api, string]>([
      ['#/home', 'doctor', 'This machine'],
      ['#/home', 'history', 'Home'],
      ['#/new', 'catalog', 'New run'],
      ['#/history', 'history', 'History'],
      ['#/run/r000001', 'run', 'Run'],
      ['#/run/r000001', 'figure', 'Threads against the device, part 0'],
      ['#/run/r000001/history', 'trends', 'Threads against the device, part 0'],
      ['#/run/r000001/record?pane=log', 'runLog', 'Threads against the device, part 0'],
      ['#/compare/r000001,r000002', 'compareRuns', 'Compare'],
      ['#/settings', 'storage', 'Settings'],
      ['#/help', 'versions', 'Help'],
    ])('%s without %s', async (hash, procedure) => {
      const { page, app } = await open({ runs: 2 });
      app.fail(procedure, new BreakevenError('store', why));
      await goTo(page, hash);
      await page.reload();
      const failure = page.getByRole('alert').filter({ hasText: why }).first();
      await failure.waitFor();
      expect(await failure.getByRole('heading').count()).toBe(1);
      await failure.getByText('The database could not be used; Home checks it.').waitFor();
      app.fail(procedure, null);
      await failure.getByRole('button', { name: 'Try again' }).click();
      await expect.poll(() => page.getByRole('alert').filter({ hasText: why }).count()).toBe(0);
    });
  });
});
