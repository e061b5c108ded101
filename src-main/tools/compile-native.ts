import { join } from 'node:path';
import { jobs } from './native-build.ts';
import { findProgram, packageFile, root } from './paths.ts';
import { collect } from './steps.ts';

/** What `npm run check:clang` and the like compile with. Nothing of such a build is used. */
export type NativeCompilation = {
  /** Full path of the C++ compiler. */
  readonly compiler: string;
  readonly folder: string;
  readonly flags?: string;
  readonly definitions?: readonly string[];
};

/**
 * Compiles and links the CPU addon and the core with every warning an error, without optimisation and debug information,
 * which would take longer and find nothing more here. Gives what went wrong; null when nothing did.
 */
export async function compileNative(what: NativeCompilation): Promise<string | null> {
  const generator = findProgram('ninja') === undefined ? [] : ['-G', 'Ninja'];
  const configured = await collect('cmake', [
    ...['-S', join(root, 'native'), '-B', what.folder, ...generator],
    `-DCMAKE_CXX_COMPILER=${what.compiler}`,
    ...['-DCMAKE_BUILD_TYPE=Debug', '-DCMAKE_CXX_FLAGS_DEBUG=-O0'],
    ...(what.flags === undefined ? [] : [`-DCMAKE_CXX_FLAGS=${what.flags}`]),
    ...['-DBREAKEVEN_CUDA=OFF', '-DBREAKEVEN_WARNINGS_ARE_ERRORS=ON'],
    `-DNODE_ADDON_API_DIR=${packageFile('node-addon-api')}`,
    `-DNODE_API_HEADERS_DIR=${packageFile('node-api-headers')}`,
    ...(what.definitions ?? []),
  ]);
  if (configured.code !== 0) return configured.output;
  const built = await collect('cmake', ['--build', what.folder, '--parallel', String(jobs())]);
  return built.code === 0 ? null : built.output;
}
