import { join } from 'node:path';
import { jobs } from './native-build.ts';
import { findProgram, root } from './paths.ts';
import { runChecks } from './run-checks.ts';
import { collect } from './steps.ts';

/** By workflow: its compiler, where that is not the one of this machine, and what brings it in Debian. */
const compilers: Readonly<Record<string, readonly [program: string, packages: string]>> = {
  clang: ['clang++', 'clang libc++-dev libc++abi-dev libomp-dev'],
  aarch64: ['aarch64-linux-gnu-g++', 'g++-aarch64-linux-gnu'],
  races: ['clang++', 'clang libclang-rt-dev libomp-dev'],
};

/**
 * `npm run check:clang` and the like: workflows of native/CMakePresets.json, each as one check. In the folder `native`,
 * `cmake --workflow --preset clang` does the same.
 */
export function main(names: readonly string[]): Promise<number> {
  const checks = names.map((name) => ({ title: `native ${name}`, run: () => workflow(name) }));
  return runChecks(checks, (line) => void process.stdout.write(`${line}\n`), 1);
}

/** What went wrong; null when nothing did. */
async function workflow(name: string): Promise<string | null> {
  const [program, packages] = compilers[name] ?? [];
  if (program !== undefined && findProgram(program) === undefined) {
    return `${program} is not here (Debian: apt-get install ${packages})`;
  }
  const generator = findProgram('ninja') === undefined ? 'Unix Makefiles' : 'Ninja';
  const { code, output } = await collect('cmake', ['--workflow', '--preset', name], {
    cwd: join(root, 'native'),
    env: { CMAKE_GENERATOR: generator, CMAKE_BUILD_PARALLEL_LEVEL: String(jobs()) },
  });
  return code === 0 ? null : output;
}
