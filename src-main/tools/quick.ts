import { chooseArchitectures } from './build.ts';
import { buildBundles } from './bundles.ts';
import { presentCapabilities } from './cuda.ts';
import { buildNative, buildsCuda } from './native-build.ts';
import { cliBundle } from './paths.ts';
import { say, show, withFailures } from './steps.ts';

/** `npm run quick`: builds what is missing or stale, then runs the `quick` preset into `out/`. */
export function main(args: readonly string[]): Promise<number> {
  return withFailures(async () => {
    await buildNative({ cudaArchitectures: await quickArchitectures() });
    await buildBundles();
    // What an earlier quick run left there is this command's own.
    const words = ['run', '--preset', 'quick', '--out', 'out', '--force', ...args];
    return show(process.execPath, [cliBundle, ...words]);
  });
}

/**
 * Compiling CUDA takes longer than the rest together, so a newcomer without a GPU is spared it. Where the addon was
 * built before it is kept in step, because one that lags behind the library it loads cannot be used.
 */
async function quickArchitectures(): Promise<string | undefined> {
  const present = await presentCapabilities();
  if (present.length > 0 || buildsCuda()) return chooseArchitectures();
  say('no GPU here: CUDA variants not built, `npm run build` builds them');
  return undefined;
}
