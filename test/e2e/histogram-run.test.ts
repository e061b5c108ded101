import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type BetterSqlite3 from 'better-sqlite3';
import type { Browser, Download, Page } from 'playwright';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeInBrowser, launchBrowser } from '../helpers/browser.ts';
import { cliPath, cpuAddonPath, rendererFolder } from '../helpers/paths.ts';
import { readCsv } from '../helpers/read-csv.ts';
import { runCli } from '../helpers/run-cli.ts';
import { type Served, startServe } from '../helpers/serve.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';
import { watchPage } from '../helpers/watch-page.ts';

const Database = createRequire(import.meta.url)('better-sqlite3') as typeof BetterSqlite3;
const built = [cliPath, cpuAddonPath, join(rendererFolder, 'index.html')].every(existsSync);
if (!built) throw new Error('these tests need the build: run "npm run build"');

const sizes = [1000, 4000, 16000];
const samples = 12;

describeInBrowser('a histogram, measured from the browser through serve mode', () => {
  const home = temporaryFolder();
  let served: Served;
  let browser: Browser;
  let page: Page;
  let complaints: readonly string[] = [];

  beforeAll(async () => {
    [served, browser] = await Promise.all([startServe(home), launchBrowser()]);
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
    page = await context.newPage();
    complaints = watchPage(page);
    await page.goto(served.url);
  });
  afterAll(async () => {
    await browser?.close();
    await served?.stop();
  });

  it('leaves the token out of the address', async () => {
    expect(served.url).toContain('#token=');
    await page.getByRole('link', { name: 'New run' }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/');
    expect(page.url()).not.toContain('token');
  });

  it('is described in a form that comes from the catalog', async () => {
    await page.getByRole('link', { name: 'New run' }).click();
    await page.getByLabel('Problem').selectOption({ label: 'Histogram' });
    const listed = JSON.parse((await runCli(['list', '--json'], { home })).stdout);
    const histogram = listed.workloads.find((each: { id: string }) => each.id === 'histogram');
    for (const axis of histogram.axes) {
      await expect(
        page.locator('.axis code', { hasText: new RegExp(`^${axis.id}$`) }).count(),
      ).resolves.toBe(1);
    }
    // Its description lies over the rows below, which keep no room for theirs.
    const row = page.locator('.variant', { hasText: 'sequential' }).first();
    expect((await row.boundingBox())?.height).toBeLessThan(40);
    await row.hover();
    await row.getByText(/^Baseline\. One loop/).waitFor();
    for (const variant of histogram.variants) {
      const box = page.getByRole('checkbox', { name: variant.id, exact: true });
      await expect(box.isDisabled()).resolves.toBe(!variant.available);
      if (!variant.available) {
        await expect(page.getByText(variant.reason).count()).resolves.toBeGreaterThan(0);
      }
    }
  });

  it('says what is wrong beside the field, and does not start', async () => {
    const field = page.locator('#axis-0-n');
    await field.fill('-5');
    await page.getByText('n: -5 is too small').first().waitFor();
    await expect(field.getAttribute('aria-invalid')).resolves.toBe('true');
    await expect(page.getByRole('button', { name: /^Start/ }).isDisabled()).resolves.toBe(true);
  });

  it('counts its cases before it starts', async () => {
    await page.getByRole('button', { name: 'None', exact: true }).click();
    await page.getByRole('checkbox', { name: 'sequential', exact: true }).check();
    await page.getByRole('checkbox', { name: 'omp-private', exact: true }).check();
    await page.locator('#axis-0-n').fill('1e3, 4e3, 16k');
    await page.getByLabel('Stopping criterion').selectOption('fixed');
    await page.locator('#policy-samples').fill(String(samples));
    await page.getByLabel('Repetitions').fill('1');
    await page.getByLabel('Title', { exact: true }).fill('From the browser');
    await page.getByLabel('Tags').fill('e2e');
    await page.locator('.case-count', { hasText: /^6\s*cases$/ }).waitFor();
  });

  it('reproduces it as a command', async () => {
    const command = ((await page.locator('.command pre').textContent()) ?? '').replaceAll(
      ' \\\n',
      '',
    );
    const words = command.split(/\s+/).filter((word) => word !== '');
    // Served from a source tree, where the command line is an npm script.
    const launcher = ['npm', 'run', '-s', 'breakeven', '--'];
    expect(words.slice(0, launcher.length)).toEqual(launcher);
    const unquoted = command
      .replace("'From the browser'", 'title')
      .split(/\s+/)
      .slice(launcher.length);
    const result = await runCli([...unquoted, '--dry-run', '--json'], { home });
    expect(result.code).toBe(0);
    const plan = JSON.parse(result.stdout);
    expect(plan.cases.map((each: { variant: string }) => each.variant).sort()).toEqual([
      ...Array(3).fill('omp-private'),
      ...Array(3).fill('sequential'),
    ]);
    expect(plan.configuration.policy.parameters.samples).toBe(samples);
  });

  it('runs and is watched', async () => {
    await page.getByRole('button', { name: /^Start/ }).click();
    await page.getByRole('heading', { name: 'Live' }).waitFor();
    await page.getByRole('link', { name: 'Open the run' }).waitFor({ timeout: 90_000 });
    await page.getByText('6 of 6 measurements').first().waitFor();
    // The answer is there before the run is opened, and the same afterwards.
    const sentence = (await page.locator('.answer').textContent()) ?? '';
    expect(sentence).toMatch(/^histogram, .*\.$/);
    await page.getByRole('link', { name: 'Open the run' }).click();
    await page.getByRole('heading', { name: 'From the browser' }).waitFor();
    await page.locator('.answer', { hasText: sentence }).waitFor();
    await page.getByText('6 cases ok').waitFor();
    await page.getByTitle(/^took .*; expected /).waitFor();
    await expect(page.locator('.table.cases tbody tr.ok').count()).resolves.toBe(6);
  });

  it('shows its scaling as a chart and as a table', async () => {
    const chart = page.locator('.chart-box:not(.low) canvas');
    await chart.waitFor();
    await expect(chart.getAttribute('aria-label')).resolves.toMatch(/\w/);
    await expect.poll(() => coloursOf(page)).toBeGreaterThan(3);
    await page.getByRole('button', { name: 'View as table' }).click();
    await expect(page.locator('figure .table tbody tr').count()).resolves.toBe(6);
    await page.getByRole('tab', { name: 'Why' }).click();
    await page.getByText('Distribution', { exact: true }).click();
    await page.locator('.chart-box:not(.low) canvas').waitFor();
    await expect.poll(() => coloursOf(page)).toBeGreaterThan(3);
  });

  it('is found in the history', async () => {
    await page.getByRole('link', { name: 'History' }).click();
    const query = page.getByRole('combobox', { name: 'Find runs' });
    await query.fill('workload:histogram tag:e2e n>=10k');
    await expect.poll(() => page.getByRole('row').count()).toBe(2);
    await query.fill('tag:nothing');
    await page.getByText('No run fits').waitFor();
    await query.fill('n>=much');
    await page.locator('#query-help.error').waitFor();
    await query.fill('tag:e2e');
    await page.getByRole('row').nth(1).click();
    await page.getByText('6 cases ok').waitFor();
  });

  it('exports the samples that the store has', async () => {
    const downloads: Download[] = [];
    page.on('download', (download) => downloads.push(download));
    await page.getByRole('button', { name: 'Export', exact: true }).click();
    await page.getByRole('button', { name: /^Tables and samples/ }).click();
    await expect.poll(() => downloads.length).toBe(5);
    const texts = new Map<string, string>();
    for (const download of downloads) {
      texts.set(
        download.suggestedFilename().replace(/^\w+-/, ''),
        readFileSync(await download.path(), 'utf8'),
      );
    }
    const exported = readCsv(find(texts, /samples\.csv$/));
    const stored = storedSamples(home);
    expect(exported.length).toBe(stored.length);
    expect(stored.length).toBeGreaterThanOrEqual(6 * samples);
    const inOrder = (rows: readonly string[]) => [...rows].sort();
    expect(
      inOrder(
        exported.map((row) =>
          [row.case, row.scope, row.repetition, row.sample, Number(row.time_ns)].join(' '),
        ),
      ),
    ).toEqual(inOrder(stored));
    const summary = readCsv(find(texts, /summary\.csv$/));
    expect(summary.map((row) => Number(row.n)).sort((a, b) => a - b)).toEqual(
      sizes.flatMap((n) => [n, n]),
    );
    for (const row of summary) {
      const own = exported
        .filter((each) => each.case === row.case && each.scope === row.scope)
        .map((each) => Number(each.time_ns))
        .sort((a, b) => a - b);
      expect(own.length).toBe(samples);
      const middle = ((own[samples / 2 - 1] ?? 0) + (own[samples / 2] ?? 0)) / 2;
      expect(Number(row.median_ns)).toBeCloseTo(middle, 6);
    }
  });

  it('never met a script error or a refusal of its own content security policy', () => {
    // The two refused queries are answered with status 400, which the browser logs by itself.
    expect(complaints.filter((text) => !text.includes('400'))).toEqual([]);
  });
});

function find(texts: ReadonlyMap<string, string>, name: RegExp): string {
  const found = [...texts].find(([file]) => name.test(file));
  if (found === undefined) throw new Error(`${name} is not among ${[...texts.keys()].join(', ')}`);
  return found[1];
}

/** How many different colours the chart has: an empty canvas has one or two. */
function coloursOf(page: Page): Promise<number> {
  return page.locator('.chart-box:not(.low) canvas').evaluate((element) => {
    const canvas = element as HTMLCanvasElement;
    const pixels = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data;
    const colours = new Set<number>();
    for (let i = 0; pixels !== undefined && i < pixels.length; i += 4) {
      colours.add(((pixels[i] ?? 0) << 16) | ((pixels[i + 1] ?? 0) << 8) | (pixels[i + 2] ?? 0));
    }
    return colours.size;
  });
}

/**
 * The samples of the only run, straight from the database: case, timing scope, repetition, number and time of each.
 * What is the kernel's over again has no times of its own, and stands in no table.
 */
function storedSamples(home: string): readonly string[] {
  const database = new Database(join(home, 'breakeven.db'), { readonly: true });
  try {
    const rows = database
      .prepare(
        'SELECT c.case_index, s.scope, s.repetition, s.times FROM samples s JOIN run_case c ON c.id = s.case_id',
      )
      .all() as { case_index: number; scope: string; repetition: number; times: Buffer }[];
    return rows.flatMap(({ case_index, scope, repetition, times }) =>
      Array.from({ length: times.length / 8 }, (_, i) =>
        [case_index, scope, repetition, i, times.readDoubleLE(i * 8)].join(' '),
      ),
    );
  } finally {
    database.close();
  }
}
