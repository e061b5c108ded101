import { copyFileSync, existsSync, readdirSync, statSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { BreakevenError } from '../../contract/failure.ts';
import { labIdPattern } from '../../contract/lab.ts';
import { makeFolder } from '../util/make-folder.ts';
import { resourcePath } from '../util/paths.ts';

/** Files of the shipped lab that a new one begins with. */
const starts = {
  c: ['workload.toml', 'sequential.c', 'omp.c'],
  cuda: ['workload.toml', 'sequential.c', 'omp.c', 'naive.cu'],
} as const;
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
  const facts = statSync(path, { throwIfNoEntry: false });
  if (facts !== undefined && !facts.isDirectory()) {
    throw new BreakevenError('bad-input', `${folder} is a file; a lab is a folder`);
  }
  if (existsSync(path) && readdirSync(path).length > 0) {
    throw new BreakevenError(
      'bad-input',
      `${folder} is not empty; name a folder that is not there yet`,
    );
  }
  makeFolder(path);
  for (const name of starts[from]) {
    copyFileSync(resourcePath('labs', 'saxpy', name), join(path, name));
  }
  return starts[from];
}
