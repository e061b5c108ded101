import { execFile } from 'node:child_process';
import { statSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { mayAccess } from './may-access.ts';

/** What a program prints on standard output; undefined when it is not there, fails or takes longer than `limitMs`. */
export function outputOf(
  program: string,
  parameters: readonly string[],
  limitMs = 5000,
): Promise<string | undefined> {
  // A process would be made to find that out.
  if (programPath(program) === null) return Promise.resolve(undefined);
  return new Promise((resolve) => {
    execFile(program, parameters, { timeout: limitMs, windowsHide: true }, (error, stdout) => {
      resolve(error === null ? stdout.trim() : undefined);
    });
  });
}

const versions = new Map<string, string>();

/** What `--version` prints; asked again where the file of the program is another one. */
export async function versionText(program: string): Promise<string | undefined> {
  const path = programPath(program);
  if (path === null) return undefined;
  const key = `${path} ${statSync(path).ctimeMs}`;
  const text = versions.get(key) ?? (await outputOf(path, ['--version']));
  if (text !== undefined) versions.set(key, text);
  return text;
}

/** The first line of the version of the first of several programs that says it. */
export async function firstVersion(programs: readonly string[]): Promise<string | undefined> {
  for (const program of programs) {
    const text = await versionText(program);
    if (text !== undefined) return text.split('\n')[0];
  }
  return undefined;
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
