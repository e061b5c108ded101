import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cliBundle, dist, isFile, packageFile, root } from './paths.ts';
import { quietly, say, secondsSince } from './steps.ts';

const stampFile = join(dist, '.bundles');
const sources = [
  'src-main',
  'src-renderer',
  'resources',
  'docs/glossary.md',
  'electron.vite.config.ts',
  'package-lock.json',
];

/** Bundles main, preload and renderer unless nothing they are made of changed since the last time. */
export async function buildBundles(): Promise<void> {
  const start = performance.now();
  const stamp = stampOf(sources.map((path) => join(root, path)));
  if (isFile(cliBundle) && isFile(stampFile) && readFileSync(stampFile, 'utf8') === stamp) {
    say('bundles: up to date');
    return;
  }
  const electronVite = packageFile('electron-vite', 'bin', 'electron-vite.js');
  await quietly('bundles', process.execPath, [electronVite, 'build', '--logLevel', 'warn']);
  mkdirSync(dist, { recursive: true });
  writeFileSync(stampFile, stamp);
  say(`bundles: built in ${secondsSince(start)}`);
}

/** Names, sizes and times of all files below the paths, as one digest. */
function stampOf(paths: readonly string[]): string {
  const hash = createHash('sha256');
  for (const path of paths) addTo(hash, path);
  return hash.digest('hex');
}

function addTo(hash: ReturnType<typeof createHash>, path: string): void {
  const status = statSync(path, { throwIfNoEntry: false });
  if (status === undefined) return;
  if (!status.isDirectory()) {
    hash.update(`${path}\0${status.size}\0${status.mtimeMs}\0`);
    return;
  }
  for (const name of readdirSync(path).sort()) addTo(hash, join(path, name));
}
