import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, isAbsolute, join } from 'node:path';
import type { Compiler } from './compilers.ts';
import { findCompiler } from './compilers.ts';
import type { LabSource } from './lab.ts';

/** A library that the linker would not find; null where it finds all that a source names. */
export function missingLibrary(
  { name, language, path, libraries = [], install }: LabSource,
  compiler: Compiler,
): string | null {
  const wanted = language === 'library' && !path.includes('/') ? [libraryFile(path)] : libraries;
  const missing = wanted.find((one) => !isFound(one, compiler, language));
  if (missing === undefined) return null;
  const how = install === undefined ? '' : `: ${install}`;
  const what = language === 'library' ? missing : `${name} needs ${missing}, which`;
  return `${what} is not on this machine${how}`;
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

function isFound(library: string, compiler: Compiler, language: LabSource['language']): boolean {
  if (language === 'cuda' && toolkitFolders(compiler).some((at) => existsSync(join(at, library)))) {
    return true;
  }
  const host = language === 'cuda' ? findCompiler('cpp') : compiler;
  if (typeof host === 'string') return false;
  const [program = '', ...rest] = host.words;
  try {
    const words = [...rest, `-print-file-name=${library}`];
    // It prints the bare name of what it does not find.
    const output = execFileSync(program, words, { encoding: 'utf8', timeout: 10_000 }).trim();
    return isAbsolute(output) && existsSync(output);
  } catch {
    return false;
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

/** What a library has in place of a function of C: its C++ form, or other names. */
export function symbolHint(path: string, wanted: string): string {
  const listed = spawnSync('nm', ['-D', '--defined-only', '--', path], { encoding: 'utf8' });
  const symbols = [...`${listed.stdout}`.matchAll(/ [TW] (\w+)$/gm)].map(([, name = '']) => name);
  // `_Z3fooi` of a function on its own, `_ZN2ns3fooEi` of one in a namespace or class.
  const name = `${wanted.length}${wanted}`;
  const mangled = new RegExp(`^_Z(?:${name}|N\\w*\\D${name}E)`);
  const found = symbols.find((symbol) => mangled.test(symbol));
  if (found !== undefined) {
    return `symbol = "${found}" names its C++ function, or extern "C" in front of it makes it one of C`;
  }
  const shown = symbols.filter((symbol) => !symbol.startsWith('_')).slice(0, 5);
  return `it has ${shown.join(', ') || 'none'}`;
}
