import type { Page } from 'playwright';
import { expect, it } from 'vitest';
import { describeInBrowser } from '../helpers/browser.ts';
import { goTo, newestRun, startSweep, storedRows } from '../helpers/scripted-window.ts';
import { windowPerTest, withClipboard } from '../helpers/window-per-test.ts';

/** What elements have shown since, however briefly: a busy machine looks too late for what passes. */
async function shownTexts(
  page: Page,
  selector: string,
  attribute: string | null = null,
): Promise<() => Promise<readonly string[]>> {
  const seen = await page.evaluateHandle(
    ([which, name]) => {
      const texts = new Set<string>();
      const look = () => {
        for (const element of document.querySelectorAll(which)) {
          texts.add((name === null ? element.textContent : element.getAttribute(name)) ?? '');
        }
      };
      new MutationObserver(look).observe(document.body, {
        attributes: true,
        characterData: true,
        childList: true,
        subtree: true,
      });
      return texts;
    },
    [selector, attribute] as const,
  );
  return () => seen.evaluate((texts) => [...texts]);
}

describeInBrowser('setting up and watching a run', () => {
  const open = windowPerTest();

  it('pauses, continues and skips a case; finished cases stay', async () => {
    // A case is under way for longer than a click on "Skip this case" takes.
    const { page, app } = await open({ caseMs: 600 });
    await startSweep(page);
    await page.locator('.small-chart').first().waitFor();
    await page.getByRole('button', { name: 'Pause' }).click();
    await page.getByRole('button', { name: 'Continue' }).waitFor();
    await page.locator('.under .badge', { hasText: 'paused' }).waitFor();
    expect(await app.api.progress({})).toMatchObject({ status: 'running', paused: true });
    const { done = 0 } = (await app.api.progress({})) ?? {};
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.locator('.under .badge', { hasText: 'running' }).waitFor();
    await expect.poll(async () => (await app.api.progress({}))?.done).toBeGreaterThan(done);
    await page.getByRole('button', { name: 'Skip this case' }).click();
    const byHand = async () =>
      (await newestRun(app)).cases.some(({ reason }) => reason?.includes('skipped by the user'));
    await expect.poll(byHand).toBe(true);
    await page.getByRole('img', { name: /cases? in the order taken/ }).waitFor();
    await page.keyboard.press('Control+.');
    await page.getByRole('link', { name: 'Open the run' }).waitFor();
  });

  it('shows the clock under the case under way, and a device that slows down', async () => {
    const { page } = await open({ caseMs: 400, gpu: true });
    await goTo(page, '#/new');
    await page.locator('#axis-0-n').fill('2^10..2^20:x2');
    await page.locator('.case-count').waitFor();
    const sentences = await shownTexts(page, '.clock-box p');
    const names = await shownTexts(page, '.clock-strip:has(.throttled)', 'aria-label');
    await page.keyboard.press('Control+Enter');
    await expect.poll(sentences).toContain('No clock is sampled for CPU variants.');
    await expect.poll(sentences).toContain('SM clock 1.98 GHz; no throttling in this case.');
    await expect
      .poll(async () => (await names()).join('\n'))
      .toMatch(/SM clock .* samples? of this case below three/);
    await page.getByRole('img', { name: /cases in the order taken/ }).waitFor();
    await page.keyboard.press('Control+.');
    await page.locator('.under .badge', { hasText: 'cancelled' }).waitFor();
  });

  it('lets figures rest while a run measures, and draws them anew afterwards', async () => {
    const { page, app } = await open({ runs: 1, caseMs: 400 });
    const asked: string[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('api/figure')) asked.push(request.url());
    });
    await startSweep(page);
    await page
      .getByText(/^[2-9] of \d+ measurements/)
      .first()
      .waitFor();
    await goTo(page, `#/run/${(await newestRun(app)).run.id}`);
    await page.locator('.chart-box canvas').first().waitFor();
    const first = asked.length;
    await page.getByText('figures are not redrawn while a run is active').waitFor();
    expect(asked.length).toBe(first);
    await page.keyboard.press('Control+.');
    await expect.poll(() => asked.length).toBeGreaterThan(first);
  });

  it('starts the demo, opens a sample result without any hardware, and copies a fix', async () => {
    const { page, app, clipboard } = await withClipboard(await open());
    const { machine } = await app.api.doctor({});
    const driver = { id: 'cuda', title: 'CUDA device', status: 'missing', found: 'no driver' };
    const checks = [{ ...driver, fix: 'install the driver: `apt-get install -y nvidia-driver`' }];
    await page.route('**/api/doctor', (route) =>
      route.fulfill({ json: { ok: true, value: { machine, checks } } }),
    );
    await page.reload();
    await page.getByRole('button', { name: 'Copy command' }).first().click();
    expect(await clipboard()).toBe('apt-get install -y nvidia-driver');
    await page.getByRole('button', { name: 'Open', exact: true }).first().click();
    await page.getByRole('heading', { level: 1, name: /^Histogram of 8 bins/ }).waitFor();
    await goTo(page, '#/home');
    await page.getByRole('button', { name: 'Demo run' }).click();
    await page.getByRole('link', { name: 'Open the run' }).waitFor();
    expect((await newestRun(app)).run.preset).toBe('quick');
  });

  it('stands still for those who ask for less motion', async () => {
    const { page } = await open({ caseMs: 500 });
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await goTo(page, '#/new');
    await page.locator('.case-count').waitFor();
    await page.keyboard.press('Control+Enter');
    await page.locator('.pulse').waitFor();
    const moving = await page.evaluate(
      () =>
        document.getAnimations().filter((each) => (each.effect?.getTiming().duration ?? 0) !== 0)
          .length,
    );
    expect(moving).toBe(0);
  });

  it('runs again what a run was, now or after a look at the form; copies its table', async () => {
    const { page, app } = await withClipboard(await open({ runs: 1, caseMs: 1 }));
    await goTo(page, '#/run/r000001');
    await page.getByRole('button', { name: 'Run again' }).click();
    await page.getByRole('button', { name: 'Now, as it was' }).click();
    await page.getByRole('link', { name: 'Open the run' }).waitFor();
    expect(await storedRows(app)).toHaveLength(2);
    const { plan } = await app.api.run({ ref: 'r000001' });
    expect((await newestRun(app)).plan.configuration).toEqual(plan.configuration);
    await goTo(page, '#/run/r000001');
    await page.getByRole('button', { name: 'Run again' }).click();
    await page.getByRole('button', { name: 'Set it up in New run' }).click();
    await page.locator('.case-count', { hasText: /^15\s*cases$/ }).waitFor();
    await goTo(page, '#/run/r000001');
    await page.getByRole('button', { name: 'Export' }).click();
    await page.getByRole('button', { name: /Copy the table.*LaTeX/ }).click();
    await page.locator('.toast', { hasText: 'The table' }).waitFor();
    await goTo(page, '#/history');
    await page.getByRole('grid').focus();
    await page.keyboard.press('b');
    await page.getByRole('list', { name: 'Baseline and pinned runs' }).waitFor();
  });

  it('copies a run as a command, and the same under the profiler of whole programs', async () => {
    const { page, clipboard } = await withClipboard(await open({ runs: 1 }));
    await goTo(page, '#/run/r000001');
    const copy = async (name: RegExp) => {
      await page.getByRole('button', { name: 'Command', exact: true }).click();
      await page.getByRole('button', { name }).click();
      await page.locator('.toast', { hasText: 'is on the clipboard' }).last().waitFor();
      return await clipboard();
    };
    expect(await copy(/The same run/)).toMatch(/breakeven -- run --workload count/);
    await expect.poll(() => copy(/Nsight Systems/)).toMatch(/^nsys .* run --workload count/);
  });
});
