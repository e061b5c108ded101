import type { ComparisonView } from '../contract/verdict.ts';
import { decideLog, defaultMargins, type Margins, tellsPercent } from './decide.ts';
import { studentQuantile, studentTwoSided } from './distributions.ts';
import type { JudgedProcess, JudgedSide } from './judged-case.ts';
import { moderate, priorVariance, scaled, sumOfVariances, type Variance } from './moderated.ts';
import { mean, median } from './order.ts';
import { type Learned, type Prior, type PriorTable, priorFor, shippedPriors } from './priors.ts';
import {
  batchWarning,
  disturbedReason,
  priorText,
  reasonFor,
  type Settling,
  warningsOf,
  watchWarning,
} from './verdict-text.ts';

export interface JudgeOptions {
  /**
   * Both were measured in one run: repetitions pair up by their number. Else the variation from run to run counts too.
   */
  readonly sameRun: boolean;
  readonly margins?: Margins;
  readonly priors?: PriorTable;
  /** Why the two cannot be compared at all (another input, another answer, a failed case), one sentence. */
  readonly notComparable?: string | null;
}

/** As many repetitions as a run may have. */
const maxRepetitions = 50;

/**
 * Compares contender with baseline by the 95 % interval of the ratio of their times (below 1: the contender is faster).
 * Every process has the same weight: its value is the logarithm of its median. Within a run the ratio is the mean of
 * the log ratios of repetitions, in which what a process does to both sides cancels, unless the two share too few (see
 * `pairUp`). Across runs it is that of the means, the interval includes the variation from run to run, and a case that
 * stayed disturbed in its run is inconclusive. Variances are moderated (see `moderate`). Swapping the sides gives the
 * reciprocal ratio and interval, the same p and the mirrored verdict.
 *
 * Throws a RangeError when the margins are not 0 <= difference < same < 1.
 */
export function judge(
  contender: JudgedSide,
  baseline: JudgedSide,
  options: JudgeOptions,
): ComparisonView {
  const { margins = defaultMargins, priors = shippedPriors } = options;
  const { difference, same } = margins;
  if (!(difference >= 0 && difference < same && same < 1)) {
    throw new RangeError(
      `margins must be 0 <= difference < same < 1, got difference ${difference} and same ${same}`,
    );
  }
  const against = baseline.label;
  const obstacle = options.notComparable ?? unusable(contender) ?? unusable(baseline);
  if (obstacle !== null) {
    return { verdict: 'not comparable', reason: obstacle, ratio: null, ci95: null, against };
  }
  const { sameRun } = options;
  const paired = sameRun ? pairUp(contender, baseline) : null;
  const [one, other] = paired ?? [contender, baseline];
  const found =
    paired === null ? unpaired(one, other, priors, sameRun) : ofPairs(one, other, priors);
  const tick = relativeTick(one) + relativeTick(other);
  const half = halfWidth(found.variance(null), tick);
  const interval = [found.log - half, found.log + half] as const;
  const ci95: [number, number] = [Math.exp(interval[0]), Math.exp(interval[1])];
  // Within a run interference affects both sides; between two runs it may be all the difference.
  const disturbed = sameRun ? null : disturbedReason([contender, baseline], ci95, against);
  const verdict = disturbed === null ? decideLog(interval, margins) : 'inconclusive';
  const settling =
    verdict === 'inconclusive' && disturbed === null
      ? settlingOf(found, tick, margins, [one, other])
      : null;
  const cycles = cyclesOf(one, other, found.log);
  return {
    verdict,
    reason: disturbed ?? reasonFor(verdict, ci95, against, margins, settling),
    ratio: Math.exp(found.log),
    ci95,
    against,
    tells: tellsPercent(half, margins),
    // A difference that may be interference is no evidence, and has no part in the adjustment of a sweep.
    ...(disturbed === null ? { p: probability(found, tick, difference) } : {}),
    interval: sameRun ? 'this run' : 'repeatability',
    paired: paired !== null,
    prior: priorText(learnedBy([one, other], priors), sameRun),
    samples: [samplesOf(one), samplesOf(other)],
    repetitions: [one.processes.length, other.processes.length],
    ...(cycles === null ? {} : { cycles }),
    ...(settling?.repetitions === undefined
      ? {}
      : { needed: { repetitions: settling.repetitions } }),
    warnings: [
      ...warningsOf(one),
      ...warningsOf(other),
      ...watchWarning(one, other),
      ...batchWarning(one, other),
    ],
  };
}

function unusable({ label, processes }: JudgedSide): string | null {
  if (processes.length === 0) return `${label} has no samples`;
  const bad = processes.find(({ medianNs }) => !(medianNs > 0 && Number.isFinite(medianNs)));
  return bad === undefined
    ? null
    : `${label} has a median of ${bad.medianNs} ns in repetition ${bad.repetition + 1}; times must be finite and greater than 0`;
}

/** Pairs from which on they show themselves how far they differ. */
const minPairs = 2;

/**
 * Both sides with the repetitions that they share, in the same order; null where these are too few of what was measured:
 * fewer than two pairs, or less than half of a side. What a process does to both then stays in the variances of the
 * sides, but no value is dropped. Which it is depends on the numbers of repetitions alone, never on their times.
 */
function pairUp(a: JudgedSide, b: JudgedSide): readonly [JudgedSide, JudgedSide] | null {
  const byRepetition = (side: JudgedSide): ReadonlyMap<number, JudgedProcess> =>
    new Map(side.processes.map((process) => [process.repetition, process]));
  const [left, right] = [byRepetition(a), byRepetition(b)];
  const shared = [...left.keys()].filter((repetition) => right.has(repetition));
  const larger = Math.max(left.size, right.size);
  const isWhole = shared.length > 0 && shared.length === larger;
  if (!isWhole && shared.length < Math.max(minPairs, larger / 2)) return null;
  const only = (side: JudgedSide, processes: ReadonlyMap<number, JudgedProcess>): JudgedSide => ({
    ...side,
    processes: shared
      .toSorted((x, y) => x - y)
      .flatMap((repetition) => processes.get(repetition) ?? []),
  });
  return [only(a, left), only(b, right)];
}

interface Difference {
  /** Logarithm of the ratio. */
  readonly log: number;
  /** Its variance with the repetitions at hand (null), or with another number of them a side. */
  readonly variance: (repetitions: number | null) => Variance;
  /** The part of it that more repetitions do not make smaller. */
  readonly lasting: Variance | null;
}

function ofPairs(a: JudgedSide, b: JudgedSide, priors: PriorTable): Difference {
  const right = logsOf(b);
  const differences = logsOf(a).map((value, i) => value - (right[i] ?? Number.NaN));
  const [priorA, priorB] = [processPrior(a, priors), processPrior(b, priors)];
  const degrees = Math.min(priorA.degrees, priorB.degrees);
  const moderated = moderate(differences, { value: priorA.value + priorB.value, degrees });
  return {
    log: mean(differences),
    variance: (repetitions) =>
      repetitions === null
        ? scaled(moderated, 1 / differences.length)
        : { value: moderated.value / repetitions, degrees: degrees + repetitions - 1 },
    lasting: null,
  };
}

/**
 * What is expected of processes is one expectation, also where both sides have a use for it: each side counts half of
 * the degrees that it is worth.
 */
function unpaired(a: JudgedSide, b: JudgedSide, priors: PriorTable, sameRun: boolean): Difference {
  const sides = [a, b].map((side) => {
    const logs = logsOf(side);
    const prior = processPrior(side, priors);
    return { center: mean(logs), count: logs.length, prior, moderated: moderate(logs, prior) };
  });
  const lasting = sameRun
    ? null
    : sumOfVariances([a, b].map((side) => shared(runVariance(side, priors))));
  return {
    log: (sides[0]?.center ?? Number.NaN) - (sides[1]?.center ?? Number.NaN),
    variance: (repetitions) => {
      const processes = sides.map(({ count, prior, moderated }) => {
        const of = repetitions ?? count;
        return { value: moderated.value / of, degrees: prior.degrees / 2 + of - 1 };
      });
      return sumOfVariances([sumOfVariances(processes), ...(lasting === null ? [] : [lasting])]);
    },
    lasting,
  };
}

function shared({ value, degrees }: Variance): Variance {
  return { value, degrees: degrees / 2 };
}

function logsOf({ processes }: JudgedSide): readonly number[] {
  return processes.map(({ medianNs }) => Math.log(medianNs));
}

function processPrior(side: JudgedSide, priors: PriorTable): Variance {
  const { processes } = side;
  return priorVariance(
    priorOf(side, priors).processes,
    processes.map(({ logError }) => logError),
  );
}

function priorOf(side: JudgedSide, priors: PriorTable): Prior {
  return priorFor(side.priors ?? priors, side.device, side.scope, medianOf(side));
}

/** What the expectation of both sides was learned from: of two different ones the one of less. */
function learnedBy(sides: readonly JudgedSide[], priors: PriorTable): Learned {
  const found = sides.map((side) => priorOf(side, priors).learned ?? { cases: 0, runs: 0 });
  return {
    cases: Math.min(...found.map(({ cases }) => cases)),
    runs: Math.min(...found.map(({ runs }) => runs)),
  };
}

function runVariance(side: JudgedSide, priors: PriorTable): Variance {
  const { sd, degrees } = priorOf(side, priors).runs;
  return { value: sd ** 2, degrees };
}

function medianOf({ processes }: JudgedSide): number {
  return median(Float64Array.from(processes, ({ medianNs }) => medianNs));
}

/** Times between two ticks of the clock are not distinguished, however many there are. */
function relativeTick(side: JudgedSide): number {
  return (side.resolutionNs ?? 0) / 2 / medianOf(side);
}

function halfWidth({ value, degrees }: Variance, tick: number): number {
  return Math.max(studentQuantile(0.95, degrees) * Math.sqrt(value), tick);
}

function probability(found: Difference, tick: number, margin: number): number {
  const { value, degrees } = found.variance(null);
  const beyond = Math.abs(found.log) - Math.log1p(margin);
  if (beyond <= tick) return 1;
  return value > 0 ? studentTwoSided(beyond / Math.sqrt(value), degrees) : 0;
}

/** How many repetitions settle a verdict if the ratio and the variance of processes stay what they are. */
function settlingOf(
  found: Difference,
  tick: number,
  { difference, same }: Margins,
  sides: readonly JudgedSide[],
): Settling {
  const off = Math.abs(found.log);
  const target = Math.max(off - Math.log1p(difference), Math.log1p(same) - off);
  const settles = (repetitions: number): boolean =>
    halfWidth(found.variance(repetitions), tick) < target;
  if (settles(maxRepetitions)) {
    // More repetitions never make it wider: the number is found by halving.
    let low = Math.max(...sides.map(({ processes }) => processes.length));
    let high = maxRepetitions;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (settles(middle)) high = middle;
      else low = middle;
    }
    return { repetitions: high };
  }
  if (tick >= target) return { limit: 'clock' };
  const stays = found.lasting === null ? 0 : halfWidth(found.lasting, 0);
  return { limit: stays >= target ? 'runs' : 'processes' };
}

function cyclesOf(
  a: JudgedSide,
  b: JudgedSide,
  logRatio: number,
): { ratio: number; agrees: boolean } | null {
  const center = ({ processes }: JudgedSide): number =>
    mean(processes.map(({ cycles }) => Math.log(cycles ?? Number.NaN)));
  const log = center(a) - center(b);
  if (!Number.isFinite(log)) return null;
  const agrees = Math.abs(log - logRatio) < 0.01 || log > 0 === logRatio > 0;
  return { ratio: Math.exp(log), agrees };
}

function samplesOf({ processes }: JudgedSide): number {
  return processes.reduce((sum, { n }) => sum + n, 0);
}
