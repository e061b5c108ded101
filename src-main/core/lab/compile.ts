import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { arch, cpus } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { buildFailure, firstError } from './build-errors.ts';
import type { BuildRequest, BuildResult, CompileOptions } from './build-request.ts';
import {
  type Attempt,
  compileSettled,
  recordSources,
  type Snapshot,
  sourceKey,
} from './build-sources.ts';
import { findCommand } from './compile-command.ts';
import { compileKernel } from './compile-kernel.ts';
import { compilePython } from './compile-python.ts';
import { lackingSupport } from './compiler-support.ts';
import { type Compiler, compilerVersion, findCompiler } from './compilers.ts';
import { contentOf, digestOf } from './file-content.ts';
import { scalarFault } from './fortran-call.ts';
import { wrapped } from './host-to-host.ts';
import { kernelAttributes } from './kernel-attributes.ts';
import { kernelShim } from './kernel-shim.ts';
import type { LabSource } from './lab.ts';
import { libraryFile, linkWords, missingLibrary, standIn } from './linked-libraries.ts';
import { localIncludes } from './local-includes.ts';
import { machineCode } from './machine-code.ts';
import { bindForPython } from './python-binding.ts';
import { runCompiler, usualLimits } from './run-compiler.ts';
import { callShim, generateShim, lineNames, programShim, type Shim } from './shim.ts';

/** Warnings of C that are errors of the call: the function is not there, or takes something else. */
const strictC = [
  'implicit-function-declaration',
  'incompatible-pointer-types',
  'int-conversion',
].map((warning) => `-Werror=${warning}`);
/** Where nvcc leaves what it makes on the way. */
const keptFolder = 'kept';
const fast = ['-O3', '-march=native', '-fopenmp'];
/** The expected answer comes from code that the compiler changes little. */
const careful = ['-O1', '-ffp-contract=off'];

/**
 * What the file calls by a name that the C library or another variant has as well is its own: `step` of a user is not
 * `step` of the C library. What its libraries lack is found here, not when an engine opens it.
 */
const shared = ['-shared', '-fPIC', '-Wl,-z,defs', '-Wl,-Bsymbolic', '-fdiagnostics-color=never'];
const hidden = '-fvisibility=hidden';
/** Fortran compilers say the place and the error in lines of their own, with the code between them. */
const oneLine = '-fno-diagnostics-show-caret';

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
  const { source } = request;
  if (source.language === 'python') return await compilePython(request, options);
  if (source.language === 'library' && source.kind === 'python') {
    const fault =
      source.build === undefined ? null : await buildTarget(request, source.build, options);
    return fault ?? (await bindForPython(request, options));
  }
  if (source.language === 'command') return findCommand(request, options);
  if (source.kind === 'cuda-kernel') {
    const made = await compileKernel(request, options);
    if (made !== null) return made;
  }
  const compiler = findCompiler(source.language, process.env, source.compiler);
  if (typeof compiler === 'string') {
    const reason = `${source.name}: ${compiler}`;
    return { ok: false, reason, line: null, log: '', missing: true };
  }
  if (source.build !== undefined) {
    const fault = await buildTarget(request, source.build, options);
    if (fault !== null) return fault;
  }
  const lacking = missingLibrary(source, compiler, request.lab);
  if (lacking !== null) return { ok: false, reason: lacking, line: null, log: '', missing: true };
  const unlike =
    source.language === 'fortran' && source.kind === 'host' && request.role !== 'generate'
      ? scalarFault(source, contentOf(source.path).text, request.lab)
      : null;
  if (unlike !== null) return { ok: false, ...unlike, log: '' };
  return await compileSettled(
    source.name,
    () => filesOf(source),
    (before) => compileBy(compiler, request, options, before),
  );
}

/** What the compiler will read besides what is found by its flags. */
function filesOf({ language, path, sources = [] }: LabSource): readonly string[] {
  const own = [path, ...sources];
  return ['c', 'cpp', 'cuda'].includes(language)
    ? [...own, ...own.flatMap((file) => localIncludes(file))]
    : own;
}

/** Makes a target of an existing build. Null where it was made. */
async function buildTarget(
  { lab, source }: BuildRequest,
  line: string,
  { limits = { ...usualLimits, seconds: buildSeconds }, signal }: CompileOptions,
): Promise<BuildResult | null> {
  const { ok, log, ended } = await runCompiler(['/bin/sh', '-c', line], lab.folder, limits, signal);
  signal?.throwIfAborted();
  const made = existsSync(source.path);
  if (ok && made) return null;
  const why = ok ? `it made no ${source.name}` : (ended ?? firstError(log));
  return { ok: false, reason: `${line}: ${why}`, line: null, log };
}

/** A build of a whole project takes longer than a file. */
const buildSeconds = 540;

async function compileBy(
  compiler: Compiler,
  request: BuildRequest,
  options: CompileOptions,
  before: Snapshot,
): Promise<Attempt | { readonly result: BuildResult }> {
  const { lab, source } = request;
  const { cache, limits = usualLimits, confine = (inside) => inside, signal } = options;
  const kernel = source.kind === 'cuda-kernel';
  const library = source.language === 'library';
  const artifact = kernel
    ? 'kernel.cubin'
    : source.kind === 'command'
      ? 'program'
      : library
        ? 'binding.so'
        : 'variant.so';
  const shim = shimOf(request);
  const flags = flagsOf(request, options.cudaArchitecture).map((flag, at, all) =>
    inFolder(flag, all[at - 1], lab.folder),
  );
  const key = sourceKey(source.path, before, [
    ...[compiler.identity, shim.text, artifact, ...flags, ...shared],
    `${arch()} ${cpus()[0]?.model ?? ''}`,
  ]);
  const cached = cache.find(key, artifact);
  if (cached !== null) return { result: { ok: true, ...cached } };
  const made = cache.begin();
  const shimFile = join(made, `shim${shim.extension}`);
  writeFileSync(shimFile, shim.text);
  if (kernel) mkdirSync(join(made, keptFolder));
  const words = [...compiler.words, ...commandOf(source, flags, shimFile, made, artifact)];
  const start = async (command: readonly string[]) =>
    await runCompiler(confine(command, made), made, limits, signal);
  let run = await start(words);
  if (run.ok && library && source.path.includes('/')) {
    const { file, link } = standIn(source, made);
    run = await start([...compiler.words, ...link]);
    if (run.ok) run = await start(words.map((word) => (word === source.path ? file : word)));
  }
  if (!run.ok) {
    cache.drop(made);
    signal?.throwIfAborted();
    if (run.ended !== null) {
      const reason = `${source.name}: it was not compiled: ${run.ended}`;
      return { result: { ok: false, reason, line: null, log: run.log } };
    }
    const lacks = lackingSupport(run.log);
    if (lacks !== null) {
      const reason = `${source.name}: ${lacks}`;
      return { result: { ok: false, reason, line: null, log: run.log, missing: true } };
    }
    const text = library ? '' : contentOf(source.path).text;
    const fault = buildFailure(withoutFolder(run.log, made), source, text, lab);
    return { result: { ok: false, ...fault } };
  }
  const dependencies = includedFiles(join(made, 'variant.d'), [shimFile, source.path]);
  const read = new Set([
    source.path,
    ...dependencies,
    ...(source.sources ?? []).flatMap(withIncludes),
  ]);
  const sources = library ? [] : recordSources(lab, [...read]);
  const ptx = kernel ? textOf(join(made, keptFolder, 'shim.ptx')) : null;
  rmSync(join(made, keptFolder), { recursive: true, force: true });
  const sass = kernel ? await machineCode(join(made, artifact)) : null;
  const record = {
    command: words.map((word) => withoutFolder(word, made)),
    compiler: `${await versionOf(compiler)}${library ? `; ${source.name} SHA-256 ${digestOf(source.path)}` : ''}`,
    log: withoutFolder(run.log, made),
    ...(kernel ? kernelAttributes(join(made, artifact), run.log, source.function) : {}),
    ...(ptx === null ? {} : { ptx }),
    ...(sass === null ? {} : { sass }),
    milliseconds: run.milliseconds,
    sources,
  };
  return {
    read: library ? [{ path: source.path, sha256: digestOf(source.path) }] : sources,
    keep: () => ({ ok: true, ...cache.keep(key, made, artifact, sources.slice(1), record) }),
    drop: () => cache.drop(made),
  };
}

function shimOf({ lab, source: asked, role }: BuildRequest): Shim {
  // A reference offloads nothing.
  const plain = role !== 'variant' && asked.language !== 'cuda';
  const source: LabSource =
    plain && asked.kind === 'host-to-host' ? { ...asked, kind: 'host' } : asked;
  if (source.kind === 'cuda-kernel') return kernelShim(source, lab);
  if (source.kind === 'command') return programShim(source);
  return role === 'generate' ? generateShim(source, lab) : callShim(source, lab);
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
  const usual = role !== 'variant' ? careful : source.compiler === undefined ? fast : ['-O3'];
  return [...standard, ...usual, ...strict, ...defines, ...own];
}

function commandOf(
  { language, kind, path, libraries: named = [], sources = [], compiler }: LabSource,
  flags: readonly string[],
  shimFile: string,
  made: string,
  artifact: string,
): readonly string[] {
  const target = ['-o', join(made, artifact)];
  if (kind === 'cuda-kernel') {
    // The PTX is one of the files in between.
    const kept = ['--keep', '--keep-dir', join(made, keptFolder)];
    return ['-cubin', '--ptxas-options=-v', ...kept, ...flags, ...noted(made), shimFile, ...target];
  }
  if (language === 'cuda' && kind === 'command') {
    return [...flags, '-Xcompiler', '-fopenmp', ...noted(made), path, ...target];
  }
  if (language === 'cuda') {
    return [
      '-shared',
      '-Xcompiler',
      '-fPIC',
      ...['-Xlinker', '-Bsymbolic'],
      ...flags,
      '-MMD',
      '-MF',
      join(made, 'variant.d'),
      shimFile,
      ...sources,
      ...(kind === 'host-to-host' ? wrapped : []),
      ...linkWords(named, language),
      ...target,
    ];
  }
  if (kind === 'command') {
    const program = ['-fdiagnostics-color=never', ...flags];
    const read = language === 'fortran' ? [] : noted(made);
    return [...program, ...read, path, '-lm', ...flags.filter(isLibrary), ...target];
  }
  if (language === 'library') {
    const linked = path.includes('/') ? path : `-l:${libraryFile(path)}`;
    return [...shared, ...flags, shimFile, linked, ...target];
  }
  const compiled = language === 'fortran' ? [...sources, path, shimFile] : [shimFile, ...sources];
  // Libraries that the flags name stand behind what needs them.
  const libraries = [...linkWords(named, language), ...flags.filter(isLibrary)];
  const own = compiler === undefined ? shared : shared.filter((word) => !word.startsWith('-f'));
  return [
    ...(compiler === undefined ? own : [...own, '-fPIC']),
    ...flags,
    ...(language === 'fortran'
      ? [oneLine]
      : compiler === undefined
        ? [hidden, ...noted(made)]
        : noted(made)),
    ...compiled,
    '-lm',
    ...libraries,
    ...target,
  ];
}

const isLibrary = (flag: string): boolean => /^-l|^[^-].*\.(?:a|o|so(?:\.[\d.]+)?)$/.test(flag);

const withFolder = /^(-I|-L|-isystem|-iquote|-idirafter|-include|-Wl,-rpath,|-Wl,-rpath=)(.*)$/;

/** A flag with its relative path as one in the folder of the lab: the compiler runs in another. */
function inFolder(flag: string, before: string | undefined, folder: string): string {
  const [, word = '', path = ''] = withFolder.exec(flag) ?? [];
  if (word !== '') {
    return path === '' || path.startsWith('$') ? flag : `${word}${resolve(folder, path.trim())}`;
  }
  const isPath = before !== undefined && withFolder.exec(before)?.[2] === '';
  const isFile = !flag.startsWith('-') && existsSync(resolve(folder, flag));
  return isPath || isFile ? resolve(folder, flag) : flag;
}

const withIncludes = (path: string): readonly string[] =>
  /\.(?:f\d+)$/i.test(path) ? [path] : [path, ...localIncludes(path)];

/** Makes the compiler write down which files it read. */
function noted(made: string): readonly string[] {
  return ['-MMD', '-MF', join(made, 'variant.d')];
}

/** The files of a make rule, without the ones that are known; nvcc lists the name of a line directive as well. */
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
  return [...new Set(paths)].filter(
    (path) => !known.includes(path) && !isToolkit(path) && !lineNames.includes(basename(path)),
  );
}

/** Headers of a CUDA toolkit, which nvcc lists as if they were the user's: the compiler's identity stands for them. */
function isToolkit(path: string): boolean {
  return /^\/usr\/(?:include|lib)|\/cuda[^/]*\/(?:.*\/)?include\//.test(path);
}

function textOf(path: string): string | null {
  return existsSync(path) ? readFileSync(path, 'utf8') : null;
}

const versions = new Map<string, Promise<string>>();

function versionOf(compiler: Compiler): Promise<string> {
  const known = versions.get(compiler.identity) ?? compilerVersion(compiler);
  versions.set(compiler.identity, known);
  return known;
}

function withoutFolder(text: string, folder: string): string {
  return text.replaceAll(`${folder}/`, '');
}
