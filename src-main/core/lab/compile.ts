import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { arch, cpus } from 'node:os';
import { dirname, isAbsolute, join, relative, resolve } from 'node:path';
import type { BuildCache, CachedBuild } from './build-cache.ts';
import { digestOf } from './build-cache.ts';
import { type BuildFailure, buildFailure } from './build-errors.ts';
import { type Compiler, compilerVersion, findCompiler } from './compilers.ts';
import { kernelFacts } from './kernel-facts.ts';
import { kernelShim } from './kernel-shim.ts';
import type { Lab, LabSource } from './lab.ts';
import { type CompilerLimits, runCompiler, usualLimits } from './run-compiler.ts';
import { callShim, generateShim } from './shim.ts';

export type BuildRole = 'variant' | 'reference' | 'generate';

/** One file to compile, with the macros of its parameters. */
export type BuildRequest = {
  readonly lab: Lab;
  readonly source: LabSource;
  readonly role: BuildRole;
  /** By name of the macro. */
  readonly macros: Readonly<Record<string, number | string>>;
};

export type BuildResult =
  | ({ readonly ok: true } & CachedBuild)
  | ({ readonly ok: false } & BuildFailure);

export type CompileOptions = {
  readonly cache: BuildCache;
  /** Architecture that CUDA code is compiled for, `sm_90`. */
  readonly cudaArchitecture?: string | undefined;
  readonly limits?: CompilerLimits;
  readonly signal?: AbortSignal | undefined;
};

/** Warnings of C that are errors of the call: the function is not there, or takes something else. */
const strictC = [
  'implicit-function-declaration',
  'incompatible-pointer-types',
  'int-conversion',
].map((warning) => `-Werror=${warning}`);
const fast = ['-O3', '-march=native', '-fopenmp'];
/** The expected answer comes from code that the compiler changes little. */
const careful = ['-O1', '-ffp-contract=off'];

/** Flags of a variant that say what its code is, not how it is optimised. */
const meaning = /^-(?:D|U|I|L|l|std=|include)/;

/**
 * Compiles one file into a library, or finds it in the cache: then no compiler is started. Never throws for what the file
 * has wrong.
 */
export async function compile(
  request: BuildRequest,
  options: CompileOptions,
): Promise<BuildResult> {
  const { lab, source, role } = request;
  const { cache, limits = usualLimits, signal } = options;
  const compiler = findCompiler(source.language);
  if (typeof compiler === 'string') {
    return { ok: false, reason: `${source.name}: ${compiler}`, line: null, log: '' };
  }
  const kernel = source.kind === 'cuda-kernel';
  const artifact = kernel ? 'kernel.cubin' : 'variant.so';
  const shim = kernel
    ? kernelShim(source, lab)
    : role === 'generate'
      ? generateShim(source, lab)
      : callShim(source, lab);
  const flags = flagsOf(request, options.cudaArchitecture);
  const text = source.language === 'library' ? '' : readFileSync(source.path, 'utf8');
  const key = digest([
    ...[compiler.identity, shim.text, source.path, text, digestOf(source.path)],
    ...[...flags, `${arch()} ${cpus()[0]?.model ?? ''}`],
  ]);
  const found = cache.find(key, artifact);
  if (found !== null) return { ok: true, ...found };
  const made = cache.begin();
  const shimFile = join(made, `shim${shim.extension}`);
  writeFileSync(shimFile, shim.text);
  const words = [...compiler.words, ...commandOf(source, flags, shimFile, made, artifact)];
  const run = await runCompiler(words, made, limits, signal);
  if (!run.ok) {
    cache.drop(made);
    signal?.throwIfAborted();
    if (run.ended !== null) {
      const reason = `${source.name}: it was not compiled: ${run.ended}`;
      return { ok: false, reason, line: null, log: run.log };
    }
    return { ok: false, ...buildFailure(withoutFolder(run.log, made), source, text, lab) };
  }
  const dependencies = includedFiles(join(made, 'variant.d'), [shimFile, source.path]);
  const record = {
    command: words.map((word) => withoutFolder(word, made)),
    compiler: await versionOf(compiler),
    log: withoutFolder(run.log, made),
    ...(kernel ? kernelFacts(join(made, artifact), run.log, source.function) : {}),
    milliseconds: run.milliseconds,
    sources: source.language === 'library' ? [] : sourcesOf(lab, [source.path, ...dependencies]),
  };
  return { ok: true, ...cache.keep(key, made, artifact, dependencies, record) };
}

function flagsOf(
  { source, role, macros }: BuildRequest,
  cudaArchitecture: string | undefined,
): readonly string[] {
  const defines = Object.entries(macros).map(([name, value]) => `-D${name}=${value}`);
  const own = role === 'variant' ? source.flags : source.flags.filter((flag) => meaning.test(flag));
  if (source.language === 'cuda') {
    const target = cudaArchitecture === undefined ? [] : [`-arch=${cudaArchitecture}`];
    return ['-O3', '-std=c++17', '-lineinfo', ...target, ...defines, ...own];
  }
  const standard = source.language === 'cpp' ? ['-std=c++20'] : [];
  const strict = source.language === 'c' ? strictC : [];
  const usual = role === 'variant' ? fast : careful;
  return [...standard, ...usual, ...strict, ...defines, ...own];
}

function commandOf(
  { language, kind, path }: LabSource,
  flags: readonly string[],
  shimFile: string,
  made: string,
  artifact: string,
): readonly string[] {
  const target = ['-o', join(made, artifact)];
  if (kind === 'cuda-kernel') {
    return ['-cubin', '--ptxas-options=-v', ...flags, ...noted(made), shimFile, ...target];
  }
  if (language === 'cuda') {
    return [
      '-shared',
      '-Xcompiler',
      '-fPIC',
      ...flags,
      '-MMD',
      '-MF',
      join(made, 'variant.d'),
      shimFile,
      ...target,
    ];
  }
  // What a library lacks is found here, not when an engine opens it.
  const shared = ['-shared', '-fPIC', '-Wl,-z,defs', '-fdiagnostics-color=never'];
  if (language === 'library') {
    const linked = path.includes('/')
      ? [path, `-Wl,-rpath,${dirname(path)}`]
      : [/^lib.*\.so/.test(path) ? `-l:${path}` : `-l${path}`];
    return [...shared, ...flags, shimFile, ...linked, ...target];
  }
  const compiled = language === 'fortran' ? [path, shimFile] : [shimFile];
  // Libraries that the flags name stand behind what needs them.
  const libraries = flags.filter((flag) => flag.startsWith('-l'));
  return [
    ...shared,
    ...flags,
    ...(language === 'fortran' ? [] : noted(made)),
    ...compiled,
    '-lm',
    ...libraries,
    ...target,
  ];
}

/** Makes the compiler write down which files it read. */
function noted(made: string): readonly string[] {
  return ['-MMD', '-MF', join(made, 'variant.d')];
}

/** The files of a make rule, without the ones that are known. */
function includedFiles(rule: string, known: readonly string[]): readonly string[] {
  let text: string;
  try {
    text = readFileSync(rule, 'utf8');
  } catch {
    return [];
  }
  const [, files = ''] = text.replaceAll('\\\n', ' ').split(/:\s/, 2);
  const names = files.match(/(?:\\.|[^\s\\])+/g) ?? [];
  const paths = names.map((name) => resolve(dirname(rule), name.replaceAll(/\\(.)/g, '$1')));
  return [...new Set(paths)].filter((path) => !known.includes(path) && !isToolkit(path));
}

/** Headers of a CUDA toolkit, which nvcc lists as if they were the user's: the compiler's identity stands for them. */
function isToolkit(path: string): boolean {
  return /^\/usr\/(?:include|lib)|\/cuda[^/]*\/(?:.*\/)?include\//.test(path);
}

function sourcesOf({ folder }: Lab, paths: readonly string[]) {
  return paths.map((path) => {
    const below = relative(folder, path);
    const name = below.startsWith('..') || isAbsolute(below) ? path.replaceAll('/', '_') : below;
    return { name, path, sha256: digestOf(path) };
  });
}

const versions = new Map<string, Promise<string>>();

function versionOf(compiler: Compiler): Promise<string> {
  const known = versions.get(compiler.identity) ?? compilerVersion(compiler);
  versions.set(compiler.identity, known);
  return known;
}

function digest(parts: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}

function withoutFolder(text: string, folder: string): string {
  return text.replaceAll(`${folder}/`, '');
}
