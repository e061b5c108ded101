import { join } from 'node:path';
import { buildHere } from './build.ts';
import { buildNative } from './native-build.ts';
import { dist, packageFile } from './paths.ts';
import { show, withFailures } from './steps.ts';

/**
 * `npm test`: the addons as they ship (CUDA where a GPU is), a second set with variants that
 * misbehave on purpose, the bundles, then every test.
 */
export async function main(args: readonly string[]): Promise<number> {
  const built = await withFailures(async () => {
    // Not for users: a compiler newer than CI's may have new warnings. The same flags for both, for a cache of compilations.
    const warningsAreErrors = (process.env.CI ?? '') !== '';
    await buildHere({ warningsAreErrors });
    await buildNative({
      cudaArchitectures: undefined,
      buildFolder: join(dist, 'native-build-test'),
      outputFolder: join(dist, 'native-test'),
      testVariants: true,
      warningsAreErrors,
    });
    return 0;
  });
  if (built !== 0) {
    process.stdout.write('0 passed, 1 failed, 0 skipped\n');
    return built;
  }
  return show(process.execPath, [packageFile('vitest', 'vitest.mjs'), 'run', ...args]);
}
