import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { buildBundles } from './bundles.ts';
import {
  findNvcc,
  machineArchitectures,
  packageArchitectures,
  presentCapabilities,
} from './cuda.ts';
import { buildNative, configuredArchitectures, type NativeOptions } from './native-build.ts';
import { cliBundle } from './paths.ts';
import { quietly, StepFailed, say, withFailures } from './steps.ts';

/**
 * `npm run build`: all that this machine can build. `--cuda-arch` takes `all`, `none` or a CMake list such as
 * `90-real`; without it the addon is for what the folder was configured for, else for the GPUs that are present, or for one
 * named target where there is none.
 */
export function main(args: readonly string[]): Promise<number> {
  return withFailures(async () => {
    const { values } = parseArgs({ args: [...args], options: { 'cuda-arch': { type: 'string' } } });
    await buildNative({ cudaArchitectures: await chooseArchitectures(values['cuda-arch']) });
    await buildBundles();
    await checkCatalog();
    return 0;
  });
}

/**
 * What `quick`, `start` and `test` compile CUDA for. Compiling CUDA takes longer than the rest together, so a machine
 * without a GPU is spared it. Where the addon was built before it is kept in step: one that lags behind the library that
 * it loads cannot be used.
 */
async function architecturesOfPresentGpus(): Promise<string | undefined> {
  const present = await presentCapabilities();
  if (present.length > 0 || configuredArchitectures() !== null) return chooseArchitectures();
  say('no GPU here: CUDA variants not built, `npm run build` builds them');
  return undefined;
}

/** What can run on this machine: the addons that it has GPUs for, and the bundles. */
export async function buildHere(
  options: Pick<NativeOptions, 'warningsAreErrors'> = {},
): Promise<void> {
  await buildNative({ cudaArchitectures: await architecturesOfPresentGpus(), ...options });
  await buildBundles();
}

/** What to compile CUDA for, or undefined (said once) where there is no CUDA compiler. */
export async function chooseArchitectures(wanted?: string): Promise<string | undefined> {
  if (wanted === 'none') {
    say('without CUDA variants, as asked');
    return undefined;
  }
  if (findNvcc() === undefined) {
    say('no nvcc here: CUDA variants not built, install the CUDA toolkit and run `npm run build`');
    return undefined;
  }
  if (wanted === 'all') return packageArchitectures();
  return wanted ?? (await keptArchitectures()) ?? (await machineArchitectures());
}

/** Those of an earlier build here, unless a GPU that is present has none of them. */
async function keptArchitectures(): Promise<string | undefined> {
  const kept = configuredArchitectures();
  if (kept === null) return undefined;
  const present = await presentCapabilities();
  return coversAll(kept, present) ? kept : undefined;
}

/** Whether a CMake list such as `80-real;90-real` names each compute capability. */
export function coversAll(list: string, capabilities: readonly number[]): boolean {
  const named = list.split(';').map((target) => Number.parseInt(target, 10));
  return capabilities.every((capability) => named.includes(capability));
}

/**
 * Asks what was built for its catalog and fails for what is wrong in it: a variant that is registered twice, say, of
 * which one would never run.
 *
 * @throws StepFailed with one line a fault.
 */
export async function checkCatalog(): Promise<void> {
  const home = mkdtempSync(join(tmpdir(), 'breakeven-build-'));
  try {
    const words = [cliBundle, 'list', '--home', home];
    refuseFaults(await quietly('reading the catalog', process.execPath, words));
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

/** `listed` is what `list` prints, notes included. */
export function refuseFaults(listed: string): void {
  const faults = listed.split('\n').filter((line) => line.startsWith('catalog: '));
  if (faults.length === 0) return;
  throw new StepFailed(`${faults.join('\n')}\nthe catalog of what was built is not sound`);
}
