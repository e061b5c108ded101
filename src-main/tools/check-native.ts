import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { findNvcc } from './cuda.ts';
import { buildEnvironment } from './native-build.ts';
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
 * `cmake --workflow --preset clang` does the same, and `targets-all` and `aarch64-all` compile every file, the former for every target. `--toolkit
 * /usr/local/cuda-13.0` names the folder of nvcc; without any, checks of CUDA files are skipped.
 */
export async function main(args: readonly string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { toolkit: { type: 'string' } },
  });
  const nvcc = values.toolkit === undefined ? findNvcc() : join(values.toolkit, 'bin', 'nvcc');
  if (nvcc === undefined && positionals.every((name) => name.startsWith('targets'))) {
    process.stdout.write(
      'skipped: nvcc was not found\n0 checks passed, 0 checks failed, 1 skipped\n',
    );
    return 0;
  }
  const checks = positionals.map((name) => ({
    title: `native ${name}`,
    run: () => workflow(name, nvcc ?? 'nvcc'),
  }));
  return await runChecks(checks, (line) => void process.stdout.write(`${line}\n`), 1);
}

/** What went wrong; null when nothing did. */
async function workflow(name: string, nvcc: string): Promise<string | null> {
  const [program, packages] = compilers[name] ?? [];
  if (program !== undefined && findProgram(program) === undefined) {
    return `${program} is not here (Debian: apt-get install ${packages})`;
  }
  const { code, output } = await collect('cmake', ['--workflow', '--preset', name], {
    cwd: join(root, 'native'),
    env: { ...buildEnvironment(), CUDACXX: nvcc },
  });
  return code === 0 ? null : output;
}
