import { spawn } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** What became of opening a browser. */
export type Opening = {
  /** A sentence when it cannot be done, else null. */
  readonly problem: string | null;
  /** Forgets the address; a page that is open stays open. */
  close(): void;
};

/**
 * Opens the user's browser at an address of ours. Every user of a machine can read the words that programs are started
 * with, so the browser is sent to a file that the owner alone can read, which leads to the address.
 */
export async function openBrowser(url: string, folder: string): Promise<Opening> {
  const file = join(folder, 'serve-open.html');
  const close = (): void => rmSync(file, { force: true });
  const sorry = 'No browser could be opened from here; open the printed address yourself.';
  try {
    // Removed first: the mode of a file that was there already would stay.
    close();
    writeFileSync(file, leadingTo(url), { mode: 0o600, flag: 'wx' });
  } catch {
    return { problem: sorry, close };
  }
  return { problem: (await started(file)) ? null : sorry, close };
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
