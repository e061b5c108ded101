import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type App, createApp } from '../../src-main/core/app.ts';
import { describeInBrowser } from '../helpers/browser.ts';
import { goTo } from '../helpers/fake-window.ts';
import { forkScriptedEngine } from '../helpers/scripted-engine.ts';
import { openServedPage } from '../helpers/served-page.ts';

describeInBrowser('the break-evens of a run of several workloads', () => {
  const home = mkdtempSync(join(tmpdir(), 'breakeven-test-'));
  let app: App;
  let page: Page;
  let complaints: readonly string[];
  let runId: string;
  let close: () => Promise<void>;

  beforeAll(async () => {
    app = createApp({ home, forkEngine: forkScriptedEngine, lockName: `answers-${process.pid}` });
    ({ runId } = await app.api.openSample({ id: 'quick-gpu' }));
    ({ page, complaints, close } = await openServedPage(app));
  });
  afterAll(async () => {
    await close?.();
    await app?.close();
    rmSync(home, { recursive: true, force: true });
  });

  it('stand under the workload that they are of, each once', async () => {
    await goTo(page, `#/run/${runId}`);
    const section = page.getByRole('region', { name: 'Break-even' });
    await section.locator('summary').click();
    const { breakEvens } = await app.api.run({ ref: runId });
    const workloads = new Set(breakEvens.map(({ workload }) => workload));
    expect(workloads.size).toBeGreaterThan(1);
    const sentences = (id: string, found: boolean) =>
      breakEvens
        .filter(({ workload, answer }) => workload === id && (answer === 'one') === found)
        .map(({ sentence }) => sentence);
    const shown = await section.locator('.break-evens-of').evaluateAll((groups) =>
      groups.map((group) => ({
        title: group.querySelector('h3')?.textContent ?? '',
        found: group.closest('details') === null,
        lines: [...group.querySelectorAll('li')].map((line) => line.textContent ?? ''),
      })),
    );
    const histogram = shown.filter(({ title }) => title === 'Histogram');
    expect(histogram.map(({ found }) => found)).toEqual([true, false]);
    for (const { found, lines } of histogram) {
      const expected = sentences('histogram', found);
      expect(lines).toHaveLength(expected.length);
      lines.forEach((line, i) => {
        expect(line).toContain(expected[i]);
      });
    }
    expect(shown.flatMap(({ lines }) => lines)).toHaveLength(breakEvens.length);
    expect(complaints).toEqual([]);
  });
});
