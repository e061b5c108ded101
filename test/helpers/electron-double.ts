import { EventEmitter } from 'node:events';
import type * as Electron from 'electron';

/*
 * The part of Electron that the desktop host uses, without Electron: enough behaviour to test what the host decides.
 * Each object is typed as a part of Electron's own, so a member that Electron does not have does not compile, and one
 * that is not here throws when it is touched instead of being undefined.
 */

const fresh = () => ({
  events: new EventEmitter(),
  singleInstance: true,
  packaged: false,
  switches: new Map<string, string>(),
  windows: [] as WindowDouble[],
  focused: null as WindowDouble | null,
  schemes: [] as Electron.CustomScheme[],
  protocolHandlers: new Map<string, (request: Request) => Response | Promise<Response>>(),
  ipcHandlers: new Map<string, (event: unknown, ...input: unknown[]) => unknown>(),
  /** Answers to message boxes, the first first; a box without one fails its test. */
  boxAnswers: [] as number[],
  boxes: [] as Electron.MessageBoxOptions[],
  errorBoxes: [] as { readonly title: string; readonly content: string }[],
  opened: [] as string[],
  menu: null as readonly Electron.MenuItemConstructorOptions[] | null,
  blockers: new Set<number>(),
  sandboxed: false,
  quitDone: false,
  exitCode: null as number | null,
  permissionRequest: null as Parameters<Electron.Session['setPermissionRequestHandler']>[0],
  permissionCheck: null as Parameters<Electron.Session['setPermissionCheckHandler']>[0],
  devicePermission: null as Parameters<Electron.Session['setDevicePermissionHandler']>[0],
  beforeRequest: null as
    | ((details: { url: string }, callback: (answer: { cancel?: boolean }) => void) => void)
    | null,
  sessionEvents: new EventEmitter(),
  displays: [{ x: 0, y: 0, width: 1920, height: 1080 }] as Electron.Rectangle[],
  engines: [] as EngineDouble[],
  /** Starts real engines; without it they only record what is sent. */
  forkEngine: null as ((entry: string, options: Electron.ForkOptions) => ForkedDouble) | null,
  exposed: new Map<string, unknown>(),
  rendererEvents: new EventEmitter(),
  rendererInvokes: [] as unknown[][],
});

/** What happened, and what tests decide. */
export const state = fresh();

/** As if Electron had just been started. */
export function reset(): void {
  Object.assign(state, fresh());
}

/** Fails on members that the double does not have. */
export function strict<T extends object>(name: string, target: T): T {
  return new Proxy(target, {
    get(object, key, receiver) {
      if (typeof key === 'string' && !(key in object) && key !== 'then' && key !== 'toJSON') {
        throw new Error(`the double of Electron has no ${name}.${key}`);
      }
      return Reflect.get(object, key, receiver);
    },
  });
}

/** An event whose default can be prevented, with what else belongs to it. */
export function preventable<T extends object>(more: T) {
  let prevented = false;
  return {
    ...more,
    preventDefault: () => {
      prevented = true;
    },
    get defaultPrevented() {
      return prevented;
    },
  };
}

type On = (event: string, listener: (...args: never[]) => void) => unknown;
/** Electron types `on` as one overload an event; a double takes them all. */
const asOn = <T>(on: On): T => on as unknown as T;
const onOf = <T>(emitter: () => EventEmitter): T =>
  asOn<T>((event, listener) => emitter().on(event, listener as (...args: unknown[]) => void));

export type WindowDouble = BrowserWindow;

type ContentsPart = Pick<
  Electron.WebContents,
  'on' | 'send' | 'setWindowOpenHandler' | 'mainFrame' | 'forcefullyCrashRenderer'
>;

export class ContentsDouble {
  readonly events = new EventEmitter();
  readonly sent: { readonly channel: string; readonly data: unknown }[] = [];
  windowOpen: Parameters<Electron.WebContents['setWindowOpenHandler']>[0] | null = null;
  crashes = 0;
  readonly frame = { url: 'about:blank' };
  /** What the host sees. */
  readonly face: Electron.WebContents;

  constructor() {
    const face: ContentsPart = {
      on: onOf<Electron.WebContents['on']>(() => this.events),
      send: (channel: string, data: unknown) => {
        const message = { channel, data: structuredClone(data) };
        this.sent.push(message);
        this.events.emit('double:sent', message);
      },
      setWindowOpenHandler: (handler) => {
        this.windowOpen = handler;
      },
      mainFrame: this.frame as Electron.WebFrameMain,
      forcefullyCrashRenderer: () => {
        this.crashes += 1;
      },
    };
    this.face = strict('webContents', face) as Electron.WebContents;
  }
}

type WindowPart = Pick<
  Electron.BrowserWindow,
  | 'id'
  | 'on'
  | 'once'
  | 'webContents'
  | 'loadURL'
  | 'show'
  | 'focus'
  | 'maximize'
  | 'isMaximized'
  | 'isMinimized'
  | 'restore'
  | 'isDestroyed'
  | 'getNormalBounds'
>;

export class BrowserWindow implements WindowPart {
  static getAllWindows(): WindowDouble[] {
    return [...state.windows];
  }
  static getFocusedWindow(): WindowDouble | null {
    return state.focused;
  }

  readonly id = state.windows.length + 1;
  readonly events = new EventEmitter();
  readonly contents = new ContentsDouble();
  readonly webContents = this.contents.face;
  readonly options: Electron.BrowserWindowConstructorOptions;
  readonly loaded: string[] = [];
  readonly calls: string[] = [];
  readonly on = onOf<Electron.BrowserWindow['on']>(() => this.events);
  readonly once = asOn<Electron.BrowserWindow['once']>((event, listener) =>
    this.events.once(event, listener as (...args: unknown[]) => void),
  );
  destroyed = false;
  maximized = false;
  minimized = false;
  bounds: Electron.Rectangle = { x: 10, y: 20, width: 1280, height: 800 };

  constructor(options: Electron.BrowserWindowConstructorOptions = {}) {
    this.options = options;
    const face = strict('BrowserWindow', this);
    state.windows.push(face);
    state.events.emit('web-contents-created', {}, this.webContents);
    // biome-ignore lint/correctness/noConstructorReturn: the host must only ever hold the strict face
    return face;
  }

  /** Asks the protocol handlers of the host, as Chromium would. */
  async loadURL(url: string): Promise<void> {
    this.loaded.push(url);
    const handler = state.protocolHandlers.get(new URL(url).protocol.slice(0, -1));
    if (handler === undefined) throw new Error(`ERR_UNKNOWN_URL_SCHEME (${url})`);
    await handler(new Request(url));
    this.contents.frame.url = url;
    this.events.emit('ready-to-show');
  }

  /** A user's click on the close button; true when the window went. */
  requestClose(): boolean {
    const event = preventable({});
    this.events.emit('close', event);
    if (event.defaultPrevented) return false;
    this.destroyed = true;
    state.windows = state.windows.filter((window) => window.id !== this.id);
    if (state.windows.length === 0) state.events.emit('window-all-closed');
    return true;
  }

  show(): void {
    this.calls.push('show');
  }
  focus(): void {
    this.calls.push('focus');
  }
  maximize(): void {
    this.maximized = true;
  }
  isMaximized(): boolean {
    return this.maximized;
  }
  isMinimized(): boolean {
    return this.minimized;
  }
  restore(): void {
    this.minimized = false;
  }
  isDestroyed(): boolean {
    return this.destroyed;
  }
  getNormalBounds(): Electron.Rectangle {
    return this.bounds;
  }
}

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
  showErrorBox: (title: string, content: string) => {
    state.errorBoxes.push({ title, content });
  },
} satisfies Pick<Electron.Dialog, 'showMessageBox' | 'showErrorBox'>;
export const dialog = strict('dialog', dialogPart);

export const Menu = strict('Menu', {
  buildFromTemplate: (template: Electron.MenuItemConstructorOptions[]) => template,
  setApplicationMenu: (menu: Electron.MenuItemConstructorOptions[]) => {
    state.menu = menu;
  },
});

const shellPart: Pick<Electron.Shell, 'openExternal'> = {
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

export type EngineDouble = {
  readonly entry: string;
  readonly options: Electron.ForkOptions;
  readonly events: EventEmitter;
  readonly stderr: EventEmitter;
  readonly posted: unknown[];
  readonly kills: { count: number };
};

/** A child as the test that brings real processes makes it. */
export type ForkedDouble = EngineDouble & {
  readonly post: (message: unknown) => void;
  readonly kill: () => boolean;
};

export function recordEngine(entry: string, options: Electron.ForkOptions): EngineDouble {
  const record: EngineDouble = {
    entry,
    options,
    events: new EventEmitter(),
    stderr: new EventEmitter(),
    posted: [],
    kills: { count: 0 },
  };
  state.engines.push(record);
  return record;
}

function forkNothing(entry: string, options: Electron.ForkOptions): ForkedDouble {
  const record = recordEngine(entry, options);
  const kill = (): boolean => {
    record.kills.count += 1;
    return true;
  };
  return { ...record, post: (message) => record.posted.push(structuredClone(message)), kill };
}

export const utilityProcess = strict('utilityProcess', {
  fork: (entry: string, _args: string[], options: Electron.ForkOptions) => {
    const forked = (state.forkEngine ?? forkNothing)(entry, options);
    const child: Pick<Electron.UtilityProcess, 'on' | 'postMessage' | 'kill' | 'pid' | 'stderr'> = {
      on: onOf<Electron.UtilityProcess['on']>(() => forked.events),
      postMessage: forked.post,
      kill: forked.kill,
      pid: undefined,
      stderr: forked.stderr as unknown as NodeJS.ReadableStream,
    };
    return strict('utilityProcess.fork()', child) as Electron.UtilityProcess;
  },
});

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
