import type * as Electron from 'electron';

/*
 * The part of Electron that the desktop host uses, without Electron: enough behaviour to test what the host decides.
 * Each object is typed as a part of Electron's own, so a member that Electron does not have does not compile, and one
 * that is not here throws when it is touched instead of being undefined.
 */

import { asOn, onOf, preventable, state, strict } from './electron-state.ts';

export * from './electron-engines.ts';
export {
  BrowserWindow,
  ContentsDouble,
  type EngineDouble,
  type ForkedDouble,
  preventable,
  reset,
  state,
  strict,
  type WindowDouble,
} from './electron-state.ts';

const appPart: Pick<
  Electron.App,
  | 'on'
  | 'enableSandbox'
  | 'requestSingleInstanceLock'
  | 'whenReady'
  | 'quit'
  | 'exit'
  | 'isPackaged'
  | 'commandLine'
> = {
  on: onOf<Electron.App['on']>(() => state.events),
  enableSandbox: () => {
    state.sandboxed = true;
  },
  requestSingleInstanceLock: () => state.singleInstance,
  whenReady: () => Promise.resolve(),
  quit: () => {
    const event = preventable({});
    state.events.emit('before-quit', event);
    if (event.defaultPrevented) return;
    for (const window of [...state.windows]) if (!window.requestClose()) return;
    state.quitDone = true;
  },
  exit: (code) => {
    state.exitCode = code ?? 0;
  },
  get isPackaged() {
    return state.packaged;
  },
  commandLine: strict('app.commandLine', {
    hasSwitch: (name: string) => state.switches.has(name),
    getSwitchValue: (name: string) => state.switches.get(name) ?? '',
  }) as Electron.CommandLine,
};
export const app = strict('app', appPart);

const ipcMainPart: Pick<Electron.IpcMain, 'handle' | 'removeHandler'> = {
  handle: (channel, listener) => {
    if (state.ipcHandlers.has(channel)) throw new Error(`second handler for ${channel}`);
    state.ipcHandlers.set(channel, listener as (event: unknown, ...input: unknown[]) => unknown);
  },
  removeHandler: (channel) => {
    state.ipcHandlers.delete(channel);
  },
};
export const ipcMain = strict('ipcMain', ipcMainPart);

const dialogPart = {
  showMessageBox: async (...args: unknown[]): Promise<Electron.MessageBoxReturnValue> => {
    state.boxes.push(args.at(-1) as Electron.MessageBoxOptions);
    const response = state.boxAnswers.shift();
    if (response === undefined) throw new Error('a message box that no test expected');
    return { response, checkboxChecked: false };
  },
  showOpenDialog: async (...args: unknown[]): Promise<Electron.OpenDialogReturnValue> => {
    state.folderQuestions.push(args.at(-1) as Electron.OpenDialogOptions);
    const folder = state.chosenFolders.shift();
    if (folder === undefined) throw new Error('a dialog for a folder that no test expected');
    return { canceled: folder === null, filePaths: folder === null ? [] : [folder] };
  },
  showErrorBox: (title: string, content: string) => {
    state.errorBoxes.push({ title, content });
  },
} satisfies Pick<Electron.Dialog, 'showMessageBox' | 'showErrorBox' | 'showOpenDialog'>;
export const dialog = strict('dialog', dialogPart);

export const Menu = strict('Menu', {
  buildFromTemplate: (template: Electron.MenuItemConstructorOptions[]) => template,
  setApplicationMenu: (menu: Electron.MenuItemConstructorOptions[]) => {
    state.menu = menu;
  },
});

const shellPart: Pick<Electron.Shell, 'openExternal' | 'openPath'> = {
  openPath: async (path) => {
    state.shownFolders.push(path);
    return state.folderFault;
  },
  openExternal: async (url) => {
    state.opened.push(url);
  },
};
export const shell = strict('shell', shellPart);

const protocolPart: Pick<Electron.Protocol, 'registerSchemesAsPrivileged'> = {
  registerSchemesAsPrivileged: (schemes) => {
    state.schemes = schemes;
  },
};
export const protocol = strict('protocol', protocolPart);

const sessionProtocol: Pick<Electron.Protocol, 'handle'> = {
  handle: (scheme, handler) => {
    state.protocolHandlers.set(scheme, handler);
  },
};
const sessionPart: Pick<
  Electron.Session,
  | 'on'
  | 'setPermissionRequestHandler'
  | 'setPermissionCheckHandler'
  | 'setDevicePermissionHandler'
  | 'protocol'
  | 'webRequest'
> = {
  on: onOf<Electron.Session['on']>(() => state.sessionEvents),
  setPermissionRequestHandler: (handler) => {
    state.permissionRequest = handler;
  },
  setPermissionCheckHandler: (handler) => {
    state.permissionCheck = handler;
  },
  setDevicePermissionHandler: (handler) => {
    state.devicePermission = handler;
  },
  protocol: strict('session.protocol', sessionProtocol) as Electron.Protocol,
  webRequest: strict('session.webRequest', {
    onBeforeRequest: (listener: typeof state.beforeRequest) => {
      state.beforeRequest = listener;
    },
  }) as unknown as Electron.WebRequest,
};
export const session = strict('session', {
  defaultSession: strict('session.defaultSession', sessionPart) as Electron.Session,
});

let lastBlocker = 0;
const blockerPart: Pick<Electron.PowerSaveBlocker, 'start' | 'stop'> = {
  start: (type) => {
    if (type !== 'prevent-app-suspension') throw new Error(`the screen may sleep: ${type}`);
    lastBlocker += 1;
    state.blockers.add(lastBlocker);
    return lastBlocker;
  },
  stop: (id) => state.blockers.delete(id),
};
export const powerSaveBlocker = strict('powerSaveBlocker', blockerPart);

const themePart: Pick<Electron.NativeTheme, 'shouldUseDarkColors'> = { shouldUseDarkColors: false };
export const nativeTheme = strict('nativeTheme', themePart);

export const screen = strict('screen', {
  getAllDisplays: () => state.displays.map((workArea) => ({ workArea }) as Electron.Display),
} satisfies Pick<Electron.Screen, 'getAllDisplays'>);

const bridgePart: Pick<Electron.ContextBridge, 'exposeInMainWorld'> = {
  exposeInMainWorld: (name, api) => {
    state.exposed.set(name, api);
  },
};
export const contextBridge = strict('contextBridge', bridgePart);

const rendererPart: Pick<Electron.IpcRenderer, 'invoke' | 'on' | 'off'> = {
  invoke: async (...args) => {
    state.rendererInvokes.push(args);
    return { ok: true, value: null };
  },
  on: onOf<Electron.IpcRenderer['on']>(() => state.rendererEvents),
  off: asOn<Electron.IpcRenderer['off']>((event, listener) =>
    state.rendererEvents.off(event, listener as (...args: unknown[]) => void),
  ),
};
export const ipcRenderer = strict('ipcRenderer', rendererPart);

const utilsPart: Pick<Electron.WebUtils, 'getPathForFile'> = {
  getPathForFile: (file) => (file instanceof File ? `/dropped/${file.name}` : ''),
};
export const webUtils = strict('webUtils', utilsPart);
