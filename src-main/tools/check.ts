import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { isFile, packageFile, root } from './paths.ts';
import { type Check, runChecks } from './run-checks.ts';
import { collect } from './steps.ts';

/**
 * `npm run check`: format, lint, types, several at a time. With `--write` it formats instead, one formatter after the other,
 * since they write.
 */
export async function main(args: readonly string[]): Promise<number> {
  const { values } = parseArgs({ args: [...args], options: { write: { type: 'boolean' } } });
  const checks = values.write ? formatters : allChecks;
  const print = (line: string): void => void process.stdout.write(`${line}\n`);
  return runChecks(checks, print, values.write ? 1 : undefined);
}

const allChecks: readonly Check[] = [
  { title: 'format and lint', run: () => biome('check', '--error-on-warnings') },
  ...['node', 'web', 'test'].map((name) => ({ title: `types (${name})`, run: () => types(name) })),
  { title: 'C++ format', run: () => clangFormat('--dry-run', '-Werror') },
];

const formatters: readonly Check[] = [
  { title: 'format', run: () => biome('check', '--write') },
  { title: 'C++ format', run: () => clangFormat('-i') },
];

function biome(...args: readonly string[]): Promise<string | null> {
  return node(packageFile('@biomejs', 'biome', 'bin', 'biome'), ...args, '.');
}

function types(name: string): Promise<string | null> {
  const project = join(root, `tsconfig.${name}.json`);
  return node(packageFile('typescript', 'bin', 'tsc'), '--noEmit', '-p', project);
}

async function clangFormat(...args: readonly string[]): Promise<string | null> {
  const files = ['native', 'test'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.(h|hpp|cuh|cpp|cu)$/.test(name))
      .map((name) => join(root, folder, name)),
  );
  if (files.length === 0) return 'no C++ file found below native and test';
  return node(
    packageFile('clang-format-node', 'build', 'cli.js'),
    ...args,
    '--style=file',
    ...files,
  );
}

/** Runs a package's program; null when it is content, else what it said. */
async function node(script: string, ...args: readonly string[]): Promise<string | null> {
  if (!isFile(script)) return `${script} is missing: run \`npm ci\``;
  const { code, output } = await collect(process.execPath, [script, ...args]);
  return code === 0 ? null : output;
}
