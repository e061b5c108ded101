import { readdirSync } from 'node:fs';
import { basename, extname, join, matchesGlob, normalize, resolve } from 'node:path';
import { hintFor } from '../../contract/did-you-mean.ts';
import { BreakevenError, badInput } from '../../contract/failure.ts';
import {
  type GpuPackage,
  gpuPackages,
  type LabArgument,
  type LabAxis,
  type LabVariant,
  labIdPattern,
  labIdWords,
} from '../../contract/lab.ts';
import { noSuchFile, plainFileFault } from '../util/plain-file.ts';
import { readBlock } from './block.ts';
import { offloads } from './compiler-support.ts';
import { maxSourceBytes, sourceText } from './file-content.ts';
import type { LabExpression, LabSource, Language } from './lab.ts';
import { axesOf } from './lab-axes.ts';
import { type LibraryFile, type VariantFile, variantFileSchema } from './lab-file.ts';
import {
  aroundOf,
  cudaKindOf,
  definitionOver,
  languageOf,
  signatureOf,
  takesStream,
  withoutComments,
} from './languages.ts';
import { deviceNames } from './names.ts';
import { checkDocument, Faults, faultAt, parseToml, type TomlDocument } from './toml-document.ts';
import { checkGlobals, globalsOf, kernelArguments, macrosOf } from './variant-macros.ts';

/** Most files of a lab: they are stored with every run. */
export const maxFiles = 200;

export type FoundVariant = { readonly variant: LabVariant; readonly source: LabSource };

/** What a variant needs to know of its workload. */
export type Around = {
  readonly folder: string;
  readonly lab: string;
  readonly function: string;
  readonly axes: readonly LabAxis[];
  readonly arguments: readonly LabArgument[];
  /** Names of the arrays that are answers. */
  readonly outputs: readonly string[];
  /** Those of the variants are added. */
  readonly expressions: LabExpression[];
};

/** Files of a folder that are variants, by name; helpers are those that `besides`, `ignore` or `sources` of a variant name. */
export function variantFilesOf(
  folder: string,
  besides: ReadonlySet<string>,
  ignore: readonly string[],
): readonly string[] {
  const candidates = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() || entry.isSymbolicLink())
    .map(({ name }) => name)
    .filter((name) => languageOf(name) !== null && !besides.has(name))
    .filter((name) => !ignore.some((pattern) => matchesGlob(name, pattern)))
    .sort();
  const helpers = new Set(candidates.flatMap((name) => sourcesNamedIn(folder, name)));
  const files = candidates.filter((name) => !helpers.has(name));
  if (files.length > maxFiles) {
    throw badInput(`${folder} has ${files.length} source files; a lab may have ${maxFiles}`);
  }
  const byStem = new Map<string, string>();
  for (const name of files) {
    const stem = basename(name, extname(name));
    const other = byStem.get(stem);
    if (other !== undefined) {
      throw badInput(`${other} and ${name} would both be the variant "${stem}"; rename one`);
    }
    byStem.set(stem, name);
  }
  return files;
}

/** One file as a variant, with what its block says. */
export function readVariant(name: string, around: Around): FoundVariant {
  const path = join(around.folder, name);
  const text = sourceText(path, name);
  const block = readBlock(text, name);
  const document = parseToml(block?.text ?? '', name, block?.firstLine ?? 1);
  const file = checkDocument(variantFileSchema, document);
  const faults = new Faults();
  faults.add(document.slips.map(({ fault }) => fault));
  return faults.last(() => variantOf(path, text, file, document, around));
}

export function variantOf(
  path: string,
  text: string,
  file: VariantFile,
  document: TomlDocument,
  around: Around,
): FoundVariant {
  const name = document.file;
  const language = languageOf(path);
  if (language === null) {
    throw badInput(`${name} is no C, C++, Fortran, CUDA or Python file`);
  }
  const id = basename(path, extname(path));
  if (!labIdPattern.test(id)) {
    throw badInput(
      `${name}: a variant is named with letters, digits, - and _, at most 40, as ${suggested(id)}; ignore = ["${name}"] of the workload leaves it out`,
    );
  }
  const functionName = file.function ?? around.function;
  const kind = kindOf(language, text, functionName, file, document, around.arguments);
  for (const key of ['args', 'define'] as const) {
    if (file[key] === undefined || kind !== 'python') continue;
    const what = key === 'args' ? 'takes all arguments in order' : 'has no macros';
    throw faultAt(document, [key], `a .py file ${what}`);
  }
  checkGlobals(file, kind, document, around);
  const taken = new Map(around.axes.map((axis) => [axis.id, `the workload ${around.lab}`]));
  const ownAxes = axesOf(file.axes ?? {}, document, ['axes'], taken);
  const { axes, macros, constants } = macrosOf(file, kind, ownAxes, document, around);
  for (const macro of [...axes.map(({ define }) => define), ...Object.values(macros)]) {
    const line = macro === undefined ? null : definitionOver(text, macro);
    if (line === null) continue;
    const what = `${name}:${line}: #define ${macro} overrides the value of the axis: remove this line, or write #ifndef ${macro} in front of it and #endif behind it`;
    throw badInput(what);
  }
  checkLaunch(
    file,
    kind,
    document,
    [...around.axes, ...axes].map((axis) => axis.id),
    around.expressions,
  );
  const { title = titleOf(id), summary = '', where, block, grid, shared, globals = {} } = file;
  const flags = [...(file.flags ?? []), ...constants];
  const sources = sourcesOf(file, language, kind, document, around.folder);
  const needed = file.device === undefined ? {} : { package: gpuPackageOf(text, document) };
  return {
    variant: {
      ...{ id, title, summary, kind, axes },
      ...(Object.keys(macros).length === 0 ? {} : { macros }),
      ...(where === undefined ? {} : { where }),
      ...(block === undefined ? {} : { block }),
      ...(grid === undefined ? {} : { grid }),
      ...(shared === undefined ? {} : { shared }),
      ...(kind === 'cuda-kernel' ? kernelArguments(file, around) : {}),
      ...(file.globals === undefined ? {} : { globals: globalsOf(globals) }),
      ...needed,
    },
    source: {
      ...{ language, kind, path, name, function: functionName, flags, ...needed },
      ...(file.args === undefined ? {} : { args: file.args }),
      ...(file.globals === undefined ? {} : { globals }),
      ...answerOf(text, functionName),
      ...(kind === 'cuda-host' && !takesStream(text, functionName) && isStreamless(file, around)
        ? { streamless: true }
        : {}),
      ...(file.libraries === undefined ? {} : { libraries: file.libraries }),
      ...(file.install === undefined ? {} : { install: file.install }),
      ...(sources.length === 0 ? {} : { sources }),
      ...(file.compiler === undefined ? {} : { compiler: file.compiler }),
    },
  };
}

/** What can be seen of a function without a compiler. */
export function answerOf(
  text: string,
  own: string,
): Pick<LabSource, 'returnsNothing' | 'around' | 'parameters' | 'parallelAlgorithms'> {
  const isParallel = /\bexecution::par(?:_unseq)?\b/.test(withoutComments(text));
  const around = aroundOf(text, own);
  const { parameters } = signatureOf(text, own) ?? {};
  const isVoid = new RegExp(`\\bvoid\\s+${RegExp.escape(own)}\\s*\\(`).test(withoutComments(text));
  return {
    ...(isVoid ? { returnsNothing: true } : {}),
    ...(around.length === 0 ? {} : { around }),
    ...(parameters === undefined ? {} : { parameters }),
    ...(isParallel ? { parallelAlgorithms: true } : {}),
  };
}

/** Host code on device arrays says so by its kind or by the place of an argument. */
function isStreamless({ kind }: VariantFile, { arguments: args }: Around): boolean {
  return kind === 'host' || args.some((one) => 'array' in one && one.place === 'device');
}

/** The first package that a file imports of those that compute on a GPU. */
function gpuPackageOf(text: string, document: TomlDocument): GpuPackage {
  const names = gpuPackages.join('|');
  const match = new RegExp(`^[ \\t]*(?:import|from)[ \\t]+(${names})\\b`, 'm').exec(text)?.[1];
  const known = gpuPackages.find((one) => one === match);
  if (known !== undefined) return known;
  throw faultAt(document, ['device'], 'the file imports none of cupy, torch and numba');
}

function kindOf(
  language: Language,
  text: string,
  own: string,
  file: VariantFile,
  document: TomlDocument,
  args: readonly LabArgument[],
): LabVariant['kind'] {
  if (file.device !== undefined && language !== 'python') {
    throw faultAt(document, ['device'], 'only a .py file has a device');
  }
  if (language !== 'cuda') {
    if (file.kind !== undefined) throw faultAt(document, ['kind'], 'only a .cu file has a kind');
    // From arrays of the host to arrays of the host, by code that the compiler makes for a GPU.
    if (language !== 'python') return offloads(file.flags ?? []) ? 'host-to-host' : 'host';
    if (file.flags !== undefined) throw faultAt(document, ['flags'], 'a .py file is not compiled');
    return 'python';
  }
  if (file.kind === 'host-to-host') return file.kind;
  const cudaKind = file.kind === undefined ? cudaKindOf(text, own) : (`cuda-${file.kind}` as const);
  // A list with arrays of the host is of code that copies itself.
  const onHost = args.some((one) => 'array' in one && one.place === 'host');
  if (cudaKind === 'cuda-host' && onHost && !takesStream(text, own)) return 'host-to-host';
  if (cudaKind !== null) return cudaKind;
  // The compiler says that the function is missing, and what else is wrong: the other variants run all the same.
  return /\b__global__\b/.test(text) ? 'cuda-kernel' : 'cuda-host';
}

/** Keys of a launch, which only kernels have. */
function checkLaunch(
  file: VariantFile,
  kind: LabVariant['kind'],
  document: TomlDocument,
  names: readonly string[],
  expressions: LabExpression[],
): void {
  for (const key of ['block', 'grid', 'shared', 'where'] as const) {
    const value = file[key];
    if (value === undefined) continue;
    if (key !== 'where' && kind !== 'cuda-kernel') {
      throw faultAt(document, [key], 'only a CUDA kernel has it');
    }
    const known = [...names, ...deviceNames, ...(key === 'grid' ? ['block'] : [])];
    for (const text of [value].flat()) {
      expressions.push({
        ...{ text, names: known },
        refuse: (what) => faultAt(document, [key], what),
      });
    }
  }
}

/** A library that somebody else built, called by its symbol. */
export function libraryVariant(
  file: LibraryFile,
  at: number,
  document: TomlDocument,
  around: Around,
): FoundVariant {
  const fail = (key: string, what: string) => faultAt(document, ['library', at, key], what);
  if (!labIdPattern.test(file.id)) throw fail('id', `"${file.id}" is no id: ${labIdWords}`);
  // A name without a folder is looked up by the loader.
  const path = file.path.includes('/') ? resolve(around.folder, file.path) : file.path;
  const isThere = file.path.includes('/') && file.build === undefined;
  const fault = isThere ? plainFileFault(path, Number.MAX_SAFE_INTEGER) : null;
  if (file.build !== undefined && !file.path.includes('/')) {
    throw fail(
      'path',
      `${file.path} has no folder; what build makes is a file such as build/libfoo.so`,
    );
  }
  if (fault === noSuchFile) throw fail('path', `there is no file ${file.path}`);
  if (fault !== null) throw fail('path', `${file.path} is no library: ${fault}`);
  const { id, title = titleOf(id), summary = '', symbol = around.function } = file;
  if (file.call === 'python' && file.device !== undefined)
    throw fail('call', 'a library on device arrays is called from C');
  if (file.call === 'python' && file.args !== undefined)
    throw fail('args', 'a library that is called from Python takes all arguments in order');
  const known = around.arguments.map(({ name }) => name);
  const unknown = file.args?.find((name) => !known.includes(name));
  if (unknown !== undefined)
    throw fail('args', `${unknown} is no argument of the workload${hintFor(unknown, known)}`);
  const host = file.call === 'python' ? 'python' : 'host';
  const kind = file.device === undefined ? host : 'cuda-host';
  return {
    variant: { id, title, summary, kind, axes: [] },
    source: {
      language: 'library',
      kind,
      path,
      name: file.path,
      function: symbol,
      flags: [],
      ...(file.args === undefined ? {} : { args: file.args }),
      ...(file.build === undefined ? {} : { build: file.build }),
      ...(file.install === undefined ? {} : { install: file.install }),
    },
  };
}

export function titleOf(id: string): string {
  const words = id.replaceAll('-', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** A text as an id. */
export function suggested(id: string): string {
  const plain = id.replaceAll(/[^A-Za-z0-9_]+/g, '-');
  const trimmed = plain.replace(/^[^A-Za-z]+|-+$/g, '').slice(0, 40);
  return trimmed === '' ? 'variant' : trimmed;
}

/** Names in the key `sources` of a file's block; what the block has wrong is said where it is read as a variant. */
function sourcesNamedIn(folder: string, name: string): readonly string[] {
  try {
    const block = readBlock(sourceText(join(folder, name), name), name);
    if (block === null) return [];
    const { sources } = parseToml(block.text, name).value;
    return Array.isArray(sources) ? sources.map((one) => normalize(String(one))) : [];
  } catch (error) {
    if (error instanceof BreakevenError) return [];
    throw error;
  }
}

/** Full paths of the files that are compiled with a variant's own. @throws BreakevenError `bad-input`. */
function sourcesOf(
  { sources = [], compiler }: VariantFile,
  language: Language,
  kind: LabVariant['kind'],
  document: TomlDocument,
  folder: string,
): readonly string[] {
  const key = compiler === undefined ? 'sources' : 'compiler';
  const compiled = sources.length > 0 || compiler !== undefined;
  if (compiled && (language === 'python' || kind === 'cuda-kernel')) {
    const what = language === 'python' ? 'a .py file' : 'a CUDA kernel';
    throw faultAt(document, [key], `${what} is compiled alone, by its own compiler`);
  }
  return sources.map((name) => {
    const path = resolve(folder, name);
    const fault = plainFileFault(path, maxSourceBytes);
    if (fault !== null) throw faultAt(document, ['sources'], `${name} is not read: ${fault}`);
    if (languageOf(name) !== language) {
      const own = extname(document.file);
      throw faultAt(document, ['sources'], `${name} is no ${own} file, as ${document.file} is`);
    }
    return path;
  });
}
