import {
  copyFileSync,
  existsSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { BreakevenError } from '../../contract/failure.ts';
import { labIdPattern } from '../../contract/lab.ts';
import { makeFolder } from '../util/make-folder.ts';
import { resourcePath } from '../util/paths.ts';
import { labFileName } from './read-lab.ts';

type Start = {
  /** Which shipped lab it is part of. */
  readonly lab: string;
  readonly files: readonly string[];
  /** The variant that is baseline and reference, where the shipped lab has another one. */
  readonly first?: string;
};

/** Files of the shipped labs that a new one begins with. */
const starts = {
  c: { lab: 'saxpy', files: ['workload.toml', 'sequential.c', 'omp.c'] },
  cuda: { lab: 'saxpy', files: ['workload.toml', 'sequential.c', 'omp.c', 'naive.cu'] },
  python: {
    lab: 'saxpy',
    files: ['workload.toml', 'numpy.py', 'numpy-blocked.py'],
    first: 'numpy',
  },
  command: {
    lab: 'line-count',
    files: ['workload.toml', 'reference.c', 'generate.c', 'count-lines.c'],
  },
} as const satisfies Readonly<Record<string, Start>>;
export type LabStart = keyof typeof starts;
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
  makeFolder(path);
  const { lab, files, first }: Start = starts[from];
  for (const name of files) {
    const to = join(path, name);
    copyFileSync(resourcePath('labs', lab, name), to);
    if (name !== labFileName || first === undefined) continue;
    const text = readFileSync(to, 'utf8');
    writeFileSync(to, text.replaceAll(/^(baseline|reference) = .*$/gm, `$1 = "${first}"`));
  }
  return files;
}
