import { changeRange } from '../contract/change-text.ts';
import type { Judged, Margins } from './decide.ts';
import type { JudgedSide } from './judged-case.ts';
import type { Learned } from './priors.ts';

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
  { difference, same }: Margins,
  settling: Settling | null,
): string {
  const range = `${changeRange(ci95)} compared with ${against} (95 %)`;
  const [outer, inner] = [difference, same].map((margin) => `±${percent(margin)} %`);
  switch (verdict) {
    case 'faster':
    case 'slower':
      return `${range}, wholly beyond ${outer}`;
    case 'equivalent':
      return `${range}, wholly inside ${inner}`;
    case 'inconclusive':
      return `${range}, neither beyond ${outer} nor inside ${inner}; ${settleText(settling ?? {})}`;
  }
}

/** Why a comparison between runs says nothing of the program: a side stayed disturbed. Null where none did. */
export function disturbedReason(
  sides: readonly JudgedSide[],
  ci95: readonly [number, number],
  against: string,
): string | null {
  const stayed = sides.flatMap(({ label, disturbed }) =>
    disturbed === undefined || disturbed === null
      ? []
      : [`${label} stayed disturbed (${disturbed})`],
  );
  if (stayed.length === 0) return null;
  const range = `${changeRange(ci95)} compared with ${against} (95 %)`;
  return `${range}, which may be interference: ${stayed.join(', ')}; measure again on a quiet machine`;
}

function percent(margin: number): number {
  return Number((margin * 100).toPrecision(6));
}

function settleText({ repetitions, limit }: Settling): string {
  if (repetitions === undefined) return limits[limit ?? 'processes'];
  return `about ${repetitions} repetitions would settle it`;
}

/** Which expectation of variation a comparison rests on. The run-to-run component has no part in one of this run. */
export function priorText({ cases, runs }: Learned, sameRun: boolean): string {
  const processes = cases === 0 ? 'shipped' : `learned from ${cases} cases`;
  if (sameRun) return processes;
  const fromRuns = runs === 0 ? 'shipped' : `learned from ${runs} runs`;
  return processes === fromRuns ? processes : `processes ${processes}, runs ${fromRuns}`;
}

/** Minimum number of samples that a side should have. */
const wanted = 6;

/** Of two sides on a CPU one had samples on shared cores taken again, and the other one did not. */
export function watchWarning(a: JudgedSide, b: JudgedSide): readonly string[] {
  const [unwatched, watched] = (['cpu', 'watchedCpu'] as const).map((kind) =>
    [a, b].find(({ device }) => device === kind),
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
    `batch sizes differ: a sample of ${a.label} is the mean of ${executionsText(a.executions)}, a sample of ${b.label} of ${executionsText(b.executions)}`,
  ];
}

const executionsText = (count: number): string =>
  count === 1 ? '1 execution' : `${count} executions`;

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
    ...(processes.length === 1
      ? [
          `${label} has one repetition: how much processes differ is assumed from what is usual, not measured`,
        ]
      : []),
    ...(processes.some(({ autocorrelated }) => autocorrelated === true)
      ? [`${label} is autocorrelated: effective sample size ${Math.round(effective)} of ${samples}`]
      : []),
  ];
}
