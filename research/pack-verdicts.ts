/** `verdicts.sh` runs what this makes on a machine without packages. */
import { mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { findNvcc } from '../src-main/tools/cuda.ts';
import { dist, packageFile, root } from '../src-main/tools/paths.ts';
import { quietly, say } from '../src-main/tools/steps.ts';

export const title =
  'Makes dist/verdicts, with which verdicts are measured on a machine without packages. Arguments: [cuda-targets=90-real].';

const folder = join(dist, 'verdicts');
const build = join(dist, 'native-build-verdicts');
const native = join(folder, 'native');
const cuda = findNvcc();

export async function main([targets = '90-real']: readonly string[]): Promise<number> {
  mkdirSync(native, { recursive: true });
  const settings: Readonly<Record<string, string>> = {
    CMAKE_BUILD_TYPE: 'Release',
    CMAKE_LIBRARY_OUTPUT_DIRECTORY: native,
    NODE_ADDON_API_DIR: packageFile('node-addon-api'),
    NODE_API_HEADERS_DIR: packageFile('node-api-headers'),
    BREAKEVEN_TEST_VARIANTS: 'ON',
    BREAKEVEN_WORKLOADS: 'histogram',
    BREAKEVEN_CUDA: cuda === undefined ? 'OFF' : 'ON',
    ...(cuda === undefined ? {} : { CMAKE_CUDA_COMPILER: cuda, CMAKE_CUDA_ARCHITECTURES: targets }),
  };
  const definitions = Object.entries(settings).map(([name, value]) => `-D${name}=${value}`);
  const source = join(root, 'native');
  await quietly('native: configuring', 'cmake', ['-S', source, '-B', build, ...definitions]);
  const jobs = String(availableParallelism());
  await quietly('native: compiling', 'cmake', ['--build', build, '--parallel', jobs]);
  for (const [from, to] of [
    [join(import.meta.dirname, 'parts', 'verdicts-entry.ts'), 'verdicts.js'],
    [join(root, 'src-main', 'engine', 'entry.ts'), 'engine.js'],
  ] as const) {
    rmSync(join(folder, to), { force: true });
    const bundler = packageFile('rolldown', 'bin', 'cli.mjs');
    const shape = ['--platform', 'node', '--format', 'esm', '--file', join(folder, to)];
    await quietly(`bundling ${to}`, process.execPath, [bundler, from, ...shape]);
  }
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }\n');
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  const bytes = files.reduce(
    (sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size,
    0,
  );
  const what = cuda === undefined ? 'CPU alone: no nvcc' : `CUDA for ${targets}`;
  say(`dist/verdicts: ${what}, ${(bytes / 1e6).toFixed(1)} MB`);
  return 0;
}
