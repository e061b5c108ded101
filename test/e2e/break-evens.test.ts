import { afterAll, beforeAll, expect, it } from 'vitest';
import type { RunStatus } from '../../src-main/contract/run.ts';
import { openStore } from '../../src-main/core/store/store.ts';
import { describeInBrowser } from '../helpers/browser.ts';
import { countedAll } from '../helpers/counted.ts';
import { runToEnd } from '../helpers/run-to-end.ts';
import { goTo } from '../helpers/scripted-window.ts';
import { openServedApp, type ServedApp } from '../helpers/served-app.ts';

describeInBrowser('the break-evens of a run of several workloads', () => {
  let served: ServedApp;
  let runId: string;

  beforeAll(async () => {
    served = await openServedApp('answers');
    ({ runId } = await served.app.api.openSample({ id: 'quick-gpu' }));
  });
  afterAll(() => served?.close());

  it('stand in the matrix of the workload and point that are chosen, each once', async () => {
    const { app, page, complaints } = served;
    await goTo(page, `#/run/${runId}?workload=histogram&at=distribution%3Duniform&scope=call`);
    const section = page.getByRole('region', { name: 'Break-even sizes' });
    await section.waitFor();
    const { breakEvens } = await app.api.run({ ref: runId });
    const own = (id: string) =>
      breakEvens
        .filter(
          ({ workload, scope, values }) =>
            workload === id &&
            scope === 'call' &&
            (values?.distribution ?? 'uniform') === 'uniform',
        )
        .map(({ sentence }) => sentence);
    const shown = () =>
      section
        .locator('.track-link')
        .evaluateAll((links) => links.map((link) => link.getAttribute('title') ?? ''));
    expect((await shown()).sort()).toEqual(own('histogram').sort());
    await page.getByLabel('Workload', { exact: true }).selectOption('exclusive-scan');
    await expect.poll(async () => (await shown()).sort()).toEqual(own('exclusive-scan').sort());
    expect(complaints).toEqual([]);
  });

  it('begin with the pair of the sentence, and say what the baseline is', async () => {
    const { app, page } = served;
    await goTo(page, `#/run/${runId}?workload=histogram&at=distribution%3Duniform&scope=total`);
    const section = page.getByRole('region', { name: 'Break-even', exact: true });
    const { breakEvens } = await app.api.run({ ref: runId });
    const told = breakEvens.find(
      ({ workload, scope, values, headline }) =>
        workload === 'histogram' &&
        scope === 'total' &&
        (values?.distribution ?? 'uniform') === 'uniform' &&
        headline === 'cpu-gpu',
    );
    const first = section.locator('.track-link').first();
    await expect.poll(() => first.getAttribute('title')).toBe(told?.sentence);
    await section
      .getByText('sequential is one core: portable code, not vectorised by hand.')
      .waitFor();
  });

  it('are shown between two values of an axis that are chosen', async () => {
    const { app, page, complaints } = served;
    await goTo(page, `#/run/${runId}?workload=histogram&scope=call`);
    const section = page.getByRole('region', { name: 'Between values of an axis' });
    const axes = await section.getByLabel('Axis').locator('option').allTextContents();
    const [, axis = ''] = axes;
    await section.getByLabel('Axis').selectOption(axis);
    const values = async (label: string) =>
      await section.getByLabel(label, { exact: true }).inputValue();
    const [small, large] = [await values('Small'), await values('Large')];
    const { breakEvens } = await app.api.breakEvensBetween({ ref: runId, axis, small, large });
    if (breakEvens.length === 0) {
      await section.getByText('No variant was measured with both values').waitFor();
    } else {
      await section.locator('li, p').first().waitFor();
    }
    expect(complaints).toEqual([]);
  });
});

describeInBrowser('narrowing the break-even of a run', () => {
  let served: ServedApp;
  let home: string;

  beforeAll(async () => {
    served = await openServedApp('narrowing', (folder) => {
      home = folder;
    });
  });
  afterAll(() => served?.close());

  it('waits for a run that was cancelled to be resumed, names its limits, and says how it ended', async () => {
    const { app, page, complaints } = served;
    const configuration = countedAll({
      variants: ['sequential', 'parallel'],
      sweep: { n: [1000, 10_000, 100_000] },
    });
    const runId = await runToEnd(app, () => app.api.startRun({ configuration }));
    const narrow = page.getByRole('button', { name: 'Narrow the break-even' });
    const resume = page.getByRole('button', { name: 'Resume' });
    const section = page.getByRole('region', { name: 'Break-even', exact: true });
    const openAs = async (status: RunStatus) => {
      const store = openStore(home);
      store.setStatus(runId, status);
      store.close();
      await goTo(page, `#/run/${runId}`);
      await page.reload();
      await section.waitFor();
    };
    // Every case has a time, but repetitions may be missing.
    await openAs('cancelled');
    expect([await narrow.isDisabled(), await resume.isEnabled()]).toEqual([true, true]);
    expect(await narrow.getAttribute('title')).toContain('Resume the run first');
    await openAs('complete');
    expect(await resume.count()).toBe(0);
    expect(await narrow.getAttribute('title')).toMatch(
      /narrower than 10 % of its break-even, for 300 s and 24 sizes at most$/,
    );
    expect(await section.textContent()).not.toContain('efinement ended');
    await runToEnd(app, async () => {
      await narrow.click();
      return { runId };
    });
    await goTo(page, `#/run/${runId}`);
    await section.getByText('efinement ended').waitFor();
    const { refinementEnded = 'nothing' } = await app.api.run({ ref: runId });
    expect(await section.textContent()).toContain(refinementEnded.slice(1));
    expect(complaints).toEqual([]);
  });
});
