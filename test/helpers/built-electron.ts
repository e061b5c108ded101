import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { distFolder } from './paths.ts';
import { startRealEngines } from './real-engines.ts';

/*
 * Runs the built desktop app under the double, with real engines, and prints what it saw as one JSON document:
 * `node --import ./electron-hooks.ts built-electron.ts`.
 */
const double = await import('./electron-double.ts');
const { state } = double;

startRealEngines();

await import(pathToFileURL(join(distFolder, 'main', 'electron.js')).href);
await until(() => state.windows.length > 0 || state.errorBoxes.length > 0);

const [window] = state.windows;
const frame = window?.contents.frame;
await until(() => frame?.url !== 'about:blank');
const page = await state.protocolHandlers.get('app')?.(new Request('app://breakeven/index.html'));
const html = (await page?.text()) ?? '';
const script = /src="\.?\/?([^"]+\.js)"/.exec(html)?.[1];
const scriptAnswer = await state.protocolHandlers.get('app')?.(
  new Request(new URL(script ?? 'none.js', 'app://breakeven/')),
);
const invoke = state.ipcHandlers.get('breakeven:invoke');
const event = { sender: window?.contents.face, senderFrame: frame };
const catalog = await invoke?.(event, 'catalog', {});
const refused = await invoke?.(
  { ...event, senderFrame: { url: 'https://evil.example/' } },
  'catalog',
  {},
);

double.app.quit();
await until(() => state.quitDone);

process.stdout.write(
  JSON.stringify({
    errorBoxes: state.errorBoxes,
    preload: window?.options.webPreferences?.preload,
    loaded: window?.loaded,
    pageStatus: page?.status,
    policy: page?.headers.get('content-security-policy'),
    scriptType: scriptAnswer?.headers.get('content-type'),
    catalog,
    refused,
    engines: state.engines.map(({ entry }) => entry),
  }),
);
process.exit(0);

async function until(done: () => boolean): Promise<void> {
  for (let waited = 0; !done(); waited += 10) {
    if (waited > 20_000) throw new Error(`nothing happened: ${done.toString()}`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
