import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type App, createApp } from '../../src-main/core/app.ts';
import { forkScriptedEngine } from './scripted-engine.ts';
import { openServedPage, type ServedPage } from './served-page.ts';

export type ServedApp = ServedPage & { readonly app: App };

/**
 * An application over a store of its own, with its window in a browser; `close` leaves nothing behind.
 *
 * @param name of its lock, different in tests that run together
 * @param prepare fills the folder of the store before the application opens it
 */
export async function openServedApp(
  name: string,
  prepare: (home: string) => void = () => undefined,
): Promise<ServedApp> {
  const home = mkdtempSync(join(tmpdir(), 'breakeven-test-'));
  prepare(home);
  const app = createApp({
    home,
    forkEngine: forkScriptedEngine,
    lockName: `${name}-${process.pid}`,
  });
  const served = await openServedPage(app);
  return {
    ...served,
    app,
    async close() {
      await served.close();
      await app.close();
      rmSync(home, { recursive: true, force: true });
    },
  };
}
