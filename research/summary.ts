/** The table at the head of section 9 of docs/method.md, from the tables below it and from what the benchmarks print. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../src-main/tools/paths.ts';
import { markedTables, printedBy } from './method-tables.ts';

export const title =
  'What the method shows, a row for each property: required, seen, where it is missed; reads the tables of the document that its markers name, and runs the other benchmarks. Arguments: none.';

type Cells = readonly string[];

/** The rows of a printed table without its head, and the lines beside it. */
class Printed {
  readonly text: string;
  readonly rows: readonly Cells[];
  constructor(text: string) {
    this.text = text;
    const lines = text.split('\n').filter((line) => line.startsWith('|'));
    const rule = lines.findIndex((line) => /^\|[\s|-]+$/.test(line));
    this.rows = lines.slice(rule + 1).map((line) =>
      line
        .slice(1, -1)
        .split('|')
        .map((cell) => cell.trim()),
    );
  }
  /** The rows whose cells begin so. */
  of(...begins: Cells): readonly Cells[] {
    return this.rows.filter((row) => begins.every((begin, i) => row[i]?.startsWith(begin)));
  }
  one(...begins: Cells): Cells {
    const [found] = this.of(...begins);
    if (found === undefined) throw new Error(`no row begins ${begins.join(', ')}`);
    return found;
  }
  /** What a line beside the table says; groups of the pattern. */
  said(pattern: RegExp): Cells {
    const found = pattern.exec(this.text);
    if (found === null) throw new Error(`no line says ${pattern}`);
    return found.slice(1);
  }
}

export async function main(): Promise<number> {
  const marked = markedTables(readFileSync(join(root, 'docs', 'method.md'), 'utf8'));
  const inDocument = (name: string, ...args: Cells): Printed => {
    const found = marked.find((one) => one.name === name && one.args.join() === args.join());
    if (found === undefined) throw new Error(`the document has no table of ${name}`);
    return new Printed(found.table);
  };
  const printed = async (name: string): Promise<Printed> => new Printed(await printedBy(name, []));
  const rows = [
    ...betweenRuns(inDocument('aa'), inDocument('aa', 'held')),
    withinRun(inDocument('aa')),
    simulatedPairs(await printed('paired-sequence')),
    recordedPairs(inDocument('ab-recorded')),
    measuredPairs(await printed('ab-suites')),
    gates(await printed('ci-suites')),
    breakEvens(await printed('recorded-break-evens')),
    refined(inDocument('refine', '150', '2')),
    boundaries(await printed('batch-boundary')),
    ended(inDocument('stopping')),
    tuned(await printed('tune')),
  ];
  console.log('| property | required | seen | where it is missed |');
  console.log('|---|---|---|---|');
  for (const row of rows) console.log(`| ${row.join(' | ')} |`);
  return 0;
}

/** `29 to 99 %` of what stands before and after "to" in cells, or of cells themselves. */
function range(cells: Cells, unit = ' %'): string {
  const numbers = cells.flatMap((cell) => [...cell.matchAll(/\d+(?:\.\d+)?/g)].map(String));
  const sorted = numbers.toSorted((a, b) => Number(a) - Number(b));
  const [least = '', most = ''] = [sorted[0], sorted.at(-1)];
  return least === most ? `${least}${unit}` : `${least} to ${most}${unit}`;
}

/** `0.0 to 5.0, 1.1 to 24, ...; 11 to 20 %; 1, 4, 5, 5`: what is false and found, what is told, in how many sets it is worse. */
function rates(cell = ''): { readonly shares: Cells; readonly worse: readonly number[] } {
  const [shares = '', , worse = ''] = cell.split('; ');
  return { shares: shares.split(', '), worse: worse.split(', ').map(Number) };
}

const sum = (values: readonly number[]): number => values.reduce((total, one) => total + one, 0);

function betweenRuns(all: Printed, held: Printed): readonly Cells[] {
  const setsOf = ({ rows }: Printed): number =>
    sum(rows.map(([name = '']) => Number(/, (\d+) sets/.exec(name)?.[1])));
  const [sets, heldSets] = [all, held].map(setsOf) as [number, number];
  const wrong = (own: Printed) => {
    const [count = '', list = ''] = own.said(/by the judge, (\d+): (.*)\./);
    return {
      count: Number(count),
      shares: [...list.matchAll(/\((\S+) % of/g)].map(([, one]) => one ?? ''),
    };
  };
  const [ofAll, ofHeld] = [wrong(all), wrong(held)];
  const byChance = (own: Printed, of: number): string => {
    const [wrong = '', range = ''] = own.said(
      /half as far: (\S+ %) false, more than 5 % in (\d+ to \d+)/,
    );
    return `${range} of ${of} (${wrong} of all false)`;
  };
  const found20 = (time: string, column = 1): Cells =>
    all.of(time).map((row) => rates(row[column]).shares[3] ?? '');
  const students = all.rows.map((row) => rates(row[3]).shares[0] ?? '');
  const more = sum(all.rows.map((row) => rates(row[1]).worse[3] ?? 0));
  const [wide = '', wideText = '', needed = '', beyond = ''] = all.said(
    /Student does in (\d+) sets\. Student is false in (.*?) there and would be in 5 % if it were (.*?) times as wide; more than 1\.5 times that wide is a store in (\d+)/,
  );
  const [next = '', below = '', of = '', least = ''] = all.said(nextRun);
  const [, belowHeld = '', ofHeldRuns = '', leastHeld = ''] = held.said(nextRun);
  return [
    [
      'two runs of one program: false verdicts (`aa`, `aa held`)',
      'at most 5 % in every set',
      `at most 5 % in ${sets - ofAll.count} of ${sets} sets and scopes, and in ${heldSets - ofHeld.count} of ${heldSets} that were recorded after everything was fixed`,
      `${range(ofAll.shares)} in ${ofAll.count}, in each because of one run, and ${range(ofHeld.shares)} in ${ofHeld.count}; chance alone makes that many, ${byChance(all, sets)} and ${byChance(held, heldSets)}, where runs differ half as far as the model of the judge says (below)`,
    ],
    [
      '+20 % found between two runs (`aa`)',
      '90 %',
      `GPU kernel ${range(found20('cuda kernel'))}`,
      `GPU device call ${range(found20('cuda call'))}, end to end ${range(found20('cuda total'))}; CPU ${range(found20('cpu'))}; Student finds more in ${more} of ${sets}, and is false in up to ${range(students).split(' to ').at(-1)}`,
    ],
    [
      "a store of other runs: what a comparison tells over what Student's does (`aa`, learned)",
      'at most 1.5 times, never more false',
      `at most 1.5 times in ${sets - Number(wide)} of ${sets}; never more false in ${sets - sum(all.rows.map((row) => rates(row[2]).worse[0] ?? 0))}`,
      `more in ${wide}, where Student is false in ${wideText} and needs to be ${needed} times as wide; more than 1.5 times what it needs in ${beyond}`,
    ],
    [
      'next run in the repeatability interval (`aa`, `aa held`)',
      '90 to 98 %',
      `${next} %; at least 90 % in ${Number(of) - Number(below)} of ${of} sets and scopes, in ${Number(ofHeldRuns) - Number(belowHeld)} of ${ofHeldRuns} recorded last`,
      `${least} in ${below}, ${leastHeld} in ${belowHeld} recorded last: processes of one run tell too little of those of the next`,
    ],
  ];
}

const nextRun = /repeatability interval in (.*) %; below 90 % in (\d+) of (\d+)(?: \((.*?)\))?\./;

function withinRun(all: Printed): Cells {
  const [half, count, usual, most, wide] = all.said(
    /the interval is (\S+) times Student's on the pairs in the median of (\d+), (\S+) times in 95 % and at most (\S+) times; in (\d+),/,
  );
  return [
    'a program against itself within a run: its interval over what the data supports (`aa`)',
    'at most 1.3 times',
    `${half} times Student's on the pairs in the median of ${count}, ${usual} times in 95 %`,
    `more than 1.3 times in ${wide}, whose repetitions do not all pair; at most ${most}`,
  ];
}

function simulatedPairs(table: Printed): Cells {
  const at = (cells: Cells): string => {
    const [, , , wrong, , five = '', two = ''] = cells;
    return `${wrong} false, +5 % ${five.split(', ')[1]}, +2 % ${two.split(', ')[0]}`;
  };
  const [one, three, ten] = ['1 %', '3 %', '10 %'].map((sd) => table.one('sequence', sd, '0'));
  const [half, strong] = ['0.5', '0.9'].map((lag) => table.one('sequence', '3 %', lag));
  const students = table.of('Student').map((cells) => cells[3] ?? '');
  return [
    '`ab`, simulated: false, +5 % found in 20 pairs, +2 % in 50 (`paired-sequence`)',
    '5 %; 95 % where pairs differ by at most 3 %; +2 % by 1 %',
    `pairs differ by 1 %: ${at(one ?? [])}; by 3 %: ${at(three ?? [])}; by 10 %: ${at(ten ?? [])}`,
    `neighbours correlated by 0.5: ${at(half ?? [])}; by 0.9: ${at(strong ?? [])}; Student after each pair: ${range(students)} false`,
  ];
}

function recordedPairs(table: Printed): Cells {
  // Of each pair of values the second is Student's.
  const [narrow, middle, wide] = ['at most 3 %', '3 to 12 %', '12 %'].map((begin) =>
    table.one(begin).map((cell) => cell.split('; ')[0] ?? ''),
  );
  const count = (cell = ''): readonly number[] => cell.split(' of ').map(Number);
  const total = [narrow, middle, wide].map((row) => count(row?.[1]));
  const student = table.rows.map((row) => count(row[1]?.split('; ')[1]));
  const [wrong, of, ofStudent] = [
    sum(total.map(([each = 0]) => each)),
    sum(total.map(([, each = 0]) => each)),
    sum(student.map(([each = 0]) => each)),
  ];
  return [
    '`ab` of a program with itself on recorded pairs of a virtual machine and two hosts of an H100, idle and loaded (`ab-recorded`)',
    '5 % false; +5 % in 95 % within 20 pairs where they differ by at most 3 %',
    `${wrong} of ${of} recorded runs false (Student ${ofStudent}); pairs that differ by at most 3 %: ${narrow?.[2]} of suites drawn by block false, +5 % ${narrow?.[4]}, +2 % ${narrow?.[3]}`,
    `by 3 to 12 %: ${middle?.[2]} false, +5 % ${middle?.[4]}; by more: ${wide?.[2]} false, +5 % ${wide?.[4]}`,
  ];
}

function measuredPairs({ rows }: Printed): Cells {
  const verdicts = ['faster', 'slower', 'equivalent', 'undecided'];
  const text = (group: readonly Cells[]): string => {
    const [host, program, work] = group[0] ?? [];
    const counts = verdicts.flatMap((verdict, i) => {
      const count = sum(group.map((row) => Number(row[4 + i])));
      return count === 0 ? [] : `${count} ${verdict}`;
    });
    const ratios =
      work === '+0 %'
        ? ''
        : ` (ratio ${range(
            group.map((row) => row[8] ?? ''),
            '',
          )})`;
    const what = work === '+0 %' ? 'with itself' : `${work} of work${ratios}`;
    return `${group.length === 1 ? `${host}, ${program} ` : ''}${what}: ${counts.join(', ')}`;
  };
  const isSame = (row: Cells): boolean => row[2] === '+0 %';
  const missed = rows.filter((row) =>
    isSame(row) ? Number(row[4]) + Number(row[5]) > 0 : Number(row[5]) < 0.95 * Number(row[3]),
  );
  const met = rows.filter((row) => !missed.includes(row));
  return [
    'real comparisons by `ab`: a program with itself, and with one that does more work (`ab-suites`)',
    'none false; +5 % in 95 % within 20 pairs',
    ...[met, missed].map((rows) =>
      [...Map.groupBy(rows, ([, , work]) => work).values()].map(text).join('; '),
    ),
  ];
}

/** Cells are exit codes 4, 5 and 0 in percent, of no effect, +2, +5, +10, +20 and +33 %. */
function gates({ rows: [narrow = [], middle = [], wide = []] }: Printed): Cells {
  const four = (row: Cells, at: number): string => `${row[at]?.split(', ')[0]} %`;
  const passed = range([narrow, middle, wide].map((row) => row[3]?.split(', ')[2] ?? ''));
  return [
    'gates of `ci`, 2,000 suites a cell of four pairs drawn by block from the recorded ones, one pair slower (`ci-suites`)',
    'exit code 4 in at most 5 % where nothing is slower, in 95 % for +20 %',
    `pairs that differ by at most 3 %: 4 in ${four(narrow, 1)} where nothing is slower, in ${four(narrow, 3)} for +5 %; by 3 to 12 %: ${four(middle, 1)}, +5 % ${four(middle, 3)}, +10 % ${four(middle, 4)}, +20 % ${four(middle, 5)}`,
    `by more: ${four(wide, 1)}, +5 % ${four(wide, 3)}, +20 % ${four(wide, 5)}, +33 % ${four(wide, 6)}, else 5 (in ${wide[1]?.split(', ')[1]} % where nothing is slower); +5 % passes with 0 in ${passed}`,
  ];
}

function breakEvens({ rows, text }: Printed): Cells {
  const answers = rows.flatMap((row) => (row[7] ?? '').split('; '));
  const count = (answer: string): number => answers.filter((one) => one === answer).length;
  const [held, asked] = /(\d+) of (\d+) intervals/.exec(text)?.slice(1) ?? [];
  return [
    'break-evens of independent runs hold the crossing of all together (`recorded-break-evens`)',
    '9 of 10',
    `${held} of ${asked}`,
    `of ${answers.length} answers ${count('none')} have no crossing in range, ${count('several')} several, ${count('inconclusive')} are not told, and say so`,
  ];
}

function refined({ rows }: Printed): Cells {
  const after = (row: Cells): Cells =>
    row.slice(1).map((cell) => /, \d+ % to (\d+) %,/.exec(cell)?.[1] ?? '');
  const isLimit = (row: Cells): boolean => row[0]?.includes('(limit)') === true;
  const own = rows.filter((row) => !isLimit(row)).flatMap(after);
  const limits = rows
    .filter(isLimit)
    .map((row) => `${row[0]?.replace(' (limit)', '')}: ${range(after(row))}`);
  return [
    'refined break-evens hold the truth (`refine`)',
    '92 %',
    `${range(own)} in ${own.length} cells`,
    limits.join('; '),
  ];
}

function boundaries({ rows }: Printed): Cells {
  const [steps, jumps] = [3, 5].map((column) => sum(rows.map((row) => Number(row[column]))));
  const over = rows.filter((row) => row[7] !== 'none');
  const jumped = over.filter((row) => row[7]?.endsWith(', a jump'));
  return [
    'time per element over the boundary of batches (`batch-boundary`)',
    'no jump above 3 %',
    `none in ${over.length - jumped.length} of ${over.length} series over it; ${(steps ?? 0) - (jumps ?? 0)} of ${steps} steps without one`,
    jumped.map((row) => `${row[2]}, run ${row[1]} of ${row[0]}: ${row[7]}`).join('; '),
  ];
}

function ended({ rows }: Printed): Cells {
  const atTarget = rows.map((row) => ({
    name: row[0] ?? '',
    held: (row[2] ?? '').split(' / ')[1]?.replace(' %', '') ?? '',
  }));
  const low = atTarget.filter(({ held }) => Number(held) < 94);
  return [
    'repetitions that end at a target: interval holds the location (`stopping`)',
    '95 %',
    range(atTarget.filter((one) => !low.includes(one)).map(({ held }) => held)),
    low.map(({ name, held }) => `${held} % where processes differ by ${name}`).join('; '),
  ];
}

function tuned(table: Printed): Cells {
  const none = table.rows.filter((row) => row[1] === 'none');
  const some = table.rows.filter((row) => row[1] !== 'none');
  const low = some.filter((row) => Number.parseFloat(row[3] ?? '') < 95);
  return [
    '`tune`: no difference, or a minimum, where there is one (`tune`)',
    '95 %',
    `${range(none.map((row) => row[2] ?? ''))}, ${range(some.map((row) => row[3] ?? ''))}`,
    low.map((row) => `${row[3]} where processes differ by ${row[0]}`).join('; '),
  ];
}
