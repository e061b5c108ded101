import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { BreakevenError } from '../../../src-main/contract/failure.ts';
import type { Progress } from '../../../src-main/contract/run.ts';
import type * as Double from '../../helpers/electron-double.ts';
import { createFakeApp, type FakeApp } from '../../helpers/fake-app.ts';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';

/** What `createApp` gives in the next start; an error instead of an application makes it fail. */
const next = vi.hoisted(() => ({ app: undefined as FakeApp | Error | undefined }));

vi.mock('electron', () => import('../../helpers/electron-double.ts'));
vi.mock('../../../src-main/core/app.ts', () => ({
  createApp: async () => {
    if (next.app instanceof Error || next.app === undefined) throw next.app;
    return next.app;
  },
}));
vi.mock('../../../src-main/hosts/product.ts', () => ({
  rendererFolder: () => process.env.TEST_RENDERER,
  preloadBundle: () => '/product/dist/preload/preload.cjs',
}));

type Started = {
  readonly hostApp: FakeApp;
  readonly state: typeof Double.state;
  readonly preventable: typeof Double.preventable;
  readonly quit: () => void;
  readonly home: string;
};

/** Runs the real main module under the double, each time afresh. */
async function start(
  prepare: (state: typeof Double.state) => void = () => undefined,
  app: FakeApp | Error = createFakeApp({ endless: true }),
): Promise<Started> {
  vi.resetModules();
  const home = temporaryFolder();
  const renderer = join(home, 'renderer');
  mkdirSync(renderer);
  writeFileSync(join(renderer, 'index.html'), '<title>Breakeven</title>');
  vi.stubEnv('BREAKEVEN_HOME', home);
  vi.stubEnv('TEST_RENDERER', renderer);
  onTestFinished(() => void vi.unstubAllEnvs());
  next.app = app;
  const double = (await import('electron')) as unknown as typeof Double;
  double.reset();
  prepare(double.state);
  await import('../../../src-main/hosts/electron/main.ts');
  await vi.waitFor(() => {
    const { windows, errorBoxes, singleInstance } = double.state;
    expect(windows.length + errorBoxes.length + (singleInstance ? 0 : 1)).toBeGreaterThan(0);
  });
  await vi.waitFor(() => {
    for (const { contents } of double.state.windows)
      expect(contents.frame.url).not.toBe('about:blank');
  });
  return {
    hostApp: app as FakeApp,
    state: double.state,
    preventable: double.preventable,
    quit: () => double.app.quit(),
    home,
  };
}

const progress = (status: Progress['status']): { type: 'progress'; progress: Progress } => ({
  type: 'progress',
  progress: {
    runId: 'r1',
    status,
    done: 1,
    total: 3,
    current: null,
    samples: 0,
    medianNs: null,
    ci95LoNs: null,
    ci95HiNs: null,
    elapsedS: 1,
    etaS: null,
    failure: null,
  },
});

function firstWindow(state: typeof Double.state): Double.WindowDouble {
  const [window] = state.windows;
  if (window === undefined) throw new Error('no window was opened');
  return window;
}

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
});

describe('starting', () => {
  it('opens one sandboxed window on our own origin', async () => {
    const { state } = await start();
    expect(state.sandboxed).toBe(true);
    expect(state.schemes).toEqual([
      { scheme: 'app', privileges: { standard: true, secure: true, supportFetchAPI: true } },
    ]);
    const window = firstWindow(state);
    expect(window.loaded).toEqual(['app://breakeven/index.html']);
    expect(window.options.webPreferences).toMatchObject({
      preload: '/product/dist/preload/preload.cjs',
      contextIsolation: true,
      sandbox: true,
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      nodeIntegrationInSubFrames: false,
      webSecurity: true,
      allowRunningInsecureContent: false,
      webviewTag: false,
      spellcheck: false,
    });
    expect(window.options.show).toBe(false);
    expect(window.calls).toEqual(['show']);
  });

  it('has no developer tools once packaged', async () => {
    const { state } = await start((it) => {
      it.packaged = true;
    });
    expect(firstWindow(state).options.webPreferences?.devTools).toBe(false);
  });

  it('leaves to the first instance, which comes to the front', async () => {
    const second = await start((it) => {
      it.singleInstance = false;
    });
    expect(second.state.windows).toEqual([]);
    expect(second.state.quitDone).toBe(true);

    const first = await start();
    const window = firstWindow(first.state);
    window.minimized = true;
    first.state.events.emit('second-instance', {}, [], '/');
    expect(window.minimized).toBe(false);
    expect(window.calls).toContain('focus');
    expect(first.state.windows).toHaveLength(1);
  });

  it('says in one sentence why the store cannot be opened, and ends', async () => {
    const error = new BreakevenError('store', 'the database is of a newer version');
    const { state } = await start(undefined, error);
    expect(state.errorBoxes).toEqual([
      { title: 'Breakeven cannot start', content: 'the database is of a newer version' },
    ]);
    expect(state.exitCode).toBe(3);
    expect(state.windows).toEqual([]);
  });

  it('puts the window where it was left', async () => {
    const { state, home } = await start();
    const window = firstWindow(state);
    window.bounds = { x: 300, y: 200, width: 1000, height: 700 };
    window.maximized = true;
    expect(window.requestClose()).toBe(true);
    const kept = readFileSync(join(home, 'window.json'), 'utf8');
    expect(JSON.parse(kept)).toEqual({ x: 300, y: 200, width: 1000, height: 700, maximized: true });
    expect(existsSync(join(home, 'window.json.part'))).toBe(false);
  });
});

describe('calls from a page', () => {
  const invoke = (started: Started, event: unknown, ...input: unknown[]): unknown =>
    started.state.ipcHandlers.get('breakeven:invoke')?.(event, ...input);
  const ours = ({ state }: Started) => {
    const { contents } = firstWindow(state);
    return { sender: contents.face, senderFrame: contents.frame };
  };

  it('are answered for the main frame of our page', async () => {
    const started = await start();
    await expect(invoke(started, ours(started), 'history', {})).resolves.toEqual({
      ok: true,
      value: { rows: [], total: 0 },
    });
  });

  it('are refused for any other frame, page or a frame that is gone', async () => {
    const started = await start();
    const good = ours(started);
    const { contents } = firstWindow(started.state);
    const forged = [
      { ...good, senderFrame: null },
      { ...good, senderFrame: { url: 'app://breakeven/index.html' } },
      { ...good, senderFrame: { url: 'https://evil.example/' } },
    ];
    for (const event of forged) {
      await expect(invoke(started, event, 'catalog', {})).resolves.toMatchObject({ ok: false });
    }
    contents.frame.url = 'https://evil.example/';
    await expect(invoke(started, good, 'catalog', {})).resolves.toMatchObject({
      ok: false,
      failure: { code: 'bad-input', message: 'this page may not call the application' },
    });
    expect(started.hostApp.calls).toEqual([]);
  });

  it('are refused when malformed or oversized', async () => {
    const started = await start();
    const event = ours(started);
    const loop: Record<string, unknown> = {};
    loop.self = loop;
    const inputs: [unknown, unknown, string][] = [
      [5, {}, 'the name of a procedure must be text'],
      ['nothing', {}, 'there is no procedure "nothing"'],
      ['constructor', {}, 'there is no procedure "constructor"'],
      ['history', undefined, 'the input must be plain data'],
      ['history', loop, 'the input must be plain data'],
      ['history', { limit: 0 }, 'history.limit: '],
      ['run', { ref: 'x'.repeat(201) }, 'run.ref: '],
      ['history', { query: 'x'.repeat(2 ** 21) }, 'an input may have 1048576 characters'],
    ];
    for (const [name, input, sentence] of inputs) {
      await expect(invoke(started, event, name, input)).resolves.toMatchObject({
        ok: false,
        failure: { message: expect.stringContaining(sentence) },
      });
    }
    expect(started.hostApp.calls).toEqual([]);
  });

  it('events and choices in the menu reach the page', async () => {
    const { state, hostApp } = await start();
    const window = firstWindow(state);
    hostApp.emit({ type: 'history-changed', runId: 'r1' });
    const file = state.menu?.find((item) => item.label === 'File');
    const items = Array.isArray(file?.submenu) ? file.submenu : [];
    const item = items.find((it) => it.label === 'New Run');
    item?.click?.({} as Electron.MenuItem, window as unknown as Electron.BaseWindow, {});
    expect(window.contents.sent).toEqual([
      { channel: 'breakeven:event', data: { type: 'history-changed', runId: 'r1' } },
      { channel: 'breakeven:event', data: { type: 'command', command: 'new-run' } },
    ]);
  });
});

describe('what a page may do', () => {
  it('is to write the clipboard, and only ours may', async () => {
    const { state } = await start();
    const ask = (permission: string, requestingUrl: string): boolean => {
      let granted = false;
      const details = { requestingUrl, isMainFrame: true };
      state.permissionRequest?.(
        {} as Electron.WebContents,
        permission as 'clipboard-sanitized-write',
        (answer) => {
          granted = answer;
        },
        details as Electron.PermissionRequest,
      );
      const checked = state.permissionCheck?.(
        null,
        permission as 'clipboard-sanitized-write',
        requestingUrl,
        {} as Electron.PermissionCheckHandlerHandlerDetails,
      );
      expect(checked).toBe(granted);
      return granted;
    };
    expect(ask('clipboard-sanitized-write', 'app://breakeven/')).toBe(true);
    expect(ask('clipboard-sanitized-write', 'https://evil.example/')).toBe(false);
    for (const permission of [
      'clipboard-read',
      'media',
      'geolocation',
      'notifications',
      'openExternal',
    ]) {
      expect(ask(permission, 'app://breakeven/')).toBe(false);
    }
    expect(state.devicePermission?.({} as Electron.DevicePermissionHandlerHandlerDetails)).toBe(
      false,
    );
  });

  it('reaches nothing outside this machine', async () => {
    const { state } = await start();
    const cancelled = (url: string): boolean | undefined => {
      let answer: boolean | undefined;
      state.beforeRequest?.({ url }, ({ cancel }) => {
        answer = cancel;
      });
      return answer;
    };
    expect(cancelled('app://breakeven/assets/app.js')).toBe(false);
    expect(cancelled('blob:app://breakeven/1')).toBe(false);
    for (const url of [
      'https://evil.example/',
      'http://127.0.0.1/',
      'file:///etc/passwd',
      'ws://x/',
      '?',
    ]) {
      expect(cancelled(url)).toBe(true);
    }
  });

  it('saves its own exports and no other download', async () => {
    const { state, preventable } = await start();
    const download = (url: string): boolean => {
      const event = preventable({});
      state.sessionEvents.emit('will-download', event, { getURL: () => url });
      return !event.defaultPrevented;
    };
    expect(download('blob:app://breakeven/1234')).toBe(true);
    expect(download('https://evil.example/a.exe')).toBe(false);
    expect(download('blob:https://evil.example/1')).toBe(false);
  });

  it('stays inside: no navigation, no new window, no webview; known links open outside', async () => {
    const { state, preventable } = await start();
    const { events, windowOpen } = firstWindow(state).contents;
    const prevented = (name: string, more: object): boolean => {
      const event = preventable(more);
      events.emit(name, event);
      return event.defaultPrevented;
    };
    expect(prevented('will-navigate', { url: 'app://breakeven/index.html' })).toBe(false);
    expect(prevented('will-navigate', { url: 'https://evil.example/' })).toBe(true);
    expect(prevented('will-navigate', { url: 'file:///etc/passwd' })).toBe(true);
    expect(prevented('will-redirect', { url: 'https://evil.example/' })).toBe(true);
    const inFrame = { url: 'app://breakeven/', isMainFrame: false };
    expect(prevented('will-frame-navigate', inFrame)).toBe(true);
    expect(prevented('will-attach-webview', {})).toBe(true);
    expect(state.opened).toEqual([]);

    const open = (url: string) => windowOpen?.({ url } as Electron.HandlerDetails);
    expect(open('https://docs.nvidia.com/cuda/')).toEqual({ action: 'deny' });
    expect(open('https://evil.example/')).toEqual({ action: 'deny' });
    expect(open('app://breakeven/index.html')).toEqual({ action: 'deny' });
    expect(prevented('will-navigate', { url: 'https://doi.org/10.1/x' })).toBe(true);
    expect(state.opened).toEqual(['https://docs.nvidia.com/cuda/', 'https://doi.org/10.1/x']);
  });
});

describe('during a run', () => {
  it('the machine is kept awake, until it ends', async () => {
    const { state, hostApp } = await start();
    hostApp.emit(progress('running'));
    hostApp.emit(progress('running'));
    expect(state.blockers.size).toBe(1);
    hostApp.emit(progress('complete'));
    expect(state.blockers.size).toBe(0);
  });

  it('quitting asks once, and keeps measuring when told so', async () => {
    const { state, hostApp, quit } = await start();
    hostApp.emit(progress('running'));
    state.boxAnswers.push(0);
    quit();
    quit();
    await vi.waitFor(() => expect(state.boxAnswers).toEqual([]));
    expect(state.boxes).toHaveLength(1);
    expect(state.boxes[0]).toMatchObject({
      message: 'A run is measuring.',
      defaultId: 0,
      cancelId: 0,
    });
    expect(state.windows).toHaveLength(1);
    expect(hostApp.calls).not.toContain('cancelRun');
    expect(state.quitDone).toBe(false);
  });

  it('quitting cancels the run and closes the store before the app goes', async () => {
    const { state, hostApp, quit } = await start();
    hostApp.emit(progress('running'));
    state.boxAnswers.push(1);
    quit();
    await vi.waitFor(() => expect(state.quitDone).toBe(true));
    expect(hostApp.calls).toContain('cancelRun');
    expect(hostApp.closed()).toBe(true);
    expect(state.boxes).toHaveLength(1);
  });

  it.runIf(process.platform !== 'darwin')(
    'closing the last window asks before it goes',
    async () => {
      const { state, hostApp } = await start();
      hostApp.emit(progress('running'));
      state.boxAnswers.push(0);
      expect(firstWindow(state).requestClose()).toBe(false);
      await vi.waitFor(() => expect(state.boxes).toHaveLength(1));
      expect(state.windows).toHaveLength(1);
    },
  );

  it('nothing is asked when no run is under way', async () => {
    const { state, hostApp, quit } = await start();
    hostApp.emit(progress('running'));
    hostApp.emit(progress('cancelled'));
    quit();
    await vi.waitFor(() => expect(state.quitDone).toBe(true));
    expect(state.boxes).toEqual([]);
    expect(hostApp.closed()).toBe(true);
  });
});

describe('when something breaks', () => {
  it('a window whose process is gone shows what happened, and opens again by its link', async () => {
    const { state } = await start();
    const window = firstWindow(state);
    window.contents.events.emit('render-process-gone', {}, { reason: 'oom', exitCode: 1 });
    expect(window.loaded.at(-1)).toBe('app://breakeven/crashed?reason=oom');
    window.contents.events.emit('render-process-gone', {}, { reason: 'clean-exit', exitCode: 0 });
    expect(window.loaded).toHaveLength(2);
  });

  it('a window that hangs can be waited for or reloaded', async () => {
    const { state } = await start();
    const window = firstWindow(state);
    state.boxAnswers.push(0, 1);
    window.events.emit('unresponsive');
    window.events.emit('unresponsive');
    await vi.waitFor(() => expect(state.boxes).toHaveLength(1));
    await new Promise((resolve) => setTimeout(resolve, 0));
    expect(window.contents.crashes).toBe(0);
    window.events.emit('unresponsive');
    await vi.waitFor(() => expect(window.contents.crashes).toBe(1));
    expect(window.loaded.at(-1)).toBe('app://breakeven/index.html');
  });
});
