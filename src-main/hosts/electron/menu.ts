import type { BaseWindow, BrowserWindow, MenuItemConstructorOptions } from 'electron';
import { type MenuCommand, screenCommand } from '../../contract/api.ts';
import { screens } from '../../contract/screens.ts';

export type MenuActions = {
  readonly send: (window: BrowserWindow, command: MenuCommand) => void;
  readonly newWindow: () => void;
  /** The window that a choice was made in, if it is one of the program's. */
  readonly windowOf: (window: BaseWindow | undefined) => BrowserWindow | null;
  readonly packaged: boolean;
};

/** The menu as a template: roles where Electron has one, commands to the page for the rest. */
export function menuTemplate(actions: MenuActions): MenuItemConstructorOptions[] {
  const item = (
    label: string,
    accelerator: string,
    command: MenuCommand,
  ): MenuItemConstructorOptions => ({
    label,
    accelerator,
    click: (_item, base) => {
      const window = actions.windowOf(base);
      if (window !== null) actions.send(window, command);
    },
  });
  const separator: MenuItemConstructorOptions = { type: 'separator' };
  const file: MenuItemConstructorOptions[] = [
    item('New Run', 'CmdOrCtrl+N', 'new-run'),
    { label: 'New Window', accelerator: 'CmdOrCtrl+Shift+N', click: () => actions.newWindow() },
    separator,
    item('Export...', 'CmdOrCtrl+E', 'export'),
    separator,
    { role: 'close' },
    { role: 'quit' },
  ];
  const run = [
    item('Start', 'CmdOrCtrl+Enter', 'start-run'),
    item('Stop', 'CmdOrCtrl+.', 'stop-run'),
  ];
  const go = screens.map(({ title }, place) =>
    item(title, `CmdOrCtrl+${place + 1}`, screenCommand(place)),
  );
  const view: MenuItemConstructorOptions[] = [
    item('Command Palette', 'CmdOrCtrl+K', 'palette'),
    separator,
    { role: 'resetZoom' },
    { role: 'zoomIn' },
    { role: 'zoomOut' },
    { role: 'togglefullscreen' },
    ...(actions.packaged ? [] : [separator, { role: 'toggleDevTools' } as const]),
  ];
  const edit: MenuItemConstructorOptions[] = [
    { role: 'undo' },
    { role: 'redo' },
    separator,
    { role: 'cut' },
    { role: 'copy' },
    { role: 'paste' },
    { role: 'selectAll' },
    separator,
    item('Find', 'CmdOrCtrl+F', 'find'),
  ];
  return [
    { label: 'File', submenu: file },
    { label: 'Edit', submenu: edit },
    { label: 'Run', submenu: run },
    { label: 'Go', submenu: go },
    { label: 'View', submenu: view },
    { role: 'windowMenu' },
    {
      role: 'help',
      submenu: [
        // Shown with its key and left to the page: as an accelerator `?` would be taken from every text field.
        { ...item('Keyboard Shortcuts', '?', 'shortcuts'), registerAccelerator: false },
        separator,
        { role: 'about' },
      ],
    },
  ];
}
