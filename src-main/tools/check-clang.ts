import { readdirSync } from 'node:fs';
import { basename, delimiter, join } from 'node:path';
import { parseArgs } from 'node:util';
import { compileNative } from './compile-native.ts';
import { dist, findProgram } from './paths.ts';
import { collect, secondsSince } from './steps.ts';

/** Whether a compiler has what the build needs: libc++ and OpenMP of its own version. */
export type IsComplete = (compiler: string) => Promise<boolean>;

/**
 * `npm run check:clang`: the CPU addon and the core, compiled by clang against libc++ with every warning an error. Its
 * headers include less of each other than those of GCC, so it finds missing includes. The newest clang that is here with
 * its libc++ and OpenMP is taken, or the one named: `-- --compiler clang++-16`.
 */
export async function main(args: readonly string[]): Promise<number> {
  const start = performance.now();
  const { values } = parseArgs({ args: [...args], options: { compiler: { type: 'string' } } });
  const compiler =
    values.compiler === undefined
      ? await newestComplete(clangsOf((process.env.PATH ?? '').split(delimiter)), isComplete)
      : (findProgram(values.compiler) ?? values.compiler);
  const complaint = compiler === undefined ? missing : await compile(compiler);
  if (complaint !== null) process.stdout.write(`${complaint.trimEnd()}\n`);
  const state = complaint === null ? 'ok' : 'FAILED';
  const version = compiler === undefined ? 'clang' : await versionOf(compiler);
  process.stdout.write(`C++ with ${version} and libc++: ${state} (${secondsSince(start)})\n`);
  const failed = complaint === null ? 0 : 1;
  process.stdout.write(`${1 - failed} checks passed, ${failed} checks failed\n`);
  return failed;
}

const missing =
  'clang++ with libc++ and OpenMP is not here (Debian: apt-get install clang libc++-dev libc++abi-dev libomp-dev)';

function compile(compiler: string): Promise<string | null> {
  const folder = join(dist, `native-build-${basename(compiler)}`);
  return compileNative({ compiler, folder, flags: '-stdlib=libc++' });
}

/** clang++ of every version in these folders, the newest first; the one without a version last. */
export function clangsOf(folders: readonly string[]): readonly string[] {
  const names = new Set(folders.flatMap(namesIn).filter((name) => /^clang\+\+(-\d+)?$/.test(name)));
  const version = (name: string): number => Number(name.split('-')[1] ?? 0);
  return [...names].sort((a, b) => version(b) - version(a));
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** Several versions may be installed, and not all of them with their libraries. */
export async function newestComplete(
  names: readonly string[],
  complete: IsComplete,
): Promise<string | undefined> {
  for (const name of names) {
    const path = findProgram(name);
    if (path !== undefined && (await complete(path))) return path;
  }
  return undefined;
}

async function isComplete(compiler: string): Promise<boolean> {
  const headers = ['-include', 'version', '-include', 'omp.h'];
  const words = ['-stdlib=libc++', '-fopenmp', ...headers, '-x', 'c++', '-fsyntax-only'];
  return (await collect(compiler, [...words, '/dev/null'])).code === 0;
}

async function versionOf(compiler: string): Promise<string> {
  const { output } = await collect(compiler, ['--version']);
  return /clang version [\d.]+/.exec(output)?.[0].replace(' version', '') ?? basename(compiler);
}
