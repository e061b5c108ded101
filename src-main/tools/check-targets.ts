import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { findNvcc, packageTargets } from './cuda.ts';
import { root } from './paths.ts';
import { type Check, runChecks } from './run-checks.ts';
import { collect } from './steps.ts';

/** Compiles one file for some compute capabilities; what went wrong, or null when nothing did. */
export type Compile = (file: string, targets: readonly number[]) => Promise<string | null>;

/**
 * `npm run check:targets`: the tuned CUDA file of each workload compiles for the GPUs that packages are built for;
 * `-- --all` every file, which takes a quarter of an hour on two cores; `-- --toolkit /usr/local/cuda-12.4` with the nvcc
 * of that folder, for those of them that it knows. A warning of the assembler is an error: it ignores launch bounds that a
 * target cannot keep. Nothing of this build is used. Without nvcc all of it is skipped.
 */
export async function main(args: readonly string[]): Promise<number> {
  const { values } = parseArgs({
    args: [...args],
    options: { all: { type: 'boolean', default: false }, toolkit: { type: 'string' } },
  });
  const files = values.all ? cudaFiles() : onePerWorkload(cudaFiles());
  const nvcc = values.toolkit === undefined ? findNvcc() : join(values.toolkit, 'bin', 'nvcc');
  if (nvcc === undefined) {
    process.stdout.write('skipped: nvcc was not found\n');
    process.stdout.write(`0 checks passed, 0 checks failed, ${files.length} skipped\n`);
    return 0;
  }
  const folder = mkdtempSync(join(tmpdir(), 'breakeven-targets-'));
  try {
    const { release, architectures } = await describe(nvcc);
    const known = packageTargets.filter((target) => architectures.includes(target));
    const unknown = packageTargets.filter((target) => !known.includes(target));
    process.stdout.write(`nvcc ${release}\n`);
    if (unknown.length > 0) process.stdout.write(`not known to it: ${unknown.join(', ')}\n`);
    const compile = compiler(nvcc, folder);
    return await check(files, known, compile, (line) => void process.stdout.write(`${line}\n`));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** What a compiler calls itself and the compute capabilities that it compiles for; none where it does not answer. */
async function describe(
  nvcc: string,
): Promise<{ readonly release: string; readonly architectures: readonly number[] }> {
  const { output: version } = await collect(nvcc, ['--version']);
  const { output: list } = await collect(nvcc, ['--list-gpu-arch']);
  return {
    release: /release ([\d.]+)/.exec(version)?.[1] ?? version.trim(),
    architectures: architecturesOf(list),
  };
}

/** `compute_75` in a line each, as `nvcc --list-gpu-arch` prints them. */
export function architecturesOf(list: string): readonly number[] {
  return [...list.matchAll(/^compute_(\d+)\s*$/gm)].map(([, digits]) => Number(digits));
}

/** Each file for all targets, and each target on its own where that fails, to name those that do. */
export async function check(
  files: readonly string[],
  targets: readonly number[],
  compile: Compile,
  print: (line: string) => void,
): Promise<number> {
  if (targets.length === 0) print('the compiler knows none of the targets');
  const compiles = async (file: string): Promise<string | null> => {
    if (targets.length === 0) return 'not compiled';
    const complaint = await compile(file, targets);
    if (complaint === null) return null;
    const broken: number[] = [];
    for (const target of targets) {
      if ((await compile(file, [target])) !== null) broken.push(target);
    }
    const which = broken.length > 0 ? broken.join(', ') : 'all targets at once';
    return `it does not compile for ${which}\n${complaint}`;
  };
  const checks: readonly Check[] = files.map((file) => ({
    title: file,
    run: () => compiles(file),
  }));
  return runChecks(checks, print);
}

/** Every file that the CUDA addon is built of, in one order. */
export function cudaFiles(): readonly string[] {
  const native = join(root, 'native');
  return ['core', 'workloads']
    .flatMap((part) => readdirSync(join(native, part), { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile() && entry.name.endsWith('.cu'))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))
    .sort();
}

/** The tuned file of each workload; the first one where none is called so. */
export function onePerWorkload(files: readonly string[]): readonly string[] {
  const ofWorkloads = files.filter((file) => file.startsWith(join('native', 'workloads')));
  const byFolder = Map.groupBy(ofWorkloads, (file) => file.split('/')[2]);
  return [...byFolder.values()].flatMap((some) => {
    const tuned = some.find((file) => /^cuda-(fast|fused)\.cu$/.test(basename(file)));
    return tuned ?? some[0] ?? [];
  });
}

/** As CMakeLists.txt compiles them. */
function compiler(nvcc: string, folder: string): Compile {
  return async (file, targets) => {
    const { code, output } = await collect(nvcc, [
      ...['-std=c++20', '-O3', '-DNDEBUG', '--expt-relaxed-constexpr', '--extended-lambda'],
      '-Xcompiler=-fPIC,-fopenmp,-Wall,-Wno-restrict,-Wno-unknown-pragmas,-ffp-contract=off',
      '-Xptxas=--warning-as-error',
      // A file that takes long is often the last one.
      '--threads=2',
      ...(file.endsWith('-no-fma.cu') ? ['--fmad=false'] : []),
      ...targets.map((target) => `-gencode=arch=compute_${target},code=sm_${target}`),
      // As the build says it.
      `-DBREAKEVEN_CUDA_ARCHITECTURES="${targets.join(';')}"`,
      ...['-c', join(root, file), '-o', join(folder, `${file.replaceAll('/', '-')}.o`)],
    ]);
    return code === 0 ? null : output;
  };
}
