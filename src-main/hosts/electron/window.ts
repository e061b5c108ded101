import { app, BrowserWindow, dialog, nativeTheme, screen } from 'electron';
import { crashAddress } from './crash-page.ts';
import { startPage } from './origin.ts';
import { placeWindow, readWindowState, smallestWindow, writeWindowState } from './window-state.ts';

export type WindowOptions = {
  readonly preload: string;
  /** File that keeps the window's place between starts. */
  readonly stateFile: string;
  /** Asked before a window closes; true keeps it open. */
  readonly holdClose: () => boolean;
};

/** Opens a window of the interface, where the last one was. */
export function openWindow({ preload, stateFile, holdClose }: WindowOptions): BrowserWindow {
  const state = readWindowState(stateFile);
  const window = new BrowserWindow({
    ...placeWindow(
      state,
      screen.getAllDisplays().map((display) => display.workArea),
    ),
    minWidth: smallestWindow.width,
    minHeight: smallestWindow.height,
    title: 'Breakeven',
    show: false,
    backgroundColor: nativeTheme.shouldUseDarkColors ? '#16181d' : '#ffffff',
    webPreferences: {
      preload,
      contextIsolation: true,
      sandbox: true,
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      nodeIntegrationInSubFrames: false,
      webSecurity: true,
      allowRunningInsecureContent: false,
      webviewTag: false,
      navigateOnDragDrop: false,
      // Its dictionaries would be downloaded.
      spellcheck: false,
      devTools: !app.isPackaged,
    },
  });
  if (state?.maximized === true) window.maximize();
  window.once('ready-to-show', () => window.show());
  window.on('close', (event) => {
    if (holdClose()) {
      event.preventDefault();
      return;
    }
    const maximized = window.isMaximized();
    writeWindowState(stateFile, { ...window.getNormalBounds(), maximized });
  });
  surviveCrashes(window);
  load(window, startPage);
  return window;
}

function surviveCrashes(window: BrowserWindow): void {
  const { webContents } = window;
  webContents.on('render-process-gone', (_event, { reason }) => {
    if (reason === 'clean-exit' || window.isDestroyed()) return;
    console.error(`the process of a window is gone: ${reason}`);
    load(window, crashAddress(reason));
  });
  webContents.on('preload-error', (_event, path, error) => {
    console.error(`the preload ${path} failed:`, error);
  });
  let asking = false;
  window.on('unresponsive', () => {
    if (asking) return;
    asking = true;
    void dialog
      .showMessageBox(window, {
        type: 'warning',
        message: 'This window does not answer.',
        detail: 'Stored cases are safe, and a run goes on without its window.',
        buttons: ['Wait', 'Reload'],
        defaultId: 0,
        cancelId: 0,
        noLink: true,
      })
      .then(({ response }) => {
        asking = false;
        if (response !== 1 || window.isDestroyed()) return;
        // A page that hangs in a script takes no reload: its process has to go.
        webContents.forcefullyCrashRenderer();
        load(window, startPage);
      });
  });
}

function load(window: BrowserWindow, address: string): void {
  window.loadURL(address).catch((error: unknown) => {
    console.error(`${address} could not be loaded:`, error);
  });
}
