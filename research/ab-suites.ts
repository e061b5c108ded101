/** Real comparisons by `ab`, of a program with itself and with one that does a known part more: what they decide. */
import { spawnSync } from 'node:child_process';
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cliBundle, root } from '../src-main/tools/paths.ts';

export const title =
  'Comparisons by `ab` of a program with itself, and with a copy that does more work, as they were recorded; with a file, records them on this machine (a lab; needs a build). Arguments: [file to append to] [comparisons=20] [more work in percent, joined by commas=0,5] [pairs=20] [size=1e5].';

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

const header = 'program,more work (percent),verdict,ratio,pairs,tells (percent)';
const dataFolder = join(root, 'research', 'data');

export async function main(args: readonly string[]): Promise<number> {
  const [file, count = '20', parts = '0,5', pairs = '20', size = '1e5'] = args;
  if (file === undefined) return print();
  const folder = mkdtempSync(join(tmpdir(), 'ab-suites-'));
  const base = join(folder, 'base');
  cpSync(join(root, 'resources', 'labs', 'saxpy'), base, { recursive: true });
  if (!existsSync(file)) writeFileSync(file, `${header}\n`);
  try {
    for (const part of parts.split(',').map(Number)) {
      const head = join(folder, `more-${part}`);
      cpSync(base, head, { recursive: true });
      doMore(join(head, 'sequential.c'), part / 100);
      for (let i = 0; i < Number(count); i += 1) {
        const one = compare(folder, head, pairs, size);
        if (one === null) throw new Error('nothing was compared');
        const { verdict, ratio, repetitions, tells } = one;
        const cells = [`saxpy ${size}`, part, verdict, ratio.toFixed(5), repetitions[0] ?? 0];
        appendFileSync(file, `${[...cells, tells?.toFixed(2) ?? ''].join(',')}\n`);
      }
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return 0;
}

/** A row for each file, program and part of more work. */
function print(): number {
  console.log(
    '| recorded | program | more work | comparisons | faster | slower | equivalent | undecided | ratio, median | pairs, mean | tells, median |',
  );
  console.log(`|${'---|'.repeat(11)}`);
  for (const name of readdirSync(dataFolder).filter((each) => each.startsWith('ab-suites-'))) {
    const lines = readFileSync(join(dataFolder, name), 'utf8').trim().split('\n').slice(1);
    const rows = lines.map((line) => line.split(','));
    for (const [key, own] of Map.groupBy(rows, ([program, more]) => `${program} | +${more} %`)) {
      const count = (verdict: string): number => own.filter((row) => row[2] === verdict).length;
      const told = own.flatMap((row) => (row[5] === '' ? [] : [Number(row[5])]));
      const cells = [
        ...[name.replace(/^ab-suites-|\.csv$/g, ''), key, own.length],
        ...['faster', 'slower', 'equivalent', 'inconclusive'].map(count),
        median(own.map((row) => Number(row[3]))).toFixed(4),
        (own.reduce((sum, row) => sum + Number(row[4]), 0) / own.length).toFixed(1),
        told.length === 0 ? 'nothing' : `${median(told).toFixed(2)} %`,
      ];
      console.log(`| ${cells.join(' | ')} |`);
    }
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
