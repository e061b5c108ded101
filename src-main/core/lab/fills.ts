import { statSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import { hintFor } from '../../contract/did-you-mean.ts';
import type { LabType } from '../../contract/lab.ts';
import { noSuchFile, plainFileFault } from '../util/plain-file.ts';
import { expressionFault } from './names.ts';

type Form = {
  /** How many expressions it takes: either number. */
  readonly counts: readonly number[];
  readonly shown: string;
};

/** As native/core/lab/fill.cpp has them. */
const forms = {
  uniform: { counts: [2], shown: 'uniform(low, high)' },
  integers: { counts: [2], shown: 'integers(low, high)' },
  normal: { counts: [2], shown: 'normal(mean, deviation)' },
  zipf: { counts: [1], shown: 'zipf(count)' },
  sorted: { counts: [0, 2], shown: 'sorted or sorted(low, high)' },
  arange: { counts: [0, 2], shown: 'arange or arange(start, step)' },
  permutation: { counts: [0], shown: 'permutation' },
  constant: { counts: [1], shown: 'constant(value)' },
  file: { counts: [], shown: 'file("x.npy")' },
  matrix: { counts: [], shown: 'matrix("x.mtx", "row_pointers")' },
  generate: { counts: [0], shown: 'generate' },
} as const satisfies Readonly<Record<string, Form>>;
type FillName = keyof typeof forms;

/** Parts of a sparse matrix in compressed rows. */
export const matrixParts = ['row_pointers', 'columns', 'values'] as const;

type Surroundings = {
  readonly type: LabType;
  /** Names that expressions may use. */
  readonly names: readonly string[];
  /** Files are named below it. */
  readonly folder: string;
};

/** What is wrong with a fill, in one sentence; null where nothing is that can be seen before there are values. */
export function fillFault(fill: string, { type, names, folder }: Surroundings): string | null {
  const text = fill.trim();
  const open = text.indexOf('(');
  const name = (open < 0 ? text : text.slice(0, open)).trim();
  if (!isFill(name)) return `unknown fill "${name}"${hintFor(name, Object.keys(forms))}`;
  if (open >= 0 && !text.endsWith(')')) return `"${fill}" lacks a closing bracket`;
  const inner = open < 0 ? '' : text.slice(open + 1, -1).trim();
  const misfit = misfitOf(name, type);
  if (misfit !== null) return misfit;
  if (name === 'file' || name === 'matrix') return fileFault(name, inner, type, folder);
  const parts = split(inner);
  const { counts, shown }: Form = forms[name];
  if (!counts.includes(parts.length)) {
    const wanted = counts.join(' or ');
    const values = wanted === '1' ? 'value' : 'values';
    return `${name} takes ${wanted} ${values}, it has ${parts.length}; the form is ${shown}`;
  }
  for (const part of parts) {
    const fault = expressionFault(part.trim(), names);
    if (fault !== null) return fault;
  }
  return null;
}

/** The files that a fill names are files of the lab: with their full path, as the engine reads them. */
export function withFullPath(fill: string, folder: string): string {
  const [kind, path, part] = namedFile(fill) ?? [];
  if (kind === undefined || path === undefined) return fill;
  const full = JSON.stringify(isAbsolute(path) ? path : join(folder, path));
  return part === undefined ? `${kind}(${full})` : `${kind}(${full}, "${part}")`;
}

/** The path of the file that a fill reads; null for other fills. */
export function fileOfFill(fill: string): string | null {
  return namedFile(fill)?.[1] ?? null;
}

function isFill(name: string): name is FillName {
  return Object.hasOwn(forms, name);
}

const isWhole = (type: LabType): boolean => /^u?int/.test(type);

/** As the engine says it. */
function misfitOf(name: FillName, type: LabType): string | null {
  if ((name === 'uniform' || name === 'normal') && isWhole(type)) {
    return `${name} fills floating-point arrays, for ${type} there is integers(low, high)`;
  }
  if (name === 'permutation' && !isWhole(type)) {
    return `${name} fills integer arrays, not ${type}`;
  }
  return null;
}

function fileFault(
  name: 'file' | 'matrix',
  inner: string,
  type: LabType,
  folder: string,
): string | null {
  const found = namedFile(`${name}(${inner})`);
  if (found === null) return `${name}(${inner}) names no file; the form is ${forms[name].shown}`;
  const [, path, part] = found;
  if (part !== undefined) {
    const known = matrixParts.find((one) => one === part);
    if (known === undefined) {
      return `a matrix has no part "${part}"${hintFor(part, matrixParts)}; its parts are ${matrixParts.join(', ')}`;
    }
    if (known !== 'values' && !isWhole(type)) {
      return `the ${known.replace('_', ' ')} of a matrix are whole numbers, not ${type}`;
    }
  }
  return dataFileFault(isAbsolute(path) ? path : join(folder, path), path);
}

/** What has no end or no beginning is not opened; a file of /proc says that it is empty, and may be either. */
function dataFileFault(path: string, shown: string): string | null {
  const fault = plainFileFault(path, Number.MAX_SAFE_INTEGER);
  if (fault === noSuchFile) return `there is no file ${shown}`;
  if (fault !== null) return `${shown} is not read: ${fault}`;
  return statSync(path).size === 0 ? `${shown} is not read: it is empty` : null;
}

/** Kind, path and part of `file("x.npy")` or `matrix("x.mtx", "values")`; null for other texts. */
function namedFile(fill: string): readonly ['file' | 'matrix', string, string?] | null {
  const text = '("(?:[^"\\\\]|\\\\.)*")';
  const file = new RegExp(`^\\s*file\\s*\\(\\s*${text}\\s*\\)\\s*$`).exec(fill)?.[1];
  if (file !== undefined) return ['file', unquoted(file)];
  const matrix = new RegExp(`^\\s*matrix\\s*\\(\\s*${text}\\s*,\\s*${text}\\s*\\)\\s*$`).exec(fill);
  if (matrix?.[1] === undefined || matrix[2] === undefined) return null;
  return ['matrix', unquoted(matrix[1]), unquoted(matrix[2])];
}

/** `\"` and `\\` stand for `"` and `\`. */
function unquoted(text: string): string {
  return text.slice(1, -1).replaceAll(/\\(.)/g, '$1');
}

/** Splits at the commas that stand in no inner brackets. */
function split(inner: string): readonly string[] {
  if (inner === '') return [];
  const parts = [''];
  let depth = 0;
  for (const character of inner) {
    if (character === ',' && depth === 0) parts.push('');
    else parts.push(`${parts.pop() ?? ''}${character}`);
    if (character === '(') depth += 1;
    if (character === ')') depth -= 1;
  }
  return parts;
}
