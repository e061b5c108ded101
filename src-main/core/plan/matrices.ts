import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { Group } from '../../contract/configuration.ts';
import { hintFor } from '../../contract/did-you-mean.ts';
import { type BreakevenError, badInput } from '../../contract/failure.ts';
import type { Values } from '../../contract/workload.ts';

/** An input that names a matrix instead of a file: `matrix:Dubcova1`. */
const scheme = 'matrix:';

/**
 * What is generated where a matrix of the Udelar study is not at hand: its rows, the entries of its lower triangle with
 * diagonal ((nnz + rows) / 2, as all but one are symmetric), and a structure like its own. Source: the study's tables
 * and the SuiteSparse Matrix Collection.
 */
const standIns: Readonly<Record<string, Values>> = {
  Goodwin_040: { matrix: 'banded', n: 17_922, nonzeros: 289_800 },
  gyro_m: { matrix: 'laplacian-2d', n: 17_361, nonzeros: 178_896 },
  Dubcova1: { matrix: 'laplacian-2d', n: 16_129, nonzeros: 134_569 },
  bcsstk17: { matrix: 'block-diagonal', n: 10_974, nonzeros: 219_812 },
  bcsstk13: { matrix: 'random-sparse', n: 2003, nonzeros: 42_943 },
  '1138_bus': { matrix: 'random-sparse', n: 1138, nonzeros: 2596 },
};

/** Names of the matrices that have a stand-in. */
export const studyMatrices: readonly string[] = Object.keys(standIns);

/** Axes that a file decides or makes meaningless. */
const decidedByFile = ['matrix', 'n', 'nonzeros', 'seed'];

/** The name in an input such as `matrix:gyro_m`; null for a file. */
export function matrixName(input: string | undefined): string | null {
  return input?.startsWith(scheme) === true ? input.slice(scheme.length) : null;
}

/**
 * A group with its matrix as a file of the folder, or with the values that generate a stand-in. A group asks for a
 * matrix by its input (`matrix:NAME`) or stands for one by its name; others are returned as they are.
 *
 * @param folder where the user keeps matrices: `NAME.mtx`, `NAME.mtx.gz`, or either in a folder `NAME`
 * @throws BreakevenError `bad-input` for a folder that is not there, and for a matrix that is in neither place.
 */
export function withMatrix(group: Group, folder: string | undefined): Group {
  const asked = matrixName(group.input);
  const name = asked ?? (group.input === undefined ? group.name : undefined);
  if (name === undefined || (asked === null && !Object.hasOwn(standIns, name))) return group;
  const file = findMatrix(name, folder);
  if (file !== null) {
    const set = Object.entries(group.set).filter(([axis]) => !decidedByFile.includes(axis));
    return { ...group, name, input: file, set: Object.fromEntries(set) };
  }
  const standIn = Object.hasOwn(standIns, name) ? standIns[name] : undefined;
  if (standIn === undefined) throw notFound(name, folder);
  const { input: _input, ...rest } = group;
  return { ...rest, name, set: { ...standIn, ...group.set } };
}

/** What a result has to say of an input that stands for a matrix; null where it is the matrix, or none is named. */
export function standInWarning({ name, input, set }: Group): string | null {
  if (name === undefined || input !== undefined || !Object.hasOwn(standIns, name)) return null;
  const values = standIns[name] ?? {};
  // With other values over it, it stands for nothing.
  if (set.n !== values.n || set.nonzeros !== values.nonzeros) return null;
  return `the input replaces the matrix ${name}: it is generated with the same rows and nonzeros and a similar structure; --matrices names the folder that has the matrix itself`;
}

function findMatrix(name: string, folder: string | undefined): string | null {
  // A name is no path: it must not lead out of the folder.
  if (!/^[\w.+-]+$/.test(name) || /^\.+$/.test(name)) {
    throw badInput(
      `input: "${name}" is no name of a matrix; allowed are letters, digits, ".", "_", "+" and "-"`,
    );
  }
  if (folder === undefined) return null;
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true) {
    throw badInput(`matrices: there is no folder "${folder}"`);
  }
  const places = [`${name}.mtx`, `${name}.mtx.gz`].flatMap((file) => [file, join(name, file)]);
  const matrixFile = places
    .map((place) => join(folder, place))
    .find((path) => statSync(path, { throwIfNoEntry: false })?.isFile() === true);
  return matrixFile ?? null;
}

function notFound(name: string, folder: string | undefined): BreakevenError {
  const where =
    folder === undefined
      ? 'no folder of matrices is named (--matrices)'
      : `there is no ${name}.mtx or ${name}.mtx.gz in "${folder}"`;
  return badInput(`input: ${where}, and ${name} has no stand-in${hintFor(name, studyMatrices)}`);
}
