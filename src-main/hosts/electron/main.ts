import { join } from 'node:path';
import { app, BrowserWindow, dialog, Menu, session } from 'electron';
import { toFailure } from '../../contract/failure.ts';
import { createApp } from '../../core/app.ts';
import { resolveHome } from '../../core/store/home.ts';
import { preloadBundle, rendererFolder } from '../product.ts';
import { folders } from './folders.ts';
import { forkEngine } from './fork-engine.ts';
import { connectIpc, sendCommand } from './ipc.ts';
import { createKeepAwake } from './keep-awake.ts';
import { leaveImage } from './leave-image.ts';
import { lockContents, lockSession } from './lockdown.ts';
import { menuTemplate } from './menu.ts';
import { registerScheme, serveInterface } from './protocol.ts';
import { createQuitGuard } from './quit-guard.ts';
import { openWindow } from './window.ts';

/*
 * The desktop app. What must be decided before Electron is ready is decided first: the scheme, the sandbox, and
 * whether another instance is there already.
 */
leaveImage(process.env);
registerScheme();
app.enableSandbox();
lockContents();
if (app.requestSingleInstanceLock()) {
  app.whenReady().then(start).catch(giveUp);
} else {
  app.quit();
}

async function start(): Promise<void> {
  const { commandLine } = app;
  const home = resolveHome({
    flag: commandLine.hasSwitch('home') ? commandLine.getSwitchValue('home') : undefined,
  });
  lockSession(session.defaultSession);
  serveInterface(session.defaultSession, rendererFolder());
  const hostApp = await createApp({ home, forkEngine, folders, trustedLabsOnly: true });
  hostApp.stayOpen();
  const guard = createQuitGuard(hostApp);
  const keepAwake = createKeepAwake();
  hostApp.onEvent((event) => {
    guard.onEvent(event);
    keepAwake.onEvent(event);
  });
  connectIpc(hostApp);

  const open = (): BrowserWindow =>
    openWindow({
      preload: preloadBundle(),
      stateFile: join(home, 'window.json'),
      holdClose: guard.holdClose,
    });
  const shownWindow = (): BrowserWindow | undefined => BrowserWindow.getAllWindows()[0];
  Menu.setApplicationMenu(
    Menu.buildFromTemplate(
      menuTemplate({
        send: sendCommand,
        newWindow: open,
        windowOf: (base) =>
          BrowserWindow.getAllWindows().find((window) => window.id === base?.id) ??
          BrowserWindow.getFocusedWindow(),
        packaged: app.isPackaged,
      }),
    ),
  );
  app.on('second-instance', () => {
    const window = shownWindow() ?? open();
    if (window.isMinimized()) window.restore();
    window.focus();
  });
  app.on('window-all-closed', () => app.quit());
  app.on('before-quit', (event) => {
    if (guard.holdQuit()) event.preventDefault();
  });
  app.on('child-process-gone', (_event, { type, reason, name }) => {
    console.error(`a process of the window system is gone: ${name ?? type}, ${reason}`);
  });
  open();
}

/** The store is of a newer version, or cannot be opened: said in one sentence, and nothing is touched. */
function giveUp(error: unknown): void {
  const { message } = toFailure(error);
  dialog.showErrorBox('Breakeven cannot start', message);
  app.exit(3);
}
