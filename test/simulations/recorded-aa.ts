import { readdirSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import {
  decideLog,
  defaultMargins,
  type Judged,
  type Margins,
  tellsPercent,
} from '../../src-main/stats/decide.ts';
import { studentQuantile } from '../../src-main/stats/distributions.ts';
import { estimateCase } from '../../src-main/stats/estimate.ts';
import { judge, sumOfVariances } from '../../src-main/stats/judge.ts';
import type { JudgedProcess, JudgedSide } from '../../src-main/stats/judged-case.ts';
import { locationOf } from '../../src-main/stats/location.ts';
import { mean, median, quantileSorted, variance } from '../../src-main/stats/order.ts';
import {
  type CaseOfRun,
  type Device,
  learnRuns,
  nothingLearned,
  type RunVariation,
  runScopeOf,
} from '../../src-main/stats/run-variation.ts';

/** Recorded runs of unchanged programs: what a rule says of two of them is a false verdict unless it is no difference. */

/** One run of one case and timing scope. */
export interface RecordedRun {
  readonly run: number;
  /** Median of the samples of all processes together with its 99 % interval: what asv keeps of a benchmark. */
  readonly pooled: readonly [number, number, number];
  readonly processes: readonly JudgedProcess[];
  /** Most of its repetitions were disturbed, where the table says so. */
  readonly disturbed?: boolean;
}

export interface RecordedCase {
  readonly workload: string;
  readonly variant: string;
  readonly n: number;
  readonly device: Device;
  readonly scope: string;
  readonly runs: readonly RecordedRun[];
}

const dataFolder = new URL('../../research/data/', import.meta.url);

/** A compressed table of `research/data`. */
export function recordedTable(name: string): URL {
  return new URL(`${name}.csv.gz`, dataFolder);
}

/**
 * Every recorded table of unchanged programs, in the order of names; `held-` are those that were recorded after everything
 * was fixed, from which nothing is learned.
 */
export function recordedNames(kind: 'aa-' | 'held-' = 'aa-'): readonly string[] {
  return readdirSync(dataFolder)
    .filter((name) => name.startsWith(kind))
    .map((name) => name.replace('.csv.gz', ''))
    .sort();
}

export const recordedFiles = ['aa-h200-host', 'aa-h200-host-held-out'].map(recordedTable);
/** Ten runs of 36 CPU cases on a virtual machine with two cores; other work began during the last two. */
export const vmFile = recordedTable('aa-vm');

/** Reads a table of `aa-data`, as it was written or compressed by gzip. */
export function readRecorded(file: URL): readonly RecordedCase[] {
  const bytes = readFileSync(file);
  const text = (file.pathname.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8');
  const [, ...lines] = text.trimEnd().split('\n');
  const cases = new Map<string, RecordedCase & { runs: RecordedRun[] }>();
  for (const line of lines) {
    const [workload = '', variant = '', n = '', recorded, scope = '', run, ...rest] =
      line.split(',');
    // Earlier tables name CPU cases apart whose cores were watched.
    const device = recorded === 'cuda' ? 'cuda' : 'cpu';
    const key = [workload, variant, n, device, scope].join();
    const known = cases.get(key) ?? { workload, variant, n: Number(n), device, scope, runs: [] };
    const [center = Number.NaN, low = Number.NaN, high = Number.NaN] = rest.map(Number);
    const processes = (rest[3] ?? '').split(' ').map((part, repetition): JudgedProcess => {
      const [medianNs = Number.NaN, samples = 0, logError = 0] = part.split('/').map(Number);
      return { repetition, medianNs, n: samples, effectiveN: samples, logError };
    });
    const disturbed = rest[4] === 'yes';
    known.runs.push({ run: Number(run), pooled: [center, low, high], processes, disturbed });
    cases.set(key, known);
  }
  return [...cases.values()];
}

/** Two measurements of one program. */
export interface Pair {
  readonly of: RecordedCase;
  readonly contender: RecordedRun;
  readonly baseline: RecordedRun;
  readonly sameRun: boolean;
}

/** Interval of the logarithm of the ratio, null where there is no verdict; `slowed` shifts it and nothing else. */
export type Rule = (pair: Pair) => { readonly log: number; readonly half: number } | null;

/** All pairs of runs, in both orders of time a pair once. */
export function acrossRuns(cases: readonly RecordedCase[]): readonly Pair[] {
  return cases.flatMap((of) =>
    of.runs.flatMap((contender, i) =>
      of.runs.slice(0, i).map((baseline) => ({ of, contender, baseline, sameRun: false })),
    ),
  );
}

/** Even repetitions of a run against its odd ones, as if these had been measured by the same processes. */
export function withinRuns(cases: readonly RecordedCase[]): readonly Pair[] {
  const half = (run: RecordedRun, odd: number): RecordedRun => ({
    ...run,
    processes: run.processes
      .filter(({ repetition }) => repetition % 2 === odd)
      .map((process, repetition) => ({ ...process, repetition })),
  });
  return cases.flatMap((of) =>
    of.runs.map((run) => ({
      of,
      contender: half(run, 0),
      baseline: half(run, 1),
      sameRun: true,
    })),
  );
}

/** What the judge is told of a machine. */
export interface Told {
  readonly variation?: RunVariation;
  /** By device and timing scope: the part that runs are expected to differ by, without the table that is judged. */
  readonly starts?: Readonly<Record<string, number>>;
}

export function sideOf(of: RecordedCase, run: RecordedRun, told: Told = {}): JudgedSide {
  const { device, scope } = of;
  const key = runScopeOf(device, scope);
  const start = told.starts?.[key];
  return {
    ...{ label: `run ${run.run}`, device, scope, processes: run.processes },
    runs: told.variation?.[key],
    disturbed: run.disturbed === true ? 'most repetitions' : null,
    ...(start === undefined ? {} : { start }),
  };
}

export function judgeRule(told: Told = {}): Rule {
  return ({ of, contender, baseline, sameRun }) => {
    const { ratio, ci95, disturbed } = judge(
      sideOf(of, contender, told),
      sideOf(of, baseline, told),
      {
        sameRun,
      },
    );
    if (ratio === null) throw new Error('recorded runs are comparable');
    return ci95 === null || disturbed === true
      ? null
      : { log: Math.log(ratio), half: Math.log(ci95[1] / ci95[0]) / 2 };
  };
}

/** As the store of a machine has them. */
export function casesOfRuns(all: readonly RecordedCase[]): readonly CaseOfRun[] {
  return all.flatMap(({ workload, variant, n, device, scope, runs }) =>
    runs.map(({ run, processes }) => ({
      ...{ series: `${workload} ${variant} ${n}`, build: 'same', run, device, scope },
      logs: processes.map(({ medianNs }) => Math.log(medianNs)),
    })),
  );
}

/** The judge on a machine whose store holds the other runs of the table. */
export function learnedRule(all: readonly RecordedCase[], told: Told = {}): Rule {
  const cases = casesOfRuns(all);
  const rules = new Map<string, Rule>();
  return (pair) => {
    const judged = [pair.contender.run, pair.baseline.run];
    const rule =
      rules.get(judged.join()) ??
      judgeRule({
        ...told,
        variation: learnRuns(cases.filter(({ run }) => !judged.includes(run))),
      });
    rules.set(judged.join(), rule);
    return rule(pair);
  };
}

/** asv compares medians of all samples: apart where their 99 % intervals do not meet, and worth telling beyond `factor`. */
export function asvVerdict({ contender, baseline }: Pair, factor: number, slowed: number): Judged {
  const [a, low, high] = contender.pooled.map((value) => value * slowed) as [
    number,
    number,
    number,
  ];
  const [b, lowB, highB] = baseline.pooled;
  if (low > highB && a / b > factor) return 'slower';
  return high < lowB && b / a > factor ? 'faster' : 'inconclusive';
}

/** Welch's interval of the log medians of processes. */
export const studentRule: Rule = ({ contender, baseline }) => {
  const [a = [], b = []] = [contender, baseline].map(({ processes }) =>
    processes.map(({ medianNs }) => Math.log(medianNs)),
  );
  if (a.length < 2 || b.length < 2) return null;
  const { value, degrees } = sumOfVariances(
    [a, b].map((logs) => ({ value: variance(logs) / logs.length, degrees: logs.length - 1 })),
  );
  return { log: mean(a) - mean(b), half: studentQuantile(0.95, degrees) * Math.sqrt(value) };
};

/** Student's interval of the differences that pair by repetition: what the data of one run alone supports. */
export const pairedStudentRule: Rule = ({ contender, baseline }) => {
  const others = new Map(baseline.processes.map((one) => [one.repetition, one.medianNs]));
  const differences = contender.processes.flatMap(({ repetition, medianNs }) => {
    const other = others.get(repetition);
    return other === undefined ? [] : [Math.log(medianNs) - Math.log(other)];
  });
  if (differences.length < 3) return null;
  const error = Math.sqrt(variance(differences) / differences.length);
  return { log: mean(differences), half: studentQuantile(0.95, differences.length - 1) * error };
};

/** Parts of the pairs of which a rule says so, and what half of its comparisons tell (percent of time). */
export interface Tally {
  readonly comparisons: number;
  readonly wrong: number;
  /** Called slower where the contender is slowed by 2, 5 and 20 %. */
  readonly found: readonly [number, number, number];
  readonly tells: number;
}

export const slowed = [1.02, 1.05, 1.2] as const;

export function tally(
  pairs: readonly Pair[],
  rule: Rule,
  margins: Margins = defaultMargins,
): Tally {
  const intervals = pairs.flatMap((pair) => rule(pair) ?? []);
  const part = (is: (one: (typeof intervals)[number]) => boolean): number =>
    intervals.filter(is).length / pairs.length;
  const verdict = (log: number, half: number): Judged =>
    decideLog([log - half, log + half], margins);
  const found = slowed.map((factor) =>
    part(({ log, half }) => verdict(log + Math.log(factor), half) === 'slower'),
  );
  return {
    comparisons: pairs.length,
    wrong: part(({ log, half }) => ['faster', 'slower'].includes(verdict(log, half))),
    found: [found[0] ?? 0, found[1] ?? 0, found[2] ?? 0],
    tells: median(Float64Array.from(intervals, ({ half }) => tellsPercent(half, margins))),
  };
}

/** How many times as wide a rule's intervals would have to be for 5 % false verdicts; above 1 it has more. */
export function widening(pairs: readonly Pair[], rule: Rule, margins = defaultMargins): number {
  const margin = Math.log1p(margins.difference);
  const factors = pairs.flatMap((pair) => {
    const one = rule(pair);
    return one === null ? [] : [Math.max(0, Math.abs(one.log) - margin) / one.half];
  });
  return quantileSorted(Float64Array.from(factors).sort(), 0.95);
}

/** The run without which a rule has the fewest false verdicts, and their part then. */
export function withoutOneRun(pairs: readonly Pair[], rule: Rule) {
  const runs = new Set(pairs.flatMap(({ contender, baseline }) => [contender.run, baseline.run]));
  const left = [...runs].map((run) => {
    const others = pairs.filter(
      ({ contender, baseline }) => contender.run !== run && baseline.run !== run,
    );
    return { run, wrong: tally(others, rule).wrong };
  });
  return left.toSorted((a, b) => a.wrong - b.wrong)[0];
}

export function asvTally(pairs: readonly Pair[], factor: number): Omit<Tally, 'tells'> {
  const part = (by: number, verdicts: readonly Judged[]): number =>
    pairs.filter((pair) => verdicts.includes(asvVerdict(pair, factor, by))).length / pairs.length;
  const [two, five, twenty] = slowed;
  return {
    comparisons: pairs.length,
    wrong: part(1, ['faster', 'slower']),
    found: [part(two, ['slower']), part(five, ['slower']), part(twenty, ['slower'])],
  };
}

/** Part of the next runs whose estimate lies inside the repeatability interval of the run before. */
export function repeatability(
  cases: readonly RecordedCase[],
  variation: RunVariation = nothingLearned,
): number {
  const held = cases.flatMap(({ device, scope, runs }) => {
    const found = runs.map(({ processes }) =>
      estimateCase(processes, { device, scope, variation }),
    );
    return found.slice(1).flatMap((next, i) => {
      const interval = found[i]?.repeat95;
      if (interval == null || next === null) return [];
      return [next.medianNs >= interval[0] && next.medianNs <= interval[1]];
    });
  });
  return held.filter(Boolean).length / held.length;
}

/** By device and timing scope: how far the runs of a table differ as part of what its processes differ by (squares). */
export function startSquares(all: readonly RecordedCase[]): ReadonlyMap<string, number> {
  const learned = learnRuns(casesOfRuns(all));
  return new Map(
    Object.entries(learned).map(([key, { sd }]) => {
      const own = all.filter(({ device, scope }) => runScopeOf(device, scope) === key);
      const spreads = own.flatMap(({ runs }) =>
        runs.map(({ processes }) => {
          const { variance: ofCenter, count } = locationOf(
            processes.map(({ medianNs }) => Math.log(medianNs)),
          );
          return Math.sqrt(ofCenter * count);
        }),
      );
      return [key, (sd / median(Float64Array.from(spreads))) ** 2];
    }),
  );
}

/** The root mean square of these parts over tables. */
export function startsOf(
  tables: readonly ReadonlyMap<string, number>[],
): Readonly<Record<string, number>> {
  const keys = new Set(tables.flatMap((one) => [...one.keys()]));
  return Object.fromEntries(
    [...keys].map((key) => [key, Math.sqrt(mean(tables.flatMap((one) => one.get(key) ?? [])))]),
  );
}

const recordedScopes: readonly (readonly [Device, string])[] = [
  ['cuda', 'kernel'],
  ['cuda', 'call'],
  ['cuda', 'total'],
  ['cpu', 'kernel'],
  ['cpu', 'total'],
];

/** Those of them of which a table has runs to compare. */
export function scopesOf(cases: readonly RecordedCase[]): readonly (readonly [Device, string])[] {
  return recordedScopes.filter(
    ([device, scope]) => acrossRuns(casesOf(cases, device, scope)).length > 0,
  );
}

export function casesOf(
  cases: readonly RecordedCase[],
  device: Device,
  scope: string,
): readonly RecordedCase[] {
  return cases.filter((one) => one.device === device && one.scope === scope);
}
