import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { environmentFault } from '../contract/failure.ts';
import type { AbsentProvider, NamedProvider, Provider } from './provider.ts';

const addonFiles = ['breakeven_cpu.node', 'breakeven_cuda.node'] as const;

export type LoadedAddons = {
  readonly providers: readonly NamedProvider[];
  readonly absent: readonly AbsentProvider[];
};

/**
 * Loads the native addons of a folder by path, so that they stay next to the libraries that they are linked to. An addon
 * that is missing or does not load is reported with the reason, never thrown: the variants of the others stay
 * available.
 */
export function loadAddons(folder: string | undefined): LoadedAddons {
  const providers: NamedProvider[] = [];
  const absent: AbsentProvider[] = [];
  for (const file of addonFiles) {
    try {
      providers.push({ name: file, provider: loadAddon(folder, file) });
    } catch (error) {
      absent.push({ addon: file, reason: error instanceof Error ? error.message : String(error) });
    }
  }
  return { providers, absent };
}

function loadAddon(folder: string | undefined, file: string): Provider {
  if (folder === undefined) {
    throw environmentFault('BREAKEVEN_NATIVE does not name the folder of addons');
  }
  const path = join(folder, file);
  if (!existsSync(path)) {
    throw environmentFault(`${path} does not exist`);
  }
  const loaded: unknown = createRequire(import.meta.url)(path);
  if (!isProvider(loaded)) {
    throw environmentFault(`${path} is not an addon of this version`);
  }
  return loaded;
}

function isProvider(value: unknown): value is Provider {
  if (typeof value !== 'object' || value === null) return false;
  const needed = ['catalog', 'machine', 'run', 'cancel'];
  return needed.every((name) => typeof Reflect.get(value, name) === 'function');
}
