import type { Browser, Page } from 'playwright';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { rowsInSight } from '../../src-renderer/state/ahead.ts';
import { describeInBrowser, launchBrowser } from '../helpers/browser.ts';
import type { FakeOptions } from '../helpers/fake-api.ts';
import { type FakeWindow, goTo, openFakeWindow } from '../helpers/fake-window.ts';

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

describeInBrowser('setting up, watching, comparing and drawing', () => {
  let browser: Browser;
  let window: FakeWindow | null = null;
  beforeAll(async () => {
    browser = await launchBrowser();
  });
  afterAll(() => browser?.close());
  afterEach(async () => {
    expect(window?.complaints ?? []).toEqual([]);
    await window?.close();
    window = null;
  });
  const open = async (options: FakeOptions = {}) => {
    window = await openFakeWindow(browser, options);
    const { page } = window;
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    return window;
  };
  const clipboard = () => window?.page.evaluate(() => navigator.clipboard.readText());

  it('pauses, continues and skips a case; finished cases stay', async () => {
    const { page, app } = await open({ caseMs: 120 });
    await goTo(page, '#/new');
    await page.locator('#axis-0-n-mode').selectOption('powers');
    await page.locator('.case-count').waitFor();
    await page.keyboard.press('Control+Enter');
    await page.locator('.small-chart').first().waitFor();
    await page.getByRole('button', { name: 'Pause' }).click();
    await page.getByRole('button', { name: 'Continue' }).waitFor();
    await page.locator('.under .badge', { hasText: 'paused' }).waitFor();
    // The case under way ends, then nothing more does.
    const count = () => app.stored[0]?.cases.length;
    const rests = async () => {
      const before = count();
      await page.waitForTimeout(400);
      return count() === before;
    };
    await expect.poll(rests).toBe(true);
    const done = count();
    await page.waitForTimeout(500);
    expect(count()).toBe(done);
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect.poll(() => app.stored[0]?.cases.length ?? 0).toBeGreaterThan(done ?? 0);
    await page.getByRole('button', { name: 'Skip this case' }).click();
    const byHand = () =>
      app.stored[0]?.cases.some(({ reason }) => reason?.includes('skipped by hand'));
    await expect.poll(byHand).toBe(true);
    await page.getByRole('img', { name: /cases? in the order taken/ }).waitFor({ timeout: 10_000 });
    await page.keyboard.press('Control+.');
    await page.getByRole('link', { name: 'Open the run' }).waitFor();
  });

  it('shows the clock under the case under way, and a device that slows down', async () => {
    const { page } = await open({ caseMs: 400, gpu: true });
    await goTo(page, '#/new');
    await page.locator('#axis-0-n-mode').selectOption('powers');
    await page.locator('.case-count').waitFor();
    const sentences = await shownTexts(page, '.clock-box p');
    const names = await shownTexts(page, '.clock-strip:has(.throttled)', 'aria-label');
    await page.keyboard.press('Control+Enter');
    await expect
      .poll(sentences, { timeout: 30_000 })
      .toContain('No clock is sampled under CPU work.');
    await expect
      .poll(sentences, { timeout: 30_000 })
      .toContain('SM clock 1.98 GHz; no throttling in this case.');
    await expect
      .poll(async () => (await names()).join('\n'), { timeout: 30_000 })
      .toMatch(/SM clock .* samples? of this case below three/);
    await page.getByRole('img', { name: /cases in the order taken/ }).waitFor();
    await page.keyboard.press('Control+.');
    await page.locator('.under .badge', { hasText: 'cancelled' }).waitFor();
  });

  it('lets figures rest while a run measures, and draws them anew afterwards', async () => {
    const { page } = await open({ runs: 1, caseMs: 400 });
    const asked: string[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('api/figure')) asked.push(request.url());
    });
    await goTo(page, '#/new');
    await page.locator('#axis-0-n-mode').selectOption('powers');
    await page.locator('.case-count').waitFor();
    await page.keyboard.press('Control+Enter');
    await page
      .getByText(/^[2-9] of \d+ measurements/)
      .first()
      .waitFor();
    await goTo(page, '#/run/r000002/scaling');
    await page.locator('.chart-box canvas').waitFor({ timeout: 10_000 });
    const first = asked.length;
    await page.getByText('figures rest while a run measures').waitFor({ timeout: 10_000 });
    expect(asked.length).toBe(first);
    await page.keyboard.press('Control+.');
    await expect.poll(() => asked.length, { timeout: 10_000 }).toBeGreaterThan(first);
  });

  it('starts the demo, opens a sample result without any hardware, and copies a fix', async () => {
    const { page, app } = await open({ caseMs: 4 });
    await page.getByRole('button', { name: 'Copy command' }).first().click();
    expect(await clipboard()).toBe('apt-get install -y nvidia-driver');
    await page.getByRole('button', { name: 'Open', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Tally on an H200' }).waitFor();
    await goTo(page, '#/home');
    await page.getByRole('button', { name: '60-second demo' }).click();
    await page.getByRole('link', { name: 'Open the run' }).waitFor();
    expect(app.stored[0]?.row.preset).toBe('quick');
  });

  it('keeps own presets: saved, used, renamed, passed on and deleted', async () => {
    const { page } = await open();
    await goTo(page, '#/new');
    await page.locator('#axis-0-n').fill('12345');
    const presets = page.getByRole('button', { name: 'Presets' });
    await presets.click();
    await page.getByRole('button', { name: 'Keep as a preset' }).click();
    await page.keyboard.type('My sizes');
    await page.keyboard.press('Enter');
    await page.locator('.toast', { hasText: 'is kept' }).waitFor();
    await page.getByRole('button', { name: 'Clear the form' }).click();
    await page.getByLabel('Preset', { exact: true }).selectOption({ label: 'My sizes (own)' });
    expect(await page.locator('#axis-0-n').inputValue()).toBe('12345');
    await presets.click();
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: /as a file/ }).click();
    expect((await saved).suggestedFilename()).toBe('my-sizes.json');
    await presets.click();
    await page.getByRole('button', { name: /^Rename/ }).click();
    await page.keyboard.type('Sizes of May');
    await page.keyboard.press('Enter');
    await page
      .locator('#preset option', { hasText: 'Sizes of May (own)' })
      .waitFor({ state: 'attached' });
    await presets.click();
    await page.getByRole('button', { name: /^Delete/ }).click();
    await page.locator('.toast', { hasText: 'is deleted' }).waitFor();
    expect(await page.locator('#preset option').allTextContents()).toEqual([
      'Own run',
      'Quick look',
    ]);
  });

  it('copies a run as a command, and the same under the profilers', async () => {
    const { page } = await open({ runs: 1 });
    await goTo(page, '#/run/r000001');
    const copy = async (name: RegExp) => {
      await page.getByRole('button', { name: 'Command', exact: true }).click();
      await page.getByRole('button', { name }).click();
      await page.locator('.toast', { hasText: 'is on the clipboard' }).last().waitFor();
      return await clipboard();
    };
    expect(await copy(/The same run/)).toMatch(/^breakeven run --workload tally/);
    await expect.poll(() => copy(/Nsight Compute/)).toMatch(/^ncu --set full breakeven run/);
    await expect.poll(() => copy(/Nsight Systems/)).toMatch(/^nsys profile breakeven run/);
  });

  it('runs again what a run was, now or after a look at the form; copies its table; shows the baseline on Home', async () => {
    const { page, app } = await open({ runs: 1, caseMs: 5, gpu: true });
    await goTo(page, '#/run/r000001');
    await page.getByRole('button', { name: 'Run again' }).click();
    await page.getByRole('button', { name: 'Now, as it was' }).click();
    await page.getByRole('link', { name: 'Open the run' }).waitFor();
    expect(app.stored.length).toBe(2);
    expect(app.stored[0]?.plan.configuration).toEqual(app.stored[1]?.plan.configuration);
    await goTo(page, '#/run/r000001');
    await page.getByRole('button', { name: 'Run again' }).click();
    await page.getByRole('button', { name: 'Set it up in New run' }).click();
    await page.locator('.case-count', { hasText: /^20\s*cases$/ }).waitFor();
    await goTo(page, '#/run/r000001');
    await page.getByRole('button', { name: 'Export' }).click();
    await page.getByRole('button', { name: /Copy the table.*LaTeX/ }).click();
    await page.locator('.toast', { hasText: 'The table' }).waitFor();
    await goTo(page, '#/history');
    await page.getByRole('grid').focus();
    await page.keyboard.press('b');
    await page.getByRole('list', { name: 'Baseline and pinned runs' }).waitFor();
    await goTo(page, '#/home');
    await page.getByRole('heading', { name: 'Baseline and pinned runs' }).waitFor();
  });

  it('compares runs: environment first, verdicts with reasons, another baseline', async () => {
    const { page } = await open({ runs: 3 });
    await goTo(page, '#/history');
    await page.getByRole('grid').focus();
    await page.keyboard.press('Space');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Space');
    await page.getByRole('button', { name: 'Compare' }).click();
    const sections = page.locator('section.section h2');
    await sections.nth(1).waitFor();
    expect(await sections.allTextContents()).toEqual(['Environment', 'Verdicts']);
    await page.getByText('Version: driver').waitFor();
    await page.getByText('the interval of the ratio lies wholly within 2 % of 1').first().waitFor();
    const first = () => page.locator('.compare th a').first().textContent();
    expect(await first()).toBe('Tally sweep 2');
    await page.getByRole('button', { name: 'Make baseline' }).click();
    await expect.poll(first).toBe('Tally sweep 1');
    await page.getByRole('button', { name: 'Swap' }).click();
    await expect.poll(first).toBe('Tally sweep 2');
    await expect.poll(() => page.locator('.chart-box canvas').count()).toBe(4);
    await page.getByRole('button', { name: 'Add a side' }).click();
    await page.keyboard.type('r000001:split');
    await page.keyboard.press('Enter');
    await page.getByText('3 sides; each is judged against the first').waitFor();
    await page.getByRole('button', { name: 'Leave split out' }).click();
    await page.getByText('2 sides').waitFor();
  });

  it('draws of a long comparison the rows near the window, first with few verdicts', async () => {
    const { page } = await open({ runs: 2 });
    const asked: (number | undefined)[] = [];
    // The whole answer comes when the first one was looked at.
    const seen = Promise.withResolvers<void>();
    // The rows of the fake comparison many times over, each time as other sizes.
    await page.route('**/api/compareRuns', async (route) => {
      const { judge } = (route.request().postDataJSON() as { input: { judge?: number } }).input;
      asked.push(judge);
      const reply = (await (await route.fetch()).json()) as {
        value: { rows: { values: Record<string, number>; cells: (object | null)[] }[] };
      };
      const rows = Array.from({ length: 40 }, (_, i) => i).flatMap((i) =>
        reply.value.rows.map((row) => ({ ...row, values: { n: (row.values.n ?? 0) + i } })),
      );
      const value = {
        ...reply.value,
        rows: rows.map((row, at) =>
          judge === undefined || at < judge
            ? row
            : { ...row, cells: row.cells.map((cell) => cell && { ...cell, comparison: null }) },
        ),
        ...(judge === undefined ? {} : { judged: judge }),
      };
      if (judge === undefined) await seen.promise;
      await route.fulfill({ json: { ok: true, value } });
    });
    await goTo(page, '#/compare/r000001,r000002');
    await page.getByText('judging …').waitFor();
    const drawn = page.locator('.compare tbody tr[aria-rowindex]');
    const total = Number(await page.locator('.compare').getAttribute('aria-rowcount')) - 1;
    expect(total).toBeGreaterThan(100);
    expect(await drawn.count()).toBeLessThan(60);
    seen.resolve();
    await page.getByText('judging …').waitFor({ state: 'detached' });
    expect(asked).toEqual([rowsInSight(800, 2), undefined]);
    const height = () => page.locator('.compare').evaluate((table) => table.scrollHeight);
    const before = await height();
    await page.locator('.compare tbody').last().scrollIntoViewIfNeeded();
    await page.locator(`.compare tbody tr[aria-rowindex="${total + 1}"]`).waitFor();
    await page.locator('.compare tbody tr[aria-rowindex="2"]').waitFor({ state: 'detached' });
    expect(await drawn.count()).toBeLessThan(60);
    // Rows that are not drawn keep about their place.
    expect(Math.abs((await height()) / before - 1)).toBeLessThan(0.3);
    await page.locator('.compare thead').scrollIntoViewIfNeeded();
    await page.locator('.compare tbody tr[aria-rowindex="2"] .badge').first().waitFor();
  });

  it('compares the variants of one run, with published series over the figure', async () => {
    const { page } = await open({ runs: 1, gpu: true });
    await goTo(page, '#/run/r000001');
    await page.getByRole('button', { name: 'More' }).click();
    await page.getByRole('button', { name: 'Compare its variants' }).click();
    await page.getByText('All sides are of one run').waitFor();
    await page.getByText('2 slower, 3 faster').first().waitFor();
    const asked = page.waitForRequest(
      (request) =>
        request.url().endsWith('api/figure') && (request.postData() ?? '').includes('published/'),
    );
    await page.getByRole('button', { name: 'Published' }).click();
    await page.getByRole('button', { name: /Example University 2024/ }).click();
    expect((await asked).postDataJSON().input.kind).toBe('scaling');
  });

  it('measures the ceilings that a roofline refers to, and shows the share of each case', async () => {
    const { page } = await open({ runs: 1 });
    await goTo(page, '#/run/r000001/roofline');
    await page.getByText('have not been measured yet').waitFor();
    await page.getByRole('button', { name: 'Measure them' }).click();
    await page.getByText(/were measured 2026-11-21/).waitFor();
    await page.getByRole('tab', { name: 'Summary' }).click();
    await page.getByRole('columnheader', { name: 'Of the ceiling' }).waitFor();
    await page.getByRole('cell', { name: '31.5 %' }).first().waitFor();
  });

  it('composes a figure: size, texts, errors, files, several at once, clipboard', async () => {
    const { page } = await open({ runs: 1 });
    await goTo(page, '#/run/r000001/scaling');
    await page.getByRole('button', { name: 'Compose' }).click();
    const composer = page.getByRole('dialog', { name: 'Figure composer' });
    await composer.locator('.composer-preview img').waitFor();
    await composer.getByText('1050 pixels wide in the file.').waitFor();
    await composer.getByLabel('Size', { exact: true }).selectOption('slide');
    await composer.getByText('3000 × 1688 pixels').waitFor();
    await composer.getByLabel('Resolution (dpi)').fill('fine');
    await composer
      .getByText(/"fine" is not a number/)
      .first()
      .waitFor();
    expect(await composer.getByRole('button', { name: 'PNG' }).isDisabled()).toBe(true);
    await composer.getByLabel('Resolution (dpi)').fill('600');
    await composer.getByLabel('Title', { exact: true }).last().fill('Tally');
    const request = page.waitForRequest(
      (each) =>
        each.url().endsWith('api/exportFigure') && (each.postData() ?? '').includes('"svg"'),
    );
    const file = page.waitForEvent('download');
    await composer.getByRole('button', { name: 'SVG' }).click();
    expect((await file).suggestedFilename()).toBe('scaling.svg');
    expect((await request).postDataJSON().input).toMatchObject({
      view: { title: 'Tally' },
      options: { widthMm: 254, dpi: 600, fontPt: 18 },
    });
    await composer.getByRole('button', { name: 'Several at once' }).click();
    await composer.getByRole('button', { name: 'Boxes' }).click();
    await composer.getByRole('button', { name: 'Roofline' }).click();
    const names: string[] = [];
    page.on('download', (download) => names.push(download.suggestedFilename()));
    await composer.getByRole('button', { name: 'Save 3 figures as PDF' }).click();
    await expect.poll(() => [...names].sort()).toEqual(['box.pdf', 'scaling.pdf']);
    await composer.getByRole('button', { name: 'Copy caption' }).click();
    await expect.poll(clipboard).toContain('Points: medians of 50 samples.');
    await composer.getByRole('button', { name: 'Copy picture' }).click();
    const types = () =>
      page.evaluate(async () => (await navigator.clipboard.read()).flatMap(({ types }) => types));
    await expect.poll(types).toContain('image/png');
    await page.keyboard.press('Escape');
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
  });

  it('keeps settings with the host, says what is wrong with one, and looks after the storage', async () => {
    const { page, app } = await open();
    await goTo(page, '#/settings');
    await page.getByLabel('Theme').selectOption('dark');
    await page.getByLabel('Rounds').fill('4');
    await page.getByLabel('Faster or slower beyond (%)').fill('3');
    await page.getByText('must be below the 2 % of “the same”').waitFor();
    await expect
      .poll(() => app.api.settings({}))
      .toMatchObject({ theme: 'dark', defaults: { rounds: 4 }, margins: { difference: 0.005 } });
    await page.getByRole('button', { name: 'Back up now' }).click();
    await page.locator('.toast', { hasText: 'A backup was made.' }).waitFor();
    await page.getByRole('button', { name: 'Move to another folder' }).click();
    await page.keyboard.type('/mnt/results');
    await page.keyboard.press('Enter');
    await page.locator('.toast', { hasText: 'is in /mnt/results now' }).waitFor();
    await goTo(page, '#/new');
    await page.getByRole('button', { name: 'Clear the form' }).click();
    expect(await page.getByLabel('Rounds').inputValue()).toBe('4');
    await goTo(page, '#/help');
    await page.getByRole('button', { name: 'Copy versions' }).click();
    await expect.poll(clipboard).toContain('sqlite 3.50.4');
  });

  it('reaches every screen by its key', async () => {
    const { page } = await open({ runs: 1 });
    const titles = ['Home', 'New run', 'Live', 'History', 'Compare', 'Settings', 'Help'];
    for (const [i, title] of titles.entries()) {
      await page.keyboard.press(`Control+${i + 1}`);
      await page.getByRole('heading', { level: 1, name: title }).waitFor();
    }
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
});
