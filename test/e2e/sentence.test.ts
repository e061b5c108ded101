import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeInBrowser } from '../helpers/browser.ts';
import { runCli } from '../helpers/run-cli.ts';
import { goTo } from '../helpers/scripted-window.ts';
import { openServedApp, type ServedApp } from '../helpers/served-app.ts';

describeInBrowser('the sentence of a run', () => {
  let served: ServedApp;
  let home = '';
  beforeAll(async () => {
    served = await openServedApp('sentence', (folder) => {
      home = folder;
    });
  });
  afterAll(() => served?.close());

  const plain = (text: string | null) => (text ?? '').replaceAll(/\s+/g, ' ').trim();

  it.each(['udelar-scan', 'quick-gpu'])(
    'is one text in JSON, terminal, Home, History, Results and report: %s',
    async (id) => {
      const { app, page } = served;
      const { runId } = await app.api.openSample({ id });
      const { headline } = await app.api.run({ ref: runId });
      const sentence = headline?.sentence ?? '';
      expect(sentence).toMatch(/\w.*\.$/);
      const printed = await runCli(['show', runId], { home });
      expect(printed.code).toBe(0);
      // Of one workload the terminal has the name and the scope in columns of their own.
      const [only, other] = headline?.workloads ?? [];
      const told = other === undefined ? (only?.answers[0]?.text ?? '-') : sentence;
      expect(plain(printed.stdout)).toContain(plain(told));
      expect(sentence).toContain(told);
      const report = await runCli(['export', runId, '--format', 'html', '--out', '-'], { home });
      expect(report.stdout).toContain(`<p class="answer">${sentence}</p>`);
      await goTo(page, '#/home');
      await page.reload();
      const answer = page.locator('.answer').first();
      await expect.poll(async () => plain(await answer.textContent())).toBe(sentence);
      await goTo(page, '#/history');
      const title = page.locator(`#run-${runId} [title]`, { hasText: /./ });
      await expect
        // Below the title of the run, which may be cut in its cell.
        .poll(() =>
          title.evaluateAll((all) =>
            all.map((each) => each.getAttribute('title')?.split('\n').at(-1)),
          ),
        )
        .toContain(sentence);
      await goTo(page, `#/run/${runId}`);
      await page.getByRole('tab', { name: 'Results', selected: true }).waitFor();
      await expect.poll(async () => plain(await answer.textContent())).toBe(sentence);
    },
  );

  it('says beside a verdict that it is withheld because of disturbed repetitions', async () => {
    const { app, page } = served;
    const { runId } = await app.api.openSample({ id: 'histogram-cpu' });
    await goTo(page, `#/run/${runId}`);
    const cases = page.getByRole('region', { name: 'Cases', exact: true });
    await cases.getByText('inconclusive: disturbed').first().waitFor();
    // The machine is not said to be quiet where repetitions were disturbed: head, table and terminal say how many.
    await cases.getByText('59 of 179 repetitions were disturbed by interference').waitFor();
    // At the marked size as well, where there is no room for the verdict.
    const marked = page.locator('.marked-cases');
    await marked.getByText("1.31×'").waitFor();
    await marked.getByText("Speedup, ' disturbed").waitFor();
    expect(await marked.locator('td[title*="inconclusive: disturbed"]').count()).toBe(1);
    const said = await page.locator('.headline .quality').textContent();
    expect(said).toContain('repeat 3 of 16 cases: disturbed');
    await goTo(page, `#/run/${runId}/record`);
    await page.getByRole('heading', { name: 'State before the run' }).waitFor();
    expect(await page.locator('body').textContent()).not.toMatch(/no warnings/i);
    const long = await runCli(['show', runId, '--long'], { home });
    expect(plain(long.stdout)).toContain('59 of 179 repetitions were disturbed by interference');
    const short = await runCli(['show', runId], { home });
    expect(short.stdout).toContain('quality: repeat 3 of 16 cases: disturbed');
  });
});
