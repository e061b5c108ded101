import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, isAbsolute, join } from 'node:path';
import type { Compiler } from './compilers.ts';
import { findCompiler } from './compilers.ts';
import type { Lab, LabSource } from './lab.ts';

/** A library that the linker would not find; null where it finds all that a source names. */
export function missingLibrary(
  source: LabSource,
  compiler: Compiler,
  lab: Pick<Lab, 'folder' | 'file'>,
): string | null {
  const { name, language, path, libraries = [], install } = source;
  if (language === 'library') {
    const isThere =
      path.includes('/') || linkedFile(libraryFile(path), compiler, language) !== null;
    return isThere ? null : notFound(source, lab);
  }
  const missing = libraries.find((one) => linkedFile(one, compiler, language) === null);
  if (missing === undefined) return null;
  return `${name} needs ${missing}, which is not on this machine${install === undefined ? '' : `: ${install}`}`;
}

/** What to do about a library that is looked up by its name alone and not found. */
export function notFound(
  { path, install }: LabSource,
  { folder, file }: Pick<Lab, 'folder' | 'file'>,
): string {
  const name = libraryFile(path);
  // The loader does not look there: a name without a folder is one of a library of the system.
  if (existsSync(join(folder, name)))
    return `${name} stands beside ${file} and is looked for among the libraries of this machine: write path = "./${name}"`;
  return `${name} is not on this machine${install === undefined ? '' : `: ${install}`}`;
}

/** Words by which a compiler links these: -lopenblas, or the file of one version. */
export function linkWords(libraries: readonly string[], language: LabSource['language']): string[] {
  return libraries.flatMap((one) => {
    const short = /^lib(.+)\.so$/.exec(one)?.[1];
    if (short !== undefined) return [`-l${short}`];
    return language === 'cuda' ? ['-Xlinker', `-l:${one}`] : [`-l:${one}`];
  });
}

/** `openblas` is libopenblas.so for a linker. */
export function libraryFile(name: string): string {
  return /^lib.*\.so/.test(name) ? name : `lib${name}.so`;
}

/** The full path of a library as the linker finds it; null where it does not. */
function linkedFile(
  library: string,
  compiler: Compiler,
  language: LabSource['language'],
): string | null {
  const folders = language === 'cuda' ? toolkitFolders(compiler) : [];
  const inToolkit = folders.map((at) => join(at, library)).find((path) => existsSync(path));
  if (inToolkit !== undefined) return inToolkit;
  const host = language === 'cuda' ? findCompiler('cpp') : compiler;
  if (typeof host === 'string') return null;
  const [program = '', ...rest] = host.words;
  try {
    const words = [...rest, `-print-file-name=${library}`];
    // It prints the bare name of what it does not find.
    const output = execFileSync(program, words, { encoding: 'utf8', timeout: 10_000 }).trim();
    return isAbsolute(output) && existsSync(output) ? output : null;
  } catch {
    return null;
  }
}

/** Folders of libraries of the toolkit that nvcc belongs to. */
function toolkitFolders({ identity }: Compiler): readonly string[] {
  const [nvcc = ''] = identity.split(' ');
  const roots = [dirname(dirname(nvcc)), process.env.CUDA_HOME, '/usr/local/cuda'];
  return roots
    .filter((root) => root !== undefined)
    .flatMap((root) => {
      const targets = join(root, 'targets');
      const names = existsSync(targets) ? readdirSync(targets) : [];
      return [join(root, 'lib64'), ...names.map((name) => join(targets, name, 'lib'))];
    });
}

/**
 * What is linked in place of a library that is named by its path: one whose name is that path. The linker notes the name
 * that a library gives itself (SONAME), and the loader opens one library of a name: variants over two builds of a project
 * would both call the first.
 */
export function standIn(
  { path, function: own }: LabSource,
  made: string,
): { readonly file: string; readonly link: readonly string[] } {
  const [text, file] = [join(made, 'stand-in.c'), join(made, 'stand-in.so')];
  writeFileSync(text, `void ${own}(void) {}\n`);
  const name = ['-Xlinker', '-soname', '-Xlinker', path];
  return { file, link: ['-shared', '-fPIC', '-fno-builtin', '-w', ...name, text, '-o', file] };
}

/** Why a library is not called: it lacks the function that is asked for, but may have its C++ form, or others. */
export function lacksFunction({ name, path, function: wanted }: LabSource): string {
  const compiler = findCompiler('library');
  const file =
    path.includes('/') || typeof compiler === 'string'
      ? path
      : (linkedFile(libraryFile(path), compiler, 'library') ?? path);
  const listed = spawnSync('nm', ['-D', '--defined-only', '--', file], { encoding: 'utf8' });
  const symbols = [...`${listed.stdout}`.matchAll(/ [TW] (\w+)$/gm)].map(
    ([, symbol = '']) => symbol,
  );
  const lacks = `${name} has no function ${wanted}`;
  return listed.status === 0 ? `${lacks}: ${symbolHint(symbols, wanted)}` : lacks;
}

function symbolHint(symbols: readonly string[], wanted: string): string {
  const own = plainName(wanted);
  const found = symbols.find((symbol) => symbol !== own && plainName(symbol) === own);
  if (found !== undefined) {
    return `symbol = "${found}" names its C++ function, or extern "C" in front of it makes it one of C`;
  }
  const plain = symbols.filter((symbol) => !symbol.startsWith('_'));
  const shown = (plain.length > 0 ? plain : symbols.filter((one) => one.startsWith('_Z'))).slice(
    0,
    5,
  );
  return `it has ${shown.join(', ') || 'none'}`;
}

/** `foo` of `_Z3fooi`, a function on its own, and of `_ZN2ns3fooEi`, one in a namespace or class. */
function plainName(symbol: string): string {
  let name = symbol;
  let rest = /^_ZN?(?=\d)(.*)$/.exec(symbol)?.[1] ?? '';
  for (let length = /^\d+/.exec(rest)?.[0]; length !== undefined; length = /^\d+/.exec(rest)?.[0]) {
    const end = length.length + Number(length);
    name = rest.slice(length.length, end);
    rest = symbol.startsWith('_ZN') ? rest.slice(end) : '';
  }
  return name;
}
