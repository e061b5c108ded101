import { spawn } from 'node:child_process';

/** Opens the user's browser at an address of ours. Returns a sentence when that cannot be done, else null. */
export function openBrowser(url: string): Promise<string | null> {
  const sorry = 'No browser could be opened from here; open the printed address yourself.';
  return new Promise((resolve) => {
    const child = spawn('xdg-open', [url], { stdio: 'ignore', detached: true });
    child.once('error', () => resolve(sorry));
    child.once('exit', (code) => resolve(code === 0 ? null : sorry));
    // An opener that becomes the browser itself does not end.
    setTimeout(() => resolve(null), 2000).unref();
    child.unref();
  });
}
