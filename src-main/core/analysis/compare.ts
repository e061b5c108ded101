import { changeRange } from '../../contract/change-text.ts';
import type { ComparisonView, Verdict } from '../../contract/verdict.ts';
import { autocorrelation, type SerialCorrelation } from '../../stats/autocorrelation.ts';
import { decide, defaultMargins } from '../../stats/decide.ts';
import { mannWhitneySorted } from '../../stats/mann-whitney.ts';
import { concatenate, median, quantileSorted } from '../../stats/order.ts';
import { type ProcessModel, processModels } from '../../stats/process-model.ts';
import { type RatioInterval, ratioInterval } from '../../stats/ratio-interval.ts';

/** The samples of one variant at one point, as they are judged. */
export interface SampleSet {
  readonly label: string;
  /** Times of each round (one process each) in the order taken; nanoseconds, greater than 0. */
  readonly rounds: readonly Float64Array[];
  /** Clock in Hz of each sample, shaped as `rounds`; NaN where not known. */
  readonly clocks?: readonly Float64Array[];
  /** Which processes to expect: those of a `cpu` (default) differ more than those of `cuda`. */
  readonly device?: keyof typeof processModels;
  /** Least step of its times in nanoseconds; 0 unless given. */
  readonly resolutionNs?: number;
}

export interface CompareOptions {
  /** A ratio wholly beyond 1 +- this is faster or slower. Default 0.005. */
  readonly differenceMargin?: number;
  /** A ratio wholly inside 1 +- this is the same. Default 0.02. */
  readonly sameMargin?: number;
  readonly replicates?: number;
  readonly seed?: number;
  /** Least step of the times in nanoseconds, instead of those of the sides. */
  readonly resolutionNs?: number;
  /** Expected variance between processes of both sides, instead of that of their devices. */
  readonly model?: ProcessModel;
  /** Why the two cannot be compared at all (another input, another answer, a failed case), one sentence. */
  readonly notComparable?: string | null;
}

/**
 * Judges a against b by the 95 % interval of the ratio of their medians (a over b: below 1, a is faster).
 * Throws a RangeError when the margins are not 0 <= difference < same < 1.
 */
export function compare(a: SampleSet, b: SampleSet, options: CompareOptions = {}): ComparisonView {
  const difference = options.differenceMargin ?? defaultMargins.difference;
  const same = options.sameMargin ?? defaultMargins.same;
  if (!(difference >= 0 && difference < same && same < 1)) {
    throw new RangeError(
      `margins must be 0 <= difference < same < 1, got difference ${difference} and same ${same}`,
    );
  }
  const obstacle = options.notComparable ?? unusable(a) ?? unusable(b);
  if (obstacle !== null) {
    return {
      verdict: 'not comparable',
      reason: obstacle,
      ratio: null,
      ci95: null,
      against: b.label,
    };
  }
  const roundsA = withoutEmpty(a.rounds);
  const roundsB = withoutEmpty(b.rounds);
  const interval = ratioInterval(roundsA, roundsB, {
    models: [options.model ?? modelOf(a), options.model ?? modelOf(b)],
    ...(options.replicates === undefined ? {} : { replicates: options.replicates }),
    ...(options.seed === undefined ? {} : { seed: options.seed }),
    resolutionNs: options.resolutionNs ?? Math.max(a.resolutionNs ?? 0, b.resolutionNs ?? 0),
  });
  const verdict = decide(interval.ci95, { difference, same });
  const ascendingA = traitsOf(roundsA).ascending;
  const ascendingB = traitsOf(roundsB).ascending;
  const cycles = cyclesOf(a, b, interval.ratio);
  const { u, p: mannWhitneyP } = mannWhitneySorted(ascendingA, ascendingB);
  const needed =
    verdict === 'inconclusive'
      ? neededFor(interval, roundsA, roundsB, difference, same)
      : undefined;
  return {
    verdict,
    reason: `${reasonOf(verdict, interval, b.label, difference, same, needed)}${assumptionOf(a, b)}`,
    ratio: interval.ratio,
    ci95: [interval.ci95[0], interval.ci95[1]],
    against: b.label,
    p: interval.p,
    mannWhitneyP,
    // U counts the pairs in which a is the greater one, which is the slower one.
    superiority: 1 - u / (ascendingA.length * ascendingB.length),
    samples: [ascendingA.length, ascendingB.length],
    rounds: [roundsA.length, roundsB.length],
    disjoint: areDisjoint(ascendingA, ascendingB),
    ...(cycles === undefined ? {} : { cycles }),
    ...(needed === undefined ? {} : { needed }),
    warnings: [...warningsOf(a.label, roundsA), ...warningsOf(b.label, roundsB)],
  };
}

/** The same array where nothing is empty: what is known of it stays known. */
function withoutEmpty(rounds: readonly Float64Array[]): readonly Float64Array[] {
  return rounds.every(({ length }) => length > 0)
    ? rounds
    : rounds.filter(({ length }) => length > 0);
}

type Traits = {
  readonly ascending: Float64Array;
  readonly serial: readonly SerialCorrelation[];
};

/** One side of many comparisons is looked at once. Rounds are readonly: nothing of them changes meanwhile. */
const knownTraits = new WeakMap<readonly Float64Array[], Traits>();

function traitsOf(rounds: readonly Float64Array[]): Traits {
  const known = knownTraits.get(rounds);
  if (known !== undefined) return known;
  const traits = {
    ascending: concatenate(rounds).sort(),
    serial: rounds.map(autocorrelation),
  };
  knownTraits.set(rounds, traits);
  return traits;
}

function modelOf(set: SampleSet): ProcessModel {
  return processModels[set.device ?? 'cpu'];
}

function unusable(set: SampleSet): string | null {
  let samples = 0;
  for (const round of set.rounds) {
    for (const time of round) {
      if (!(time > 0 && Number.isFinite(time))) {
        return `${set.label} has a sample of ${time} ns; times must be finite and greater than 0`;
      }
    }
    samples += round.length;
  }
  return samples > 0 ? null : `${set.label} has no samples`;
}

/** Fewest samples that can speak for a side; below, the interval would be a guess. */
const fewest = 6;

/**
 * How many samples a round (or, where differences between processes are what hides it, how many rounds) make
 * the interval narrow enough for a verdict if the ratio stays where it is.
 */
function neededFor(
  interval: RatioInterval,
  a: readonly Float64Array[],
  b: readonly Float64Array[],
  difference: number,
  same: number,
): { samples: number; rounds: number } {
  const offset = Math.abs(Math.log(interval.ratio));
  const target = Math.max(offset - Math.log1p(difference), Math.log1p(same) - offset, 1e-4) * 0.9;
  const rounds = Math.max(a.length, b.length);
  const samples = Math.max(...a.map((r) => r.length), ...b.map((r) => r.length));
  const { betweenHalf, withinHalf } = interval;
  // Half of the allowance for each source; more rounds shrink both.
  const factor = Math.max(1, (betweenHalf ** 2 * 2) / target ** 2);
  const nextRounds = betweenHalf < target * 0.7 ? rounds : Math.ceil(rounds * factor);
  const allowance = target ** 2 - betweenHalf ** 2 * (rounds / nextRounds);
  const perRound = (withinHalf ** 2 * (rounds / nextRounds)) / Math.max(allowance, target ** 2 / 4);
  return { samples: Math.ceil(samples * Math.max(1, perRound)), rounds: nextRounds };
}

function areDisjoint(a: Float64Array, b: Float64Array): boolean {
  const apart = (lower: Float64Array, upper: Float64Array): boolean =>
    quantileSorted(lower, 0.75) < (upper[0] ?? Number.NaN);
  return apart(a, b) || apart(b, a);
}

function cyclesOf(
  a: SampleSet,
  b: SampleSet,
  ratio: number,
): { ratio: number; agrees: boolean } | undefined {
  const left = cycleMedian(a);
  const right = cycleMedian(b);
  if (left === null || right === null) return undefined;
  const inCycles = left / right;
  const agrees = Math.abs(inCycles / ratio - 1) < 0.01 || inCycles > 1 === ratio > 1;
  return { ratio: inCycles, agrees };
}

function cycleMedian(set: SampleSet): number | null {
  const cycles: number[] = [];
  set.clocks?.forEach((clocks, r) => {
    clocks.forEach((hertz, i) => {
      const value = ((set.rounds[r]?.[i] ?? Number.NaN) * hertz) / 1e9;
      if (value > 0) cycles.push(value);
    });
  });
  return cycles.length >= fewest ? median(Float64Array.from(cycles)) : null;
}

function warningsOf(label: string, rounds: readonly Float64Array[]): readonly string[] {
  const found: string[] = [];
  const samples = rounds.reduce((sum, round) => sum + round.length, 0);
  if (samples < fewest)
    found.push(`${label} has ${counted(samples)}; at least ${fewest} are wanted`);
  if (rounds.length === 1) {
    found.push(`${label} was measured in one process: how much processes differ is an assumption`);
  }
  const { serial } = traitsOf(rounds);
  if (serial.some((one) => one.correlated)) {
    const effective = serial.reduce((sum, one) => sum + one.effectiveN, 0);
    found.push(
      `neighbouring samples of ${label} are alike: ${samples} count as about ${Math.round(effective)}`,
    );
  }
  return found;
}

/** Where an interval comes from that no sample says anything about. */
function assumptionOf(...sides: readonly SampleSet[]): string {
  const samples = Math.min(...sides.map(({ rounds }) => Math.max(...rounds.map((r) => r.length))));
  return samples > 1
    ? ''
    : `; that interval is an assumption, what is usual of samples and processes: ${counted(samples)} in a process shows no spread`;
}

function counted(samples: number): string {
  return samples === 1 ? '1 sample' : `${samples} samples`;
}

/** As many rounds as a run may have, and samples that nobody waits for. */
const mostRounds = 50;
const mostSamples = 1e6;

function settleText(samples: number, rounds: number): string {
  if (rounds > mostRounds) {
    return `no run of ${mostRounds} rounds or fewer would settle it, so far do processes differ; measure on a quieter machine`;
  }
  if (samples > mostSamples) {
    return 'no number of samples that can be taken would settle it';
  }
  return `about ${samples} ${samples === 1 ? 'sample' : 'samples'} in each of ${rounds} ${rounds === 1 ? 'round' : 'rounds'} would settle it`;
}

function reasonOf(
  verdict: Exclude<Verdict, 'not comparable'>,
  interval: RatioInterval,
  against: string,
  difference: number,
  same: number,
  needed: { samples: number; rounds: number } | undefined,
): string {
  const range = `${changeRange(interval.ci95)} against ${against} (95 %)`;
  switch (verdict) {
    case 'faster':
    case 'slower':
      return `${range}, wholly beyond ±${difference * 100} %`;
    case 'equivalent':
      return `${range}, wholly inside ±${same * 100} %`;
    case 'inconclusive': {
      const settle = settleText(needed?.samples ?? 0, needed?.rounds ?? 0);
      return `${range}, neither beyond ±${difference * 100} % nor inside ±${same * 100} %; ${settle}`;
    }
  }
}
