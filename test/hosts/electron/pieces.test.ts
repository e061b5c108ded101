import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { MenuItemConstructorOptions } from 'electron';
import { describe, expect, it, vi } from 'vitest';
import { menuCommands } from '../../../src-main/contract/api.ts';
import { crashAddress } from '../../../src-main/hosts/electron/crash-page.ts';
import { menuTemplate } from '../../../src-main/hosts/electron/menu.ts';
import { isOurs, mayOpenOutside } from '../../../src-main/hosts/electron/origin.ts';
import { respond } from '../../../src-main/hosts/electron/protocol.ts';
import {
  placeWindow,
  readWindowState,
  writeWindowState,
} from '../../../src-main/hosts/electron/window-state.ts';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';

vi.mock('electron', () => import('../../helpers/electron-double.ts'));

describe('addresses', () => {
  it.each([
    ['app://breakeven/index.html', true],
    ['app://breakeven/#/history', true],
    ['app://breakeven.evil/', false],
    ['app://evil/', false],
    ['app://user@breakeven/', false],
    ['app://breakeven:80/', false],
    ['https://breakeven/', false],
    ['file:///etc/passwd', false],
    ['javascript:alert(1)', false],
    ['', false],
  ])('%s is ours: %s', (address, expected) => {
    expect(isOurs(address)).toBe(expected);
  });

  it.each([
    ['https://docs.nvidia.com/cuda/', true],
    ['http://docs.nvidia.com/cuda/', false],
    ['https://docs.nvidia.com.evil.example/', false],
    ['https://docs.nvidia.com:8443/', false],
    ['https://user:pass@docs.nvidia.com/', false],
    ['file:///bin/sh', false],
    ['not an address', false],
  ])('%s may be opened outside: %s', (address, expected) => {
    expect(mayOpenOutside(address)).toBe(expected);
  });
});

describe('the protocol', () => {
  function site(): string {
    const folder = temporaryFolder();
    mkdirSync(join(folder, 'site'));
    writeFileSync(join(folder, 'site', 'index.html'), '<title>Breakeven</title>');
    writeFileSync(join(folder, 'secret.html'), 'secret');
    return join(folder, 'site');
  }

  it('answers with the built page under the content security policy', async () => {
    const response = await respond(new Request('app://breakeven/index.html'), site());
    expect(response.status).toBe(200);
    expect(await response.text()).toBe('<title>Breakeven</title>');
    const policy = response.headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("script-src 'self'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toContain('unsafe');
  });

  it.each([
    'app://breakeven/../secret.html',
    'app://breakeven/..%2fsecret.html',
    'app://breakeven/%2e%2e/secret.html',
    'app://breakeven/%252e%252e/secret.html',
    'app://breakeven/..%5csecret.html',
    'app://breakeven//secret.html',
    'app://evil/index.html',
  ])('refuses %s', async (address) => {
    const response = await respond(new Request(address), site());
    expect(response.status).toBe(404);
    expect(await response.text()).not.toContain('secret');
    expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
  });

  it('answers GET alone', async () => {
    const request = new Request('app://breakeven/index.html', { method: 'POST', body: 'x' });
    expect((await respond(request, site())).status).toBe(405);
  });

  it('shows a crash from memory, without a script, whatever the reason says', async () => {
    const address = crashAddress('<script>alert(1)</script>');
    const response = await respond(new Request(address), join(site(), 'gone'));
    const text = await response.text();
    expect(response.status).toBe(200);
    expect(text).toContain('&#60;script&#62;');
    expect(text).not.toContain('<script');
    expect(text).toContain('href="app://breakeven/index.html"');
    const known = await respond(new Request(crashAddress('oom')), site());
    expect(await known.text()).toContain('it ran out of memory');
    const style = await respond(new Request('app://breakeven/crashed.css'), site());
    expect(style.headers.get('content-type')).toContain('text/css');
  });
});

describe('the place of the window', () => {
  const screen = { x: 0, y: 0, width: 1920, height: 1080 };
  const left = { x: -1280, y: 0, width: 1280, height: 1024 };
  const state = { x: 100, y: 50, width: 1400, height: 900, maximized: false };

  it('is kept and read back', () => {
    const path = join(temporaryFolder(), 'new', 'window.json');
    writeWindowState(path, state);
    expect(readWindowState(path)).toEqual(state);
  });

  it.each(['', '{', '{"x":1}', '{"x":"a","y":0,"width":1,"height":1,"maximized":false}', '[]'])(
    'is forgotten when the file says %j',
    (text) => {
      const path = join(temporaryFolder(), 'window.json');
      writeFileSync(path, text);
      expect(readWindowState(path)).toBeNull();
    },
  );

  it('that cannot be written is no error', () => {
    const error = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const file = join(temporaryFolder(), 'file');
    writeFileSync(file, '');
    writeWindowState(join(file, 'below', 'window.json'), state);
    expect(error).toHaveBeenCalledOnce();
    error.mockRestore();
  });

  it('is the old one where that is still on a screen', () => {
    expect(placeWindow(state, [screen])).toEqual({ x: 100, y: 50, width: 1400, height: 900 });
    expect(placeWindow({ ...state, x: -1200 }, [screen, left])).toMatchObject({
      x: -1280,
      width: 1280,
    });
  });

  it('is the middle of the first screen where the old one is gone', () => {
    const gone = { ...state, x: -1350 };
    expect(placeWindow(gone, [screen])).toEqual({ width: 1280, height: 800 });
    expect(placeWindow({ ...state, y: 5000 }, [screen])).toEqual({ width: 1280, height: 800 });
    expect(placeWindow(null, [{ x: 0, y: 0, width: 1024, height: 700 }])).toEqual({
      width: 1024,
      height: 700,
    });
  });

  it('is never larger than its screen nor beyond its edge', () => {
    const large = { ...state, x: 900, width: 5000, height: 5000 };
    expect(placeWindow(large, [screen])).toEqual({ x: 0, y: 0, width: 1920, height: 1080 });
  });
});

describe('the menu', () => {
  const template = (packaged = true) => {
    const sent: string[] = [];
    const items = menuTemplate({
      send: (_window, command) => sent.push(command),
      newWindow: () => undefined,
      windowOf: () => ({}) as Electron.BrowserWindow,
      packaged,
    });
    return { sent, all: items.flatMap(flatten) };
  };
  const flatten = (item: MenuItemConstructorOptions): MenuItemConstructorOptions[] => [
    item,
    ...(Array.isArray(item.submenu) ? item.submenu.flatMap(flatten) : []),
  ];

  it('offers every command once, by its key', () => {
    const { sent, all } = template();
    for (const item of all) {
      if (item.label === 'New Window') continue;
      item.click?.({} as Electron.MenuItem, undefined, {} as Electron.KeyboardEvent);
    }
    expect(sent.toSorted()).toEqual([...menuCommands].toSorted());
    const keyOf = (label: string) => all.find((item) => item.label === label)?.accelerator;
    expect(keyOf('New Run')).toBe('CmdOrCtrl+N');
    expect(keyOf('Start')).toBe('CmdOrCtrl+Enter');
    expect(keyOf('Stop')).toBe('CmdOrCtrl+.');
    expect(keyOf('Find')).toBe('CmdOrCtrl+F');
    expect(keyOf('Command Palette')).toBe('CmdOrCtrl+K');
    expect(keyOf('Export...')).toBe('CmdOrCtrl+E');
    expect(keyOf('Own code')).toBe('CmdOrCtrl+7');
    expect(keyOf('Settings')).toBe('CmdOrCtrl+8');
    const keys = all.flatMap((item) => item.accelerator ?? []);
    expect(new Set(keys).size).toBe(keys.length);
  });

  it('ends the app, and has developer tools only in an app that is not packaged', () => {
    const roles = (packaged: boolean) => template(packaged).all.flatMap((item) => item.role ?? []);
    expect(roles(true)).toContain('quit');
    expect(roles(true)).not.toContain('toggleDevTools');
    expect(roles(false)).toContain('toggleDevTools');
  });
});
