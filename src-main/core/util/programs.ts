import { execFile } from 'node:child_process';
import { statSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { mayAccess } from './may-access.ts';

/**
 * What a program prints on standard output; undefined when it is not there, fails or takes longer than `limitMs`.
 */
export function outputOf(
  program: string,
  parameters: readonly string[],
  limitMs = 5000,
): Promise<string | undefined> {
  return new Promise((resolve) => {
    execFile(program, parameters, { timeout: limitMs, windowsHide: true }, (error, stdout) => {
      resolve(error === null ? stdout.trim() : undefined);
    });
  });
}

/** The first of several programs that answers, with its first line. */
export async function firstAnswer(
  programs: readonly string[],
  parameters: readonly string[],
): Promise<string | undefined> {
  const answers = await Promise.all(programs.map((program) => outputOf(program, parameters)));
  return answers.find((answer) => answer !== undefined)?.split('\n')[0];
}

/**
 * The path of a program; null where there is none.
 *
 * @param name what has a slash is a path already
 * @param searched the folders as `PATH` lists them
 */
export function programPath(name: string, searched = process.env.PATH ?? ''): string | null {
  const folders = searched.split(delimiter).filter((folder) => folder !== '');
  const candidates = name.includes('/') ? [name] : folders.map((folder) => join(folder, name));
  return candidates.find(isProgram) ?? null;
}

function isProgram(path: string): boolean {
  return mayAccess(path, 'run') && statSync(path, { throwIfNoEntry: false })?.isFile() === true;
}
