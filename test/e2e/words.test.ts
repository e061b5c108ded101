import { expect, it } from 'vitest';
import { describeInBrowser } from '../helpers/browser.ts';
import { goTo } from '../helpers/scripted-window.ts';
import { windowPerTest } from '../helpers/window-per-test.ts';
import { wordsAboveFold } from '../helpers/words-above-fold.ts';

const run = '#/run/r000012';

describeInBrowser('words above the fold at 1280x800', () => {
  const open = windowPerTest();

  it('are 150 at most on every screen, rows of tables aside, below a title in one place', async () => {
    const { page, app } = await open({ runs: 12, gpu: true, labs: true, folders: true });
    const sample = async (id: string) => `#/run/${(await app.api.openSample({ id })).runId}`;
    const [histogram, scan] = await Promise.all([sample('histogram-cpu'), sample('udelar-scan')]);
    const counts: [string, number][] = [];
    const titles = new Set<number | undefined>();
    for (const hash of [
      ...['#/home', '#/new', '#/live', '#/history', '#/changes', '#/compare/r000012,r000011'],
      ...['#/labs', '#/settings', '#/help', run, `${run}/why`, `${run}/history`, `${run}/record`],
      ...[histogram, `${histogram}/record`, scan],
    ]) {
      await goTo(page, hash);
      await page.locator('h1').waitFor();
      await page.waitForFunction(() => document.querySelector('.loading') === null);
      await page.waitForLoadState('networkidle');
      titles.add((await page.locator('h1').boundingBox())?.y);
      counts.push([hash, (await wordsAboveFold(page)).prose.length]);
    }
    expect([...titles]).toHaveLength(1);
    expect(counts.filter(([, count]) => count > 150 || count < 20)).toEqual([]);
  });
});
