import { spawn } from 'node:child_process';
import { mkdirSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { isAbsolute, join, relative, sep } from 'node:path';

/** What became of opening a browser. */
export type Opening = {
  /** A sentence when it cannot be done, else null. */
  readonly problem: string | null;
  /** Forgets the address; a page that is open stays open. */
  close(): void;
};

/**
 * Opens the user's browser at an address of this server. Every user of a machine can read the words that programs are started
 * with, so the browser is sent to a file that the owner alone can read, which leads to the address. It lies in `home`, or
 * where a confined browser could not read it there, in a folder of its own in the user's folder.
 */
export async function openBrowser(url: string, home: string): Promise<Opening> {
  const folder = isVisible(home) ? home : join(homedir(), 'breakeven-open');
  const file = join(folder, 'serve-open.html');
  const close = (): void => {
    rmSync(file, { force: true });
    if (folder !== home) removeEmpty(folder);
  };
  const sorry = 'No browser could be opened from here; open the printed address yourself.';
  try {
    if (folder !== home) mkdirSync(folder, { recursive: true, mode: 0o700 });
    // Removed first: the mode of a file that was there already would stay.
    rmSync(file, { force: true });
    writeFileSync(file, leadingTo(url), { mode: 0o600, flag: 'wx' });
  } catch {
    return { problem: sorry, close };
  }
  return { problem: (await started(file)) ? null : sorry, close };
}

/** A browser that is a snap reads no folder outside of the user's, and none in it whose name begins with a dot. */
function isVisible(folder: string): boolean {
  const inside = relative(homedir(), folder);
  return !isAbsolute(inside) && inside.split(sep).every((part) => !part.startsWith('.'));
}

function removeEmpty(folder: string): void {
  try {
    rmdirSync(folder);
  } catch {
    // Another server uses it.
  }
}

function leadingTo(url: string): string {
  return `<!doctype html>
<meta charset="utf-8">
<title>Breakeven</title>
<meta http-equiv="refresh" content="0; url=${url}">
`;
}

function started(file: string): Promise<boolean> {
  return new Promise((resolve) => {
    const child = spawn('xdg-open', [file], { stdio: 'ignore', detached: true });
    child.once('error', () => resolve(false));
    child.once('exit', (code) => resolve(code === 0));
    // An opener that becomes the browser itself does not end.
    setTimeout(() => resolve(true), 2000).unref();
    child.unref();
  });
}
