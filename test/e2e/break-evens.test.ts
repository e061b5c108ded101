import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeInBrowser } from '../helpers/browser.ts';
import { goTo } from '../helpers/fake-window.ts';
import { openServedApp, type ServedApp } from '../helpers/served-app.ts';

describeInBrowser('the break-evens of a run of several workloads', () => {
  let served: ServedApp;
  let runId: string;

  beforeAll(async () => {
    served = await openServedApp('answers');
    ({ runId } = await served.app.api.openSample({ id: 'quick-gpu' }));
  });
  afterAll(() => served?.close());

  it('stand under the workload that they are of, each once', async () => {
    const { app, page, complaints } = served;
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
