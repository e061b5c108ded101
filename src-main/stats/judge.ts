import type { ComparisonView } from '../contract/verdict.ts';
import { decideLog, defaultMargins, type Margins, tellsPercent } from './decide.ts';
import { studentQuantile, studentTwoSided } from './distributions.ts';
import type { JudgedProcess, JudgedSide } from './judged-case.ts';
import { driftOf, locationOf, slowShareOf } from './location.ts';
import { nodeLocation } from './node-variation.ts';
import { mean, median, variance } from './order.ts';
import { runScopeOf, runVariance, type Variance } from './run-variation.ts';
import {
  batchWarning,
  disturbedReason,
  reasonFor,
  type Settling,
  tooFewReason,
  warningsOf,
  watchWarning,
} from './verdict-text.ts';

export interface JudgeOptions {
  /** Both were measured in one run: repetitions pair up by their number. Else the variation from run to run counts too. */
  readonly sameRun: boolean;
  readonly margins?: Margins;
  /** Why the two cannot be compared at all (another input, another answer, a failed case), one sentence. */
  readonly notComparable?: string | null;
  /** Of two runs: what an earlier comparison knew of their machine, to compute it again. */
  readonly known?: ComparisonView['runs'];
  /** Of two runs: shifts (logarithms) of unchanged cases of the same device and scope that are not compared. */
  readonly controls?: readonly number[];
}

/** As many repetitions as a run may have. */
const maxRepetitions = 50;
/** With fewer processes or samples a side there is no verdict; with fewer controls nothing is subtracted. */
export const minProcesses = 3;
export const minSamples = 5;
const minControls = 3;
/** What is asked for where there are fewer processes. */
const usualRepetitions = 5;

/**
 * Compares contender with baseline by the 95 % interval of the ratio of their times (below 1: the contender is faster). The value of a
 * process is the logarithm of its median, and every process has the same weight.
 *
 * Within a run the ratio is the mean difference of the processes: what a process does to both sides cancels, and values whose
 * counterpart is missing count with the weight that their variance gives them (generalised least squares). Between runs it is the
 * difference of the locations of both (`locationOf`), and what runs differ by is part of the interval, or controls
 * are subtracted. Swapping the sides gives the reciprocal ratio and interval, the same p and the mirrored verdict.
 *
 * Throws a RangeError when the margins are not 0 <= difference < same < 1.
 */
export function judge(
  contender: JudgedSide,
  baseline: JudgedSide,
  options: JudgeOptions,
): ComparisonView {
  const { margins = defaultMargins, sameRun } = options;
  const { difference, same } = margins;
  if (!(difference >= 0 && difference < same && same < 1)) {
    throw new RangeError(
      `margins must be 0 <= difference < same < 1, got difference ${difference} and same ${same}`,
    );
  }
  const against = baseline.label;
  const sides = [contender, baseline] as const;
  const obstacle = options.notComparable ?? unusable(contender) ?? unusable(baseline);
  if (obstacle !== null) {
    return { verdict: 'not comparable', reason: obstacle, ratio: null, ci95: null, against };
  }
  const estimate = sameRun ? withinRun(...sides) : betweenRuns(...sides, options);
  const known = {
    ratio: Math.exp(estimate.log),
    against,
    interval: sameRun ? ('this run' as const) : ('repeatability' as const),
    paired: estimate.paired,
    samples: [samplesOf(contender), samplesOf(baseline)] as [number, number],
    repetitions: [contender.processes.length, baseline.processes.length] as [number, number],
    ...cyclesOf(...sides, estimate.log),
  };
  const warnings = [
    ...sides.flatMap((side) => warningsOf(side)),
    ...watchWarning(...sides),
    ...batchWarning(...sides),
  ];
  const isFew = ({ processes }: JudgedSide): boolean => processes.length < minProcesses;
  const few = sides.filter(isFew);
  const unsampled = sides.filter((side) => !isFew(side) && samplesOf(side) < minSamples);
  if (few.length + unsampled.length > 0) {
    const reason = tooFewReason(few, usualRepetitions, unsampled, minSamples);
    const needed = { repetitions: usualRepetitions };
    return { ...known, verdict: 'inconclusive', reason, ci95: null, needed, warnings };
  }
  const tick = relativeTick(contender) + relativeTick(baseline);
  const half = halfWidth(estimate.variance(null), tick);
  const interval = [estimate.log - half, estimate.log + half] as const;
  const ci95: [number, number] = [Math.exp(interval[0]), Math.exp(interval[1])];
  const disturbed = disturbedReason(sides, ci95, against);
  const verdict = disturbed === null ? decideLog(interval, margins) : 'inconclusive';
  const settling =
    verdict === 'inconclusive' && disturbed === null
      ? settlingOf(estimate, tick, margins, sides)
      : null;
  const logs = sides.map(logsOf);
  return {
    ...known,
    verdict,
    reason: disturbed ?? reasonFor(verdict, ci95, against, margins, settling),
    ci95,
    tells: tellsPercent(half, margins),
    // A difference that may be interference is no evidence, and has no part in the adjustment of a sweep.
    ...(disturbed === null ? { p: probability(estimate, tick, difference) } : {}),
    ...(disturbed === null ? {} : { disturbed: true as const }),
    slow: [slowShareOf(logs[0] ?? []), slowShareOf(logs[1] ?? [])],
    ...driftsOf(logs),
    ...estimate.known,
    ...(settling?.repetitions === undefined
      ? {}
      : { needed: { repetitions: settling.repetitions } }),
    warnings,
  };
}

function unusable({ label, processes }: JudgedSide): string | null {
  if (processes.length === 0) return `${label} has no samples`;
  const bad = processes.find(({ medianNs }) => !(medianNs > 0 && Number.isFinite(medianNs)));
  return bad === undefined
    ? null
    : `${label} has a median of ${bad.medianNs} ns in repetition ${bad.repetition + 1}; times must be finite and greater than 0`;
}

interface Difference {
  /** Logarithm of the ratio. */
  readonly log: number;
  readonly paired: boolean;
  /** Its variance with the repetitions at hand (null), or with another number of them a side. */
  readonly variance: (repetitions: number | null) => Variance;
  /** The part of it that more repetitions do not make smaller. */
  readonly lasting: Variance | null;
  /** What was known of the machine, from which the interval follows with the processes of both. */
  readonly known?: Pick<ComparisonView, 'runs' | 'controls'>;
}

/** Where all repetitions have both sides this is Student's test on the pairs, else generalised least squares of all values. */
function withinRun(a: JudgedSide, b: JudgedSide): Difference {
  const byRepetition = new Map(b.processes.map((one) => [one.repetition, logOf(one)]));
  const [logsA, logsB] = [logsOf(a), logsOf(b)];
  const pairs = a.processes.flatMap((one) => {
    const other = byRepetition.get(one.repetition);
    return other === undefined ? [] : [[logOf(one), other] as const];
  });
  const ofNodes = nodeLocation(
    a.processes.filter(({ repetition }) => byRepetition.has(repetition)),
    (own) => mean(own.map((one) => logOf(one) - (byRepetition.get(one.repetition) ?? 0))),
  );
  if (ofNodes !== null) {
    const lasting = { value: ofNodes.variance, degrees: ofNodes.degrees };
    return { log: ofNodes.center, paired: true, lasting, variance: () => lasting };
  }
  const count = pairs.length;
  const [pairedA, pairedB] = [pairs.map(([one]) => one), pairs.map(([, other]) => other)];
  const differences = pairs.map(([one, other]) => one - other);
  const [ofPair, varA, varB] = [variance(differences), variance(pairedA), variance(pairedB)];
  const covariance = (varA + varB - ofPair) / 2;
  const isComplete = count === logsA.length && count === logsB.length;
  const determinant = varA * varB - covariance ** 2;
  const degrees = Math.max(1, Math.min(logsA.length, logsB.length) - 1);
  if (isComplete || (count >= minProcesses && covariance > 0 && determinant < 1e-9 * varA * varB)) {
    return {
      ...{ log: mean(differences), paired: true, lasting: null },
      variance: (wanted) => ({
        value: ofPair / (wanted ?? count),
        degrees: Math.max(1, (wanted ?? count) - 1),
      }),
    };
  }
  // Two pairs show no correlation.
  if (count < minProcesses || covariance <= 0) {
    return {
      ...{ log: mean(logsA) - mean(logsB), paired: false, lasting: null },
      variance: (wanted) => ({
        value:
          variance(logsA) / (wanted ?? logsA.length) + variance(logsB) / (wanted ?? logsB.length),
        degrees: wanted === null ? degrees : wanted - 1,
      }),
    };
  }
  // Normal equations of both levels: of the pairs with their covariance, and of the values without a counterpart.
  const sum = (logs: readonly number[]): number => logs.reduce((total, one) => total + one, 0);
  const [sumA, sumB] = [sum(pairedA), sum(pairedB)];
  const onA = (count * varB) / determinant + (logsA.length - count) / varA;
  const onB = (count * varA) / determinant + (logsB.length - count) / varB;
  const both = (-count * covariance) / determinant;
  const rightA = (varB * sumA - covariance * sumB) / determinant + (sum(logsA) - sumA) / varA;
  const rightB = (varA * sumB - covariance * sumA) / determinant + (sum(logsB) - sumB) / varB;
  const whole = onA * onB - both ** 2;
  return {
    log: ((onB + both) * rightA - (onA + both) * rightB) / whole,
    ...{ paired: true, lasting: null },
    variance: (wanted) =>
      wanted === null
        ? { value: (onA + onB + 2 * both) / whole, degrees: count - 1 }
        : { value: ofPair / wanted, degrees: wanted - 1 },
  };
}

function betweenRuns(
  a: JudgedSide,
  b: JudgedSide,
  { controls = [], known }: JudgeOptions,
): Difference {
  const ofNodes = [a, b].map(({ processes }) =>
    nodeLocation(processes, (own) => locationOf(own.map(logOf)).center),
  );
  const places = [a, b].map((side, i) => ofNodes[i] ?? locationOf(logsOf(side)));
  const [one, other] = places;
  if (one === undefined || other === undefined) throw new RangeError('two sides are compared');
  // Nodes differ by more than runs of one of them do, which is in their variance.
  const runs = [a, b].flatMap((side, i) =>
    ofNodes[i] === null
      ? runVariance(places[i] ?? one, runScopeOf(side.device, side.scope), side.runs, side.start)
      : [],
  );
  const ofRuns: Variance =
    known === undefined
      ? {
          value: runs.reduce((sum, { value }) => sum + value, 0),
          degrees: runs.length === 0 ? 1 : Math.min(...runs.map(({ degrees }) => degrees)),
        }
      : { value: 2 * known.sd ** 2, degrees: known.degrees };
  const use = controls.length >= minControls;
  const shift = use ? median(Float64Array.from(controls)) : 0;
  const lasting: Variance = use
    ? {
        value: ((Math.PI / 2) * variance(controls)) / controls.length,
        degrees: controls.length - 1,
      }
    : ofRuns;
  const learned = [a, b].flatMap((side) => side.runs ?? []);
  return {
    log: one.center - other.center - shift,
    paired: false,
    variance: (repetitions) =>
      sumOfVariances([
        ...places.map((place) => {
          const lasts = repetitions === null || ofNodes.includes(place);
          const factor = lasts ? 1 : place.count / repetitions;
          const degrees = place.degrees / factor;
          return { value: place.variance * factor, degrees: Math.max(1, degrees) };
        }),
        lasting,
      ]),
    lasting,
    known: use
      ? { controls: { cases: controls.length, shift: Math.exp(shift) } }
      : {
          runs: {
            sd: Math.sqrt(ofRuns.value / 2),
            degrees: ofRuns.degrees,
            learned: learned.length < 2 ? 0 : Math.min(...learned.map((each) => each.runs)),
          },
        },
  };
}

/** A sum of independent variances, with the degrees of freedom of Welch and Satterthwaite. */
export function sumOfVariances(parts: readonly Variance[]): Variance {
  const value = parts.reduce((sum, part) => sum + part.value, 0);
  const squares = parts.reduce((sum, part) => sum + part.value ** 2 / part.degrees, 0);
  const least = Math.min(...parts.map(({ degrees }) => degrees));
  return { value, degrees: squares > 0 ? value ** 2 / squares : least };
}

const logOf = ({ medianNs }: JudgedProcess): number => Math.log(medianNs);
const logsOf = ({ processes }: JudgedSide): readonly number[] => processes.map(logOf);

function driftsOf(logs: readonly (readonly number[])[]): Pick<ComparisonView, 'drift'> {
  const drift = Math.max(...logs.map((own) => driftOf(own) ?? 0));
  return drift > 0 ? { drift } : {};
}

/** Times between two ticks of the clock are not distinguished, however many there are. */
function relativeTick({ resolutionNs = 0, processes }: JudgedSide): number {
  return resolutionNs / 2 / median(Float64Array.from(processes, ({ medianNs }) => medianNs));
}

function halfWidth({ value, degrees }: Variance, tick: number): number {
  return Math.max(studentQuantile(0.95, degrees) * Math.sqrt(value), tick);
}

function probability(estimate: Difference, tick: number, margin: number): number {
  const { value, degrees } = estimate.variance(null);
  const beyond = Math.abs(estimate.log) - Math.log1p(margin);
  if (beyond <= tick) return 1;
  return value > 0 ? studentTwoSided(beyond / Math.sqrt(value), degrees) : 0;
}

/** How many repetitions settle a verdict if the ratio and the variance of processes stay what they are. */
function settlingOf(
  estimate: Difference,
  tick: number,
  { difference, same }: Margins,
  sides: readonly JudgedSide[],
): Settling {
  const off = Math.abs(estimate.log);
  const target = Math.max(off - Math.log1p(difference), Math.log1p(same) - off);
  const first = Math.max(...sides.map(({ processes }) => processes.length)) + 1;
  for (let repetitions = first; repetitions <= maxRepetitions; repetitions++) {
    if (halfWidth(estimate.variance(repetitions), tick) < target) return { repetitions };
  }
  if (tick >= target) return { limit: 'clock' };
  const stays = estimate.lasting === null ? 0 : halfWidth(estimate.lasting, 0);
  return { limit: stays >= target ? 'runs' : 'processes' };
}

function cyclesOf(a: JudgedSide, b: JudgedSide, logRatio: number): Pick<ComparisonView, 'cycles'> {
  const center = ({ processes }: JudgedSide): number =>
    mean(processes.map(({ cycles }) => Math.log(cycles ?? Number.NaN)));
  const log = center(a) - center(b);
  if (!Number.isFinite(log)) return {};
  const agrees = Math.abs(log - logRatio) < 0.01 || log > 0 === logRatio > 0;
  return { cycles: { ratio: Math.exp(log), agrees } };
}

function samplesOf({ processes }: JudgedSide): number {
  return processes.reduce((sum, { n }) => sum + n, 0);
}
