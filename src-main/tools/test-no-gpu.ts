import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { buildBundles } from './bundles.ts';
import { findNvcc, presentCapabilities } from './cuda.ts';
import { buildNative } from './native-build.ts';
import { dist, packageFile, root } from './paths.ts';
import { show, withFailures } from './steps.ts';

/** Core and labs in CUDA are built whole; the variants of one workload are enough to have a catalog of them. */
const workload = 'binarize';

/** The tag of tests whose outcome depends on whether the CUDA addon is loaded. */
const tag = 'cuda-addon';

function taggedFiles(): readonly string[] {
  const files = globSync('test/**/*.test.ts', { cwd: root });
  return files.filter((file) => readFileSync(join(root, file), 'utf8').includes(`'${tag}'`)).sort();
}

/**
 * `npm run test:no-gpu`: the tests that have the tag `cuda-addon`, on a machine that has the addon and no GPU; `npm test`
 * runs them without the addon there. `-- --toolkit /usr/local/cuda-13.0` names the folder of nvcc. Skipped without nvcc, and
 * where a GPU is: `npm test` builds the addon there.
 */
export async function main(args: readonly string[]): Promise<number> {
  const { values } = parseArgs({ args: [...args], options: { toolkit: { type: 'string' } } });
  const nvcc = values.toolkit === undefined ? findNvcc() : join(values.toolkit, 'bin', 'nvcc');
  if (nvcc === undefined) return skip('nvcc was not found');
  if ((await presentCapabilities()).length > 0) return skip('there is a GPU');
  const outputFolder = join(dist, 'native-no-gpu');
  const built = await withFailures(async () => {
    await buildNative({
      ...{ cudaArchitectures: '90-real', nvcc, cudaWorkloads: [workload], outputFolder },
      buildFolder: join(dist, 'native-build-no-gpu'),
    });
    await buildBundles();
    return 0;
  });
  if (built !== 0) {
    process.stdout.write('0 passed, 1 failed, 0 skipped\n');
    return built;
  }
  const vitest = [
    packageFile('vitest', 'vitest.mjs'),
    'run',
    `--tags-filter=${tag}`,
    ...taggedFiles(),
  ];
  return show(process.execPath, vitest, { env: { BREAKEVEN_NATIVE: outputFolder } });
}

function skip(reason: string): number {
  process.stdout.write(`skipped: ${reason}\n0 passed, 0 failed, 1 skipped\n`);
  return 0;
}
