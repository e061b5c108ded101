import { expect, it } from 'vitest';
import { describeInBrowser } from '../helpers/browser.ts';
import { goTo } from '../helpers/scripted-window.ts';
import { windowPerTest } from '../helpers/window-per-test.ts';

describeInBrowser('a load when the run began', () => {
  const open = windowPerTest();

  it('is a warning on the summary and in the comparison, not in Environment alone', async () => {
    const { page } = await open({ runs: 2 });
    const found = '7.20 over the last minute on 8 cores';
    await page.route('**/api/run', async (route) => {
      const response = await route.fetch();
      const json = await response.json();
      json.value.machine.preflight = [
        { id: 'load', title: 'Load', status: 'warning', found, fix: 'End what else is active.' },
      ];
      await route.fulfill({ response, json });
    });
    await page.route('**/api/compareRuns', async (route) => {
      const response = await route.fetch();
      const json = await response.json();
      json.value.sides[1].warnings = [`Load: ${found}`];
      await route.fulfill({ response, json });
    });
    await goTo(page, '#/run/r000001');
    await page.locator('.headline').getByText(`Load: ${found}`).waitFor();
    await goTo(page, '#/compare/r000001,r000002');
    await page.getByText(`Load: ${found}`).waitFor();
    expect(page.url()).toContain('#/compare');
  });

  it('that came in one repetition shades its samples', async () => {
    const { page } = await open({ runs: 1 });
    await page.route('**/api/caseDetail', async (route) => {
      const response = await route.fetch();
      const json = await response.json();
      json.value.repetitions = [
        { repetition: 0, disturbed: null },
        { repetition: 1, disturbed: 'other processes used 3.1 CPUs' },
      ];
      await route.fulfill({ response, json });
    });
    await goTo(page, '#/run/r000001/why?pane=case');
    await page.getByRole('img', { name: /, interference in repetition 2$/ }).waitFor();
    expect(await page.locator('.small-chart rect.disturbed').count()).toBe(1);
    await page.getByText(/^\d+ repetitions, 1 disturbed$/).click();
    await page.getByText('other processes used 3.1 CPUs').waitFor();
  });
});
