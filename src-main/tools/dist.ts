import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { debianObstacle, makeDebian } from './debian.ts';
import { checkBinaries, packageLimits } from './older-systems.ts';
import { main as packApp } from './pack-app.ts';
import { archiveObstacle, buildToPack, pack, tryOut } from './pack-cli.ts';
import { dist, packageFile, product, root } from './paths.ts';
import { StepFailed, say, secondsSince, withFailures } from './steps.ts';
import {
  checkListed,
  checkPaths,
  checkShippedNode,
  sourceDate,
  writeReleaseFiles,
} from './supply-chain.ts';

type Product = {
  readonly name: string;
  /** Why it cannot be made on this machine; null where it can. */
  readonly obstacle: () => string | null;
  readonly make: () => Promise<string>;
};

/**
 * `npm run dist`: everything that can be installed and that this machine can make, in `release`, with the reason of
 * what it cannot make, a list of all parts and checksums. Two calls on one commit make equal bytes. Ends with 1 when something that it can make failed. `--cuda-arch` as for `npm run pack:cli`.
 */
export function main(args: readonly string[]): Promise<number> {
  return withFailures(async () => {
    const { values } = parseArgs({ args: [...args], options: { 'cuda-arch': { type: 'string' } } });
    if (process.platform !== 'linux')
      throw new StepFailed('Packages are for Linux, made on Linux.');
    const start = performance.now();
    const native = await buildToPack(values['cuda-arch']);
    const { version } = product();
    say(`checked: the Node that ships is that of its package, ${await checkShippedNode()}`);
    const date = await sourceDate();
    const code = await makeAll([
      {
        name: 'archive of the command line',
        obstacle: archiveObstacle,
        async make() {
          const archive = await pack(native, 6, date);
          await checkPacked(join(dist, 'pack'));
          await tryOut(archive);
          return archive;
        },
      },
      {
        name: 'Debian package of the command line',
        obstacle: debianObstacle,
        async make() {
          const work = join(dist, 'debian');
          const file = await makeDebian({
            native,
            version,
            work,
            out: join(root, 'release'),
            date,
          });
          await checkPacked(work);
          return file;
        },
      },
      { name: 'desktop app', obstacle: appObstacle, make: () => makeApp(args) },
    ]);
    const cuda = existsSync(join(native, 'breakeven_cuda.node'));
    writeReleaseFiles(join(root, 'release'), version, cuda);
    say(`made: list of parts (CycloneDX) and SHA256SUMS; all in ${secondsSince(start)}`);
    return code;
  });
}

async function checkPacked(folder: string): Promise<void> {
  checkListed(folder);
  checkPaths(folder);
  const count = await checkBinaries(folder);
  say(`checked: none of ${count} binaries needs a symbol above ${packageLimits} (objdump -T)`);
}

/** Makes each product that can be made and says what became of all. */
export async function makeAll(products: readonly Product[], tell = say): Promise<number> {
  let code = 0;
  for (const { name, obstacle, make } of products) {
    const why = obstacle();
    if (why !== null) {
      tell(`not made: ${name}: ${why}`);
      continue;
    }
    try {
      tell(`made: ${name}: ${await make()}`);
    } catch (error) {
      if (!(error instanceof StepFailed)) throw error;
      tell(`failed: ${name}: ${error.message}`);
      code = 1;
    }
  }
  return code;
}

function appObstacle(): string | null {
  if (existsSync(packageFile('electron', 'dist', 'electron'))) return null;
  return "Electron's program was not downloaded (node node_modules/electron/install.js gets it)";
}

async function makeApp(args: readonly string[]): Promise<string> {
  const code = await packApp(args);
  if (code !== 0) throw new StepFailed('see above');
  return 'release/breakeven-*.deb, *.rpm and *.AppImage';
}
