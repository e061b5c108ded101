import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** What `@electron/fuses` looks for in front of the wire, as Electron's documentation gives it. */
const sentinel = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX';

/**
 * A folder that the packager takes for Electron's on Linux: its executable is no program, but it has a fuse wire (all
 * fuses as Electron ships them), so that everything except starting it can be tried without Electron's binary.
 */
export function standInElectron(folder: string): string {
  mkdirSync(join(folder, 'resources'), { recursive: true });
  mkdirSync(join(folder, 'locales'));
  const executable = join(folder, 'electron');
  const wire = Buffer.concat([
    Buffer.from('not a program '),
    Buffer.from(sentinel),
    Buffer.from([1, 9]),
    Buffer.from('101100011'),
  ]);
  writeFileSync(executable, wire);
  chmodSync(executable, 0o755);
  writeFileSync(join(folder, 'chrome-sandbox'), '');
  writeFileSync(join(folder, 'locales', 'en-US.pak'), '');
  writeFileSync(join(folder, 'version'), '45.4.1');
  return folder;
}
