import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeInBrowser } from '../helpers/browser.ts';
import { goTo } from '../helpers/scripted-window.ts';
import { openServedApp, type ServedApp } from '../helpers/served-app.ts';

describeInBrowser('figures are what is seen', () => {
  let served: ServedApp;
  let page: Page;
  let run: string;
  beforeAll(async () => {
    served = await openServedApp('figures');
    page = served.page;
    run = (await served.app.api.openSample({ id: 'udelar-scan' })).runId;
  });
  afterAll(async () => {
    expect(served.complaints).toEqual([]);
    await served.close();
  });

  const scope = (name: string) => page.getByRole('radio', { name, exact: true });
  const entry = (name: string) =>
    page.getByRole('list', { name: 'Series' }).getByRole('button', { name, exact: true });

  it('leaves a hidden series out of summary, break-evens, file and composer, and keeps it in the address', async () => {
    await goTo(page, `#/run/${run}?scope=call`);
    const caption = page.locator('figcaption').first();
    await caption.filter({ hasText: /\bcub\b/ }).waitFor();
    await entry('cub').click();
    await expect.poll(() => caption.textContent()).not.toMatch(/\bcub\b/);
    expect(page.url()).toContain('hide=cub');
    const request = page.waitForRequest((each) => each.url().endsWith('api/exportFigure'));
    const file = page.waitForEvent('download');
    await page.getByRole('button', { name: 'SVG' }).click();
    expect(JSON.stringify((await request).postDataJSON().input.hidden)).toContain('cub');
    const stream = await (await file).createReadStream();
    const parts: Buffer[] = [];
    for await (const part of stream) parts.push(part as Buffer);
    expect(Buffer.concat(parts).toString()).not.toMatch(/\bcub\b/);
    await page.getByRole('button', { name: 'Compose' }).click();
    const composer = page.getByRole('dialog', { name: 'Figure composer' });
    const pick = composer.getByRole('checkbox', { name: 'cub', exact: true });
    await pick.waitFor();
    expect(await pick.isChecked()).toBe(false);
    await page.keyboard.press('Escape');
  });

  it('shares what is selected with other panes; back and forward and a reload find it again', async () => {
    await goTo(page, `#/run/${run}?scope=call`);
    await entry('cub').click();
    await scope('End to end').check();
    await page.getByRole('tab', { name: 'Why' }).click();
    await page.getByText('Distribution', { exact: true }).click();
    await expect.poll(() => scope('End to end').isChecked()).toBe(true);
    await entry('cub').waitFor();
    expect(await entry('cub').getAttribute('aria-pressed')).toBe('false');
    await page.goBack();
    await page.goBack();
    await expect
      .poll(() => page.getByRole('tab', { name: 'Results' }).getAttribute('aria-selected'))
      .toBe('true');
    await page.goBack();
    await expect.poll(() => scope('End to end').isChecked()).toBe(false);
    await page.goForward();
    await page.reload();
    await entry('cub').waitFor();
    expect(await entry('cub').getAttribute('aria-pressed')).toBe('false');
    await expect.poll(() => scope('End to end').isChecked()).toBe(true);
  });

  it('keeps in the address that a figure is shown as a table', async () => {
    await goTo(page, `#/run/${run}`);
    await page.getByRole('button', { name: 'View as table' }).click();
    const table = page.getByRole('region', { name: /, as a table$/ });
    await table.waitFor();
    expect(page.url()).toContain('as=scaling');
    await page.reload();
    await table.waitFor();
    await page.getByRole('tab', { name: 'Why' }).click();
    await page.getByText('Distribution', { exact: true }).click();
    await page.getByRole('button', { name: 'View as table' }).waitFor();
    await page.goBack();
    await page.goBack();
    await table.waitFor();
    await page.goBack();
    await page.getByRole('button', { name: 'View as table' }).waitFor();
    expect(await table.count()).toBe(0);
  });

  it('begins with the scope of the sentence, and keeps that of one view out of the settings', async () => {
    const { headline } = await served.app.api.run({ ref: run });
    expect(headline?.workloads[0]?.answers[0]?.scope).toBe('total');
    await goTo(page, '#/settings');
    await goTo(page, `#/run/${run}/record?pane=samples`);
    await expect.poll(() => scope('End to end').isChecked()).toBe(true);
    await scope('Kernel').check();
    await expect.poll(() => page.url()).toContain('scope=kernel');
    expect((await served.app.api.settings({})).scope).toBe('total');
  });

  it('answers with the sentence of the run, and one scope for curve, matrix, break-evens and table', async () => {
    await goTo(page, `#/run/${run}`);
    const { headline, breakEvens } = await served.app.api.run({ ref: run });
    expect(headline?.sentence).toMatch(/end to end: .* is faster than .* from /);
    await expect.poll(() => page.locator('.answer').textContent()).toBe(headline?.sentence);
    const matrix = page.getByRole('region', { name: 'Break-even sizes' });
    const rows = page.getByRole('region', { name: 'Cases' }).last().locator('tr.ok');
    const sentences = () =>
      matrix
        .locator('.track-link')
        .evaluateAll((links) => links.map((link) => link.getAttribute('title') ?? ''));
    const medians: string[] = [];
    const side = page.locator('.results-side');
    const answers = headline?.workloads[0]?.answers ?? [];
    const [first, ofCall] = ['total', 'call'].map(
      (id) => answers.find((each) => each.scope === id)?.text ?? '',
    );
    expect(first).not.toBe(ofCall);
    for (const [title, id, drawn] of [
      ['End to end', 'total', /end-to-end time/],
      ['Device call', 'call', /device call time/],
    ] as const) {
      await scope(title).check();
      await page.getByRole('img', { name: drawn }).first().waitFor();
      const expected = breakEvens.filter((each) => each.scope === id);
      await expect
        .poll(async () => (await sentences()).sort())
        .toEqual(expected.map(({ sentence }) => sentence).sort());
      // The answer is of the scope that is shown, the other one is folded up.
      const told = id === 'call' ? `exclusive-scan, device call: ${ofCall}.` : headline?.sentence;
      await expect.poll(() => page.locator('.answer').textContent()).toBe(told);
      expect(await side.locator('dl.answers').textContent()).toContain(
        id === 'call' ? first : ofCall,
      );
      medians.push((await rows.last().locator('.strong').textContent()) ?? '');
    }
    expect(new Set(medians).size).toBe(2);
    await scope('Kernel').check();
    await page.getByText('No break-even is computed of kernel time').waitFor();
    expect(await matrix.count()).toBe(0);
    await expect.poll(() => page.locator('.answer').textContent()).toBe(headline?.byScope.kernel);
    // A part has no answer: the sentence says of what it is, and the reader that the panes are of another scope.
    await page.getByLabel('One part of the time').selectOption({ index: 1 });
    await expect.poll(() => page.locator('.answer').textContent()).toBe(headline?.sentence);
    await page.getByText(/^Below: .*, a part that has no answer of its own\.$/).waitFor();
  });

  it('shows a pair alone in every pane, and the sizes of the brush in all', async () => {
    await goTo(page, `#/run/${run}`);
    const table = page.getByRole('region', { name: 'Cases' }).last();
    const matrix = page.getByRole('region', { name: 'Break-even sizes' });
    await table.locator('tr.ok').first().waitFor();
    await matrix.getByRole('link').first().click();
    await expect.poll(() => matrix.getByRole('link').count()).toBe(1);
    await table.getByText('32 of 96 cases').waitFor();
    await matrix.getByRole('link').first().click();
    await expect.poll(() => table.locator('tr.ok').count()).toBe(96);
    await goTo(page, `#/run/${run}?zoom=1000000..40000000`);
    await table.getByText('36 of 96 cases').waitFor();
    const ticks = await matrix.locator('.ticks span').allTextContents();
    expect(ticks).toEqual(['1 M', '10 M']);
    await table.getByRole('searchbox').fill('thrust');
    await table.getByText('6 of 96 cases').waitFor();
    const box = await table.locator('tr.ok .badge').first().boundingBox();
    expect(box === null ? 9999 : box.x + box.width).toBeLessThan(1280);
  });

  it('holds the header and the first column of the table of cases while it scrolls', async () => {
    await page.setViewportSize({ width: 760, height: 800 });
    await goTo(page, `#/run/${run}`);
    const table = page.locator('.table-box.cases');
    await table.locator('tbody tr.ok').nth(20).waitFor();
    await table.scrollIntoViewIfNeeded();
    const places = async () => {
      const frame = await table.boundingBox();
      const head = await table.locator('thead .frozen').first().boundingBox();
      const first = await table.locator('tbody tr.ok .frozen').nth(12).boundingBox();
      const other = await table.locator('thead tr').first().locator('th').nth(3).boundingBox();
      if (frame === null || head === null || first === null || other === null) {
        throw new Error('the table is not drawn');
      }
      const near = (x: number, y: number) => [Math.round(x - frame.x), Math.round(y - frame.y)];
      return {
        head: near(head.x, head.y),
        first: near(first.x, first.y),
        other: near(other.x, other.y),
      };
    };
    const before = await places();
    await table.evaluate((each) => each.scrollTo(120, 90));
    const after = await places();
    expect(after.head).toEqual(before.head);
    expect(after.first[0]).toBe(before.first[0]);
    expect(after.first[1]).toBe((before.first[1] ?? 0) - 90);
    expect(after.other).toEqual([(before.other[0] ?? 0) - 120, before.other[1]]);
    await page.setViewportSize({ width: 1280, height: 800 });
  });

  it('shows everything known of a case beside the curve and on a page, with imported counters', async () => {
    await goTo(page, `#/run/${run}?filter=cub`);
    await page.locator('.table.cases .cell-link').last().click();
    const drawer = page.getByRole('complementary', { name: 'Case' });
    await drawer.getByText('SM clock before').waitFor();
    // Nothing of its tables is cut at the edge, the reason of a disturbance in the last column least of all.
    const cut = () =>
      page
        .locator('.inspector .table-box')
        .evaluateAll((all) =>
          all.flatMap((box) =>
            box.scrollWidth > box.clientWidth ? [box.getAttribute('aria-label')] : [],
          ),
        );
    await drawer.getByRole('columnheader', { name: 'Interference' }).waitFor();
    expect(await cut()).toEqual([]);
    // Docked beside the curve, never over it.
    const curve = await page.locator('.results-curve').boundingBox();
    const docked = await drawer.boundingBox();
    expect(curve?.width).toBeGreaterThan(500);
    expect((curve?.x ?? 0) + (curve?.width ?? 0)).toBeLessThanOrEqual(docked?.x ?? 0);
    // Its verdict is of the scope in the head, and the one of its row: a kernel that is faster may be slower end to end.
    const verdictIn = async (name: string) => {
      const told = drawer.getByText(new RegExp(`× .* over sequential, ${name}$`));
      const row = page.locator('.table.cases tbody tr').last().locator('td');
      await expect
        .poll(async () => (await row.allInnerTexts()).some((text) => /×/.test(text)))
        .toBe(true);
      const speedup = (await row.allInnerTexts()).find((text) => text.includes('×')) ?? '';
      await expect.poll(() => told.textContent()).toContain(speedup);
      return speedup;
    };
    const endToEnd = await verdictIn('end to end');
    await scope('Kernel').click();
    expect(await verdictIn('kernel')).not.toBe(endToEnd);
    await scope('End to end').click();
    const variation = drawer.getByRole('region', { name: 'Variation (standard deviation)' });
    const ofKernel = variation.getByRole('row').filter({ hasText: 'kernel' }).first();
    await expect(ofKernel.getByRole('cell').allTextContents()).resolves.toEqual(
      Array.from({ length: 3 }, () => expect.stringMatching(/^\d.*%$/)),
    );
    await drawer.getByRole('region', { name: 'Commands' }).waitFor();
    const csv = [
      '"ID","Kernel Name","dram__bytes.sum"',
      '"","","Mbyte"',
      '"0","DeviceScanKernel","134.5"',
      '',
    ].join('\n');
    await drawer.getByText(/^ncu --nvtx .* profile exclusive-scan:cub n=/).waitFor();
    await drawer.locator('input[type=file]').setInputFiles({
      name: 'scan.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(csv),
    });
    await drawer.getByText('DeviceScanKernel').waitFor();
    await drawer.getByText(/^DRAM traffic: .* declared/).waitFor();
    // Counters of another variant: what follows from both, or that nothing does.
    const index = Number(new URL(page.url().replace('#', '')).searchParams.get('case'));
    const { cases } = await served.app.api.run({ ref: run });
    const mine = cases.find((each) => each.index === index);
    const other = cases.find(
      ({ variant, values }) => variant === 'thrust' && values.n === mine?.values.n,
    );
    if (other === undefined) throw new Error('no other variant of that size');
    await served.app.api.importCounters({
      ...{ ref: run, index: other.index, name: 'thrust.csv', text: csv },
    });
    await page.reload();
    await drawer.getByText('times under the profiler are not used').first().waitFor();
    await drawer.getByRole('button', { name: 'Open as a page' }).click();
    await page.getByRole('radio', { name: 'One case', checked: true }).waitFor();
    await page.getByText('More of this case').click();
    await page.getByText('DeviceScanKernel').waitFor();
    await page.getByText(/^\d+ repetitions/).click();
    await page.getByRole('columnheader', { name: 'SM clock', exact: true }).waitFor();
    expect(await cut()).toEqual([]);
    await page.goBack();
    await drawer.waitFor();
    await page.keyboard.press('Escape');
    await drawer.waitFor({ state: 'detached' });
    // Without a case that was opened: the one that the waterfall ends with.
    await goTo(page, `#/run/${run}/why?pane=case`);
    const shown = page.getByLabel('Case', { exact: true }).locator('option:checked');
    expect(await shown.textContent()).toBe('blelloch-recursive n=33,554,432');
    // Samples are of the scope in the head, the one of the sentence at first.
    await page.getByRole('heading', { name: 'Samples by repetition, end to end' }).waitFor();
    await page.getByRole('radio', { name: 'Device call', exact: true }).click();
    await page.getByRole('heading', { name: 'Samples by repetition, device call' }).waitFor();
  });

  it('zooms by a brush, and a click on a point opens its case', async () => {
    await goTo(page, `#/run/${run}`);
    const canvas = page.locator('.chart-box.worked canvas[data-drawn]');
    await canvas.waitFor();
    const box = await canvas.boundingBox();
    if (box === null) throw new Error('no chart');
    const y = box.y + box.height / 2;
    await page.mouse.move(box.x + box.width * 0.3, y);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width * 0.5, y, { steps: 4 });
    await page.mouse.up();
    await expect.poll(() => page.url()).toContain('zoom=');
    await page.getByRole('button', { name: 'Show all sizes' }).click();
    await expect.poll(() => page.url()).not.toContain('zoom=');
    // The largest size is the last place on the right: somewhere in its column is a point.
    const drawer = page.getByRole('complementary', { name: 'Case' });
    search: for (let x = box.width - 20; x > box.width - 80; x -= 5) {
      for (let down = 60; down < box.height - 60; down += 7) {
        await page.mouse.click(box.x + x, box.y + down);
        if (page.url().includes('case=')) break search;
      }
    }
    await drawer.getByText('33,554,432').first().waitFor();
  });

  it('goes from point to point of a curve by arrow keys, says each and opens its case', async () => {
    await goTo(page, `#/run/${run}`);
    const canvas = page.locator('.chart-box.worked canvas[data-drawn]');
    const said = page.locator('.chart-box.worked [role=status]');
    await canvas.focus();
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => said.textContent()).toMatch(/^sequential at [\d.]+ k: .*, n = \d+$/);
    const first = await said.textContent();
    await page.keyboard.press('End');
    await expect.poll(() => said.textContent()).not.toBe(first);
    await page.keyboard.press('Enter');
    await page
      .getByRole('complementary', { name: 'Case' })
      .getByText('33,554,432')
      .first()
      .waitFor();
  });

  it('compares with a forest of ratios, filters by verdict and shows evidence beside', async () => {
    await goTo(page, `#/compare/${run}:sequential,${run}:thrust`);
    const forest = page.getByRole('region', { name: /^Speedups with intervals/ });
    await forest.waitFor();
    const rows = await forest.locator('tbody tr').count();
    await page.getByRole('button', { name: /^\d+ slower$/ }).click();
    await expect.poll(() => forest.locator('tbody tr').count()).toBeLessThan(rows);
    const speedups = await forest.locator('tbody tr td.number').allTextContents();
    expect(speedups.length).toBeGreaterThan(0);
    // Slower is below 1, as everywhere.
    for (const text of speedups) expect(Number.parseFloat(text)).toBeLessThan(1);
    await forest.locator('.cell-link').first().click();
    await page.getByRole('complementary', { name: 'Evidence' }).getByText('Median').waitFor();
    await page.keyboard.press('Escape');
    expect(page.url()).toContain('verdict=slower');
    // The link has the timing scope as well; other sides keep it.
    await page.getByLabel('Timing scope').selectOption('total');
    await expect.poll(() => page.url()).toContain('scope=total');
    await page.reload();
    await forest.waitFor();
    expect(await page.getByLabel('Timing scope').inputValue()).toBe('total');
    await page.getByRole('button', { name: 'Swap' }).click();
    await expect.poll(() => page.getByLabel('Timing scope').inputValue()).toBe('total');
    // Long evidence wraps within its column.
    const { runId } = await served.app.api.openSample({ id: 'histogram-cpu' });
    await goTo(page, `#/compare/${runId}:sequential,${runId}:omp-private`);
    await page
      .getByText(/another hardware thread of its cores/)
      .first()
      .waitFor();
    const over = (table: Element) => table.scrollWidth - (table.parentElement?.clientWidth ?? 0);
    expect(await page.locator('table.compare').evaluate(over)).toBe(0);
  });

  it('keeps axes, the order of a table and the options of a trend in the address', async () => {
    await goTo(page, `#/run/${run}`);
    await page.getByRole('button', { name: 'Linear axes' }).click();
    await page.getByRole('button', { name: 'Log axes' }).waitFor();
    await page.reload();
    await page.getByRole('button', { name: 'Log axes' }).waitFor();
    await goTo(page, `#/run/${run}`);
    const median = page.locator('.table.cases').getByRole('columnheader', { name: 'Median' });
    await median.getByRole('button').click();
    await median.getByRole('button').click();
    await expect.poll(() => median.getAttribute('aria-sort')).toBe('descending');
    await page.reload();
    await expect.poll(() => median.getAttribute('aria-sort')).toBe('descending');
    await goTo(page, `#/run/${run}/history`);
    await page.getByLabel('Minimum change').selectOption('0.2');
    await page.getByLabel('Only runs of the same build').check();
    await page.reload();
    await expect.poll(() => page.getByLabel('Minimum change').inputValue()).toBe('0.2');
    expect(await page.getByLabel('Only runs of the same build').isChecked()).toBe(true);
  });
});
