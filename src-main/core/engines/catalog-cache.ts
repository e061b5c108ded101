import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { EngineDescription } from '../../contract/engine-protocol.ts';
import { nativeMachineSchema } from '../../contract/machine.ts';
import { catalogSchema } from '../../contract/workload.ts';
import { cpuAllowance } from '../machine/cpu-allowance.ts';
import { replaceFile, textOf } from '../store/changed-file.ts';
import { makeFolder } from '../util/make-folder.ts';
import { parsedJson } from '../util/parsed-json.ts';
import { productVersion } from '../util/product-version.ts';

const descriptionSchema = z.object({
  catalog: catalogSchema,
  machine: nativeMachineSchema,
  absent: z.array(z.object({ addon: z.string(), reason: z.string() })),
});
const cacheSchema = z.object({ key: z.string(), description: descriptionSchema });

export type CatalogSources = {
  /** Folder of the store, where the description is kept. */
  readonly home: string;
  readonly nativeFolder: string;
  /** Asks an engine; done only when nothing valid is kept. */
  readonly describe: () => Promise<EngineDescription>;
};

/**
 * The description of the engine, without starting one when neither the addons nor the GPU driver have changed since it
 * was last asked. What is currently free (memory of GPUs) is stale in it; a run asks its own engine.
 */
export async function readCatalog(sources: CatalogSources): Promise<EngineDescription> {
  const file = join(sources.home, 'catalog-cache.json');
  const key = cacheKey(sources.nativeFolder);
  const kept = readCache(file, key);
  if (kept !== null) return kept;
  const description = await sources.describe();
  keep(file, { key, description });
  return description;
}

function readCache(file: string, key: string): EngineDescription | null {
  const cached = parsedJson(textOf(file), cacheSchema);
  return cached?.key === key ? cached.description : null;
}

/** A cache that cannot be written costs time, not the answer. */
function keep(
  file: string,
  cache: { readonly key: string; readonly description: EngineDescription },
): void {
  try {
    makeFolder(join(file, '..'));
    replaceFile(file, JSON.stringify(cache));
  } catch {
    // Said by whatever has to write there.
  }
}

/** Changes whenever the engine might describe itself differently. */
export function cacheKey(nativeFolder: string, allowance = cpuAllowance()): string {
  const { threads, cores, affinity } = allowance;
  const state = [
    productVersion(),
    nativeFolder,
    ...filesOf(nativeFolder),
    ...driverState(),
    process.env.CUDA_VISIBLE_DEVICES ?? '',
    process.env.OMP_NUM_THREADS ?? '',
    // The default of `threads` follows them.
    `${threads} ${cores} ${affinity}`,
  ];
  return createHash('sha256').update(JSON.stringify(state)).digest('hex');
}

function filesOf(folder: string): string[] {
  try {
    return readdirSync(folder)
      .sort()
      .map((name) => {
        const { size, mtimeMs } = statSync(join(folder, name));
        return `${name} ${size} ${mtimeMs}`;
      });
  } catch {
    return [];
  }
}

/** The driver's version and its devices, without asking the driver: that alone takes longer than a listing may. */
function driverState(): string[] {
  try {
    const version = readFileSync('/proc/driver/nvidia/version', 'utf8').split('\n')[0] ?? '';
    const devices = readdirSync('/dev').filter((name) => /^nvidia\d+$/.test(name));
    return [version, ...devices.sort()];
  } catch {
    return [];
  }
}
