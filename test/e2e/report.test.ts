import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { resourcePath } from '../../src-main/core/util/paths.ts';
import { rulesOfColour, violations } from '../helpers/axe.ts';
import { describeInBrowser, launchBrowser } from '../helpers/browser.ts';
import { runCli } from '../helpers/run-cli.ts';
import { openServedApp, type ServedApp } from '../helpers/served-app.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

const plain = (text: string | null) => (text ?? '').replaceAll(/\s+/g, ' ').trim();

describeInBrowser('a report', () => {
  let browser: Browser;
  let served: ServedApp;
  let home = '';
  beforeAll(async () => {
    browser = await launchBrowser();
    served = await openServedApp('report', (folder) => {
      home = folder;
    });
  });
  afterAll(async () => {
    await served?.close();
    await browser?.close();
  });

  /** Opens a file as someone does who has nothing but it; collects what it asks for and complains of. */
  async function opened(file: string): Promise<{ readonly page: Page; readonly asked: string[] }> {
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
    const page = await context.newPage();
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    page.on('console', (message) => asked.push(message.text()));
    page.on('pageerror', (error) => asked.push(error.message));
    await page.goto(pathToFileURL(file).href);
    return { page, asked };
  }

  /** A page that asks for nothing but itself and these files, and has no other script, in light, dark and on paper. */
  async function expectReadable(file: string, others: readonly string[] = []): Promise<void> {
    const { page, asked } = await opened(file);
    expect(await page.locator('script').count()).toBe(
      others.filter((each) => each.endsWith('.js')).length,
    );
    const looks = [
      [{ colorScheme: 'light' }, 'rgb(243, 244, 246)', undefined],
      [{ colorScheme: 'dark' }, 'rgb(15, 17, 21)', rulesOfColour],
      [{ colorScheme: 'dark', media: 'print' }, 'rgb(255, 255, 255)', rulesOfColour],
    ] as const;
    for (const [look, ground] of looks) {
      await page.emulateMedia(look);
      const [wider, seen] = await page.evaluate(() => [
        document.documentElement.scrollWidth - window.innerWidth,
        getComputedStyle(document.body).backgroundColor,
      ]);
      expect(wider).toBeLessThanOrEqual(0);
      expect(seen).toBe(ground);
    }
    // The fonts are in the page itself. What looks for violations asks for style sheets on its own.
    expect(asked.filter((url) => !url.startsWith('data:font/'))).toEqual(
      [file, ...others].map((each) => pathToFileURL(each).href),
    );
    await page.emulateMedia({ media: 'screen' });
    for (const [look, , rules] of looks) {
      await page.emulateMedia(look);
      expect(await violations(page, rules)).toEqual([]);
    }
    await page.context().close();
  }

  it('is in the language of its reader, its answer in that of every face', async () => {
    const { runId } = await served.app.api.openSample({ id: 'udelar-scan' });
    const report = async (...words: string[]) => {
      const line = ['export', runId, '--format', 'html', '--out', '-', ...words];
      return await runCli(line, { home });
    };
    const { headline } = await served.app.api.run({ ref: runId });
    const [english, spanish] = [await report(), await report('--language', 'es')];
    expect(spanish.stdout).toContain(`<p class="answer">${headline?.sentence}</p>`);
    expect(spanish.stdout).toContain('<figure lang="es">');
    for (const [before, after] of [
      ['end-to-end time', 'tiempo total'],
      ['Centre: median', 'Centro: mediana'],
      ['Speedup', 'Aceleración'],
      ['>0.0064(4)<', '>0,0064(4)<'],
    ] as const) {
      expect(english.stdout).toContain(before);
      expect(english.stdout).not.toContain(after);
      expect(spanish.stdout).toContain(after);
    }
    const refused = await runCli(
      ['export', runId, '--language', 'es', '--out', temporaryFolder()],
      { home },
    );
    expect(refused.code).toBe(2);
    expect(refused.stderr).toContain('a csv export is in English; html and latex take a language');
    // The window asks for what its settings name.
    const { page } = served;
    await served.app.api.saveSettings({
      figure: { widthMm: 88.9, heightMm: null, dpi: 300, fontPt: 8, language: 'es' },
    });
    await page.reload();
    await page.goto(`${page.url().split('#')[0]}#/run/${runId}`);
    const asked = page.waitForRequest((each) => each.url().endsWith('api/exportRun'));
    await page.getByRole('button', { name: 'Report' }).click();
    expect((await asked).postDataJSON()).toEqual({
      input: { ref: runId, format: 'html', language: { id: 'es' } },
    });
    await served.app.api.saveSettings({
      figure: { widthMm: 88.9, heightMm: null, dpi: 300, fontPt: 8, language: null },
    });
    await page.reload();
  });

  it.each(['udelar-scan', 'quick-gpu'])(
    'of %s is one page without script, readable in light, dark and on paper',
    async (id) => {
      const { runId } = await served.app.api.openSample({ id });
      const out = temporaryFolder();
      const [file = ''] = await served.app.exportTo(runId, 'html', out);
      expect(file).toBe(join(out, 'report.html'));
      // A caption says what is so, not which flags are off.
      expect(readFileSync(file, 'utf8')).not.toContain(' = false');
      expect(readFileSync(file, 'utf8')).toMatch(/<svg[^>]* role="?img/);
      // Each part of several has a name of its own, and a place among the contents.
      const { page } = await opened(file);
      const parts = await page.locator('[id^=part-] h2').allTextContents();
      expect([parts.length > 1, new Set(parts).size]).toEqual([id === 'quick-gpu', parts.length]);
      const listed = await page.locator('a[href^="#part-"]').allTextContents();
      expect(listed).toEqual(parts.length > 1 ? parts : []);
      await page.context().close();
      await expectReadable(file);
    },
  );

  it('of many runs is a site that needs no script, readable in light, dark and on paper', async () => {
    const out = join(temporaryFolder(), 'site');
    const from = resourcePath('sample-results');
    const files = await served.app.exportSite(out, { from, title: 'Samples', public: 'all' });
    const pages = ['', 'run', 'workload', 'machine'].map(
      (kind) => files.find((file) => new RegExp(`^${join(out, kind)}/.*html$`).test(file)) ?? '',
    );
    for (const file of pages) {
      const names = /\/run\//.test(file) ? ['style.css'] : ['style.css', 'filter.js'];
      await expectReadable(
        file,
        names.map((name) => join(out, name)),
      );
    }
  });

  it('of many runs has its rows chosen by words, and all of them without script', async () => {
    const out = join(temporaryFolder(), 'site');
    await served.app.exportSite(out, { from: resourcePath('sample-results') });
    const file = join(out, 'index.html');
    const { page, asked } = await opened(file);
    const rows = page.getByRole('region', { name: 'Runs' }).last().locator('tbody tr');
    const all = await rows.count();
    const scans = await rows.filter({ hasText: 'scan' }).count();
    expect(scans).toBeGreaterThan(0);
    expect(scans).toBeLessThan(all);
    const field = page.getByRole('searchbox', { name: 'Rows of "Runs" with' });
    await field.fill('SCAN  2026');
    expect(await rows.filter({ visible: true }).count()).toBe(scans);
    // Nothing was refused by its content security policy.
    expect(asked.filter((said) => !/^(?:data|file):/.test(said))).toEqual([]);
    expect(await page.getByText(`${scans} of ${all} rows`).count()).toBe(1);
    expect(await violations(page)).toEqual([]);
    await field.fill('');
    expect(await rows.filter({ visible: true }).count()).toBe(all);
    const plainContext = await browser.newContext({ javaScriptEnabled: false });
    const without = await plainContext.newPage();
    await without.goto(pathToFileURL(file).href);
    const shown = without.getByRole('region', { name: 'Runs' }).last().locator('tbody tr');
    expect(await shown.filter({ visible: true }).count()).toBe(all);
    expect(await without.getByRole('searchbox').count()).toBe(0);
    await plainContext.close();
    await page.context().close();
  });

  it('is the same from the command line, from the window and a second time', async () => {
    const { app, page } = served;
    const { runId } = await app.api.openSample({ id: 'scan-cpu' });
    const written = await runCli(['export', runId, '--format', 'html', '--out', '-'], { home });
    expect(written.code).toBe(0);
    const again = await runCli(['export', runId, '--format', 'html', '--out', '-'], { home });
    expect(again.stdout).toBe(written.stdout);
    await page.goto(new URL(`#/run/${runId}`, page.url()).href);
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Report', exact: true }).click();
    const saved = await download;
    expect(saved.suggestedFilename()).toBe(`${runId}-report.html`);
    expect(readFileSync(await saved.path(), 'utf8')).toBe(written.stdout);
  });

  it('of a..b has what differs, and texts of a run are texts', async () => {
    const { app } = served;
    const { runId } = await app.api.openSample({ id: 'histogram-cpu' });
    const { runId: other } = await app.api.openSample({ id: 'scan-cpu' });
    const evil = '</title><script>document.title="run"</script><img src=x onerror=alert(1)>';
    await app.api.renameRun({ ref: runId, title: evil });
    await app.api.noteRun({ ref: runId, note: evil });
    const out = temporaryFolder();
    const [file = ''] = await app.exportTo(`${other}..${runId}`, 'html', out);
    const { page, asked } = await opened(file);
    expect(asked.filter((url) => !url.startsWith('data:font/'))).toHaveLength(1);
    expect(await page.title()).toBe(evil);
    expect(await page.locator('script, img').count()).toBe(0);
    expect(plain(await page.locator('h1').textContent())).toBe(plain(evil));
    await page.getByRole('heading', { name: new RegExp(`^Difference to .*${other}`) }).waitFor();
    const { headline } = await app.api.run({ ref: runId });
    expect(plain(await page.locator('.answer').textContent())).toBe(headline?.sentence);
    await page.context().close();
  });

  it('of a part of a run has no other case, in its curve as in its tables', async () => {
    const { app } = served;
    const { runId } = await app.api.openSample({ id: 'scan-cpu' });
    const written = async (options: { readonly where?: string }) => {
      const [file = ''] = await app.exportTo(runId, 'html', temporaryFolder(), options);
      return readFileSync(file, 'utf8');
    };
    const whole = await written({});
    const part = await written({ where: 'variant:sequential,omp-two-pass' });
    expect(whole).toContain('cpu-fast');
    expect(part).not.toContain('cpu-fast');
    expect(part).toContain('omp-two-pass');
  });

  it('is of the run whose title has two points, in every format', async () => {
    const { app } = served;
    const { runId } = await app.api.openSample({ id: 'histogram-cpu' });
    const { run } = await app.api.run({ ref: runId });
    await app.api.renameRun({ ref: runId, title: 'n=1..10' });
    for (const format of ['csv', 'html']) {
      const files = await app.exportTo('n=1..10', format, temporaryFolder());
      expect(files.length).toBeGreaterThan(0);
    }
    await app.api.renameRun({ ref: runId, title: run.title });
  });

  it('of two runs is refused in formats of one', async () => {
    const { runId } = await served.app.api.openSample({ id: 'histogram-cpu' });
    await expect(
      served.app.exportTo(`${runId}..${runId}`, 'csv', temporaryFolder()),
    ).rejects.toThrow(
      `${runId}..${runId} names two runs; a csv export takes one run, html takes one or two`,
    );
  });
});
