import { changeRange } from '../contract/change-text.ts';
import { format } from '../contract/units.ts';
import { batchesDiffer, type ComparisonView } from '../contract/verdict.ts';
import type { Judged, Margins } from './decide.ts';
import type { JudgedSide } from './judged-case.ts';
import { driftOf, slowShareOf } from './location.ts';

/** How many repetitions settle a verdict, or what keeps 50 of them from it. */
export interface Settling {
  readonly repetitions?: number;
  readonly limit?: 'processes' | 'runs' | 'clock';
}

const limits = {
  processes:
    'process-to-process variation is too large: 50 repetitions would still be inconclusive',
  runs: 'run-to-run variation is too large: 50 repetitions would still be inconclusive; measure both in one run',
  clock: "the clock's resolution is too coarse to tell",
} as const;

export function reasonFor(
  verdict: Judged,
  ci95: readonly [number, number],
  against: string,
  margins: Margins,
  settling: Settling | null,
): string {
  const range = `time ${changeRange(ci95)} compared with ${against} (95 %)`;
  const text = withMargins(range, verdict, margins);
  return verdict === 'inconclusive' ? `${text}; ${settleText(settling ?? {})}` : text;
}

/** How a range lies to the margins: `..., wholly beyond ±5 %`. */
export function withMargins(
  range: string,
  verdict: ComparisonView['verdict'],
  { difference, same }: Margins,
): string {
  const [outer, inner] = [difference, same].map((margin) => `±${percent(margin)} %`);
  switch (verdict) {
    case 'faster':
    case 'slower':
      return `${range}, wholly beyond ${outer}`;
    case 'equivalent':
      return `${range}, wholly inside ${inner}`;
    default:
      return `${range}, neither beyond ${outer} nor inside ${inner}`;
  }
}

/** Why a comparison says nothing of the program: the times of a side may be those of interference. Null where none are. */
export function disturbedReason(
  sides: readonly JudgedSide[],
  ci95: readonly [number, number],
  against: string,
): string | null {
  const reasons = sides.flatMap(({ label, disturbed }) =>
    disturbed === undefined || disturbed === null ? [] : [`${label} (${disturbed})`],
  );
  if (reasons.length === 0) return null;
  const range = `time ${changeRange(ci95)} compared with ${against} (95 %)`;
  return `disturbed: ${reasons.join(', ')}; ${range} may be interference; measure again on a quiet machine`;
}

/** Why there is no verdict: how far so few processes differ is not known, or so few samples say nothing. */
export function tooFewReason(
  few: readonly JudgedSide[],
  repetitions: number,
  unsampled: readonly JudgedSide[],
  samples: number,
): string {
  const counts = few.map(
    ({ label, processes: { length } }) =>
      `${label} has ${length === 1 ? '1 process' : `${length} processes`}`,
  );
  const sampled = unsampled.map(({ label }) => `${label} has fewer than ${samples} samples`);
  const needed = few.length > 0 ? `${repetitions} repetitions` : `${samples} samples`;
  return `${[...counts, ...sampled].join(', ')}: ${needed} are needed`;
}

function percent(margin: number): number {
  return Number((margin * 100).toPrecision(6));
}

function settleText({ repetitions, limit }: Settling): string {
  if (repetitions === undefined) return limits[limit ?? 'processes'];
  return `about ${repetitions} repetitions would settle it`;
}

/** Minimum number of samples that a side should have. */
const wanted = 6;

/** Of two sides on a CPU one had samples on shared cores taken again, and the other one did not. */
export function watchWarning(a: JudgedSide, b: JudgedSide): readonly string[] {
  const [unwatched, watched] = [false, true].map((kind) =>
    [a, b].find((side) => side.watched === kind),
  );
  if (unwatched === undefined || watched === undefined) return [];
  return [
    `contended samples of ${watched.label} were taken again, those of ${unwatched.label} were not: its times may include contention on shared cores`,
  ];
}

/** Each run chooses its batch size; the larger the batch, the less overhead per execution a sample contains. */
export function batchWarning(a: JudgedSide, b: JudgedSide): readonly string[] {
  if (a.executions === undefined || b.executions === undefined) return [];
  if (a.executions === b.executions) return [];
  return [
    `${batchesDiffer}: a sample of ${a.label} is the mean of ${executionsText(a.executions)}, a sample of ${b.label} of ${executionsText(b.executions)}`,
  ];
}

const executionsText = (count: number): string =>
  count === 1 ? '1 execution' : `${count} executions`;

type Processes = JudgedSide['processes'];

const logsOf = (processes: Processes): readonly number[] =>
  processes.map(({ medianNs }) => Math.log(medianNs));

/** `sequential: 1 of 9 processes 1.8× slower` */
function slowWarning(label: string, processes: Processes): readonly string[] {
  const slow = slowShareOf(logsOf(processes));
  if (slow === null) return [];
  const { count, of, factor } = slow;
  return [`${label}: ${count} of ${of} processes ${format(factor, 'ratio', { digits: 2 })} slower`];
}

function driftWarning(label: string, processes: Processes): readonly string[] {
  const drift = driftOf(logsOf(processes));
  return drift === null
    ? []
    : [
        `${label}: its processes drift (correlation ${drift.toFixed(1)} with the one before): the interval may be too narrow`,
      ];
}

/** What to know of a side next to any verdict about it. */
export function warningsOf({ label, processes }: JudgedSide): readonly string[] {
  const samples = processes.reduce((sum, { n }) => sum + n, 0);
  const effective = processes.reduce((sum, { effectiveN }) => sum + effectiveN, 0);
  return [
    ...(samples < wanted
      ? [
          `${label} has ${samples === 1 ? '1 sample' : `${samples} samples`}; at least ${wanted} are wanted`,
        ]
      : []),
    ...slowWarning(label, processes),
    ...driftWarning(label, processes),
    ...(processes.some(({ autocorrelated }) => autocorrelated === true)
      ? [`${label} is autocorrelated: effective sample size ${Math.round(effective)} of ${samples}`]
      : []),
  ];
}
