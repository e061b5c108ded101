import { homedir } from 'node:os';
import path from 'node:path';
import { BreakevenError } from '../contract/failure.ts';

type HomeSources = {
  /** The value of `--home`, when it was given. */
  readonly flag?: string | undefined;
  readonly environment?: Readonly<Record<string, string | undefined>>;
  readonly platform?: NodeJS.Platform;
  readonly userFolder?: string;
};

/**
 * The folder that holds the database, backups and own presets, as an absolute path. The same for every host, so that
 * the window shows the runs of the command line: `--home`, then `BREAKEVEN_HOME`, then the platform's user data folder.
 * Creates nothing.
 *
 * @throws BreakevenError `bad-input` when `--home` or `BREAKEVEN_HOME` is given and empty.
 */
export function resolveHome(sources: HomeSources = {}): string {
  const environment = sources.environment ?? process.env;
  const { flag } = sources;
  const given = flag ?? environment.BREAKEVEN_HOME;
  if (given === undefined) return platformHome(sources, environment);
  if (given.trim() === '') {
    const name = flag === undefined ? 'BREAKEVEN_HOME' : '--home';
    throw new BreakevenError('bad-input', `${name} is empty; give it a folder or leave it out.`);
  }
  return path.resolve(given);
}

function platformHome(
  sources: HomeSources,
  environment: Readonly<Record<string, string | undefined>>,
): string {
  const platform = sources.platform ?? process.platform;
  const userFolder = sources.userFolder ?? homedir();
  switch (platform) {
    case 'win32':
      return path.win32.join(
        environment.LOCALAPPDATA ?? path.win32.join(userFolder, 'AppData', 'Local'),
        'Breakeven',
      );
    case 'darwin':
      return path.posix.join(userFolder, 'Library', 'Application Support', 'Breakeven');
    default: {
      // The XDG specification says that a relative path here is to be ignored.
      const base = environment.XDG_DATA_HOME;
      const usable = base !== undefined && path.posix.isAbsolute(base);
      return path.posix.join(
        usable ? base : path.posix.join(userFolder, '.local', 'share'),
        'breakeven',
      );
    }
  }
}
