import { EventEmitter } from 'node:events';
import type * as Electron from 'electron';

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
  /** Folders that the user chooses, the first first; null: none. */
  chosenFolders: [] as (string | null)[],
  folderQuestions: [] as Electron.OpenDialogOptions[],
  /** Folders that were shown, and what is wrong with one that cannot be. */
  shownFolders: [] as string[],
  folderFault: '',
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

export type On = (event: string, listener: (...args: never[]) => void) => unknown;
/** Electron types `on` as one overload an event; a double takes them all. */
export const asOn = <T>(on: On): T => on as unknown as T;
export const onOf = <T>(emitter: () => EventEmitter): T =>
  asOn<T>((event, listener) => emitter().on(event, listener as (...args: unknown[]) => void));

export type EngineDouble = {
  readonly entry: string;
  readonly options: Electron.ForkOptions;
  readonly events: EventEmitter;
  readonly stderr: EventEmitter;
  readonly posted: unknown[];
  readonly kills: { count: number };
};

export type ForkedDouble = EngineDouble & {
  readonly post: (message: unknown) => void;
  readonly kill: () => boolean;
};

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
