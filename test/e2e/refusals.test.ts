import { expect, it } from 'vitest';
import type { Progress } from '../../src-main/contract/progress.ts';
import { loadSqlite } from '../../src-main/core/store/sqlite.ts';
import { openStore } from '../../src-main/core/store/store.ts';
import { describeInBrowser } from '../helpers/browser.ts';
import { holdElsewhere } from '../helpers/hold-elsewhere.ts';
import { goTo } from '../helpers/scripted-window.ts';
import { windowPerTest } from '../helpers/window-per-test.ts';

describeInBrowser('what is refused', () => {
  const open = windowPerTest({ mayComplain: true });

  it('is said where a start was pressed, and the status bar shows the run of another process', async () => {
    const { page, app } = await open({ runs: 3 });
    const ref = 'r000003';
    const { plan } = await app.api.run({ ref });
    let progress: Progress | null = null;
    await page.route('**/api/progress', (route) =>
      route.fulfill({ json: { ok: true, value: progress } }),
    );
    const store = openStore(app.home);
    store.setStatus(ref, 'running');
    const raw = new (loadSqlite())(store.file);
    raw
      .prepare(`UPDATE run SET owner = json_set(owner, '$.pid', 1, '$.started', NULL) WHERE id = ?`)
      .run(ref);
    raw.close();
    await holdElsewhere(app.lockName);
    await page.reload();
    await page.getByRole('button', { name: 'Demo run' }).click();
    await page.getByText(/^The run was not started: the run "first" is being measured/).waitFor();
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
    await page.getByRole('link', { name: /Another process: \d+ of 20 cases/ }).click();
    await page.getByText('measured by another process').waitFor();
    // Once that process answers, the case that it measures is seen from inside.
    const current = plan.cases[3];
    if (current === undefined) throw new Error('no case');
    progress = {
      ...{ runId: ref, status: 'running', done: 12, total: 32, current, samples: 30 },
      ...{ medianNs: 5e6, ci95LoNs: 4.9e6, ci95HiNs: 5.2e6, elapsedS: 61, etaS: [100, 130] },
      own: { repetition: 1, repetitions: 4, elapsedS: 5, samples: 120, timeLimitS: null },
      failure: null,
    };
    await page.getByRole('heading', { name: 'Measuring now' }).waitFor();
    await page.getByText('repetition 2 of 4', { exact: false }).waitFor();
    await page.getByText('30 of 120 samples', { exact: false }).waitFor();
    progress = { ...progress, samples: 90 };
    await page.getByText('90 of 120 samples', { exact: false }).waitFor();
    await page.getByRole('link', { name: 'Another process: 12 of 32 measurements' }).waitFor();
    await page.getByRole('heading', { name: 'Queue (3)' }).waitFor();
    await page.getByRole('button', { name: 'Take it out' }).first().click();
    await page.getByRole('heading', { name: 'Queue (2)' }).waitFor();
    const cancelled = page.waitForRequest((request) => request.url().endsWith('api/cancelRun'));
    await page.getByRole('button', { name: 'Cancel the run' }).click();
    expect((await cancelled).postDataJSON()).toEqual({ input: { runId: ref } });
    store.setStatus(ref, 'cancelled');
    store.close();
    app.emit({ type: 'history-changed', runId: ref });
    await page.getByText('Idle', { exact: true }).waitFor();
  });

  it('never loses a typed character', async () => {
    const { page } = await open({ runs: 40 });
    await goTo(page, '#/history');
    const bar = page.getByRole('combobox', { name: 'Find runs' });
    const typed = 'workload:count status:complete';
    await bar.pressSequentially(typed, { delay: 0 });
    await expect.poll(() => bar.inputValue()).toBe(typed);
  });

  it('leaves rows of another query alone whatever is pressed', async () => {
    const { page, app } = await open({ runs: 40 });
    await goTo(page, '#/history');
    await page.getByText('40 stored').waitFor();
    await page.getByRole('combobox', { name: 'Find runs' }).fill('n>=x');
    await page.getByText(/"x" is no number/).waitFor();
    const grid = page.getByRole('grid', { includeHidden: true });
    await grid.evaluate((element) => element.focus());
    for (const key of ['Delete', 'p', 'Space', 'Enter']) await page.keyboard.press(key);
    expect(app.calls.filter((name) => /trash|pin/i.test(name))).toEqual([]);
    expect(page.url()).toContain('#/history');
  });
});
