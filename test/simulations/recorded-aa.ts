import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import {
  decideLog,
  defaultMargins,
  type Judged,
  type Margins,
} from '../../src-main/stats/decide.ts';
import { studentQuantile } from '../../src-main/stats/distributions.ts';
import { estimateCase } from '../../src-main/stats/estimate.ts';
import { judge } from '../../src-main/stats/judge.ts';
import type { JudgedProcess, JudgedSide } from '../../src-main/stats/judged-case.ts';
import { learnPriors } from '../../src-main/stats/learn-priors.ts';
import { sumOfVariances } from '../../src-main/stats/moderated.ts';
import { mean, variance } from '../../src-main/stats/order.ts';
import {
  type Device,
  devices,
  type PriorTable,
  shippedPriors,
} from '../../src-main/stats/priors.ts';

/** Recorded runs of unchanged programs: what a rule says of two of them is a false verdict unless it is no difference. */

/** One run of one case and timing scope. */
export interface RecordedRun {
  readonly run: number;
  /** Median of the samples of all processes together with its 99 % interval: what asv keeps of a benchmark. */
  readonly pooled: readonly [number, number, number];
  readonly processes: readonly JudgedProcess[];
}

export interface RecordedCase {
  readonly workload: string;
  readonly variant: string;
  readonly n: number;
  readonly device: Device;
  readonly scope: string;
  readonly runs: readonly RecordedRun[];
}

/** A compressed table of `research/data`. */
export function recordedTable(name: string): URL {
  return new URL(`../../research/data/${name}.csv.gz`, import.meta.url);
}

/** What the shipped priors were tuned on. */
export const recordedFile = recordedTable('aa-h200-host');
/** Recorded on another card of the same kind after the priors were fixed: 5 runs of 30 cases. */
export const heldOutFile = recordedTable('aa-h200-host-held-out');
export const recordedFiles = [recordedFile, heldOutFile];
/** Ten runs of 36 CPU cases on a virtual machine with two cores; other work began during the last two. */
export const vmFile = recordedTable('aa-vm');
export const idleRunsOfVm = 8;
/** Eight runs on another one, whose cores were watched: what another machine does on them is no part of the times. */
export const watchedFile = recordedTable('aa-vm-watched');
/** Eight runs on it in an hour in which other machines did more, with what processes saw of its cores told to later ones. */
export const acrossProcessesFile = recordedTable('aa-vm-across-processes');
/** Four runs each next to two and to four programs that never rest. */
export const busyFiles = [2, 4].map((programs) =>
  recordedTable(`aa-vm-across-processes-load-${programs}`),
);

/** Eight runs on it in another such hour, and six next to two programs that never rest, with teams watched as they are now. */
export const teamsFile = recordedTable('aa-vm-watched-teams');
export const busyTeamsFile = recordedTable('aa-vm-watched-teams-load-2');
/** Six runs each on two hosts of an H200; how far runs differ was tuned on the second. */
export const hostFiles = ['', '-2'].map((which) => recordedTable(`aa-h200-watched${which}`));

/** Without the runs after the first `runs`. */
export function firstRuns(all: readonly RecordedCase[], runs: number): readonly RecordedCase[] {
  return all.map((one) => ({ ...one, runs: one.runs.filter(({ run }) => run <= runs) }));
}

/** `count` runs after one another as one run with all their repetitions, as if as many had been asked for. */
export function joinRuns(all: readonly RecordedCase[], count: number): readonly RecordedCase[] {
  const joined = (runs: readonly RecordedRun[], run: number): RecordedRun => {
    const processes = runs.flatMap((part) => part.processes);
    const weight = 1 / runs.length;
    const average = (at: number): number =>
      Math.exp(runs.reduce((sum, { pooled }) => sum + weight * Math.log(pooled[at] ?? 0), 0));
    return {
      run,
      pooled: [average(0), average(1), average(2)],
      processes: processes.map((process, repetition) => ({ ...process, repetition })),
    };
  };
  return all.map((one) => ({
    ...one,
    runs: Array.from({ length: Math.floor(one.runs.length / count) }, (_, i) =>
      joined(one.runs.toSorted((a, b) => a.run - b.run).slice(i * count, (i + 1) * count), i + 1),
    ),
  }));
}

/** Reads a table of `aa-data`, as it was written or compressed by gzip. */
export function readRecorded(file: URL = recordedFile): readonly RecordedCase[] {
  const bytes = readFileSync(file);
  const text = (file.pathname.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8');
  const [, ...lines] = text.trimEnd().split('\n');
  const cases = new Map<string, RecordedCase & { runs: RecordedRun[] }>();
  for (const line of lines) {
    const [workload = '', variant = '', n = '', device, scope = '', run, ...rest] = line.split(',');
    const key = [workload, variant, n, device, scope].join();
    const known = cases.get(key) ?? {
      workload,
      variant,
      n: Number(n),
      device: devices.find((one) => one === device) ?? 'cpu',
      scope,
      runs: [],
    };
    const [center = Number.NaN, low = Number.NaN, high = Number.NaN] = rest.map(Number);
    const processes = (rest[3] ?? '').split(' ').map((text, repetition): JudgedProcess => {
      const [medianNs = Number.NaN, samples = 0, logError = 0] = text.split('/').map(Number);
      return { repetition, medianNs, n: samples, effectiveN: samples, logError };
    });
    known.runs.push({ run: Number(run), pooled: [center, low, high], processes });
    cases.set(key, known);
  }
  return [...cases.values()];
}

/** Two measurements of one program, `slowed` the factor by which the contender is made slower. */
export interface Pair {
  readonly of: RecordedCase;
  readonly contender: RecordedRun;
  readonly baseline: RecordedRun;
  readonly sameRun: boolean;
}

export type Rule = (pair: Pair, slowed: number) => Judged;

/** All pairs of runs, in both orders of time a pair once. */
export function acrossRuns(cases: readonly RecordedCase[]): readonly Pair[] {
  return cases.flatMap((of) =>
    of.runs.flatMap((contender, i) =>
      of.runs.slice(0, i).map((baseline) => ({ of, contender, baseline, sameRun: false })),
    ),
  );
}

/** Even repetitions of a run against its odd ones: other processes, the same hour. */
export function withinRuns(cases: readonly RecordedCase[]): readonly Pair[] {
  const half = (run: RecordedRun, odd: number): RecordedRun => ({
    ...run,
    processes: run.processes.filter(({ repetition }) => repetition % 2 === odd),
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

export function sideOf(of: RecordedCase, run: RecordedRun, slowed = 1): JudgedSide {
  const processes = run.processes.map((process) => ({
    ...process,
    medianNs: process.medianNs * slowed,
  }));
  return { label: `run ${run.run}`, device: of.device, scope: of.scope, processes };
}

export function judgeRule(
  priors: PriorTable = shippedPriors,
  margins: Margins = defaultMargins,
): Rule {
  return ({ of, contender, baseline, sameRun }, slowed) => {
    const sides = [sideOf(of, contender, slowed), sideOf(of, baseline)] as const;
    const { verdict } = judge(...sides, { sameRun, priors, margins });
    if (verdict === 'not comparable') throw new Error('recorded runs are comparable');
    return verdict;
  };
}

/**
 * The judge on a machine whose store holds the other runs of the table: variances of processes and runs are learned from
 * all runs but the two that it judges.
 */
export function learnedRule(
  all: readonly RecordedCase[],
  widened: (priors: PriorTable) => PriorTable = (priors) => priors,
): Rule {
  const learned = new Map<string, Rule>();
  const without = (judged: readonly number[]): Rule =>
    judgeRule(
      widened(
        learnPriors(
          all.map(({ device, scope, runs }) => ({
            device,
            scope,
            runs: runs
              .filter(({ run }) => !judged.includes(run))
              .map(({ processes }) => processes.map(({ medianNs }) => Math.log(medianNs))),
          })),
        ),
      ),
    );
  return (pair, slowed) => {
    const judged = [pair.contender.run, pair.baseline.run];
    const rule = learned.get(judged.join()) ?? without(judged);
    learned.set(judged.join(), rule);
    return rule(pair, slowed);
  };
}

/** asv compares medians of all samples: apart where their 99 % intervals do not meet, and worth telling beyond `factor`. */
export function asvRule(factor: number): Rule {
  return ({ contender, baseline }, slowed) => {
    const [a, low, high] = contender.pooled.map((value) => value * slowed) as [
      number,
      number,
      number,
    ];
    const [b, lowB, highB] = baseline.pooled;
    if (low > highB && a / b > factor) return 'slower';
    return high < lowB && b / a > factor ? 'faster' : 'inconclusive';
  };
}

/** Welch's interval of the log medians of processes, with the margins of the judge. */
export function studentRule(margins: Margins = defaultMargins): Rule {
  return ({ contender, baseline }, slowed) => {
    const [a, b] = [contender, baseline].map(({ processes }) =>
      processes.map(({ medianNs }) => Math.log(medianNs)),
    ) as [number[], number[]];
    const both = [a, b].map((logs) => ({
      value: variance(logs) / logs.length,
      degrees: logs.length - 1,
    }));
    const { value, degrees } = sumOfVariances(both);
    const half = studentQuantile(0.95, degrees) * Math.sqrt(value);
    const log = mean(a) - mean(b) + Math.log(slowed);
    return decideLog([log - half, log + half], margins);
  };
}

/** Parts of the pairs of which the rule says so. */
export interface Tally {
  readonly comparisons: number;
  readonly wrong: number;
  readonly equivalent: number;
}

export function tally(pairs: readonly Pair[], rule: Rule): Tally {
  const said = pairs.map((pair) => rule(pair, 1));
  const wrong = said.filter((verdict) => verdict === 'faster' || verdict === 'slower').length;
  const equivalent = said.filter((verdict) => verdict === 'equivalent').length;
  return {
    comparisons: pairs.length,
    wrong: wrong / pairs.length,
    equivalent: equivalent / pairs.length,
  };
}

/** Part of the pairs whose contender is called slower where it is, by `slowed`. */
export function power(pairs: readonly Pair[], rule: Rule, slowed: number): number {
  return pairs.filter((pair) => rule(pair, slowed) === 'slower').length / pairs.length;
}

/** Part of the next runs whose estimate lies inside the repeatability interval of the run before. */
export function repeatability(
  cases: readonly RecordedCase[],
  priors: PriorTable = shippedPriors,
): number {
  const held = cases.flatMap(({ device, scope, runs }) => {
    const found = runs.map(({ processes }) => estimateCase(processes, { device, scope, priors }));
    return found.slice(1).map((next, i) => {
      const [low = 0, high = 0] = found[i]?.repeat95 ?? [];
      return next !== null && next.medianNs >= low && next.medianNs <= high;
    });
  });
  return held.filter(Boolean).length / held.length;
}

const recordedScopes: readonly (readonly [Device, string])[] = [
  ['cuda', 'kernel'],
  ['cuda', 'call'],
  ['cuda', 'total'],
  ['cpu', 'kernel'],
  ['cpu', 'total'],
  ['watchedCpu', 'kernel'],
  ['watchedCpu', 'total'],
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
