import { afterEach, beforeEach } from 'vitest';
import { type App, createApp } from '../../src-main/core/app.ts';
import { forkEngine } from '../../src-main/hosts/fork-engine.ts';
import { sessionsOver } from './cli-session.ts';
import { temporaryFolder } from './temporary-folder.ts';

/** For each test an empty folder, with an application over real engines and commands of the command line in it. */
export function sessionsInFolder() {
  let app: App;
  let cwd: string;
  beforeEach(() => {
    cwd = temporaryFolder();
    app = createApp({ home: cwd, forkEngine, lockName: cwd.replaceAll('/', '-') });
  });
  afterEach(async () => await app.close());
  return { app: () => app, cli: sessionsOver(() => ({ app, cwd })), folder: () => cwd };
}
