import { expect, it } from 'vitest';
import { describeInBrowser } from '../helpers/browser.ts';
import { goTo } from '../helpers/fake-window.ts';
import { windowPerTest } from '../helpers/window-per-test.ts';

describeInBrowser('the peaks of a machine', () => {
  const open = windowPerTest();

  it('measures the peaks that a roofline refers to, and shows the share of each case', async () => {
    const { page } = await open({ runs: 1 });
    await goTo(page, '#/run/r000001/roofline');
    await page.getByText('have not been measured yet').waitFor();
    await page.getByRole('button', { name: 'Measure them' }).click();
    await page.getByText(/were measured 2026-11-21/).waitFor();
    await page.getByRole('tab', { name: 'Summary' }).click();
    await page.getByRole('columnheader', { name: '% of peak' }).waitFor();
    await page.getByRole('cell', { name: '31.5 %' }).first().waitFor();
    await goTo(page, '#/run/r000001/case');
    const peaks = page.getByRole('region', { name: 'Measured peaks of the case' });
    await peaks.getByText('binding').waitFor();
    expect(await peaks.locator('tbody tr').allInnerTexts()).toEqual([
      expect.stringMatching(/^Memory binding\t41\.0 GB\/s\t12\.9 GB\/s\t31\.5 %$/),
      expect.stringMatching(/^L3\t100 GB\/s\t12\.9 GB\/s\t12\.9 %$/),
      expect.stringMatching(/^Compute\t50\.0 GFLOP\/s\t1\.00 GFLOP\/s\t2\.00 %$/),
    ]);
  });
});
