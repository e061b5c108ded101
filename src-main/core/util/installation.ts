import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { electronResources, productRoot } from './paths.ts';

/** How this program came to the machine: what helps where a part is missing depends on it. */
export type Installation = 'sources' | 'archive' | 'debian' | 'app';

/** What packing writes into the package.json of what it lays out. */
const packedSchema = z.object({ packedAs: z.enum(['archive', 'debian', 'app']) });

export function installationOf(root: string, resources = electronResources()): Installation {
  if (existsSync(join(root, 'src-main', 'tools'))) return 'sources';
  const packaged = resources !== undefined && existsSync(join(resources, 'breakeven'));
  if (packaged) return 'app';
  try {
    const text = readFileSync(join(root, 'package.json'), 'utf8');
    return packedSchema.parse(JSON.parse(text)).packedAs;
  } catch {
    return 'archive';
  }
}

export function installation(): Installation {
  return installationOf(productRoot());
}

const again: Readonly<Record<Exclude<Installation, 'sources'>, string>> = {
  archive: 'unpack the archive again',
  debian: 'install the Debian package breakeven-cli again',
  app: 'install Breakeven again',
};

/** What brings back a part that is built: the addons, the bundles, the interface. */
export function wayToBuild(kind = installation()): string {
  return kind === 'sources' ? 'build it with `npm run build`' : again[kind];
}

/** What brings back a part that comes with the packages of others: SQLite, the canvas. */
export function wayToInstall(kind = installation()): string {
  return kind === 'sources' ? 'install it with `npm ci`' : again[kind];
}

/** How the program is started with the Node that it brings. */
export function wayToStart(kind = installation()): string {
  if (kind === 'sources') {
    return 'run `npm ci` and start Breakeven through its npm scripts, which use Node 24';
  }
  return 'start it with its own `breakeven`, which brings Node 24';
}

/** What gives CUDA variants to a build without them, where nvcc was found or not. */
export function wayToCuda(nvcc: boolean, kind = installation()): string {
  if (kind === 'sources' && nvcc) return 'run `npm run build`';
  if (kind === 'sources') return 'install the CUDA toolkit (nvcc) and run `npm run build`';
  return 'this package has no CUDA variants; install a package that has them, or build the sources where the CUDA toolkit (nvcc) is installed';
}
