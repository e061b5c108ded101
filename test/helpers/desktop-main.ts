import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { DesktopAnswer, DesktopQuestion, FromDesktop, ToDesktop } from './desktop-protocol.ts';
import { distFolder } from './paths.ts';
import { startRealEngines } from './real-engines.ts';

/*
 * The built main process of the desktop app under the double, with real engines, for a real browser that stands for its
 * window: `node --import ./electron-hooks.ts desktop-main.ts`, with a channel to its parent.
 */
const double = await import('./electron-double.ts');
const { state } = double;
const tell = (message: FromDesktop) => void process.send?.(message);

startRealEngines();
await import(pathToFileURL(join(distFolder, 'main', 'electron.js')).href);
while (state.windows[0]?.contents.frame.url.startsWith('app:') !== true) {
  const [box] = state.errorBoxes;
  if (box !== undefined) throw new Error(`${box.title}: ${box.content}`);
  await new Promise((resolve) => setTimeout(resolve, 10));
}
const [window] = state.windows;
if (window === undefined) throw new Error('no window was opened');
const { contents } = window;
contents.events.on('double:sent', ({ channel, data }: { channel: string; data: unknown }) =>
  tell({ type: 'event', channel, data }),
);
process.on('message', ({ id, question }: ToDesktop) => {
  answer(question)
    .catch((error: unknown): DesktopAnswer => ({ error: String(error) }))
    .then((given) => tell({ type: 'answer', id, answer: given }));
});
process.on('disconnect', () => process.exit(0));
tell({
  type: 'ready',
  preload: window.options.webPreferences?.preload ?? '',
  page: window.loaded[0] ?? '',
});

async function answer(question: DesktopQuestion): Promise<DesktopAnswer> {
  switch (question.ask) {
    case 'request':
      return await request(question.url, question.method);
    case 'leave': {
      const event = double.preventable({ url: question.url });
      contents.events.emit('will-navigate', event);
      return { refused: event.defaultPrevented };
    }
    case 'invoke': {
      const [channel, ...words] = question.words;
      const handler = state.ipcHandlers.get(String(channel));
      if (handler === undefined) throw new Error(`no handler for ${channel}`);
      const frame = question.main ? contents.frame : { url: question.url };
      if (question.main) contents.frame.url = question.url;
      return { reply: await handler({ sender: contents.face, senderFrame: frame }, ...words) };
    }
    case 'quit':
      double.app.quit();
      while (!state.quitDone) await new Promise((resolve) => setTimeout(resolve, 10));
      return { reply: null };
  }
}

/** As Chromium does it: first what may be asked for at all, then the handler of the scheme. */
async function request(url: string, method: string): Promise<DesktopAnswer> {
  const cancelled = await new Promise<boolean>((resolve) => {
    if (state.beforeRequest === null) resolve(false);
    else state.beforeRequest({ url }, ({ cancel }) => resolve(cancel === true));
  });
  const handler = state.protocolHandlers.get(new URL(url).protocol.slice(0, -1));
  if (cancelled || handler === undefined) return { refused: true };
  const response = await handler(new Request(url, { method }));
  return {
    status: response.status,
    headers: Object.fromEntries(response.headers),
    body: new Uint8Array(await response.arrayBuffer()),
  };
}
