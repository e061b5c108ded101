import { BrowserWindow, type IpcMainInvokeEvent, ipcMain } from 'electron';
import type { ApiEvent, MenuCommand } from '../../contract/api.ts';
import { dispatch, inputLimitOf, type Reply, replyOf } from '../dispatch.ts';
import type { HostApp } from '../host-app.ts';
import { dropChannel, eventChannel, invokeChannel } from './channels.ts';
import { isOurs } from './origin.ts';

/** Answers the calls of the program's windows, and sends them the events of the application. */
export function connectIpc(app: HostApp): () => void {
  ipcMain.handle(invokeChannel, (event, name: unknown, input: unknown) =>
    answer(app, event, name, input),
  );
  ipcMain.handle(dropChannel, (event, path: unknown) => answerDrop(app, event, path));
  const off = app.onEvent(broadcast);
  return () => {
    off();
    ipcMain.removeHandler(invokeChannel);
    ipcMain.removeHandler(dropChannel);
  };
}

/** Answers a call if it comes from the main frame of a page of the program; schemas check the rest. */
export async function answer(
  app: HostApp,
  event: Caller,
  name: unknown,
  input: unknown,
): Promise<Reply> {
  if (!isFromPage(event)) return refusal('this page may not call the application');
  if (typeof name !== 'string') return refusal('the name of a procedure must be text');
  const size = sizeOf(input);
  if (size === null) return refusal(`${name}: the input must be plain data`);
  const limit = inputLimitOf(name);
  if (size > limit) {
    return refusal(`${name}: an input may have ${limit} bytes; this has ${size}`);
  }
  return await dispatch(app.api, name, input);
}

type Caller = Pick<IpcMainInvokeEvent, 'sender' | 'senderFrame'>;

const isFromPage = ({ sender, senderFrame }: Caller): boolean =>
  senderFrame !== null && senderFrame === sender.mainFrame && isOurs(senderFrame.url);

/** Asks the user whether to trust the code that was dropped. */
export async function answerDrop(app: HostApp, event: Caller, path: unknown): Promise<Reply> {
  if (!isFromPage(event)) return refusal('this page may not call the application');
  if (typeof path !== 'string' || path === '') {
    return refusal('what was dropped is no file of this machine');
  }
  return await replyOf(() => app.trustDropped(path));
}

/** Sends an event to every window of the program. */
export function broadcast(event: ApiEvent): void {
  for (const window of BrowserWindow.getAllWindows()) {
    if (!window.isDestroyed()) window.webContents.send(eventChannel, event);
  }
}

/** Passes a choice in the menu to the window that it was made in. */
export function sendCommand(window: BrowserWindow, command: MenuCommand): void {
  const event: ApiEvent = { type: 'command', command };
  window.webContents.send(eventChannel, event);
}

function refusal(message: string): Reply {
  return { ok: false, failure: { code: 'bad-input', message } };
}

function sizeOf(input: unknown): number | null {
  try {
    const text = JSON.stringify(input);
    return text === undefined ? null : Buffer.byteLength(text);
  } catch {
    return null;
  }
}
