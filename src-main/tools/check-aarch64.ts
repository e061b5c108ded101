import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { compileNative } from './compile-native.ts';
import { dist, findProgram, root } from './paths.ts';
import { type Check, runChecks } from './run-checks.ts';
import { collect } from './steps.ts';

const crossCompiler = 'aarch64-linux-gnu-g++';

/** What went wrong with a file; null when nothing did. */
export type CompileOne = (file: string) => Promise<string | null>;

/**
 * `npm run check:aarch64`: the files that depend on the processor, and the tuned CPU file of each workload, compile for
 * aarch64; `-- --all` compiles and links the whole CPU addon and the core. With Debian's cross compiler, and every warning
 * an error. Nothing of it is used or run. Without the compiler all of it is skipped.
 */
export async function main(args: readonly string[]): Promise<number> {
  const { values } = parseArgs({
    args: [...args],
    options: { all: { type: 'boolean', default: false } },
  });
  const files = processorFiles(cpuFiles(), (file) => readFileSync(join(root, file), 'utf8'));
  const compiler = findProgram(crossCompiler);
  if (compiler === undefined) {
    const skipped = values.all ? 1 : files.length;
    process.stdout.write(
      `skipped: ${crossCompiler} is not here (Debian: apt-get install g++-aarch64-linux-gnu)\n`,
    );
    process.stdout.write(`0 checks passed, 0 checks failed, ${skipped} skipped\n`);
    return 0;
  }
  const print = (line: string): void => void process.stdout.write(`${line}\n`);
  if (values.all) {
    const all = () => compileAll(compiler);
    return await runChecks(checksOf(['the CPU addon and the core'], all), print);
  }
  const folder = mkdtempSync(join(tmpdir(), 'breakeven-aarch64-'));
  try {
    return await runChecks(checksOf(files, compilerOf(compiler, folder)), print);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** One check a file: whether it compiles. */
export function checksOf(files: readonly string[], compile: CompileOne): readonly Check[] {
  return files.map((file) => ({ title: `${file} for aarch64`, run: () => compile(file) }));
}

/** Every C++ file of the CPU addon and the core, in one order. */
export function cpuFiles(): readonly string[] {
  const native = join(root, 'native');
  return ['addon', 'core', 'workloads']
    .flatMap((part) => readdirSync(join(native, part), { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile() && entry.name.endsWith('.cpp'))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))
    .sort();
}

/** Those that name a processor or its vectors, and the tuned ones, whose headers may. */
export function processorFiles(
  files: readonly string[],
  read: (file: string) => string,
): readonly string[] {
  const named = /__x86_64__|__aarch64__|__builtin_cpu|vector_size|BREAKEVEN_VECTOR_CLONES|_MM_/;
  return files.filter((file) => basename(file) === 'cpu-fast.cpp' || named.test(read(file)));
}

/** Optimised: that a function cannot have the attributes of its caller shows only when it is inlined. */
function compilerOf(compiler: string, folder: string): CompileOne {
  return async (file) => {
    const { code, output } = await collect(compiler, [
      ...['-std=c++20', '-O2', '-DNDEBUG', '-fPIC', '-fopenmp', '-ffp-contract=off'],
      ...['-Wall', '-Wextra', '-Wpedantic', '-Wno-restrict', '-Werror'],
      ...['-DBREAKEVEN_PROVIDER="cpu"', '-DBREAKEVEN_FLAGS=""'],
      ...['-c', join(root, file), '-o', join(folder, `${file.replaceAll('/', '-')}.o`)],
    ]);
    return code === 0 ? null : output;
  };
}

function compileAll(compiler: string): Promise<string | null> {
  return compileNative({
    compiler,
    folder: join(dist, 'native-build-aarch64'),
    definitions: [
      ...['-DCMAKE_SYSTEM_NAME=Linux', '-DCMAKE_SYSTEM_PROCESSOR=aarch64'],
      // Libraries of this machine are not of that one.
      '-DBREAKEVEN_PEERS=OFF',
    ],
  });
}
