import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { BreakevenError } from '../../contract/failure.ts';
import { labIdPattern } from '../../contract/lab.ts';
import { makeFolder } from '../util/make-folder.ts';
import { shippedLabs } from '../util/paths.ts';
import { labFileName } from './read-lab.ts';

type Start = {
  /** Which shipped lab it is part of. */
  readonly lab: string;
  /** All of them where it does not say. */
  readonly files?: readonly string[];
  /** The variant that is baseline and reference, where the shipped lab has another one. */
  readonly first?: string;
};

/** What of the shipped labs a new one begins with, by kind of code. */
const kinds = {
  c: { lab: 'saxpy', files: ['workload.toml', 'sequential.c', 'omp.c'] },
  cuda: { lab: 'saxpy', files: ['workload.toml', 'sequential.c', 'omp.c', 'naive.cu'] },
  python: {
    lab: 'saxpy',
    files: ['workload.toml', 'numpy.py', 'numpy-blocked.py'],
    first: 'numpy',
  },
  command: { lab: 'line-count' },
} as const satisfies Readonly<Record<string, Start>>;
/** All of one of them. */
const whole = {
  saxpy: { lab: 'saxpy' },
  sgemm: { lab: 'sgemm' },
  'line-count': { lab: 'line-count' },
} as const satisfies Readonly<Record<string, Start>>;
const starts = { ...kinds, ...whole };
export type LabStart = keyof typeof starts;
export const labKinds = Object.keys(kinds);
export const shippedLabIds = Object.keys(whole);
export const labStarts = Object.keys(starts) as readonly LabStart[];

/**
 * Makes a folder with a lab that runs. Returns the names of its files.
 *
 * @throws BreakevenError `bad-input` for a folder that is not empty and a name that is no id of a lab.
 */
export function newLab(folder: string, from: LabStart): readonly string[] {
  const path = resolve(folder);
  const id = basename(path);
  if (!labIdPattern.test(id)) {
    throw new BreakevenError(
      'bad-input',
      `"${id}" is no name of a lab: small letters, digits and -, at most 40`,
    );
  }
  const status = statSync(path, { throwIfNoEntry: false });
  if (status !== undefined && !status.isDirectory()) {
    throw new BreakevenError('bad-input', `${folder} is a file; a lab is a folder`);
  }
  if (existsSync(path) && readdirSync(path).length > 0) {
    throw new BreakevenError(
      'bad-input',
      `${folder} is not empty; name a folder that is not there yet`,
    );
  }
  try {
    return filled(path, starts[from]);
  } catch (error) {
    throw unwritableLab(folder, error);
  }
}

/** A folder of a lab that cannot be made or filled, in one sentence. */
export function unwritableLab(folder: string, error: unknown): BreakevenError {
  const code = error instanceof Error && 'code' in error ? String(error.code) : String(error);
  return new BreakevenError('environment', `${folder} cannot be written (${code}); name another`);
}

function filled(path: string, { lab, files, first }: Start): readonly string[] {
  makeFolder(path);
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
