/** Verdicts of the judge on recorded runs of unchanged programs, beside simpler rules on the same samples. */
import { pathToFileURL } from 'node:url';
import {
  acrossRuns,
  asvTally,
  casesOf,
  judgeRule,
  learnedRule,
  readRecorded,
  recordedNames,
  recordedTable,
  repeatability,
  scopesOf,
  startSquares,
  startsOf,
  studentRule,
  type Tally,
  tally,
} from '../test/simulations/recorded-aa.ts';

export const title =
  'Verdicts between two runs of unchanged programs: every recorded table, each judged by the start of the others. Arguments: [table of `aa-data`.csv, judged by the shipped start].';

type Row = Omit<Tally, 'tells'> & Partial<Pick<Tally, 'tells'>>;

const rules = ['judge', 'learned', 'Student', 'asv beyond 1.1'] as const;

export function main(args: readonly string[]): number {
  const names = args.length > 0 ? args : recordedNames();
  const tables = names.map((name) =>
    readRecorded(/\.csv(\.gz)?$/.test(name) ? pathToFileURL(name) : recordedTable(name)),
  );
  const starts = tables.map(startSquares);
  print(['table', 'time', 'comparisons', ...rules.map((rule) => `${rule}: false, +2, +5, +20 %`)]);
  print(Array.from({ length: 3 + rules.length }, () => '---'));
  const seen = new Map<string, Row[]>();
  const worse: string[] = [];
  tables.forEach((all, i) => {
    const told = args.length > 0 ? {} : { starts: startsOf(starts.filter((_, j) => j !== i)) };
    const learned = learnedRule(all, told);
    for (const [device, scope] of scopesOf(all)) {
      const cases = casesOf(all, device, scope);
      const pairs = acrossRuns(cases);
      const found: readonly Row[] = [
        tally(pairs, judgeRule(told)),
        tally(pairs, learned),
        tally(pairs, studentRule),
        asvTally(pairs, 1.1),
      ];
      const time = `${device} ${scope}`;
      rules.forEach((rule, r) => {
        const row = found[r];
        if (row !== undefined) seen.set(rule, [...(seen.get(rule) ?? []), row]);
      });
      print([names[i] ?? '', time, String(pairs.length), ...found.map(cell)]);
      const held = repeatability(cases);
      if (found[0] !== undefined && found[0].wrong > 0.05) worse.push(`${names[i]} ${time}`);
      if (held < 0.9) console.log(`next run in the repeatability interval: ${percent(held)} %`);
    }
  });
  for (const bound of ['min', 'max'] as const) {
    print([bound, '', '', ...rules.map((rule) => rangeCell(seen.get(rule) ?? [], bound))]);
  }
  console.log(
    `More than 5 % false by the judge: ${worse.length === 0 ? 'none' : worse.join(', ')}.`,
  );
  return 0;
}

const print = (cells: readonly string[]): void => console.log(`| ${cells.join(' | ')} |`);
const percent = (part: number): string => (100 * part).toFixed(part < 0.0995 ? 1 : 0);

/** `1.9, 3, 26, 84; tells 12 %` */
function cell({ wrong, found, tells }: Row): string {
  const parts = [wrong, ...found].map(percent).join(', ');
  return tells === undefined ? parts : `${parts}; tells ${tells.toPrecision(2)} %`;
}

function rangeCell(rows: readonly Row[], bound: 'min' | 'max'): string {
  const of = (value: (row: Row) => number): number => Math[bound](...rows.map(value));
  const tells = of((row) => row.tells ?? Number.NaN);
  const [two = 0, five = 0, twenty = 0] = [0, 1, 2].map((i) => of((row) => row.found[i] ?? 0));
  const known = Number.isNaN(tells) ? {} : { tells };
  return cell({
    comparisons: 0,
    wrong: of((row) => row.wrong),
    found: [two, five, twenty],
    ...known,
  });
}
