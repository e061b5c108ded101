import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from './paths.ts';

type Benchmark = {
  /** What it measures and what it takes. */
  readonly title: string;
  readonly main: (args: readonly string[]) => Promise<number>;
};

const folder = join(root, 'research');

/** The benchmarks by name: each is a file of its folder. */
export function benchmarkNames(): readonly string[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.ts'))
    .map((name) => name.replace(/\.ts$/, ''))
    .sort();
}

export async function readBenchmark(name: string): Promise<Benchmark> {
  return await import(pathToFileURL(join(folder, `${name}.ts`)).href);
}

/** `npm run bench -- <name> [arguments]`; without a name, what there is. */
export async function main([name, ...args]: readonly string[]): Promise<number> {
  const names = benchmarkNames();
  if (name !== undefined && names.includes(name))
    return await (await readBenchmark(name)).main(args);
  for (const each of names) console.log(`${each}: ${(await readBenchmark(each)).title}`);
  if (name === undefined) return 0;
  console.error(`There is no benchmark "${name}".`);
  return 2;
}
