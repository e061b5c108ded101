import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Group } from '../../src-main/contract/configuration.ts';
import { type App, createApp } from '../../src-main/core/app.ts';
import { forkEngine } from '../../src-main/hosts/fork-engine.ts';
import { describeInBrowser } from '../helpers/browser.ts';
import { nativeFolder } from '../helpers/paths.ts';
import { runToEnd } from '../helpers/run-to-end.ts';
import { goTo } from '../helpers/scripted-window.ts';
import { openServedPage } from '../helpers/served-page.ts';

const built = existsSync(join(nativeFolder, 'breakeven_cpu.node'));

describeInBrowser('the picture of a run', () => {
  const home = mkdtempSync(join(tmpdir(), 'breakeven-test-'));
  let app: App;
  let page: Page;
  let complaints: readonly string[];
  let close: () => Promise<void>;

  beforeAll(async () => {
    app = createApp({ home, forkEngine, lockName: `matrix-${process.pid}` });
    ({ page, complaints, close } = await openServedPage(app));
  });
  afterAll(async () => {
    await close?.();
    await app?.close();
    rmSync(home, { recursive: true, force: true });
  });

  const measure = (group: Group) =>
    runToEnd(app, () =>
      app.api.startRun({
        configuration: {
          groups: [group],
          policy: {
            ...{ criterion: 'fixed', parameters: { samples: 3 }, timeLimitS: null },
            ...{ repetitions: 1, order: 'sequential' },
          },
          orderSeed: 1,
        },
      }),
    );

  it.skipIf(!built)('is drawn, of a file too', { timeout: 60_000 }, async () => {
    const input = join(home, 'arrow.mtx');
    const entries = Array.from({ length: 300 }, (_, i) => `${i + 1} 1`);
    const head = '%%MatrixMarket matrix coordinate pattern general';
    writeFileSync(input, `${head}\n300 300 300\n${entries.join('\n')}\n`);
    const group = { workload: 'row-ordering', variants: ['sequential'], sweep: {}, set: {} };
    const runId = await measure({ ...group, input });
    await goTo(page, `#/run/${runId}/record?pane=picture`);
    const picture = page.getByRole('img', { name: /The matrix\./ });
    await picture.waitFor();
    expect(await picture.evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBe(300);
    // The first column and the diagonal: 299 entries below it and 300 on it.
    await page.getByText('599', { exact: true }).waitFor();
    expect(complaints).toEqual([]);

    // Elsewhere the run names no path: nothing may stand for its matrix.
    const { files } = await app.api.exportRun({ ref: runId, format: 'breakeven' });
    const data = Buffer.from(files[0]?.bytes ?? []).toString('base64');
    const other = createApp({
      home: join(home, 'other'),
      forkEngine,
      lockName: `matrix-other-${process.pid}`,
    });
    await other.api.importRun({ upload: null, data, last: true });
    const there = await openServedPage(other);
    await goTo(there.page, `#/run/${runId}/record?pane=picture`);
    const sentence = 'The matrix was read from arrow.mtx, a file of another machine.';
    await there.page.getByText(sentence).waitFor();
    expect(await there.page.getByRole('img', { name: /The matrix\./ }).count()).toBe(0);
    expect(there.complaints).toEqual([]);
    await there.close();
    await other.close();
  });

  it.skipIf(!built)('is drawn of an answer, and where variants differ', async () => {
    const variants = ['sequential', 'cpu-fast'];
    const set = { xres: 128, yres: 128 };
    const runId = await measure({ workload: 'mandelbrot', variants, sweep: {}, set });
    // A page that has moved on asks for the next picture before the last one is drawn.
    const asked = variants.map((variant) =>
      app.api.picture({ workload: 'mandelbrot', variant, set }),
    );
    expect((await Promise.all(asked)).map(({ width }) => width)).toEqual([128, 128]);
    await goTo(page, `#/run/${runId}/record?pane=picture`);
    const picture = page.getByRole('img', { name: /mandelbrot by sequential/ });
    await picture.waitFor();
    expect(await picture.evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBe(128);
    await page.getByLabel('Difference from').selectOption('cpu-fast');
    await page.getByRole('img', { name: /sequential compared with cpu-fast/ }).waitFor();
    await page.getByText('Differing').waitFor();
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Save PNG' }).click();
    const bytes = readFileSync(await (await saved).path());
    expect(bytes.subarray(1, 4).toString()).toBe('PNG');
    expect(complaints).toEqual([]);
  });
});
