import { extname } from 'node:path';
import { type LabType, type LabVariant, labTypes } from '../../contract/lab.ts';
import type { Language } from './lab.ts';

const byExtension: Readonly<Record<string, Language>> = {
  '.c': 'c',
  '.cpp': 'cpp',
  '.cc': 'cpp',
  '.cxx': 'cpp',
  '.f90': 'fortran',
  '.f95': 'fortran',
  '.f03': 'fortran',
  '.f08': 'fortran',
  '.cu': 'cuda',
  '.py': 'python',
};

/** The language of a file that can be a variant; null for headers, data and everything else. */
export function languageOf(file: string): Language | null {
  return byExtension[extname(file).toLowerCase()] ?? null;
}

/** Types of C on the systems that this runs on. */
const typesOfC: Readonly<Record<string, LabType>> = {
  ...{ char: 'int8', short: 'int16', int: 'int32', long: 'int64', 'long long': 'int64' },
  ...{ 'unsigned char': 'uint8', 'unsigned short': 'uint16', 'unsigned long': 'uint64' },
  ...{ unsigned: 'uint32', 'unsigned int': 'uint32', size_t: 'uint64', bool: 'uint8' },
  ...{ half: 'float16', float: 'float32', double: 'float64' },
};

/** The type of an argument that C calls so; null for another name. */
export function typeOfC(name: string): LabType | null {
  const fixed = labTypes.find((type) => `${type}_t` === name);
  return fixed ?? (Object.hasOwn(typesOfC, name) ? (typesOfC[name] ?? null) : null);
}

/** How a CUDA file is run: its function is a kernel, or host code; null where it has none of that name. */
export function cudaKindOf(source: string, name: string): LabVariant['kind'] | null {
  const code = withoutComments(source);
  const word = RegExp.escape(name);
  if (new RegExp(`__global__[^;{}]*?\\b${word}\\s*\\(`).test(code)) return 'cuda-kernel';
  return new RegExp(`\\b${word}\\s*\\([^;]*?\\)\\s*\\{`).test(code) ? 'cuda-host' : null;
}

/** Parameters of a function as its file writes them, and the line of it; null where no definition is seen. */
export function signatureOf(
  source: string,
  name: string,
): { readonly parameters: readonly string[]; readonly line: number } | null {
  const definition = new RegExp(`\\b${RegExp.escape(name)}\\s*\\(([^;{}]*)\\)\\s*\\{`);
  const code = withoutComments(source);
  const found = definition.exec(code);
  if (found === null) return null;
  const parameters: string[] = [''];
  let depth = 0;
  for (const character of (found[1] ?? '').replace(/\s+/g, ' ')) {
    if ('([<'.includes(character)) depth += 1;
    if (')]>'.includes(character)) depth -= 1;
    if (character === ',' && depth === 0) parameters.push('');
    else parameters.push(`${parameters.pop()}${character}`);
  }
  const line = code.slice(0, found.index).split('\n').length;
  return { parameters: parameters.map((one) => one.trim()).filter((one) => one !== ''), line };
}

/** Whether CUDA host code has a stream among its parameters, as far as it can be seen without a compiler. */
export function takesStream(source: string, name: string): boolean {
  const parameters = signatureOf(source, name)?.parameters ?? [];
  return parameters.some((one) => /\b(?:cudaStream_t|CUstream)\b/.test(one));
}

/** The type of what a parameter points to, `const particle *p` or `particle p[]`; null for other parameters. */
export function elementOfPointer(parameter: string): string | null {
  const [, element] = /^([^*[\]()]*?) ?(?:\*[^*[\]()]*|[\w]+ ?\[[^\]]*\])$/.exec(parameter) ?? [];
  return element?.trim() ?? null;
}

/** The type of the elements of a parameter that is a pointer to rows, `const float x[r][c]`; null for other parameters. */
export function elementOfRows(parameter: string): string | null {
  const array = /^(.*?[\s*])\w+ ?\[[^\]]*\](?: ?\[[^\]]+\])+$/.exec(parameter);
  const pointer = /^(.*?)\( ?\*[^()]*\)(?: ?\[[^\]]+\])+$/.exec(parameter);
  return (array ?? pointer)?.[1]?.trim() ?? null;
}

/** The line on which a file defines a macro whatever the command line says; null where it does not. */
export function definitionOver(source: string, macro: string): number | null {
  const guards: boolean[] = [];
  const lines = withoutComments(source).split('\n');
  const at = lines.findIndex((line) => {
    const [, directive = '', rest = ''] = /^\s*#\s*(\w+)\s*(.*)$/.exec(line) ?? [];
    if (directive.startsWith('if')) {
      const undefinedOnly = new RegExp(`^(?:ifndef\\s+|if\\s*!\\s*defined\\s*\\(?\\s*)${macro}\\b`);
      guards.push(undefinedOnly.test(`${directive} ${rest}`));
    } else if (directive === 'endif') guards.pop();
    return directive === 'define' && rest.split(/\W/)[0] === macro && !guards.includes(true);
  });
  return at < 0 ? null : at + 1;
}

/** What a file has to be called before and after its function, as far as it can be seen without a compiler. */
export function aroundOf(source: string, name: string): ('setup' | 'teardown')[] {
  const code = withoutComments(source);
  return (['setup', 'teardown'] as const).filter((what) => {
    const own = `${RegExp.escape(name)}_${what}`;
    const c = new RegExp(`\\bvoid\\s+${own}\\s*\\([^;{}]*\\)\\s*\\{`);
    return c.test(code) || new RegExp(`^\\s*subroutine\\s+${own}\\b`, 'im').test(source);
  });
}

/** A pointer or handle that the first call of a function makes and later ones find: its line and its name. */
export function madeLazily(
  source: string,
): { readonly name: string; readonly line: number } | null {
  const code = withoutComments(source);
  const statics = code.matchAll(
    /\bstatic\s+(?:thread_local\s+)?[\w:<>,\s*]+?[\s*](\w+)\s*(?:=\s*(?:0|NULL|nullptr|false|\{\s*\})\s*)?;/g,
  );
  for (const { 1: name = '', index } of statics) {
    const unset = new RegExp(
      `\\bif\\s*\\(\\s*(?:!\\s*${name}\\b|${name}\\s*==\\s*(?:0|NULL|nullptr|false)\\b|(?:0|NULL|nullptr)\\s*==\\s*${name}\\b)`,
    );
    if (unset.test(code)) return { name, line: code.slice(0, index).split('\n').length };
  }
  return null;
}

const keywords: ReadonlySet<string> = new Set([
  'if',
  'for',
  'while',
  'switch',
  'catch',
  'return',
  'sizeof',
]);

/** Names of the functions that a C, C++ or CUDA file defines, as far as they can be seen without a compiler. */
export function functionsIn(source: string): readonly string[] {
  const code = withoutComments(source);
  const definitions = [
    ...code.matchAll(/[\w*&>\]]\s+[*&]?\s*(\w+)\s*\([^;{}()]*(?:\([^()]*\)[^;{}()]*)*\)\s*\{/g),
  ];
  const names = definitions.map(([, name = '']) => name);
  return [...new Set(names)].filter((name) => !keywords.has(name) && !/^__/.test(name));
}

export function withoutComments(source: string): string {
  return source.replace(/\/\/[^\n]*|\/\*[\s\S]*?\*\//g, (text) => text.replace(/[^\n]/g, ' '));
}
