import { chmodSync, cpSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { notice } from './notice.ts';
import { stageProgram } from './pack-stage.ts';
import { product } from './paths.ts';

/** Finds itself through links, then starts the Node next to it with the app's own bundles and addons. */
const launcher = `#!/bin/sh
here=$(dirname -- "$(readlink -f -- "$0")")
BREAKEVEN_NATIVE="\${BREAKEVEN_NATIVE:-$here/native}"
export BREAKEVEN_NATIVE
exec "$here/bin/node" "$here/command-line/dist/main/cli.js" "$@"
`;

/** What a package of the system puts on the PATH. */
const onPath = `#!/bin/sh
exec /opt/Breakeven/resources/breakeven "$@"
`;

/**
 * Lays out what makes a packaged app's command line, for the folder of its resources: a launcher, this Node, licences, and
 * a program of its own, because a plain Node cannot read the app's archive, whose code lies nowhere else.
 * `native` is the folder of the addons that the app has.
 */
export function stageCommandLine(folder: string, native: string): void {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(join(folder, 'bin'), { recursive: true });
  cpSync(process.execPath, join(folder, 'bin', 'node'), { dereference: true });
  stageProgram(join(folder, 'command-line'), { native, version: product().version }, 'app');
  writeProgram(join(folder, 'breakeven'), launcher);
  writeProgram(join(folder, 'on-path'), onPath);
  writeFileSync(
    join(folder, 'NOTICE'),
    notice({ cuda: existsSync(join(native, 'breakeven_cuda.node')) }),
  );
}

function writeProgram(path: string, text: string): void {
  writeFileSync(path, text);
  chmodSync(path, 0o755);
}
