import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasBrowser, launchBrowser } from '../helpers/browser.ts';
import {
  type DesktopWindow,
  desktopIsBuilt,
  desktopKind,
  openDesktopWindow,
} from '../helpers/desktop-window.ts';
import { drawn } from '../helpers/drawn.ts';
import { cpuAddonPath, repositoryRoot } from '../helpers/paths.ts';
import { openScriptedWindow } from '../helpers/scripted-window.ts';

const ready = desktopIsBuilt && existsSync(cpuAddonPath) && hasBrowser();

type Reply = {
  readonly ok: boolean;
  readonly failure?: { readonly code: string; readonly message: string };
};

/** Puts markup that carries scripts into a page, and says which of them ran. */
async function inject(page: Page): Promise<readonly string[]> {
  return await page.evaluate(async () => {
    const ran: string[] = [];
    // Of the inline script, the handler, the address and the data: each is refused aloud, or has run.
    const refused: string[] = [];
    const decided = Promise.withResolvers<void>();
    const decide = () => {
      if (ran.length + refused.length >= 4) decided.resolve();
    };
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective }) => {
      refused.push(effectiveDirective);
      decide();
    });
    Object.assign(globalThis, {
      ran: (what: string) => {
        ran.push(what);
        decide();
      },
    });
    const script = document.createElement('script');
    script.textContent = 'ran("inline script")';
    document.body.append(script);
    const holder = document.createElement('div');
    holder.innerHTML = '<img src="data:image/png;base64,broken" onerror="ran(\'handler\')">';
    document.body.append(holder);
    const link = document.createElement('a');
    link.href = 'javascript:ran("address")';
    document.body.append(link);
    link.click();
    const remote = document.createElement('script');
    remote.src = 'data:text/javascript,ran("data")';
    document.body.append(remote);
    await decided.promise;
    return ran;
  });
}

describe.skipIf(!ready)(`the built desktop app in ${desktopKind}`, () => {
  let window: DesktopWindow;
  let page: Page;
  beforeAll(async () => {
    process.stdout.write(`desktop: ${desktopKind}\n`);
    window = await openDesktopWindow();
    page = window.page;
    await page.getByRole('link', { name: 'Home', exact: true }).waitFor();
  });
  afterAll(() => window?.close());
  const call = (name: unknown, input: unknown): Promise<Reply> =>
    page.evaluate(
      ([first, second]) => globalThis.window.breakeven?.invoke(first as string, second) as never,
      [name, input] as const,
    );

  it('opens on Home as a desktop window, and knows this machine', async () => {
    expect(page.url().startsWith(`${window.origin}/index.html`)).toBe(true);
    await page.getByRole('contentinfo').getByText('Desktop', { exact: true }).waitFor();
    await page.getByRole('heading', { name: 'This machine' }).waitFor();
    await page.getByRole('heading', { name: 'Sample results' }).waitFor();
  });

  it('measures, tells of it, and has it again after the window was closed and opened', async () => {
    await page.keyboard.press('Control+2');
    await page.getByLabel('Problem').selectOption({ label: 'Histogram' });
    await page.getByRole('button', { name: 'None' }).click();
    await page.getByRole('checkbox', { name: 'sequential', exact: true }).check();
    await page.locator('#axis-0-n').fill('1000');
    await page.getByLabel('Time limit per case (s)').fill('1');
    await page.locator('.case-count', { hasText: /^1\s*case$/ }).waitFor();
    await page.keyboard.press('Control+Enter');
    await page.getByRole('heading', { level: 1, name: 'Live' }).waitFor();
    // Only an event can say that it ended.
    await page.getByRole('link', { name: 'Open the run' }).waitFor({ timeout: 60_000 });
    await page.reload();
    await page.keyboard.press('Control+4');
    await page.getByRole('row').nth(1).waitFor();
    expect(await page.getByRole('row').count()).toBe(2);
  });

  it('opens a GPU result without a GPU, says where its break-evens are and whose measured peaks are not here', async () => {
    await page.keyboard.press('Control+1');
    const sample = page.getByRole('listitem').filter({ hasText: 'udelar-scan' });
    await sample.getByRole('button', { name: 'Open' }).click();
    await page.getByText('96 cases ok').waitFor();
    // It can only go on in the store that it came from.
    expect(await page.getByRole('button', { name: 'Narrow the break-even' }).count()).toBe(0);
    // It opens at the timing scope of its sentence.
    await page.getByRole('heading', { name: 'Exclusive scan: end-to-end time over n' }).waitFor();
    await page.getByRole('tab', { name: 'Why' }).click();
    await page.getByText('Roofline', { exact: true }).click();
    await page.getByText('This run was taken on another machine (NVIDIA H200).').waitFor();
    expect(await page.getByRole('button', { name: 'Measure them' }).count()).toBe(0);
  });

  it('says of each case that is compared why, without the id of its run', async () => {
    const [, run = ''] = /#\/run\/(\w+)/.exec(page.url()) ?? [];
    await page.evaluate((refs) => {
      location.hash = `#/compare/${refs}`;
    }, `${run}:sequential,${run}:thrust,${run}:cub`);
    const first = page.locator('.compare-cell').nth(2);
    await first.getByText(/wholly beyond ±0.5\s%/).waitFor();
    const text = (await first.textContent()) ?? '';
    expect(text).not.toContain(run);
  });

  it('gives a page three functions, and nothing of Node or Electron', async () => {
    const seen = await page.evaluate(() => ({
      bridge: Object.keys(globalThis.window.breakeven ?? {}).sort(),
      node: ['require', 'process', 'module', 'Buffer', 'global'].filter(
        (name) => name in globalThis,
      ),
    }));
    expect(seen).toEqual({ bridge: ['drop', 'invoke', 'onEvent'], node: [] });
  });

  it('runs no script that was injected', async () => {
    const blocked = page.evaluate(
      () =>
        new Promise<string>((resolve) => {
          document.addEventListener('securitypolicyviolation', (event) =>
            resolve(event.effectiveDirective),
          );
        }),
    );
    expect(await inject(page)).toEqual([]);
    expect(await blocked).toMatch(/^script-src/);
  });

  it('reads nothing from elsewhere, and is framed by nobody', async () => {
    const outcomes = await page.evaluate(async () => {
      const tried = (address: string) =>
        fetch(address).then(
          ({ status }) => `${address}: ${status}`,
          () => 'refused',
        );
      return [
        await tried('https://evil.example/'),
        await tried('http://127.0.0.1:1/'),
        await tried('file:///etc/passwd'),
      ];
    });
    expect(outcomes).toEqual(['refused', 'refused', 'refused']);
    const frame = await page.evaluate(async (address) => {
      const element = document.createElement('iframe');
      element.src = address;
      const loaded = new Promise((resolve) => element.addEventListener('load', resolve));
      document.body.append(element);
      await loaded;
      const inside = element.contentDocument?.querySelector('#app');
      element.remove();
      return inside === null || inside === undefined ? 'empty' : 'framed';
    }, page.url());
    expect(frame).toBe('empty');
  });

  it('lets no path out of its folder', async () => {
    const secret = JSON.parse(
      readFileSync(join(repositoryRoot, 'package.json'), 'utf8'),
    ).description;
    const read = await page.evaluate(async () => {
      const paths = [
        '/..%2f..%2fpackage.json',
        '/%2e%2e/%2e%2e/package.json',
        '/assets/..%2f..%2f..%2fpackage.json',
        '/..%5c..%5cpackage.json',
        '/assets//../../../package.json',
        '/%252e%252e%252fpackage.json',
        '/index.html%00.json',
        '//etc/passwd',
      ];
      const of = async (path: string) => {
        try {
          const response = await fetch(
            new URL(location.href).href.replace(/\/index\.html.*/, path),
          );
          return { path, status: response.status, text: await response.text() };
        } catch {
          return { path, status: 0, text: '' };
        }
      };
      return await Promise.all(['/index.html', ...paths].map(of));
    });
    const [known, ...others] = read;
    expect(known?.status).toBe(200);
    for (const { path, status, text } of others) {
      expect([path, [0, 404].includes(status)]).toEqual([path, true]);
      expect(text).not.toContain(secret);
      expect(text).not.toContain('root:');
    }
  });

  it('answers our page alone', async () => {
    expect((await call('catalog', {})).ok).toBe(true);
    const refused = { ok: false, failure: { message: 'this page may not call the application' } };
    expect(await window.callFrom('', 'catalog', {})).toMatchObject(refused);
    expect(await window.callFrom('https://breakeven.example/', 'history', {})).toMatchObject(
      refused,
    );
  });

  it('refuses arguments that are malformed or too large, with one sentence', async () => {
    const cases: readonly (readonly [unknown, unknown, RegExp])[] = [
      ['nothing', {}, /^there is no procedure "nothing"/],
      ['constructor', {}, /^there is no procedure "constructor"/],
      [7, {}, /^the name of a procedure must be text/],
      ['history', { limit: 0 }, /^history\.limit: /],
      ['history', { after: 'x' }, /^history\.after/],
      ['run', { ref: 'x'.repeat(201) }, /^run\.ref: /],
      ['history', { query: 'x'.repeat(2 ** 21) }, /^history: an input may have 1048576 bytes/],
      ['startRun', { configuration: { groups: [] } }, /^startRun\./],
    ];
    for (const [name, input, sentence] of cases) {
      const { ok, failure } = await call(name, input);
      expect(ok).toBe(false);
      expect(failure?.message).toMatch(sentence);
    }
  });

  it('stays on its page whatever a link or a script says', async () => {
    const before = page.url();
    await page.evaluate(() => {
      location.href = 'https://evil.example/';
    });
    await drawn(page);
    expect(page.url()).toBe(before);
    await page.getByRole('link', { name: 'Home', exact: true }).waitFor();
  });
});

describe.skipIf(!hasBrowser())('scripts that are injected', () => {
  it('do not run in serve mode either', async () => {
    const browser = await launchBrowser();
    const served = await openScriptedWindow(browser);
    expect(await inject(served.page)).toEqual([]);
    await served.close();
    await browser.close();
  });

  it('would run if no policy forbade it', async () => {
    const browser = await launchBrowser();
    const page = await browser.newPage();
    await page.route('**/*', (route) =>
      route.fulfill({ contentType: 'text/html', body: '<body></body>' }),
    );
    await page.goto('https://open.example/');
    expect([...(await inject(page))].sort()).toEqual([
      'address',
      'data',
      'handler',
      'inline script',
    ]);
    await browser.close();
  });
});
