import { expect, it } from 'vitest';
import { describeInBrowser } from '../helpers/browser.ts';
import { goTo } from '../helpers/scripted-window.ts';
import { windowPerTest } from '../helpers/window-per-test.ts';

describeInBrowser('the peaks of a machine', () => {
  const open = windowPerTest();

  it('measures the peaks that a roofline refers to, and shows the share of each case', async () => {
    const { page } = await open({ runs: 1 });
    await goTo(page, '#/run/r000001/why?pane=roofline');
    await page.getByText('have not been measured yet').waitFor();
    // Without a roof there is no share of one: the rates alone.
    const figures = page.getByLabel('Figure', { exact: true }).locator('option');
    expect(await figures.allTextContents()).toEqual(['Rates of the variants']);
    const rates = page.getByRole('figure').filter({ hasText: 'there is no percentage of one' });
    await rates.waitFor();
    expect(await rates.textContent()).not.toMatch(/\d %(?! confidence)/);
    await page.getByRole('button', { name: 'Measure them' }).click();
    await page.getByText(/were measured \d{4}-/).waitFor();
    await page.getByRole('tab', { name: 'Results' }).click();
    await page.getByRole('radio', { name: 'Kernel' }).check();
    await page.getByRole('columnheader', { name: '% of peak' }).waitFor();
    await page.getByRole('cell', { name: '57.1 %' }).first().waitFor();
    await goTo(page, '#/run/r000001/why?pane=case&case=0');
    await page.getByText('More of this case').click();
    const peaks = page.getByRole('region', { name: 'Measured peaks of the case' });
    await peaks.getByText('binding').waitFor();
    expect(await peaks.locator('tbody tr').allInnerTexts()).toEqual([
      expect.stringMatching(/^L3 binding\t100 GB\/s\t3\.64 GB\/s\t3\.64 %$/),
    ]);
  });

  it('says which device was disturbed while its peaks were measured, and what was kept', async () => {
    const { page } = await open({ runs: 1 });
    const kept = [{ device: 'Example Xeon 8480', measuredAt: '2026-11-20T08:00:00.000Z' }];
    const peak = { id: 'host-copy', title: 'Copy', value: 41e9, unit: 'B/s', attributes: {} };
    const refused = {
      reason: '5 of 5 passes of Example Xeon 8480 were disturbed: other programs used 30 %',
      peaks: [{ ...peak, device: 'Example Xeon 8480' }],
      ...{ stored: ['Example H200'], kept },
    };
    const value = { measuredAt: '2026-11-21T08:00:00.000Z', peaks: [], refused };
    await page.route('**/api/measurePeaks', (route) =>
      route.fulfill({ json: { ok: true, value } }),
    );
    await goTo(page, '#/run/r000001/why?pane=roofline');
    await page.getByRole('button', { name: 'Measure them' }).click();
    const message = page.getByRole('alert');
    await message.waitFor();
    expect(await message.textContent()).toMatch(
      /^The machine was disturbed .* \(5 of 5 passes of Example Xeon 8480 .* 30 %\); the new peaks of Example H200 were stored; the peaks of Example Xeon 8480 of 2026-11-20 .* stay the reference\.$/,
    );
    // The next measurement that is stored takes it away.
    await page.unroute('**/api/measurePeaks');
    await page.getByRole('button', { name: 'Measure them' }).click();
    await page.getByText(/were measured \d{4}-/).waitFor();
    expect(await message.count()).toBe(0);
  });
});
