import { afterAll, beforeAll, expect, it } from 'vitest';
import { claimVerdictText } from '../../src-main/contract/study.ts';
import { describeInBrowser } from '../helpers/browser.ts';
import { goTo } from '../helpers/scripted-window.ts';
import { openServedApp, type ServedApp } from '../helpers/served-app.ts';

describeInBrowser('the study of a run', () => {
  let served: ServedApp;
  let runId: string;

  beforeAll(async () => {
    served = await openServedApp('study');
    ({ runId } = await served.app.api.openSample({ id: 'udelar-scan' }));
  });
  afterAll(() => served?.close());

  it('shows its claims with verdicts, and its tables beside the published numbers', async () => {
    const { app, page, complaints } = served;
    await goTo(page, `#/run/${runId}`);
    await page.getByRole('tab', { name: 'Record' }).click();
    await page.getByText('Study', { exact: true }).click();
    const report = await app.api.study({ ref: runId });
    const claims = page.getByRole('region', { name: 'Claims of the study' }).locator('tbody tr');
    await claims.first().waitFor();
    expect(await claims.count()).toBe(report.claims.length);
    for (const [i, { claim, verdict }] of report.claims.entries()) {
      expect(await claims.nth(i).textContent()).toContain(claim);
      expect(await claims.nth(i).locator('.badge').textContent()).toBe(claimVerdictText(verdict));
    }
    const held = report.claims.filter(({ verdict }) => verdict === 'holds').length;
    await page
      .getByText(`${report.claims.length} claims: ${held} ${held === 1 ? 'holds' : 'hold'}`)
      .waitFor();
    const [table] = report.tables;
    const shown = page.getByRole('region', { name: table?.title ?? '' }).last();
    expect(
      await shown.getByRole('columnheader', { name: 'blelloch, published (ns)' }).count(),
    ).toBe(1);
    expect(await shown.locator('tbody tr').count()).toBe(table?.rows.length);
    expect(await shown.locator('tbody tr').first().textContent()).toContain('810,976');
    expect(complaints).toEqual([]);
  });
});
