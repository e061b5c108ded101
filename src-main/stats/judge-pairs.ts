import { changeRange } from '../contract/change-text.ts';
import type { ComparisonView } from '../contract/verdict.ts';
import { decideLog, type Margins, tellsPercent } from './decide.ts';
import type { JudgedProcess, JudgedSide } from './judged-case.ts';
import { median } from './order.ts';
import { eValue, halfWidthOf, type PairedSequence, pairedSequence } from './paired-sequence.ts';
import { withMargins } from './verdict-text.ts';

/** More pairs than this are not promised. */
const mostPairs = 50;

/** One case and timing scope, by what each process says of it. */
export type PairedSide = Pick<JudgedSide, 'label' | 'processes' | 'resolutionNs'>;

export interface PairsOptions {
  /** `same` is the smallest change to detect. */
  readonly margins: Margins;
  /** Why the two sides cannot be compared. */
  readonly notComparable?: string | null;
}

/**
 * Judges a contender by pairs of processes that each measured both sides, after as many pairs as there are: the verdict
 * holds however often it was looked at before. All pairs count, disturbed ones too: which side is first alternates, and
 * what disturbs pairs widens the interval. `p` is 1 over the evidence, so that Benjamini and Hochberg's adjustment of it
 * controls the false discovery rate of a sweep whatever the dependence of its cases.
 */
export function judgePairs(
  contender: PairedSide,
  baseline: PairedSide,
  { margins, notComparable = null }: PairsOptions,
): ComparisonView {
  const against = baseline.label;
  const pairs = pairsOf(contender, baseline);
  const obstacle = notComparable ?? (pairs.length === 0 ? 'no process measured both' : null);
  if (obstacle !== null) {
    return { verdict: 'not comparable', reason: obstacle, ratio: null, ci95: null, against };
  }
  const tick = Math.hypot(relativeTick(contender), relativeTick(baseline));
  const sequence = pairedSequence(
    pairs.map(([one, other]) => Math.log(one.medianNs) - Math.log(other.medianNs)),
    tick,
  );
  const { log, halfWidth, drifts } = sequence;
  // Pairs that drift have no interval that holds.
  const known = Number.isFinite(halfWidth) && !drifts;
  const ci95: [number, number] | null = known
    ? [Math.exp(log - halfWidth), Math.exp(log + halfWidth)]
    : null;
  const verdict = drifts ? 'inconclusive' : decideLog([log - halfWidth, log + halfWidth], margins);
  const needed = verdict === 'inconclusive' ? pairsNeeded(sequence, margins) : null;
  const [ones, others] = [pairs.map(([one]) => one), pairs.map(([, other]) => other)];
  return {
    verdict,
    reason: reasonOf(verdict, sequence, ci95, against, margins),
    ratio: Math.exp(log),
    ci95,
    against,
    p: Math.min(1, 1 / eValue(sequence, Math.log1p(margins.difference))),
    interval: 'this run',
    paired: true,
    samples: [samplesOf(ones), samplesOf(others)],
    repetitions: [pairs.length, pairs.length],
    ...(needed === null ? {} : { needed: { repetitions: needed } }),
    ...(known ? { tells: tellsPercent(halfWidth, margins) } : {}),
    warnings: drifts ? [driftWarning(sequence)] : [],
  };
}

type Pair = readonly [JudgedProcess, JudgedProcess];

/** What both sides have of the same repetition, in the order of repetitions. */
function pairsOf(contender: PairedSide, baseline: PairedSide): readonly Pair[] {
  const others = new Map(baseline.processes.map((process) => [process.repetition, process]));
  return contender.processes
    .toSorted((a, b) => a.repetition - b.repetition)
    .flatMap((one): Pair[] => {
      const other = others.get(one.repetition);
      return other !== undefined && isTime(one) && isTime(other) ? [[one, other]] : [];
    });
}

function isTime({ medianNs }: JudgedProcess): boolean {
  return medianNs > 0 && Number.isFinite(medianNs);
}

function relativeTick({ resolutionNs = 0, processes }: PairedSide): number {
  if (resolutionNs === 0 || processes.length === 0) return 0;
  return resolutionNs / median(Float64Array.from(processes, ({ medianNs }) => medianNs));
}

/** Pairs after which an answer follows if ratio and spread stay as they are; null where 50 are too few. */
function pairsNeeded({ pairs, log, squares }: PairedSequence, margins: Margins): number | null {
  const off = Math.abs(log);
  const target = Math.max(off - Math.log1p(margins.difference), Math.log1p(margins.same) - off);
  return pairs < 2 ? null : pairsFor(squares / (pairs - 1), target);
}

/** Pairs until the half width is below a target, of differences of such a variance; null where 50 are too few. */
export function pairsFor(variance: number, target: number): number | null {
  for (let pairs = 5; pairs <= mostPairs; pairs += 1) {
    if (halfWidthOf(pairs, (pairs - 1) * variance) < target) return pairs;
  }
  return null;
}

function samplesOf(processes: readonly JudgedProcess[]): number {
  return processes.reduce((sum, { n }) => sum + n, 0);
}

function driftWarning({ correlation }: PairedSequence): string {
  return `these pairs drift: neighbours are correlated by ${correlation.toFixed(2)}, so there is no verdict`;
}

function reasonOf(
  verdict: ComparisonView['verdict'],
  sequence: PairedSequence,
  ci95: readonly [number, number] | null,
  against: string,
  margins: Margins,
): string {
  const { pairs, drifts } = sequence;
  const after = `after ${pairs} ${pairs === 1 ? 'pair' : 'pairs'}`;
  if (drifts) return `undecided ${after}: ${driftWarning(sequence)}`;
  if (ci95 === null) return `undecided ${after}: an interval needs 5`;
  const range = `time ${changeRange(ci95)} compared with ${against} ${after} (95 %, at every look)`;
  return withMargins(range, verdict, margins);
}
