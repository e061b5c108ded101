import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { hintFor } from '../../contract/did-you-mean.ts';
import { type BreakevenError, badInput, environmentFault } from '../../contract/failure.ts';
import { labIdPattern, labIdWords } from '../../contract/lab.ts';
import { makeFolder } from '../util/make-folder.ts';
import { shippedLabs } from '../util/paths.ts';
import { labFileName } from './read-lab.ts';
import { parseToml } from './toml-document.ts';

type Start = {
  /** What `lab new --from` calls it. */
  readonly id: string;
  /** What its code is, for those who choose. */
  readonly title: string;
  /** Which shipped lab it is part of. */
  readonly lab: string;
  /** All of them where it does not say. */
  readonly files?: readonly string[];
  /** The variant that is baseline and reference, where the shipped lab has another one. */
  readonly first?: string;
};

/** What of the shipped labs a new one begins with, by kind of code. The first one is the default. */
const kinds: readonly Start[] = [
  {
    id: 'c',
    title: 'C, and OpenMP',
    lab: 'saxpy',
    files: ['workload.toml', 'sequential.c', 'omp.c'],
  },
  {
    id: 'cpp',
    title: 'C++, and C',
    lab: 'saxpy',
    files: ['workload.toml', 'transform.cpp', 'sequential.c'],
  },
  {
    id: 'fortran',
    title: 'Fortran, and C',
    lab: 'saxpy',
    files: ['workload.toml', 'fortran.f90', 'sequential.c'],
  },
  {
    id: 'cuda',
    title: 'C, OpenMP and a CUDA kernel',
    lab: 'saxpy',
    files: ['workload.toml', 'sequential.c', 'omp.c', 'naive.cu'],
  },
  {
    id: 'python',
    title: 'Python with NumPy',
    lab: 'saxpy',
    files: ['workload.toml', 'numpy.py', 'numpy-blocked.py'],
    first: 'numpy',
  },
  { id: 'command', title: 'other programs', lab: 'line-count' },
];

/** All of one of the shipped labs. */
function whole(): readonly Start[] {
  const folder = shippedLabs();
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .sort()
    .flatMap((lab): Start[] => {
      const file = join(folder, lab, labFileName);
      if (!existsSync(file)) return [];
      const text = readFileSync(file, 'utf8');
      const { summary = '' } = parseToml(text, file).value;
      const what = typeof summary === 'string' ? summary.replace(/\.$/, '') : '';
      return [{ id: lab, title: what === '' ? `all of ${lab}` : `all of ${lab}: ${what}`, lab }];
    });
}

/** What a new lab can begin with, the default first: kinds of code, then all of each shipped lab. */
export function labStarts(): readonly Pick<Start, 'id' | 'title'>[] {
  return allStarts().map(({ id, title }) => ({ id, title }));
}

const allStarts = (): readonly Start[] => [...kinds, ...whole()];

/** @throws BreakevenError `bad-input` for an id that is none of `labStarts`. */
export function startNamed(from: string): Start {
  const starts = allStarts();
  const start = starts.find(({ id }) => id === from);
  if (start !== undefined) return start;
  const ids = starts.map(({ id }) => id);
  throw badInput(`a lab cannot begin with "${from}"${hintFor(from, ids)}`);
}

/**
 * Makes a folder with a lab that runs. Returns the names of its files.
 *
 * @param from Id of one of `labStarts`.
 * @throws BreakevenError `bad-input` for a folder that is not empty, a name that is no id of a lab, and another start.
 */
export function newLab(folder: string, from: string): readonly string[] {
  const start = startNamed(from);
  return filled(emptyFolder(folder), start);
}

/** Makes a folder for a lab. @throws BreakevenError `bad-input` for one that is not empty, and a name that is no id. */
export function emptyFolder(folder: string): string {
  const path = resolve(folder);
  const id = basename(path);
  if (!labIdPattern.test(id)) {
    throw badInput(`"${id}" is no name of a lab: ${labIdWords}`);
  }
  const status = statSync(path, { throwIfNoEntry: false });
  if (status !== undefined && !status.isDirectory()) {
    throw badInput(`${folder} is a file; a lab is a folder`);
  }
  if (existsSync(path) && readdirSync(path).length > 0) {
    throw badInput(`${folder} is not empty; name a folder that is not there yet`);
  }
  try {
    makeFolder(path);
    return path;
  } catch (error) {
    throw unwritableLab(folder, error);
  }
}

/** A folder of a lab that cannot be made or filled, in one sentence. */
export function unwritableLab(folder: string, error: unknown): BreakevenError {
  const code = error instanceof Error && 'code' in error ? String(error.code) : String(error);
  return environmentFault(`${folder} cannot be written (${code}); name another`);
}

function filled(path: string, { lab, files, first }: Start): readonly string[] {
  const source = join(shippedLabs(), lab);
  const names = files ?? readdirSync(source).sort();
  for (const name of names) {
    const text = readFileSync(join(source, name), 'utf8');
    writeFileSync(join(path, name), name === labFileName ? beginningWith(text, first) : text);
  }
  return names;
}

/** The descriptor with another baseline and reference. */
function beginningWith(text: string, first: string | undefined): string {
  if (first === undefined) return text;
  return text.replaceAll(/^(baseline|reference) = .*$/gm, `$1 = "${first}"`);
}
