/** The tables of section 9 of docs/method.md, as the benchmarks print them that its markers name. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readBenchmark } from '../src-main/tools/bench.ts';
import { root } from '../src-main/tools/paths.ts';

export const title =
  'Writes the tables that markers in the document of the method name. Arguments: [benchmarks, all without any].';

/** `<!-- bench refine 150 2 -->` to `<!-- end -->`, with what is between them. */
const block = /(<!-- bench (.+) -->\n)([\s\S]*?)\n?(<!-- end -->)/g;

/** The tables of a text, with the benchmark and the arguments that its markers name. */
export function markedTables(text: string) {
  return [...text.matchAll(block)].map(([old, begin = '', command = '', table = '', end = '']) => {
    const [name = '', ...args] = command.split(' ');
    return { name, args, table, old, with: (own: string) => `${begin}${own}\n${end}` };
  });
}

export async function main(names: readonly string[]): Promise<number> {
  const file = join(root, 'docs', 'method.md');
  const isLast = ({ name }: { readonly name: string }): boolean => name === 'summary';
  const all = markedTables(readFileSync(file, 'utf8'));
  // The summary reads the others.
  for (const marked of [...all.filter((one) => !isLast(one)), ...all.filter(isLast)]) {
    if (names.length > 0 && !names.includes(marked.name)) continue;
    const table = await printedBy(marked.name, marked.args);
    const text = readFileSync(file, 'utf8');
    writeFileSync(
      file,
      text.replace(marked.old, () => marked.with(table)),
    );
  }
  return 0;
}

/** What a benchmark prints: of one with a table of all sets, what follows it after a blank line. */
export async function printedBy(name: string, args: readonly string[]): Promise<string> {
  const lines: string[] = [];
  const { log } = console;
  console.log = (line = '') => lines.push(String(line));
  try {
    await (await readBenchmark(name)).main(args);
  } finally {
    console.log = log;
  }
  return lines.slice(lines.indexOf('') + 1).join('\n');
}
