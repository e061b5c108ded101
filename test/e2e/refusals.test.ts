import { expect, it } from 'vitest';
import { BreakevenError } from '../../src-main/contract/failure.ts';
import { describeInBrowser } from '../helpers/browser.ts';
import { goTo } from '../helpers/fake-window.ts';
import { windowPerTest } from '../helpers/window-per-test.ts';

describeInBrowser('what is refused', () => {
  const open = windowPerTest({ mayComplain: true });

  it('is said where a start was pressed, and the status bar shows the run of another process', async () => {
    const { page, app } = await open({ runs: 3 });
    const other = app.stored[0];
    if (other === undefined) throw new Error('no run');
    other.row = {
      ...other.row,
      status: 'running',
      elsewhere: true,
      cases: 8,
      ok: 3,
      failed: 0,
      skipped: 0,
    };
    app.fail('startRun', new BreakevenError('busy', 'the run "night" is being measured by ada'));
    await page.getByRole('button', { name: 'Demo run' }).click();
    await page.getByText('The run was not started: the run "night" is being measured').waitFor();
    await page.getByRole('button', { name: 'Queue it' }).click();
    await page.getByRole('link', { name: '1 queued' }).waitFor();
    // The form queues by its own button while another process measures, and so does running again.
    await goTo(page, '#/new');
    await page.getByRole('button', { name: /^Add to the queue/ }).click();
    await page.getByRole('link', { name: '2 queued' }).waitFor();
    await goTo(page, '#/run/r000001');
    await page.getByRole('button', { name: 'Run again' }).click();
    await page.getByRole('button', { name: 'Now, as it was' }).click();
    await page.getByRole('button', { name: 'Queue it' }).click();
    await page.getByRole('link', { name: '3 queued' }).waitFor();
    // The run of the other process is seen live, and ended from here.
    await page.getByRole('link', { name: 'Another process: 3 of 8 cases' }).click();
    await page.getByText('measured by another process').waitFor();
    // Once that process answers, the case that it measures is seen from inside.
    const current = other.plan.cases[3];
    if (current === undefined) throw new Error('no case');
    other.progress = {
      ...{ runId: other.row.id, status: 'running', done: 12, total: 32, current, samples: 30 },
      ...{ medianNs: 5e6, ci95LoNs: 4.9e6, ci95HiNs: 5.2e6, elapsedS: 61, etaS: [100, 130] },
      own: { repetition: 1, repetitions: 4, elapsedS: 5, samples: 120, timeLimitS: null },
      failure: null,
    };
    await page.getByRole('heading', { name: 'Measuring now' }).waitFor();
    await page.getByText('repetition 2 of 4', { exact: false }).waitFor();
    await page.getByText('30 of 120 samples', { exact: false }).waitFor();
    other.progress = { ...other.progress, samples: 90 };
    await page.getByText('90 of 120 samples', { exact: false }).waitFor();
    await page.getByRole('link', { name: 'Another process: 12 of 32 measurements' }).waitFor();
    await page.getByRole('heading', { name: 'Queue (3)' }).waitFor();
    await page.getByRole('button', { name: 'Take it out' }).first().click();
    await page.getByRole('heading', { name: 'Queue (2)' }).waitFor();
    await page.getByRole('button', { name: 'Cancel the run' }).click();
    await page.getByText('No active run').waitFor();
    expect(other.row.status).toBe('cancelled');
  });

  it('never loses a typed character', async () => {
    const { page } = await open({ runs: 40 });
    await goTo(page, '#/history');
    const bar = page.getByRole('combobox', { name: 'Find runs' });
    const typed = 'workload:tally status:complete';
    await bar.pressSequentially(typed, { delay: 0 });
    await expect.poll(() => bar.inputValue()).toBe(typed);
  });

  it('leaves rows of another query alone whatever is pressed', async () => {
    const { page, app } = await open({ runs: 40 });
    await goTo(page, '#/history');
    await page.getByText('40 stored').waitFor();
    await page.getByRole('combobox', { name: 'Find runs' }).fill('n>=x');
    await page.getByText('"n>=x": x is not a number').waitFor();
    const grid = page.getByRole('grid', { includeHidden: true });
    await grid.evaluate((element) => element.focus());
    for (const key of ['Delete', 'p', 'Space', 'Enter']) await page.keyboard.press(key);
    expect(app.calls.filter((name) => /trash|pin/i.test(name))).toEqual([]);
    expect(page.url()).toContain('#/history');
  });
});
