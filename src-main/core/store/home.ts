import { existsSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import { badInput, environmentFault } from '../../contract/failure.ts';

type HomeSources = {
  /** The value of `--home`, when it was given. */
  readonly flag?: string | undefined;
  readonly environment?: Readonly<Record<string, string | undefined>>;
  readonly userFolder?: string;
};

/**
 * The folder that holds the database, backups and own presets, as an absolute path. The same for every host, so that
 * the window shows the runs of the command line: `--home`, then `BREAKEVEN_HOME`, then the user data folder of XDG.
 * Creates nothing.
 *
 * @throws BreakevenError `bad-input` when `--home` or `BREAKEVEN_HOME` is given and empty.
 */
export function resolveHome(sources: HomeSources = {}): string {
  const environment = sources.environment ?? process.env;
  const { flag } = sources;
  const namedFolder = flag ?? environment.BREAKEVEN_HOME;
  if (namedFolder === undefined) return movedHome(userDataHome(sources, environment));
  if (namedFolder.trim() === '') {
    const name = flag === undefined ? 'BREAKEVEN_HOME' : '--home';
    throw badInput(`${name} is empty; give it a folder or leave it out.`);
  }
  return path.resolve(namedFolder);
}

/** The file in the user data folder that says where the store was moved to. */
export function homePointer(sources: HomeSources = {}): string {
  return path.join(userDataHome(sources, sources.environment ?? process.env), 'moved.json');
}

function movedHome(standard: string): string {
  let text: string;
  try {
    text = readFileSync(path.join(standard, 'moved.json'), 'utf8');
  } catch {
    return standard;
  }
  const moved = /^\{"home":("(?:[^"\\]|\\.)*")\}\s*$/.exec(text)?.[1];
  const home: unknown = moved === undefined ? null : JSON.parse(moved);
  if (typeof home === 'string' && path.isAbsolute(home) && existsSync(home)) return home;
  throw environmentFault(
    `The store was moved to ${String(home ?? 'another folder')}, which is not there now; bring it back, or name another folder with --home.`,
  );
}

/** Why a store in `home` cannot be moved from inside; null when the folder is the one that is used by itself. */
export function homeFixed(home: string): string | null {
  return ownHome() === home
    ? null
    : `The folder ${home} was given by --home or BREAKEVEN_HOME; move it yourself while Breakeven is closed, and give the new one.`;
}

/** The folder without `--home` and `BREAKEVEN_HOME`; null when the store was moved to a folder that is not there. */
export function ownHome(): string | null {
  try {
    return resolveHome({ environment: { ...process.env, BREAKEVEN_HOME: undefined } });
  } catch {
    return null;
  }
}

function userDataHome(
  sources: HomeSources,
  environment: Readonly<Record<string, string | undefined>>,
): string {
  const userFolder = sources.userFolder ?? homedir();
  // The XDG specification says that a relative path here is to be ignored.
  const base = environment.XDG_DATA_HOME;
  const usable = base !== undefined && path.isAbsolute(base);
  return path.join(usable ? base : path.join(userFolder, '.local', 'share'), 'breakeven');
}
