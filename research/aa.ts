/** Verdicts of the judge on recorded runs of unchanged programs, beside simpler rules on the same samples. */
import { pathToFileURL } from 'node:url';
import { quantileSorted } from '../src-main/stats/order.ts';
import {
  acrossRuns,
  asvTally,
  casesOf,
  judgeRule,
  learnedRule,
  type Pair,
  pairedStudentRule,
  type Rule,
  readRecorded,
  recordedNames,
  recordedTable,
  repeatability,
  scopesOf,
  startSquares,
  startsOf,
  studentRule,
  type Tally,
  type Told,
  tally,
  widening,
  withinRuns,
  withoutOneRun,
} from '../test/simulations/recorded-aa.ts';
import { drawnText, type RecordedSet } from './parts/drawn-sets.ts';

export const title =
  'Verdicts between two runs of unchanged programs: every recorded table, each judged by the start of the others. Arguments: [held: the tables that chose nothing; or tables of `aa-data`.csv; both judged by the shipped start].';

type Row = Omit<Tally, 'tells'> & Partial<Pick<Tally, 'tells'>>;

/** A set in which a store widens intervals, beside what Student would need there. */
type Wide = {
  readonly name: string;
  readonly times: number;
  readonly wrong: number;
  readonly needed: number;
};

const rules = ['judge', 'learned', 'Student', 'asv beyond 1.1'] as const;

export function main(args: readonly string[]): number {
  const held = args[0] === 'held';
  const names = held ? recordedNames('held-') : args.length > 0 ? args : recordedNames();
  const tables = names.map((name) =>
    readRecorded(/\.csv(\.gz)?$/.test(name) ? pathToFileURL(name) : recordedTable(name)),
  );
  const starts = tables.map(startSquares);
  print(['table', 'time', 'comparisons', ...rules.map((rule) => `${rule}: false, +2, +5, +20 %`)]);
  print(Array.from({ length: 3 + rules.length }, () => '---'));
  const seen = new Map<string, (readonly Row[])[]>();
  const worse: string[] = [];
  const wide: Wide[] = [];
  const sets: RecordedSet[] = [];
  const ofPairs: number[] = [];
  const next: { readonly name: string; readonly held: number }[] = [];
  tables.forEach((all, i) => {
    const told: Told =
      args.length > 0 ? {} : { starts: startsOf(starts.filter((_, j) => j !== i)) };
    const learned = learnedRule(all, told);
    for (const [device, scope] of scopesOf(all)) {
      const cases = casesOf(all, device, scope);
      sets.push({ cases, told });
      const pairs = acrossRuns(cases);
      const found: readonly Row[] = [
        tally(pairs, judgeRule(told)),
        tally(pairs, learned),
        tally(pairs, studentRule),
        asvTally(pairs, 1.1),
      ];
      const time = `${device} ${scope}`;
      seen.set(time, [...(seen.get(time) ?? []), found]);
      print([names[i] ?? '', time, String(pairs.length), ...found.map(cell)]);
      const within = withinRuns(cases).filter((pair) => pair.baseline.processes.length >= 3);
      ofPairs.push(...within.flatMap((pair) => timesStudent(pair, judgeRule(told)) ?? []));
      next.push({ name: `${names[i]} ${time}`, held: repeatability(cases) });
      const [own, ofStore, ofStudent] = found;
      if (own !== undefined && own.wrong > 0.05) {
        const least = withoutOneRun(pairs, judgeRule(told));
        const rest =
          least === undefined ? '' : `, ${percent(least.wrong)} without run ${least.run}`;
        worse.push(`${names[i]} ${time} (${percent(own.wrong)} % of ${pairs.length}${rest})`);
      }
      const times = (ofStore?.tells ?? 0) / (ofStudent?.tells ?? Number.POSITIVE_INFINITY);
      if (times > 1.5) {
        const needed = widening(pairs, studentRule);
        wide.push({ name: `${names[i]} ${time}`, times, wrong: ofStudent?.wrong ?? 0, needed });
      }
    }
  });
  console.log();
  print(['time', ...rules.map((rule) => `${rule}: false, +2, +5, +20 %; tells; worse in`)]);
  print(['---', ...rules.map(() => '---')]);
  for (const [time, own] of seen)
    print([`${time}, ${own.length} sets`, ...rules.map((_, r) => range(own, r))]);
  console.log(`- More than 5 % false by the judge, ${worse.length}: ${listed(worse)}.`);
  console.log(`- ${drawnText(sets)}`);
  if (!held) console.log(`- ${widened(wide)}`);
  if (!held) console.log(`- ${withinText(ofPairs)}`);
  const narrow = next.filter((one) => one.held < 0.9);
  const shares = rangeOf(next.map((one) => percent(one.held)));
  const ofNarrow =
    narrow.length === 0 ? '' : ` (${rangeOf(narrow.map((one) => percent(one.held)))} %)`;
  console.log(
    `- The next run lies in the repeatability interval in ${shares} %; below 90 % in ${narrow.length} of ${next.length}${ofNarrow}.`,
  );
  return 0;
}

/** How wide a rule's interval within a run is, as a multiple of Student's on the pairs. */
function timesStudent(pair: Pair, rule: Rule): number | null {
  const [own, student] = [rule(pair), pairedStudentRule(pair)];
  return own === null || student === null || student.half === 0 ? null : own.half / student.half;
}

function withinText(times: readonly number[]): string {
  const sorted = Float64Array.from(times).sort();
  const [half, usual, most] = [0.5, 0.95, 1].map((part) => quantileSorted(sorted, part).toFixed(2));
  const wide = times.filter((one) => one > 1.3).length;
  return `Within a run, even repetitions of a case against its odd ones: the interval is ${half} times Student's on the pairs in the median of ${times.length}, ${usual} times in 95 % and at most ${most} times; in ${wide}, whose repetitions do not all pair, more than 1.3 times.`;
}

const listed = (texts: readonly string[]): string =>
  texts.length === 0 ? 'none' : texts.join(', ');

function widened(wide: readonly Wide[]): string {
  const range = (of: (one: Wide) => string): string => rangeOf(wide.map(of));
  const beyond = wide.filter(({ times, needed }) => times > 1.5 * needed);
  return (
    `A store tells more than 1.5 times what Student does in ${wide.length} sets. Student is false in ${range(({ wrong }) => percent(wrong))} % there and ` +
    `would be in 5 % if it were ${range(({ needed }) => needed.toFixed(1))} times as wide; more than 1.5 times that wide is a store in ` +
    `${beyond.length}: ${listed(beyond.map(({ name, times, needed }) => `${name} (${times.toFixed(1)}, needed ${needed.toFixed(1)})`))}.`
  );
}

const print = (cells: readonly string[]): void => console.log(`| ${cells.join(' | ')} |`);
const percent = (part: number): string => (100 * part).toFixed(part < 0.0995 ? 1 : 0);

/** `1.9, 3, 26, 84; tells 12 %` */
function cell({ wrong, found, tells }: Row): string {
  const parts = [wrong, ...found].map(percent).join(', ');
  return tells === undefined ? parts : `${parts}; tells ${tells.toPrecision(2)} %`;
}

/** The smallest and the largest of all sets, and in how many a rule is worse than Student's test. */
function range(sets: readonly (readonly Row[])[], rule: number): string {
  const rows = sets.flatMap((each) => each[rule] ?? []);
  const tells = rows.flatMap((row) => row.tells ?? []);
  const ends = [0, 1, 2, 3].map((effect) => rangeOf(rows.map((row) => percent(at(row, effect)))));
  const told = tells.length === 0 ? [] : [`${rangeOf(tells.map((one) => one.toPrecision(2)))} %`];
  return [ends.join(', '), ...told, ...behind(sets, rule)].join('; ');
}

/** False verdicts, then what is found of each effect. */
const at = ({ wrong, found }: Row, effect: number): number =>
  (effect === 0 ? wrong : found[effect - 1]) ?? 0;

/** `0.0 to 5.7` of numbers as they are printed. */
function rangeOf(shown: readonly string[]): string {
  const sorted = shown.toSorted((a, b) => Number(a) - Number(b));
  return sorted.length === 0 ? '' : `${sorted[0]} to ${sorted.at(-1)}`;
}

/** In how many sets a rule has more false verdicts than Student's test, or finds less of each effect. */
function behind(sets: readonly (readonly Row[])[], rule: number): readonly string[] {
  const counts = [0, 1, 2, 3].map((effect) => {
    const isBehind = (own: readonly Row[]): boolean => {
      const [one, student] = [own[rule], own[rules.indexOf('Student')]];
      if (one === undefined || student === undefined) return false;
      return effect === 0 ? at(one, 0) > at(student, 0) : at(one, effect) < at(student, effect);
    };
    return sets.filter(isBehind).length;
  });
  return rule === rules.indexOf('Student') ? [] : [counts.join(', ')];
}
