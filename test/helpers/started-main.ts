import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, onTestFinished, vi } from 'vitest';
import type { AppOptions } from '../../src-main/core/app.ts';
import type * as Double from './electron-double.ts';
import { createScriptedApp, type ScriptedApp } from './scripted-app.ts';
import { temporaryFolder } from './temporary-folder.ts';

/** What `createApp` gives in the next start; an error instead of an application makes it fail. */
const next = vi.hoisted(() => ({ app: undefined as ScriptedApp | Error | undefined }));

vi.mock('electron', () => import('./electron-double.ts'));
vi.mock('../../src-main/core/app.ts', async (importOriginal) => {
  const { createApp } = await importOriginal<typeof import('../../src-main/core/app.ts')>();
  return {
    createApp(options: AppOptions) {
      if (next.app instanceof Error) throw next.app;
      return next.app ?? createApp(options);
    },
  };
});
vi.mock('../../src-main/hosts/product.ts', () => ({
  rendererFolder: () => process.env.TEST_RENDERER,
  preloadBundle: () => '/product/dist/preload/preload.cjs',
}));

/** The main module of the desktop app after its start, and what it did to the double of Electron. */
export type StartedMain = {
  readonly hostApp: ScriptedApp;
  readonly state: typeof Double.state;
  readonly preventable: typeof Double.preventable;
  readonly quit: () => void;
  readonly home: string;
};

/** Runs the real main module under the double, each time afresh. */
export async function startMain(
  prepare: (state: typeof Double.state) => void = () => undefined,
  // A run is the progress that a test sends: there is none to cancel.
  app: ScriptedApp | Error = createScriptedApp({ cancelRun: async () => ({ cancelled: true }) }),
): Promise<StartedMain> {
  vi.resetModules();
  const home = temporaryFolder();
  const renderer = join(home, 'renderer');
  mkdirSync(renderer);
  writeFileSync(join(renderer, 'index.html'), '<title>Breakeven</title>');
  vi.stubEnv('BREAKEVEN_HOME', home);
  vi.stubEnv('TEST_RENDERER', renderer);
  onTestFinished(() => {
    vi.unstubAllEnvs();
    next.app = undefined;
  });
  next.app = app;
  const double = (await import('electron')) as unknown as typeof Double;
  double.reset();
  prepare(double.state);
  await import('../../src-main/hosts/electron/main.ts');
  await vi.waitFor(() => {
    const { windows, errorBoxes, singleInstance } = double.state;
    expect(windows.length + errorBoxes.length + (singleInstance ? 0 : 1)).toBeGreaterThan(0);
  });
  await vi.waitFor(() => {
    for (const { contents } of double.state.windows)
      expect(contents.frame.url).not.toBe('about:blank');
  });
  return {
    hostApp: app as ScriptedApp,
    state: double.state,
    preventable: double.preventable,
    quit: () => double.app.quit(),
    home,
  };
}

export function firstWindow(state: typeof Double.state): Double.WindowDouble {
  const [window] = state.windows;
  if (window === undefined) throw new Error('no window was opened');
  return window;
}

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
});
