import { join } from 'node:path';
import { jobs } from './native-build.ts';
import { dist, findProgram, packageFile, root } from './paths.ts';
import { collect, secondsSince } from './steps.ts';

const folder = join(dist, 'native-build-clang');

/**
 * `npm run check:clang`: the CPU addon and the core, compiled by clang against libc++ with every warning an error. Its
 * headers include less of each other than those of GCC, so it finds missing includes. Nothing of this build is used.
 */
export async function main(): Promise<number> {
  const start = performance.now();
  const complaint = await compile();
  if (complaint !== null) process.stdout.write(`${complaint.trimEnd()}\n`);
  const state = complaint === null ? 'ok' : 'FAILED';
  process.stdout.write(`C++ with clang and libc++: ${state} (${secondsSince(start)})\n`);
  const failed = complaint === null ? 0 : 1;
  process.stdout.write(`${1 - failed} checks passed, ${failed} checks failed\n`);
  return failed;
}

/** What went wrong; null when nothing did. */
async function compile(): Promise<string | null> {
  const clang = findProgram('clang++');
  if (clang === undefined) {
    return 'clang++ is not here (Debian: apt-get install clang libc++-dev libc++abi-dev libomp-dev)';
  }
  const generator = findProgram('ninja') === undefined ? [] : ['-G', 'Ninja'];
  const configured = await collect('cmake', [
    ...['-S', join(root, 'native'), '-B', folder, ...generator],
    `-DCMAKE_CXX_COMPILER=${clang}`,
    // Without optimisation and debug information, which would take longer and find nothing more here.
    ...[
      '-DCMAKE_BUILD_TYPE=Debug',
      '-DCMAKE_CXX_FLAGS_DEBUG=-O0',
      '-DCMAKE_CXX_FLAGS=-stdlib=libc++',
    ],
    ...['-DBREAKEVEN_CUDA=OFF', '-DBREAKEVEN_WARNINGS_ARE_ERRORS=ON'],
    `-DNODE_ADDON_API_DIR=${packageFile('node-addon-api')}`,
    `-DNODE_API_HEADERS_DIR=${packageFile('node-api-headers')}`,
  ]);
  if (configured.code !== 0) return configured.output;
  const built = await collect('cmake', ['--build', folder, '--parallel', String(jobs())]);
  return built.code === 0 ? null : built.output;
}
