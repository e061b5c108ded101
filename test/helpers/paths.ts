import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const repositoryRoot = fileURLToPath(new URL('../..', import.meta.url));
export const distFolder = join(repositoryRoot, 'dist');
export const nativeFolder = join(distFolder, 'native');
export const cliPath = join(distFolder, 'main', 'cli.js');
export const rendererFolder = join(distFolder, 'renderer');
export const cpuAddonPath = join(nativeFolder, 'breakeven_cpu.node');
export const cudaAddonPath = join(nativeFolder, 'breakeven_cuda.node');

/** Real matrices that may stand beside a checkout; tests that read one are skipped without it. */
export const matricesFolder = join(repositoryRoot, '..', 'shared', 'matrices');

export function hasMatrix(name: string): boolean {
  return existsSync(join(matricesFolder, name));
}

/** Addons that also have the variants that crash, hang and answer wrongly on purpose; `npm test` builds them. */
export const testNativeFolder = join(distFolder, 'native-test');
