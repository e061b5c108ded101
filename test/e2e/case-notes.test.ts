import { expect, it } from 'vitest';
import type { RunDetail } from '../../src-main/contract/api.ts';
import { openStore } from '../../src-main/core/store/store.ts';
import { describeInBrowser } from '../helpers/browser.ts';
import { runToEnd } from '../helpers/run-to-end.ts';
import { quickPreset } from '../helpers/scripted-app.ts';
import { goTo } from '../helpers/scripted-window.ts';
import { windowPerTest } from '../helpers/window-per-test.ts';

type Writable<T> = { -readonly [K in keyof T]: T[K] };

describeInBrowser('what is to be known of a case', () => {
  const open = windowPerTest();
  const baselineNote = 'sequential is one core: portable code, not vectorised by hand.';

  it('is said where its interval is wider than its target: count, interval and inspector', async () => {
    const { page } = await open({ runs: 1 });
    await page.route('**/api/run', async (route) => {
      const response = await route.fetch();
      const json = (await response.json()) as { value: RunDetail };
      const { cases, plan } = json.value;
      for (const planned of plan.cases) {
        (planned as Writable<typeof planned>).policy = {
          ...planned.policy,
          criterion: 'precision',
        };
      }
      const kernel = cases[0]?.metrics.kernel;
      if (kernel?.ci95HiNs == null) throw new Error('the case has no interval');
      kernel.ci95HiNs *= 1.2;
      await route.fulfill({ response, json });
    });
    await goTo(page, '#/run/r000001?scope=kernel');
    // Home has read the run before.
    await page.reload();
    await page
      .getByText(
        /^1 of \d+ cases did not reach the target for their 95 % CI; more repetitions narrow it; each case says by how much\.$/,
      )
      .waitFor();
    const interval = page.locator('.cases td[title^="half-width"]');
    expect(await interval.count()).toBe(1);
    expect(await interval.getAttribute('title')).toBe(
      'half-width of the 95 % CI: kernel 9.5 % (target 2 %)',
    );
    await goTo(page, '#/run/r000001/why?pane=case&case=0&scope=kernel');
    await page
      .getByText(/^It did not reach the target: half-width .* kernel 9.5 % \(target 2 %\)/)
      .waitFor();
  });

  it('is said where it was disturbed, in a comparison within its run as well', async () => {
    const { page, app } = await open({ runs: 1 });
    const store = openStore(app.home);
    const { cases, plan } = store.run('r000001');
    const stored = cases.find(({ variant }) => variant === 'parallel');
    const planned = plan.cases.find(({ index }) => index === stored?.index);
    if (stored === undefined || planned === undefined) throw new Error('no case of parallel');
    const descriptor = store.descriptors('r000001').get(stored.index);
    if (descriptor === undefined) throw new Error('the case describes nothing');
    const warnings = ['disturbed: effective threads 0.64'];
    const result = { ...stored, samples: [], warnings };
    store.saveCase('r000001', { planned, descriptor, result, metrics: stored.metrics });
    store.close();
    await goTo(page, '#/compare/r000001:sequential,r000001:parallel');
    const badge = page.locator('.compare tbody').getByText('disturbed', { exact: true });
    await badge.waitFor();
    expect(await badge.getAttribute('title')).toContain('effective threads 0.64');
    await page.getByText(baselineNote, { exact: true }).waitFor();
    await goTo(page, '#/run/r000001');
    // Home has read the run before.
    await page.reload();
    const row = page.locator('.cases tbody').getByText('disturbed', { exact: true });
    await row.waitFor();
    expect(await row.getAttribute('title')).toContain('effective threads 0.64');
  });

  it('is said of the baseline that the headline names', async () => {
    const { page, app } = await open();
    const { groups, ...rest } = quickPreset.configuration;
    const sweep = { n: [1e3, 1e5] };
    const configuration = { ...rest, groups: groups.map((group) => ({ ...group, sweep })) };
    const runId = await runToEnd(app, () => app.api.startRun({ configuration }));
    await goTo(page, `#/run/${runId}`);
    const headline = page.locator('.headline .answer');
    await headline.waitFor();
    expect(await headline.getAttribute('title')).toBe(baselineNote);
  });
});
