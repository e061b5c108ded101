import { accessSync, constants, readFileSync, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The repository's root, whatever folder a tool is started from. */
export const root = fileURLToPath(new URL('../..', import.meta.url));

export const dist = join(root, 'dist');
export const nativeOutput = join(dist, 'native');
export const nativeBuild = join(dist, 'native-build');
export const cliBundle = join(dist, 'main', 'cli.js');

/** What the package.json of the product says of it. */
export function product() {
  return JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Readonly<
    Record<'version' | 'author' | 'description', string>
  >;
}

/** A program of an installed package, started through this process's own Node. */
export function packageFile(...parts: readonly string[]): string {
  return join(root, 'node_modules', ...parts);
}

export function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() ?? false;
}

/** The full path of a program on the PATH, or undefined. */
export function findProgram(
  name: string,
  extraFolders: readonly string[] = [],
): string | undefined {
  const folders = [...(process.env.PATH ?? '').split(delimiter), ...extraFolders];
  return folders
    .filter((folder) => folder !== '')
    .map((folder) => join(folder, name))
    .find((path) => isExecutable(path) && isFile(path));
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
