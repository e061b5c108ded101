import { spawn } from 'node:child_process';

/** Opens the user's browser at an address of ours. Returns a sentence when that cannot be done, else null. */
export function openBrowser(url: string): Promise<string | null> {
  const [command, ...args] = opener(url);
  const sorry = 'No browser could be opened from here; open the printed address yourself.';
  if (command === undefined) return Promise.resolve(sorry);
  return new Promise((resolve) => {
    const child = spawn(command, args, { stdio: 'ignore', detached: true });
    child.once('error', () => resolve(sorry));
    child.once('exit', (code) => resolve(code === 0 ? null : sorry));
    // An opener that becomes the browser itself does not end.
    setTimeout(() => resolve(null), 2000).unref();
    child.unref();
  });
}

function opener(url: string): readonly string[] {
  switch (process.platform) {
    case 'darwin':
      return ['open', url];
    case 'win32':
      // Not `cmd /c start`, which would read an ampersand as a second command.
      return ['rundll32', 'url.dll,FileProtocolHandler', url];
    default:
      return ['xdg-open', url];
  }
}
