/** Real comparisons by `ab`, of a program with itself and of one that does a known part more: what they decide. */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cliBundle, root } from '../src-main/tools/paths.ts';

export const title =
  'Suites of `ab` on this machine: a lab with itself, and with a copy that does more work. Arguments: [suites=20] [more work in percent, joined by commas=0,2,5,10] [pairs=20] [size=1e5]. Needs a build.';

type Decided = {
  readonly cases: readonly {
    readonly comparison: {
      readonly verdict: string;
      readonly ratio: number;
      readonly repetitions: readonly number[];
      readonly tells?: number;
    } | null;
  }[];
};

export async function main(args: readonly string[]): Promise<number> {
  const [suites = '20', parts = '0,2,5,10', pairs = '20', size = '1e5'] = args;
  const folder = mkdtempSync(join(tmpdir(), 'ab-suites-'));
  const base = join(folder, 'base');
  cpSync(join(root, 'resources', 'labs', 'saxpy'), base, { recursive: true });
  console.log(
    '| more work | suites | faster | slower | equivalent | undecided | ratio, median | pairs, mean | tells, median |',
  );
  console.log('|---|---|---|---|---|---|---|---|---|');
  try {
    for (const part of parts.split(',').map(Number)) {
      const head = join(folder, `more-${part}`);
      cpSync(base, head, { recursive: true });
      doMore(join(head, 'sequential.c'), part / 100);
      const found = Array.from({ length: Number(suites) }, () =>
        compare(folder, head, pairs, size),
      );
      const told = found.flatMap((one) => (one === null ? [] : [one]));
      const count = (verdict: string) => told.filter((one) => one.verdict === verdict).length;
      const cells = [
        ...[`+${part} %`, told.length, count('faster'), count('slower')],
        ...[count('equivalent'), count('inconclusive')],
        median(told.map(({ ratio }) => ratio)).toFixed(4),
        (told.reduce((sum, one) => sum + (one.repetitions[0] ?? 0), 0) / told.length).toFixed(1),
        `${median(told.flatMap(({ tells }) => tells ?? [])).toFixed(2)} %`,
      ];
      console.log(`| ${cells.join(' | ')} |`);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return 0;
}

/** The function does its work, and a part of it once more that leaves the answer as it is. */
function doMore(file: string, part: number): void {
  if (part === 0) return;
  const more = `  for (uint32_t i = 0; i < (uint32_t)(n * ${part}); ++i) y[i] = a * x[i] + y[i];
  __asm__ volatile("" ::: "memory");
  for (uint32_t i = 0; i < (uint32_t)(n * ${part}); ++i) y[i] = y[i] - a * x[i];`;
  const text = readFileSync(file, 'utf8');
  const at = text.lastIndexOf('}');
  writeFileSync(
    file,
    `${text.slice(0, at)}${more.replaceAll(String(part), String(part / 2))}\n${text.slice(at)}`,
  );
}

function compare(home: string, head: string, pairs: string, size: string) {
  const words = ['ab', join(home, 'base'), head, '--variants', 'sequential', '--set', `n=${size}`];
  const more = ['--pairs', pairs, '--allow-unknown', '--quiet', '--json', '--wait'];
  const run = spawnSync(process.execPath, [cliBundle, ...words, ...more], {
    env: { ...process.env, BREAKEVEN_HOME: join(home, 'store') },
    encoding: 'utf8',
  });
  if (run.status !== 0) throw new Error(run.stderr);
  const { cases }: Decided = JSON.parse(run.stdout);
  return cases[0]?.comparison ?? null;
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[sorted.length >> 1] ?? Number.NaN;
}
