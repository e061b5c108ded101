import { type ChildProcess, fork } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { _electron, type Browser, type Page } from 'playwright';
import { launchBrowser } from './browser.ts';
import type { DesktopAnswer, DesktopQuestion, FromDesktop, ToDesktop } from './desktop-protocol.ts';
import { distFolder, repositoryRoot } from './paths.ts';

/** The window of the built desktop app, whichever program shows it. */
export type DesktopWindow = {
  readonly page: Page;
  /** Where its pages come from: `app://breakeven`, or what stands for it in a plain browser. */
  readonly origin: string;
  /** Calls the application from a page of `address` that has the same preload. */
  callFrom(address: string, name: unknown, input: unknown): Promise<unknown>;
  close(): Promise<void>;
};

const bundle = join(distFolder, 'main', 'electron.js');

/** Electron's own executable where it can be started; else why not. */
function realElectron(): { readonly path: string } | { readonly reason: string } {
  const folder = dirname(createRequire(import.meta.url).resolve('electron/package.json'));
  const told = join(folder, 'path.txt');
  const path = existsSync(told) ? join(folder, 'dist', readFileSync(told, 'utf8')) : '';
  if (!existsSync(path)) return { reason: "Electron's binary is not here" };
  const display = process.env.DISPLAY ?? process.env.WAYLAND_DISPLAY ?? '';
  return process.platform === 'linux' && display === '' ? { reason: 'no display' } : { path };
}

const real = realElectron();

/** Which program shows the window in this run, for people. */
export const desktopKind: string =
  'path' in real ? 'Electron' : `Chromium over the double of Electron (${real.reason})`;

export const desktopIsBuilt = existsSync(bundle);

export async function openDesktopWindow(): Promise<DesktopWindow> {
  const home = mkdtempSync(join(tmpdir(), 'breakeven-desktop-'));
  const env = {
    ...process.env,
    BREAKEVEN_HOME: home,
    // A lock of its own: what else is measured on this machine is no concern of a test.
    BREAKEVEN_LOCK: `desktop-${process.pid}`,
  };
  const opened = await ('path' in real ? openReal(real.path, env) : openDouble(env));
  return {
    ...opened,
    async close() {
      await opened.close();
      rmSync(home, { recursive: true, force: true, maxRetries: 3 });
    },
  };
}

async function openReal(executablePath: string, env: NodeJS.ProcessEnv): Promise<DesktopWindow> {
  const sandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  const app = await _electron.launch({
    executablePath,
    args: [...sandbox, bundle],
    env: env as Record<string, string>,
  });
  const page = await app.firstWindow();
  return {
    page,
    origin: 'app://breakeven',
    async callFrom(address, name, input) {
      const html = 'data:text/html,foreign';
      const opened = app.waitForEvent('window');
      await app.evaluate(
        async ({ BrowserWindow }, [preload, url]) => {
          const window = new BrowserWindow({ show: false, webPreferences: { preload } });
          await window.loadURL(url);
        },
        [join(distFolder, 'preload', 'preload.cjs'), address === '' ? html : address] as const,
      );
      const foreign = await opened;
      const reply = await invoke(foreign, name, input);
      await foreign.close();
      return reply;
    },
    close: () => app.close(),
  };
}

function invoke(page: Page, name: unknown, input: unknown): Promise<unknown> {
  return page.evaluate(([first, second]) => window.breakeven?.invoke(first as string, second), [
    name,
    input,
  ] as const);
}

/** Stands for `app://breakeven`: a browser knows no scheme of ours, but what is answered on it is the main process's. */
const origin = 'https://breakeven.test';
const appOrigin = 'app://breakeven';
const toApp = (url: string) =>
  url.startsWith(`${origin}/`) ? appOrigin + url.slice(origin.length) : url;

async function openDouble(env: NodeJS.ProcessEnv): Promise<DesktopWindow> {
  const browser: Browser = await launchBrowser();
  const main = await startMain(env);
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  const foreign = new Set<string>();
  await context.route('**/*', async (route) => {
    const request = route.request();
    const url = request.url();
    if ([...foreign].some((address) => url.startsWith(address))) {
      await route.fulfill({ contentType: 'text/html', body: 'foreign' });
      return;
    }
    const leaves = request.isNavigationRequest() && !url.startsWith(`${origin}/`);
    const answer = leaves
      ? await main.ask({ ask: 'leave', url })
      : await main.ask({ ask: 'request', url: toApp(url), method: request.method() });
    if ('status' in answer) {
      const { status, headers, body } = answer;
      await route.fulfill({ status, headers: { ...headers }, body: Buffer.from(body) });
    } else if (leaves && 'refused' in answer && !answer.refused) {
      await route.fulfill({ contentType: 'text/html', body: 'elsewhere' });
    } else await route.abort(leaves ? 'aborted' : 'blockedbyclient');
  });
  await context.exposeBinding('__main', async ({ page: from, frame }, ...words: unknown[]) => {
    const isMain = from === page && frame === page.mainFrame();
    const answer = await main.ask({ ask: 'invoke', url: toApp(frame.url()), main: isMain, words });
    if ('reply' in answer) return answer.reply;
    throw new Error('error' in answer ? answer.error : 'no reply');
  });
  await context.addInitScript({ content: preloadScript(readFileSync(main.preload, 'utf8')) });
  const page = await context.newPage();
  main.onEvent((channel, data) => {
    const told = page.evaluate(
      ([name, detail]) => void dispatchEvent(new CustomEvent(`main:${name}`, { detail })),
      [channel, data] as const,
    );
    // The page may be on its way to another, as in Electron.
    told.catch(() => undefined);
  });
  await page.goto(main.page.replace(appOrigin, origin));
  return {
    page,
    origin,
    async callFrom(address, name, input) {
      const url = address === '' ? 'https://foreign.example/' : address.replace(appOrigin, origin);
      foreign.add(url);
      const opened = await context.newPage();
      await opened.goto(url);
      const reply = await invoke(opened, name, input);
      foreign.delete(url);
      await opened.close();
      return reply;
    },
    async close() {
      await browser.close();
      await main.ask({ ask: 'quit' });
      main.child.disconnect();
    },
  };
}

/**
 * The built preload as a page's first script, with the part of Electron that a sandboxed preload gets: any other module
 * or member throws. What reaches the page is what the preload exposes.
 */
function preloadScript(preload: string): string {
  return `(() => {
    const invoke = globalThis.__main;
    delete globalThis.__main;
    const strict = (name, object) => new Proxy(object, {
      get(target, key) {
        if (!(key in target)) throw new Error('the double of Electron has no ' + name + '.' + String(key));
        return target[key];
      },
    });
    const listeners = new Map();
    const electron = strict('electron', {
      contextBridge: strict('contextBridge', {
        exposeInMainWorld: (name, api) =>
          Object.defineProperty(globalThis, name, { value: Object.freeze({ ...api }) }),
      }),
      ipcRenderer: strict('ipcRenderer', {
        invoke: (...words) => invoke(...words),
        on: (channel, listener) => {
          const heard = (event) => listener({}, event.detail);
          listeners.set(listener, heard);
          addEventListener('main:' + channel, heard);
        },
        off: (channel, listener) => removeEventListener('main:' + channel, listeners.get(listener)),
      }),
    });
    const require = (name) => {
      if (name === 'electron') return electron;
      throw new Error('a sandboxed preload cannot require ' + name);
    };
    const module = { exports: {} };
    ((require, module, exports) => {
${preload}
    })(require, module, module.exports);
  })();`;
}

type Main = {
  readonly child: ChildProcess;
  readonly preload: string;
  readonly page: string;
  ask(question: DesktopQuestion): Promise<DesktopAnswer>;
  onEvent(listener: (channel: string, data: unknown) => void): void;
};

function startMain(env: NodeJS.ProcessEnv): Promise<Main> {
  const helpers = join(repositoryRoot, 'test', 'helpers');
  const child = fork(join(helpers, 'desktop-main.ts'), [], {
    env,
    execArgv: ['--import', join(helpers, 'electron-hooks.ts')],
    serialization: 'advanced',
  });
  const waiting = new Map<number, (answer: DesktopAnswer) => void>();
  let listener: (channel: string, data: unknown) => void = () => undefined;
  let id = 0;
  return new Promise((resolve, reject) => {
    child.once('exit', (code) => {
      reject(new Error(`the main process ended with ${code}`));
      for (const answer of waiting.values()) answer({ error: 'the main process is gone' });
    });
    child.on('message', (message: FromDesktop) => {
      if (message.type === 'event') listener(message.channel, message.data);
      else if (message.type === 'answer') {
        waiting.get(message.id)?.(message.answer);
        waiting.delete(message.id);
      } else {
        resolve({
          child,
          preload: message.preload,
          page: message.page,
          ask(question) {
            id += 1;
            const sent: ToDesktop = { id, question };
            return new Promise((answered) => {
              waiting.set(sent.id, answered);
              child.send(sent);
            });
          },
          onEvent: (next) => {
            listener = next;
          },
        });
      }
    });
  });
}
