import { readFileSync } from 'node:fs';
import { buildHere } from './build.ts';
import { cliBundle, isFile, packageFile, root } from './paths.ts';
import { collect, say, show, withFailures } from './steps.ts';

/** `npm start`: the desktop app, or the same interface in the browser where Electron's binary cannot be had. */
export function main(args: readonly string[]): Promise<number> {
  return withFailures(async () => {
    await buildHere();
    const electron = electronBinary() ?? (await fetchElectron());
    if (electron !== undefined) return show(electron, [root, ...args]);
    say(
      "Electron's binary is not here and could not be downloaded: opening the same interface in the browser.",
    );
    return show(process.execPath, [cliBundle, 'serve', '--open', ...args]);
  });
}

/** Electron's executable when its package has it already; looking must not start a download. */
function electronBinary(): string | undefined {
  const named = packageFile('electron', 'path.txt');
  if (!isFile(named)) return undefined;
  const path = packageFile('electron', 'dist', readFileSync(named, 'utf8').trim());
  return isFile(path) ? path : undefined;
}

/** Electron's package downloads its binary on first use; behind a closed network that fails at once. */
async function fetchElectron(): Promise<string | undefined> {
  say('getting the Electron binary (once) ...');
  const { code } = await collect(process.execPath, [packageFile('electron', 'install.js')]);
  return code === 0 ? electronBinary() : undefined;
}
