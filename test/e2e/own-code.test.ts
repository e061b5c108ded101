import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { createApp } from '../../src-main/core/app.ts';
import { rememberLab } from '../../src-main/core/lab/lab-registry.ts';
import { forkEngine } from '../../src-main/hosts/fork-engine.ts';
import { describeInBrowser } from '../helpers/browser.ts';
import { labFolder, saxpyOmp } from '../helpers/lab-folder.ts';
import { runCli } from '../helpers/run-cli.ts';
import { runToEnd } from '../helpers/run-to-end.ts';
import { goTo } from '../helpers/scripted-window.ts';
import { openServedPage } from '../helpers/served-page.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';
import { windowPerTest } from '../helpers/window-per-test.ts';

describeInBrowser('own code', () => {
  const open = windowPerTest();

  it('says how to begin where no lab is trusted', async () => {
    const { page } = await open();
    await page.getByRole('link', { name: 'Own code' }).click();
    const commands = await page.locator('.lab-beginning pre').textContent();
    expect(commands?.split('\n')).toEqual([
      'npm run -s breakeven -- lab new saxpy --from c',
      'npm run -s breakeven -- lab check saxpy',
      'npm run -s breakeven -- lab trust saxpy',
    ]);
    // A browser has no say over folders.
    expect(
      await page.getByRole('button', { name: /New lab|Add a|Trust|Open folder/ }).count(),
    ).toBe(0);
  });

  it('that is dropped into a browser is trusted at the terminal', async () => {
    const { page, excuse } = await open({ labs: true });
    const drop = (name: string) =>
      page.evaluate((named) => {
        const dataTransfer = new DataTransfer();
        dataTransfer.items.add(new File(['x'], named));
        window.dispatchEvent(new DragEvent('drop', { dataTransfer }));
      }, name);
    await drop('stencil.c');
    await page.getByText('A browser does not know where stencil.c is.').waitFor();
    expect(await page.locator('.lab-beginning pre').textContent()).toBe(
      'breakeven lab trust <path to>/stencil.c',
    );
    await page.getByRole('button', { name: 'Close' }).click();
    await page.getByRole('region', { name: 'SAXPY', exact: true }).waitFor();
    // A run file is imported as before.
    await drop('broken.breakeven');
    await page.locator('.toast', { hasText: 'broken.breakeven was not imported' }).waitFor();
    expect(excuse('status of 4')).toBe(1);
  });

  it('shows the state of each variant, errors at their line, and runs a lab by the form', async () => {
    const { page, app, excuse } = await open({ labs: true });
    // The form may ask for a plan, in which scripted engines have no lab.
    excuse('400');
    await goTo(page, '#/labs');
    const saxpy = page.getByRole('region', { name: 'SAXPY', exact: true });
    await saxpy.waitFor();
    const row = (name: string) => saxpy.getByRole('row', { name: new RegExp(`^${name}`) });
    expect(await row('Sequential').locator('.badge').textContent()).toBe('verified');
    expect(await row('naive').textContent()).toContain('no NVIDIA GPU that can be used here');
    expect(await row('OpenMP').locator('.note.warn').textContent()).toMatch(
      /^replay is not checked/,
    );
    expect(await row('Sequential').locator('.note.warn').count()).toBe(0);
    const fast = row('fast');
    expect(await fast.locator('.badge').textContent()).toBe('not compiled');
    expect(await fast.locator('.excerpt .named').textContent()).toContain('6');
    expect(await fast.locator('.excerpt .named').textContent()).toContain('y[i] = b * x[i]');
    await fast.getByText('Compiler log').click();
    await fast.getByText("In function 'void saxpy").waitFor();
    const stencil = page.getByRole('region', { name: 'stencil', exact: true });
    expect(await stencil.getByRole('alert').textContent()).toContain('did you mean "size"?');
    expect(await stencil.getByRole('button', { name: 'Run' }).isDisabled()).toBe(true);

    const sgemm = page.getByRole('region', { name: 'SGEMM', exact: true });
    await sgemm.getByText('0 of 2 variants verified').waitFor();
    await sgemm.getByRole('button', { name: 'Check' }).click();
    await sgemm.getByText('2 of 2 variants verified').waitFor();

    await saxpy.getByRole('button', { name: 'Run' }).click();
    await page.getByRole('heading', { name: 'New run' }).waitFor();
    expect(await page.getByLabel('Problem').inputValue()).toBe('saxpy');
    expect(app.calls).toContain('openLab');
  });

  it('watches a lab with source, curves and saves beside each other', async () => {
    const { page, app } = await open({ labs: true });
    await goTo(page, '#/labs');
    const saxpy = page.getByRole('region', { name: 'SAXPY', exact: true });
    await saxpy.getByRole('button', { name: 'Watch' }).click();
    const dialog = page.getByRole('dialog', { name: 'Watch SAXPY' });
    await dialog.getByLabel('Variant').selectOption('omp');
    await dialog.getByLabel('At n =').fill('many');
    expect(await dialog.getByRole('button', { name: 'Watch' }).isDisabled()).toBe(true);
    await dialog.getByLabel('At n =').fill('1e5');
    await dialog.getByRole('button', { name: 'Watch' }).click();
    const panel = page.getByRole('region', { name: 'Watch of omp of saxpy' });
    const last = panel.locator('.watch-last');
    await last.getByText('faster').first().waitFor();
    expect(await last.textContent()).toContain('than the version before');
    expect(await last.locator('.note.warn').textContent()).toMatch(/^replay is not checked/);
    // Above 1 is faster, as everywhere.
    expect(await last.textContent()).toContain('than the baseline, 4.167×');
    expect(await panel.locator('.watch-earlier li').count()).toBe(3);
    // A version that is not established to be faster is no "inconclusive than the baseline".
    const texts = await panel.locator('.watch-earlier li').allTextContents();
    expect(texts[1]).toContain('inconclusive compared with the baseline');
    expect(texts[0]).toContain("omp.c:6: 'b' undeclared");
    expect(texts[0]).not.toContain('verified');
    // The source has what its compiler says in the margin; each version is a line, the older the paler.
    const source = panel.getByRole('region', { name: 'Source omp.c' });
    expect(await source.locator('.source-note').allTextContents()).toEqual([
      ...['32 registers, 0 B spilled', "unused variable 'k'", "'b' undeclared"],
    ]);
    expect(await source.locator('.named .line-number').allTextContents()).toEqual(['6']);
    expect(await panel.locator('.legend-entry').allTextContents()).toEqual([
      ...['#2', '#1', 'baseline'],
    ]);
    // One time of a version; the source that stands beside its verdict is a later one.
    expect(await last.textContent()).toContain('#2 omp61.3 µs');
    await panel.getByText('omp #2 takes 61.3 µs at n = 1,000,000').waitFor();
    await last.getByText('Of version #2; the source now does not compile.').waitFor();
    // Enter keeps the newest version, R measures the lab; neither while something else has the focus.
    const asked = (name: string) =>
      page.waitForRequest((each) => each.url().endsWith(`api/${name}`));
    await panel.getByRole('button', { name: 'View as table' }).focus();
    await page.keyboard.press('r');
    await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
    const kept = asked('queueRun');
    await page.keyboard.press('Enter');
    const { configuration } = JSON.parse((await kept).postData() ?? '').input;
    expect(configuration).toMatchObject({
      title: 'saxpy: omp #2',
      groups: [{ workload: 'saxpy', variants: ['omp', 'sequential'] }],
    });
    await page.locator('.toast', { hasText: 'saxpy: omp #2 is measured as a run' }).waitFor();
    expect(app.calls).not.toContain('startRun');
    // What is under way is one at a time.
    expect(await saxpy.getByRole('button', { name: 'Check' }).isDisabled()).toBe(true);
    await panel.getByRole('button', { name: 'Stop' }).click();
    await panel.getByText('The watch has ended.').waitFor();
    await panel.getByRole('button', { name: 'Close' }).click();
    await panel.waitFor({ state: 'detached' });
  });

  it('is forgotten after a question', async () => {
    const { page, app } = await open({ labs: true });
    await goTo(page, '#/labs');
    const sgemm = page.getByRole('region', { name: 'SGEMM', exact: true });
    await sgemm.getByRole('button', { name: 'Forget' }).click();
    const dialog = page.getByRole('dialog', { name: 'Forget SGEMM?' });
    expect(await dialog.textContent()).toContain('Its files in /home/ada/labs/sgemm');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    expect(app.calls).not.toContain('forgetLab');
    await sgemm.getByRole('button', { name: 'Forget' }).click();
    await dialog.getByRole('button', { name: 'Forget' }).click();
    await page.locator('.toast', { hasText: 'The lab sgemm is off the list.' }).waitFor();
    await sgemm.waitFor({ state: 'detached' });
  });

  it('is made, trusted and opened in folders of the desktop app', async () => {
    const { page, app } = await open({ labs: true, folders: true });
    await goTo(page, '#/labs');
    await page.getByRole('button', { name: 'New lab' }).click();
    await page.getByLabel('Name').fill('mine');
    await page.getByLabel('Begins with').selectOption('cuda');
    await page.getByRole('button', { name: 'Choose where' }).click();
    await page.locator('.toast', { hasText: 'The lab mine is made.' }).waitFor();
    const mine = page.getByRole('region', { name: 'mine', exact: true });
    await mine.getByRole('button', { name: 'Open folder' }).click();
    await page.getByRole('button', { name: 'Add a folder' }).click();
    await page.locator('.toast', { hasText: 'The lab trusted is trusted.' }).waitFor();
    expect(app.calls).toContain('openLabFolder');
  });

  it('of a stored run is its Source tab; a comparison leads to what changed', async () => {
    const { page } = await open({ runs: 12, labs: true });
    await goTo(page, '#/run/r000012/why?pane=source');
    await page.getByLabel('Code of').selectOption({ label: 'parallel' });
    // The text takes the tab, its build stands beside it, and no figure is drawn.
    const text = await page.locator('.source-text').first().boundingBox();
    expect(text?.width).toBeGreaterThan(500);
    expect(text?.y).toBeLessThan(400);
    expect(await page.locator('canvas').count()).toBe(0);
    const build = page.getByRole('region', { name: 'Build', exact: true });
    await build.getByText("parallel.c:3: warning: unused variable 'k'").waitFor();
    const attributes = await build.locator('.facts').textContent();
    expect(attributes).toContain('Registers per thread32');
    expect(attributes).toMatch(/Register spills16 B.*Shared memory2/);
    expect(await page.locator('.source-text').first().textContent()).toContain('// s');
    await page.getByRole('tab', { name: 'PTX' }).click();
    await page.locator('.source-text', { hasText: '.target sm_90' }).waitFor();
    await page.getByText('12 more characters are stored').waitFor();
    await page.getByRole('tab', { name: 'SASS' }).click();
    await page.getByText('No SASS is stored of parallel.').waitFor();
    await page.getByLabel('Code of').selectOption({ label: 'sequential' });
    expect(await page.getByRole('tab', { name: 'PTX' }).count()).toBe(0);

    await goTo(page, '#/compare/r000011,r000012');
    const row = page.getByRole('row', { name: /Source of parallel \(count\)/ });
    await row.getByRole('link', { name: 'Show the difference' }).click();
    const difference = page.getByRole('region', { name: 'Difference of parallel.c' });
    expect(await difference.locator('.removed').textContent()).toContain('// s');
    expect(await difference.locator('.added').textContent()).toContain('// t');
    expect(await page.getByLabel('Code of').inputValue()).toMatch(/^variant-parallel/);
    await page.getByLabel('Code of').selectOption({ label: 'sequential' });
    await page.getByText('sequential was compiled from the same texts in both runs.').waitFor();
    await page.getByText('Changed as well: parallel.').waitFor();
    await goTo(page, '#/run/r000012');
    await page.getByLabel('Code of').waitFor({ state: 'detached' });
  });

  it('has no Source tab on a run of no lab', async () => {
    const { page } = await open({ runs: 1 });
    await goTo(page, '#/run/r000001');
    await page.getByRole('tab', { name: 'Why' }).click();
    await page.getByRole('radio', { name: 'Roofline' }).waitFor();
    expect(await page.getByRole('radio', { name: 'Source' }).count()).toBe(0);
  });
});

describeInBrowser('own code of this machine', () => {
  it('is shown untrusted, trusted at the terminal, and runs', { timeout: 180_000 }, async () => {
    const home = temporaryFolder();
    const folder = labFolder();
    const lockName = home.replaceAll('/', '-');
    const app = createApp({ home, forkEngine, lockName, trustedLabsOnly: true });
    const { page, close } = await openServedPage(app);
    onTestFinished(async () => {
      await close();
      await app.close();
    });
    rememberLab(home, 'saxpy', folder);
    await goTo(page, '#/labs');
    const saxpy = page.getByRole('region', { name: 'SAXPY', exact: true });
    const note = saxpy.locator('.untrusted');
    await note.getByText('Not trusted').waitFor();
    await note.getByText('omp.c').click();
    await note.locator('.added', { hasText: '#pragma omp parallel for' }).waitFor();
    for (const name of ['Check', 'Run', 'Watch']) {
      expect(await saxpy.getByRole('button', { name, exact: true }).isDisabled()).toBe(true);
    }
    expect(await page.getByRole('button', { name: /Trust/ }).count()).toBe(0);

    /** Types what the page says, as a user does. */
    const typeLine = async () => {
      const line = (await note.locator('.command-line code').textContent()) ?? '';
      const words = line.slice(line.indexOf('lab trust')).split(' ');
      const printed = await runCli(words, { home });
      await page.evaluate(() => window.dispatchEvent(new Event('focus')));
      return printed;
    };
    writeFileSync(join(folder, 'omp.c'), `${saxpyOmp}\n`);
    const refused = await typeLine();
    expect(refused.code).toBe(2);
    expect(refused.stderr).toContain('its files have changed since');
    await expect.poll(async () => (await typeLine()).code).toBe(0);
    await note.waitFor({ state: 'detached' });

    await saxpy.getByRole('button', { name: 'Run' }).click();
    await page.getByRole('heading', { name: 'New run' }).waitFor({ timeout: 60_000 });
    expect(await page.getByLabel('Problem').inputValue()).toBe('saxpy');
    const configuration = {
      groups: [{ workload: 'saxpy', variants: 'all' as const, set: { n: 1000 }, sweep: {} }],
      policy: {
        ...{ criterion: 'fixed', parameters: { samples: 6 }, timeLimitS: null, repetitions: 1 },
        order: 'sequential' as const,
      },
      orderSeed: 1,
    };
    const runId = await runToEnd(app, () => app.api.startRun({ configuration }));
    await goTo(page, `#/run/${runId}`);
    await page.getByRole('tab', { name: 'Results', selected: true }).waitFor();
    const { cases } = await app.api.run({ ref: runId });
    expect(cases.map(({ outcome }) => outcome)).toEqual(['ok', 'ok']);

    writeFileSync(join(folder, 'omp.c'), saxpyOmp.replace('uint32_t i = 0;', 'uint32_t i = 0u;'));
    await goTo(page, '#/labs');
    await page.evaluate(() => window.dispatchEvent(new Event('focus')));
    await note.getByText('Changed since it was trusted').waitFor();
    await note.getByText('omp.c').click();
    expect(await note.locator('.removed').first().textContent()).toContain('i = 0;');
    await expect(app.api.startRun({ configuration })).rejects.toThrow(
      'has changed since it was trusted',
    );
  });
});
