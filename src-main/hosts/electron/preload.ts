import { contextBridge, ipcRenderer, webUtils } from 'electron';
import { dropChannel, eventChannel, invokeChannel } from './channels.ts';

/*
 * All that a page gets: calls of the API by name, and its events. Neither `ipcRenderer` nor Electron's event objects
 * cross the bridge, since a page that holds them could reach every channel.
 */
contextBridge.exposeInMainWorld('breakeven', {
  invoke: (name: unknown, input: unknown): Promise<unknown> =>
    ipcRenderer.invoke(invokeChannel, name, input),
  /** Of what the user dropped: the system knows its path, and a page cannot make one up. */
  drop: (file: File): Promise<unknown> =>
    ipcRenderer.invoke(dropChannel, webUtils.getPathForFile(file)),
  onEvent: (listener: unknown): (() => void) => {
    if (typeof listener !== 'function') throw new TypeError('onEvent needs a function');
    const forward = (_event: unknown, data: unknown): void => listener(data);
    ipcRenderer.on(eventChannel, forward);
    return () => {
      ipcRenderer.off(eventChannel, forward);
    };
  },
});
