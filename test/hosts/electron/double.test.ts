import { beforeEach, describe, expect, it } from 'vitest';
import * as double from '../../helpers/electron-double.ts';

/** A member that Electron has, or one that nobody has: touched as the host would touch it. */
const touch = (object: object, member: string): unknown => Reflect.get(object, member);

describe('the double of Electron', () => {
  beforeEach(() => double.reset());

  // By name alone: the runner would look into the objects, which throw.
  const parts = {
    app: double.app,
    ipcMain: double.ipcMain,
    dialog: double.dialog,
    shell: double.shell,
    'session.defaultSession': double.session.defaultSession,
    protocol: double.protocol,
    powerSaveBlocker: double.powerSaveBlocker,
    contextBridge: double.contextBridge,
    ipcRenderer: double.ipcRenderer,
    screen: double.screen,
  } as const;

  it.each<readonly [keyof typeof parts, string]>([
    ['app', 'getPath'],
    ['ipcMain', 'handleOnce'],
    ['dialog', 'showSaveDialog'],
    ['shell', 'trashItem'],
    ['session.defaultSession', 'setProxy'],
    ['protocol', 'registerFileProtocol'],
    ['powerSaveBlocker', 'isStarted'],
    ['contextBridge', 'exposeInIsolatedWorld'],
    ['ipcRenderer', 'sendSync'],
    ['screen', 'getCursorScreenPoint'],
    ['app', 'noSuchThing'],
  ])('has no %s.%s that it does not play, and says so', (name, member) => {
    expect(() => touch(parts[name], member)).toThrow(
      `the double of Electron has no ${name}.${member}`,
    );
  });

  it('gives windows and their contents that are as strict', () => {
    const window = new double.BrowserWindow();
    expect(() => touch(window, 'setKiosk')).toThrow('no BrowserWindow.setKiosk');
    expect(() => touch(window.webContents, 'executeJavaScript')).toThrow(
      'no webContents.executeJavaScript',
    );
    expect(touch(window, 'isMaximized')).toBeTypeOf('function');
  });
});
