import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { BreakevenError } from '../../../src-main/contract/failure.ts';
import { firstWindow, startMain } from '../../helpers/started-main.ts';

describe('starting', () => {
  it('opens one sandboxed window on our own origin', async () => {
    const { state } = await startMain();
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

  it('turns on no experimental feature, of Chromium or of Blink', async () => {
    const { state } = await startMain();
    // The double of Electron has no command line to add switches to: trying would end the start.
    const { webPreferences = {} } = firstWindow(state).options;
    const named = Object.keys(webPreferences).filter((name) => /blink|experiment/i.test(name));
    expect(named).toEqual([]);
  });

  it('has no developer tools once packaged', async () => {
    const { state } = await startMain((it) => {
      it.packaged = true;
    });
    expect(firstWindow(state).options.webPreferences?.devTools).toBe(false);
  });

  it('leaves to the first instance, which comes to the front', async () => {
    const second = await startMain((it) => {
      it.singleInstance = false;
    });
    expect(second.state.windows).toEqual([]);
    expect(second.state.quitDone).toBe(true);

    const first = await startMain();
    const window = firstWindow(first.state);
    window.minimized = true;
    first.state.events.emit('second-instance', {}, [], '/');
    expect(window.minimized).toBe(false);
    expect(window.calls).toContain('focus');
    expect(first.state.windows).toHaveLength(1);
  });

  it('says in one sentence why the store cannot be opened, and ends', async () => {
    const error = new BreakevenError('store', 'the database is of a newer version');
    const { state } = await startMain(undefined, error);
    expect(state.errorBoxes).toEqual([
      { title: 'Breakeven cannot start', content: 'the database is of a newer version' },
    ]);
    expect(state.exitCode).toBe(3);
    expect(state.windows).toEqual([]);
  });

  it('puts the window where it was left', async () => {
    const { state, home } = await startMain();
    const window = firstWindow(state);
    window.bounds = { x: 300, y: 200, width: 1000, height: 700 };
    window.maximized = true;
    expect(window.requestClose()).toBe(true);
    const kept = readFileSync(join(home, 'window.json'), 'utf8');
    expect(JSON.parse(kept)).toEqual({ x: 300, y: 200, width: 1000, height: 700, maximized: true });
    expect(existsSync(join(home, 'window.json.part'))).toBe(false);
  });
});
