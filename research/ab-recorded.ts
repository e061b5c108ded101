/** Comparisons of one program with itself by `ab`, drawn by block from recorded pairs: how often they are wrong. */
import { readdirSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { createRandom, type Random } from '../src-main/stats/random.ts';
import {
  type Ended,
  endOfPairs,
  endOfPairsByStudent,
} from '../test/simulations/simulated-pairs.ts';

export const title =
  'Comparisons by `ab` of a program with itself, from recorded pairs of unchanged programs (`ab-pairs`): as they were recorded, and suites of blocks that were drawn; false verdicts, and what is found of +2 and +5 %, beside Student after each pair. Arguments: [suites=200] [pairs=50] [seed=1].';

export type Series = {
  readonly name: string;
  /** Differences of a run each, in the order of measuring. */
  readonly runs: readonly (readonly number[])[];
};

/** What a rule makes of a series. */
type Row = {
  readonly runs: number;
  readonly wrongRuns: number;
  readonly wrong: number;
  readonly two: number;
  readonly five: number;
  readonly same: number;
};

export const dataFolder = new URL('data/', import.meta.url);
const rules = [
  ['sequence', endOfPairs],
  ['Student from 5 on', endOfPairsByStudent],
] as const;
/** Series by how much their pairs differ. */
export const classes = [
  ['at most 3 %', 0.03],
  ['3 to 12 %', 0.12],
  ['12 % and more', Number.POSITIVE_INFINITY],
] as const;
/** Pairs that follow each other in a drawn suite. */
const blockLength = 10;
const fewestPairs = 5;

export function main([suites = '200', most = '50', seed = '1']: readonly string[]): number {
  print([
    'pairs',
    'recorded',
    'sd',
    'rule',
    'runs that are false',
    'suites: false',
    '+2 %',
    '+5 % in 20',
    'called equal',
  ]);
  print(Array.from({ length: 9 }, () => '---'));
  const files = readdirSync(dataFolder).filter((name) => name.startsWith('pairs-'));
  const seen = files
    .flatMap((file) => readSeries(file))
    .map((series) => {
      const sd = sdOf(series);
      const drawn = Array.from({ length: Number(suites) }, (_, at) =>
        drawSuite(series, Number(most), createRandom(Number(seed), at)),
      );
      const rows = rules.map(([, end]) => rowOf(series, drawn, end));
      rows.forEach((row, r) => {
        const recorded = String(series.runs.flat().length);
        print([series.name, recorded, percent(sd), rules[r]?.[0] ?? '', ...cellsOf([row])]);
      });
      return { sd, rows };
    });
  console.log();
  const columns = [
    'recorded runs that are false',
    'suites: false',
    '+2 %',
    '+5 % in 20',
    'called equal',
  ];
  print(['pairs differ by', ...columns.map((column) => `${column}; Student`)]);
  print(Array.from({ length: 6 }, () => '---'));
  classes.forEach(([name, limit], at) => {
    const own = seen.filter(({ sd }) => sd <= limit && sd > (classes[at - 1]?.[1] ?? 0));
    if (own.length === 0) return;
    const [ours = [], students = []] = rules.map((_, r) =>
      cellsOf(own.flatMap(({ rows }) => rows[r] ?? [])),
    );
    print([`${name}, ${own.length} series`, ...ours.map((cell, i) => `${cell}; ${students[i]}`)]);
  });
  return 0;
}

const print = (cells: readonly string[]): void => console.log(`| ${cells.join(' | ')} |`);
const percent = (part: number): string => `${(100 * part).toFixed(1)} %`;

function cellsOf(rows: readonly Row[]): readonly string[] {
  const total = (of: (row: Row) => number): number => rows.reduce((sum, row) => sum + of(row), 0);
  const range = (of: (row: Row) => number): string => {
    const ends = [Math.min(...rows.map(of)), Math.max(...rows.map(of))].map(percent);
    return ends[0] === ends[1] ? (ends[0] ?? '') : `${ends[0]?.replace(' %', '')} to ${ends[1]}`;
  };
  const many = rows.filter((row) => row.wrong > 0.05).length;
  const beyond = rows.length > 1 && many > 0 ? ` (above 5 % in ${many})` : '';
  return [
    `${total((row) => row.wrongRuns)} of ${total((row) => row.runs)}`,
    `${range((row) => row.wrong)}${beyond}`,
    range((row) => row.two),
    ...[range((row) => row.five), range((row) => row.same)],
  ];
}

function rowOf(
  { runs }: Series,
  drawn: readonly (readonly number[])[],
  end: (differences: readonly number[]) => Ended,
): Row {
  const by = (effect: number): readonly Ended[] =>
    drawn.map((own) => end(own.map((difference) => difference + Math.log1p(effect))));
  const isWrong = ({ decided }: Ended): boolean => decided === 'faster' || decided === 'slower';
  const isFound = ({ decided }: Ended): boolean => decided === 'slower';
  const share = (ends: readonly Ended[], counts: (end: Ended) => boolean): number =>
    ends.filter(counts).length / ends.length;
  const whole = runs.filter(({ length }) => length >= fewestPairs).map(end);
  const none = by(0);
  return {
    ...{ runs: whole.length, wrongRuns: whole.filter(isWrong).length },
    wrong: share(none, isWrong),
    two: share(by(0.02), isFound),
    five: share(by(0.05), (one) => isFound(one) && one.pairs <= 20),
    same: share(none, ({ decided }) => decided === 'same'),
  };
}

export function readSeries(file: string): readonly Series[] {
  const text = gunzipSync(readFileSync(new URL(file, dataFolder))).toString('utf8');
  const lines = text.trimEnd().split('\n').slice(1);
  const cells = lines.map((line) => line.split(','));
  const cases = Map.groupBy(seriesIn(cells), ({ name }) => name);
  return [...cases].map(([name, own]) => ({
    name: `${file.replace(/^pairs-|\.csv\.gz$/g, '')}: ${name}`,
    runs: own.map(({ differences }) => differences),
  }));
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

/**
 * Blocks of pairs that followed each other within a run, from any place in it, so that what correlates neighbours is kept. Both
 * sides are one program: a block that begins with the other side is exchanged, so that the order A B B A goes on.
 */
export function drawSuite({ runs }: Series, most: number, random: Random): readonly number[] {
  const places = placesIn(runs);
  const drawn: number[] = [];
  while (drawn.length < most) {
    const { run, first } = places[Math.floor(random.uniform() * places.length)] ?? {
      run: [],
      first: 0,
    };
    const sign = (first - drawn.length) % 2 === 0 ? 1 : -1;
    drawn.push(...run.slice(first, first + blockLength).map((difference) => sign * difference));
  }
  return drawn.slice(0, most);
}

type Place = { readonly run: readonly number[]; readonly first: number };
const known = new WeakMap<Series['runs'], readonly Place[]>();

/** Where a block can begin, listed once for all suites that are drawn. */
function placesIn(runs: Series['runs']): readonly Place[] {
  const found =
    known.get(runs) ??
    runs.flatMap((run) =>
      Array.from({ length: Math.max(0, run.length - blockLength + 1) }, (_, first) => ({
        run,
        first,
      })),
    );
  known.set(runs, found);
  return found;
}

export function sdOf({ runs }: Series): number {
  const all = runs.flat();
  const center = all.reduce((sum, value) => sum + value, 0) / all.length;
  return Math.sqrt(all.reduce((sum, value) => sum + (value - center) ** 2, 0) / (all.length - 1));
}
