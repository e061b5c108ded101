import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, totalmem } from 'node:os';
import { join } from 'node:path';
import { findNvcc } from './cuda.ts';
import { lowerVersions } from './older-systems.ts';
import { findProgram, isFile, nativeBuild, nativeOutput, packageFile, root } from './paths.ts';
import { quietly, StepFailed, say, secondsSince, stepProgress } from './steps.ts';

export type NativeOptions = {
  /** Value of CMAKE_CUDA_ARCHITECTURES; undefined leaves the CUDA addon out. */
  readonly cudaArchitectures: string | undefined;
  readonly buildFolder?: string;
  readonly outputFolder?: string;
  /** The CUDA compiler; the one that `findNvcc` finds by default. */
  readonly nvcc?: string;
  /** Builds the CUDA variants of these workloads alone. */
  readonly cudaWorkloads?: readonly string[];
  /** Adds the variants that crash, hang and answer wrongly on purpose. Never in a folder that is shipped. */
  readonly testVariants?: boolean;
  /** For other machines and older systems: without the variants of libraries that packages do not bring. */
  readonly packaged?: boolean;
  /** Stops at the first warning of the C++ compiler. */
  readonly warningsAreErrors?: boolean;
};

/** Configures, and builds what is stale. */
export async function buildNative(options: NativeOptions): Promise<void> {
  requireCompiler();
  const start = performance.now();
  const folder = options.buildFolder ?? nativeBuild;
  const output = options.outputFolder ?? nativeOutput;
  const cuda = options.cudaArchitectures !== undefined;
  const settings = Object.entries(cacheSettings(options, output));
  const definitions = settings.map(([name, value]) => `-D${name}=${value}`);
  await configure(folder, ['-S', join(root, 'native'), '-B', folder, ...definitions]);
  const progress = stepProgress(
    cuda ? 'native: compiling, CUDA takes minutes' : 'native: compiling',
  );
  const built = await quietly('native: compiling', 'cmake', ['--build', folder], {
    env: buildEnvironment(),
    onOutput: progress.show,
  }).finally(progress.end);
  // An addon of an earlier build does not match the library any more.
  if (!cuda) rmSync(join(output, 'breakeven_cuda.node'), { force: true });
  if (options.packaged === true) await lowerVersions(output);
  const idle = /no work to do/.test(built) || !/(Building|Linking)/.test(built);
  const cpu = options.testVariants === true ? 'CPU with test variants' : 'CPU';
  const what = cuda ? `${cpu} and CUDA (${options.cudaArchitectures})` : cpu;
  say(`native: ${what}, ${idle ? 'up to date' : `built in ${secondsSince(start)}`}`);
}

/** Does nothing where the folder was configured with the same words: the build notices changed CMake files itself. */
async function configure(folder: string, words: readonly string[]): Promise<void> {
  const stamp = join(folder, '.configured');
  const text = [process.env.CXX, process.env.CC, buildEnvironment().CMAKE_GENERATOR, ...words].join(
    '\n',
  );
  const kept = isFile(stamp) && isFile(join(folder, 'CMakeCache.txt'));
  if (kept && readFileSync(stamp, 'utf8') === text) return;
  rmSync(stamp, { force: true });
  // A build folder that came along with a moved or copied clone names the old one everywhere.
  if (isOfOtherSources(folder)) rmSync(folder, { recursive: true });
  await quietly('native: configuring', 'cmake', words, { env: buildEnvironment() });
  writeFileSync(stamp, text);
}

function isOfOtherSources(folder: string): boolean {
  const cache = join(folder, 'CMakeCache.txt');
  const home = isFile(cache)
    ? readFileSync(cache, 'utf8').match(/^CMAKE_HOME_DIRECTORY:INTERNAL=(.+)$/m)
    : null;
  return home !== null && home[1] !== join(root, 'native');
}

/** What an earlier configuration of the build folder compiles CUDA for, as a CMake list; null where it has no CUDA addon. */
export function configuredArchitectures(folder = nativeBuild): string | null {
  const cache = join(folder, 'CMakeCache.txt');
  const text = isFile(cache) ? readFileSync(cache, 'utf8') : '';
  if (!/^BREAKEVEN_CUDA:\w+=ON$/m.test(text)) return null;
  return /^CMAKE_CUDA_ARCHITECTURES:\w+=(.+)$/m.exec(text)?.[1] ?? null;
}

function cacheSettings(options: NativeOptions, output: string): Readonly<Record<string, string>> {
  const cuda: Record<string, string> =
    options.cudaArchitectures === undefined
      ? { BREAKEVEN_CUDA: 'OFF' }
      : {
          BREAKEVEN_CUDA: 'ON',
          CMAKE_CUDA_ARCHITECTURES: options.cudaArchitectures,
          CMAKE_CUDA_COMPILER: options.nvcc ?? findNvcc() ?? 'nvcc',
          BREAKEVEN_CUDA_WORKLOADS: options.cudaWorkloads?.join(';') ?? '',
        };
  return {
    CMAKE_BUILD_TYPE: 'Release',
    CMAKE_LIBRARY_OUTPUT_DIRECTORY: output,
    NODE_ADDON_API_DIR: packageFile('node-addon-api'),
    NODE_API_HEADERS_DIR: packageFile('node-api-headers'),
    BREAKEVEN_TEST_VARIANTS: options.testVariants === true ? 'ON' : 'OFF',
    BREAKEVEN_PEERS: options.packaged === true ? 'OFF' : 'AUTO',
    BREAKEVEN_PACKAGED: options.packaged === true ? 'ON' : 'OFF',
    BREAKEVEN_WARNINGS_ARE_ERRORS: options.warningsAreErrors === true ? 'ON' : 'OFF',
    ...cuda,
  };
}

function findCompiler(): string | undefined {
  const named = process.env.CXX;
  if (named !== undefined && named !== '') return findProgram(named) ?? named;
  for (const name of ['c++', 'g++', 'clang++']) {
    const path = findProgram(name);
    if (path !== undefined) return path;
  }
  return undefined;
}

function requireCompiler(): void {
  const missing = [
    ...(findProgram('cmake') === undefined ? ['cmake'] : []),
    ...(findCompiler() === undefined ? ['a C++ compiler'] : []),
  ];
  if (missing.length === 0) return;
  throw new StepFailed(
    `The native addons need ${missing.join(' and ')}, not found here: install with ${installCommand()} and try again.`,
  );
}

/** What CMake takes for a folder that is not configured yet, and compilations at a time. */
export function buildEnvironment(): Readonly<Record<string, string>> {
  return {
    CMAKE_GENERATOR: findProgram('ninja') === undefined ? 'Unix Makefiles' : 'Ninja',
    CMAKE_BUILD_PARALLEL_LEVEL: String(jobs()),
  };
}

/** Compilations at a time; one of CUDA takes up to 2 GiB. */
export function jobs(): number {
  return Math.max(1, Math.min(availableParallelism(), Math.floor(totalmem() / 2 ** 31), 16));
}

/** Packages that bring CMake and a C++ compiler, by package manager, in the order in which they are looked for. */
const commands: readonly (readonly [program: string, command: string])[] = [
  ['apt-get', 'apt-get install -y cmake g++ ninja-build'],
  ['dnf', 'dnf install -y cmake gcc-c++ ninja-build'],
  ['pacman', 'pacman -S --needed cmake gcc ninja'],
  ['zypper', 'zypper install -y cmake gcc-c++ ninja'],
  ['apk', 'apk add cmake g++ ninja'],
];

/** The command that installs the native build tools on this machine. */
function installCommand(): string {
  const installer = commands.find(([program]) => findProgram(program) !== undefined);
  if (installer === undefined)
    return 'the package manager of this system (cmake 3.25, a C++20 compiler)';
  return `\`${process.getuid?.() === 0 ? '' : 'sudo '}${installer[1]}\``;
}
