import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { agree } from '../../src-main/contract/case-names.ts';
import type { StoredCase } from '../../src-main/contract/run.ts';
import { causeText, waterfallOf } from '../../src-main/contract/waterfall.ts';
import { describeInBrowser } from '../helpers/browser.ts';
import { goTo } from '../helpers/scripted-window.ts';
import { openServedApp, type ServedApp } from '../helpers/served-app.ts';

describeInBrowser('one size of a run', () => {
  let served: ServedApp;
  let page: Page;
  let run: string;
  let cases: readonly StoredCase[];
  beforeAll(async () => {
    served = await openServedApp('why');
    page = served.page;
    run = (await served.app.api.openSample({ id: 'udelar-scan' })).runId;
    ({ cases } = await served.app.api.run({ ref: run }));
  });
  afterAll(async () => {
    expect(served.complaints).toEqual([]);
    await served.close();
  });

  const caseOf = (variant: string, n: number): StoredCase => {
    const found = cases.find((each) => each.variant === variant && agree(each.values, { n }));
    if (found === undefined) throw new Error(`no case of ${variant} at ${n}`);
    return found;
  };
  const answer = () => page.locator('.marker-answer').textContent();

  it('asks for nothing that a run without the baseline cannot have', async () => {
    const { runId } = await served.app.api.openSample({ id: 'peers-gpu' });
    await goTo(page, `#/run/${runId}`);
    await page.locator('figure canvas[data-drawn]').waitFor();
    await page.getByRole('button', { name: 'Published' }).click();
    const entries = page.locator('.menu-entry');
    // No line of an entry stands in another.
    const spill = (all: Element[]) => all.map((each) => each.scrollHeight - each.clientHeight);
    expect(Math.max(...(await entries.evaluateAll(spill)))).toBe(0);
    for (const pane of ['distribution', 'phases', 'roofline', 'verdicts']) {
      await goTo(page, `#/run/${runId}/why?pane=${pane}`);
      await page.waitForLoadState('networkidle');
      expect(await page.locator('.failure').count()).toBe(0);
    }
    expect(served.complaints).toEqual([]);
  });

  it('says what calls at a rate save, by what stays on the device, and when the machine cannot do it', async () => {
    const n = 2 ** 20;
    await goTo(page, `#/run/${run}?pair=sequential|cub`);
    await page.getByLabel('n =', { exact: true }).fill('2^20');
    await page.getByLabel('called').fill('40');
    const asked = { ref: run, workload: 'exclusive-scan', values: {}, size: n, perSecond: 40 };
    // Without a choice copies count as in the scope that the table shows.
    const stays = page.getByLabel('What stays on the device');
    expect(await stays.inputValue()).toBe('copy-each-time');
    await page.getByRole('radio', { name: 'Device call' }).check();
    await expect.poll(() => stays.inputValue()).toBe('both-stay');
    await page.getByRole('radio', { name: 'End to end' }).check();
    await expect.poll(() => stays.inputValue()).toBe('copy-each-time');
    for (const strategy of ['copy-each-time', 'input-stays', 'both-stay'] as const) {
      await stays.selectOption(strategy);
      const told = await served.app.api.callRate({
        ...{ ...asked, variants: ['sequential', 'cub'], strategy },
      });
      expect(told.answer).not.toBe('not-measured');
      await expect.poll(answer).toBe(told.sentence);
    }
    await page.getByLabel('called').fill('1e6');
    await expect
      .poll(answer)
      .toMatch(/^This machine cannot do it: of each second sequential needs /);
    await page.getByLabel('n =', { exact: true }).fill('3e6');
    await expect.poll(answer).toMatch(/, means\)\. Between measured sizes\.$/);
    await page.getByLabel('n =', { exact: true }).fill('1e12');
    await expect.poll(answer).toMatch(/^n: 1e12 is too large/);
  });

  it('is moved on the curve, which brushes no stretch of sizes by that, and marks the table', async () => {
    await goTo(page, `#/run/${run}?n=1048576`);
    const canvas = page.locator('.chart-box.worked canvas[data-drawn]').first();
    await canvas.waitFor();
    const marked = page.locator('tr.marked', { hasText: '1,048,576' });
    expect(await marked.evaluate((row) => getComputedStyle(row).display)).toBe('table-row');
    const box = await canvas.boundingBox();
    if (box === null) throw new Error('no chart');
    const y = box.y + box.height / 2;
    // The pointer says where the line is.
    const isOver = async (x: number) => {
      await page.mouse.move(x, y);
      return (await canvas.evaluate((each) => each.style.cursor)) === 'ew-resize';
    };
    let x = box.x + 100;
    while (!(await isOver(x)) && x < box.x + box.width) x += 5;
    await page.mouse.down();
    await page.mouse.move(x - 150, y, { steps: 3 });
    await page.mouse.up();
    await expect
      .poll(async () => Number(await page.getByLabel('n =', { exact: true }).inputValue()))
      .toBeLessThan(6e5);
    expect(page.url()).not.toContain('zoom=');
  });

  it('is taken apart from one variant to another, with the same steps as the contract computes', async () => {
    const n = 2 ** 25;
    await goTo(page, `#/run/${run}/why?pair=sequential|cub&scope=total&n=${n}`);
    const steps = waterfallOf(caseOf('sequential', n), caseOf('cub', n), 'total');
    if (steps === null) throw new Error('no steps');
    const section = page.getByRole('region', { name: /^From sequential to cub at n = 33,554,432/ });
    await section.getByText(causeText(steps, 'total')).waitFor();
    const rows = section.locator('tbody tr');
    expect(await rows.locator('th').allTextContents()).toEqual([
      'sequential',
      ...steps.steps.map(
        ({ part }) =>
          ({
            alloc: 'allocation',
            h2d: 'copy to device',
            kernel: 'kernel',
            host: 'host part',
            d2h: 'copy to host',
            rest: 'rest',
          })[part],
      ),
      'cub',
    ]);
    await page.getByLabel('n', { exact: true }).selectOption(String(2 ** 20));
    await page.getByRole('region', { name: /^From sequential to cub at n = 1,048,576/ }).waitFor();
    await page.getByLabel('to', { exact: true }).selectOption('thrust');
    await page.getByRole('region', { name: /^From sequential to thrust/ }).waitFor();
    await page.getByRole('radio', { name: 'Kernel' }).check();
    await page.getByText('kernel has no parts that were timed').waitFor();
    // It stands once; a figure is of the same size and is seen whole without scrolling.
    await page.getByRole('radio', { name: 'Phases' }).check();
    await page.getByRole('heading', { name: /n = 1,048,576/ }).waitFor();
    expect(await section.count()).toBe(0);
    const chart = await page.locator('.chart-box').boundingBox();
    expect((chart?.y ?? 0) + (chart?.height ?? 0)).toBeLessThan(page.viewportSize()?.height ?? 0);
  });
});
