/** Comparisons of one program with itself by `ab`, drawn by block from recorded pairs: how often they are wrong. */
import { readdirSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { createRandom } from '../src-main/stats/random.ts';
import {
  type Ended,
  endOfPairs,
  endOfPairsByStudent,
} from '../test/simulations/simulated-pairs.ts';

export const title =
  'Suites of `ab` drawn by block from recorded pairs of unchanged programs (`ab-pairs`): false verdicts, and what is found of +2 and +5 %, beside Student after each pair. Arguments: [suites=200] [pairs=50] [seed=1].';

type Series = { readonly name: string; readonly runs: readonly (readonly number[])[] };

const folder = new URL('data/', import.meta.url);

export function main([suites = '200', most = '50', seed = '1']: readonly string[]): number {
  const row = (cells: readonly string[]): void => console.log(`| ${cells.join(' | ')} |`);
  row(['pairs', 'recorded', 'sd', 'rule', 'false', '+2 %', '+5 % (in 20)', 'called equal']);
  row(Array.from({ length: 8 }, () => '---'));
  const files = readdirSync(folder).filter((name) => name.startsWith('pairs-'));
  for (const [name, series] of files.flatMap((file) => readSeries(file))) {
    const drawn = Array.from({ length: Number(suites) }, (_, at) =>
      block(series, Number(most), createRandom(Number(seed), at).uniform()),
    );
    for (const [rule, end] of [
      ['sequence', endOfPairs],
      ['Student from 5 on', endOfPairsByStudent],
    ] as const) {
      const by = (effect: number) =>
        drawn.map((own) => end(own.map((d) => d + Math.log1p(effect))));
      const none = by(0);
      const found = (effect: number, within: number) =>
        share(by(effect), ({ decided, pairs }) => decided === 'slower' && pairs <= within);
      row([
        ...[name, String(series.runs.flat().length), `${(100 * sdOf(series)).toFixed(1)} %`, rule],
        share(none, ({ decided }) => decided === 'faster' || decided === 'slower'),
        found(0.02, Number(most)),
        `${found(0.05, Number(most))} (${found(0.05, 20)})`,
        share(none, ({ decided }) => decided === 'same'),
      ]);
    }
  }
  return 0;
}

function readSeries(file: string): readonly (readonly [string, Series])[] {
  const text = gunzipSync(readFileSync(new URL(file, folder))).toString('utf8');
  const lines = text.trimEnd().split('\n').slice(1);
  const cells = lines.map((line) => line.split(','));
  const cases = Map.groupBy(seriesIn(cells), ({ name }) => name);
  return [...cases].map(([name, own]) => [
    `${file.replace(/^pairs-|\.csv\.gz$/g, '')}: ${name}`,
    { name, runs: own.map(({ differences }) => differences) },
  ]);
}

function seriesIn(cells: readonly (readonly string[])[]) {
  return cells.map(([workload, variant, n, , scope, , pairs = '']) => ({
    name: [workload, variant, n, scope].join(' '),
    differences: pairs.split(' ').map((pair) => {
      const [base = Number.NaN, head = Number.NaN] = pair.split('/').map(Number);
      return Math.log(head) - Math.log(base);
    }),
  }));
}

/** Pairs that followed each other within a run, so that what correlates them is kept; of long enough runs one, from a place in it. */
function block({ runs }: Series, most: number, place: number): readonly number[] {
  const all = runs.flat();
  const first = Math.floor(place * Math.max(1, all.length - most + 1));
  return all.slice(first, first + most);
}

function sdOf({ runs }: Series): number {
  const all = runs.flat();
  const center = all.reduce((sum, value) => sum + value, 0) / all.length;
  return Math.sqrt(all.reduce((sum, value) => sum + (value - center) ** 2, 0) / (all.length - 1));
}

function share(ends: readonly Ended[], counts: (end: Ended) => boolean): string {
  const part = ends.filter(counts).length / ends.length;
  return `${(100 * part).toFixed(1)} %`;
}
