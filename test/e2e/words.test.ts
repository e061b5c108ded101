import { expect, it } from 'vitest';
import { describeInBrowser } from '../helpers/browser.ts';
import { goTo } from '../helpers/scripted-window.ts';
import { watchForRest } from '../helpers/settle.ts';
import { windowPerTest } from '../helpers/window-per-test.ts';
import { wordsAboveFold } from '../helpers/words-above-fold.ts';

describeInBrowser('words above the fold at 1280x800', () => {
  const open = windowPerTest();

  it('are 150 at most on every screen, rows of tables aside, below a title in one place', {
    timeout: 240_000,
  }, async () => {
    const { page, app } = await open({ runs: 12, gpu: true, labs: true, folders: true });
    const rest = watchForRest(page);
    const { samples } = await app.api.sampleResults({});
    const opened = await Promise.all(samples.map(({ id }) => app.api.openSample({ id })));
    const runs = ['r000012', ...opened.map(({ runId }) => runId)].map((id) => `#/run/${id}`);
    const parts = ['', '?scope=call', '/why?pane=case', '/record'];
    const counts: [string, number][] = [];
    const titles = new Set<number | undefined>();
    for (const hash of [
      ...['#/home', '#/new', '#/live', '#/history', '#/changes', '#/compare/r000012,r000011'],
      ...['#/labs', '#/settings', '#/help', `${runs[0]}/why`, `${runs[0]}/history`],
      ...runs.flatMap((run) => parts.map((part) => `${run}${part}`)),
    ]) {
      await goTo(page, hash);
      await page.locator('h1').waitFor();
      await page.waitForFunction(() => document.querySelector('.loading') === null);
      await rest();
      titles.add((await page.locator('h1').boundingBox())?.y);
      counts.push([hash, (await wordsAboveFold(page)).prose.length]);
    }
    expect([...titles]).toHaveLength(1);
    expect(counts.filter(([, count]) => count > 150 || count < 20)).toEqual([]);
  });
});
