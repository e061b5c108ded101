import { bootstrapMedians, type KnownDraws } from './bootstrap.ts';
import { studentQuantile, studentTwoSided } from './distributions.ts';
import { fewSamples, relativeSpread, spreadNearMedian, unknownSpread } from './median-error.ts';
import { concatenate, mean, median, quantileInPlace, variance } from './order.ts';
import {
  expectedVariance,
  leastSurprise,
  type ProcessModel,
  processModels,
} from './process-model.ts';
import { createRandom } from './random.ts';

export interface RatioOptions {
  /** What to expect of the processes of each side. Default: that of a CPU, the more careful one. */
  readonly models?: readonly [ProcessModel, ProcessModel];
  readonly replicates?: number;
  readonly seed?: number;
  readonly resolutionNs?: number;
}

export interface RatioInterval {
  /** Median of a over median of b, all rounds together. */
  readonly ratio: number;
  readonly ci95: readonly [number, number];
  /** Two-sided p of "the ratio is 1" under the same model as the interval. */
  readonly p: number;
  /** Half width in the logarithm that stays with endless samples in as many rounds. */
  readonly betweenHalf: number;
  /** Half width in the logarithm that the samples inside the rounds account for. */
  readonly withinHalf: number;
}

interface Side {
  readonly center: number;
  readonly medians: Float64Array;
  readonly replicates: Float64Array;
  /** Variance of one round's log median from its samples alone, and the expected one between processes. */
  readonly within: number;
  readonly prior: number;
  readonly squares: number;
}

/** Rounds from which whole rounds are drawn in the bootstrap. */
const enoughRounds = 5;
/** Interval of the ratio of medians of two sets of rounds (times > 0; each round one process). */
export function ratioInterval(
  a: readonly Float64Array[],
  b: readonly Float64Array[],
  options: RatioOptions = {},
): RatioInterval {
  const { replicates = 1000, seed = 1, resolutionNs = 0 } = options;
  const [modelA, modelB] = options.models ?? [processModels.cpu, processModels.cpu];
  const left = describeSide(a, modelA, replicates, seed, 0);
  const right = describeSide(b, modelB, replicates, seed, 1);
  const prior = Math.min(modelA.degrees, modelB.degrees);
  const logRatio = Math.log(left.center / right.center);

  const drawn = new Float64Array(left.replicates.length);
  for (let i = 0; i < drawn.length; i++) {
    drawn[i] = Math.log((left.replicates[i] ?? 1) / (right.replicates[i] ?? 1));
  }
  const degrees = prior + a.length + b.length - 2;
  const t = studentQuantile(0.95, degrees);
  const stretch = stretchForFewRounds(a.length, b.length);
  const low = Math.max(0, logRatio - quantileInPlace(drawn, 0.025)) * stretch;
  const high = Math.max(0, quantileInPlace(drawn, 0.975) - logRatio) * stretch;

  const expectedA = left.within + left.prior;
  const expectedB = right.within + right.prior;
  const seen = ratioOrZero(left.squares, expectedA) + ratioOrZero(right.squares, expectedB);
  const surplus = Math.max(leastSurprise, (prior + seen) / degrees);
  const error = Math.sqrt(surplus * (expectedA / a.length + expectedB / b.length));
  const between = Math.sqrt(surplus * (left.prior / a.length + right.prior / b.length));
  const within = Math.sqrt(left.within / a.length + right.within / b.length);

  const tick = resolutionNs * (1 / left.center + 1 / right.center) * 0.5;
  const down = Math.max(low, t * error, tick);
  const up = Math.max(high, t * error, tick);
  return {
    ratio: Math.exp(logRatio),
    ci95: [Math.exp(logRatio - down), Math.exp(logRatio + up)],
    p: error > 0 ? studentTwoSided(logRatio / error, degrees) : logRatio === 0 ? 1 : 0,
    betweenHalf: t * between,
    withinHalf: t * within,
  };
}

/** One side of many comparisons is described once. Rounds are readonly: nothing of them changes meanwhile. */
const described = new WeakMap<readonly Float64Array[], Map<string, Side>>();

function describeSide(
  rounds: readonly Float64Array[],
  model: ProcessModel,
  replicates: number,
  seed: number,
  stream: number,
): Side {
  const known = described.get(rounds) ?? new Map<string, Side>();
  described.set(rounds, known);
  const { shareOfSpread, floor } = model;
  const key = [shareOfSpread, floor, replicates, seed, stream].join(' ');
  const side = known.get(key) ?? describe(rounds, model, replicates, seed, stream);
  known.set(key, side);
  return side;
}

/** Draws by seed and stream: a sweep asks for the same ones at every point. */
const knownDraws = new Map<string, KnownDraws>();
const keptStreams = 8;

function drawsOf(seed: number, stream: number): KnownDraws {
  const key = `${seed} ${stream}`;
  const draws = knownDraws.get(key) ?? (new Map() satisfies KnownDraws);
  if (knownDraws.size >= keptStreams) knownDraws.clear();
  knownDraws.set(key, draws);
  return draws;
}

function describe(
  rounds: readonly Float64Array[],
  model: ProcessModel,
  replicates: number,
  seed: number,
  stream: number,
): Side {
  const center = median(concatenate(rounds));
  const logMedians = Float64Array.from(rounds, (round) => Math.log(median(round)));
  const drawn = bootstrapMedians(rounds, {
    replicates,
    random: createRandom(seed, stream),
    draws: drawsOf(seed, stream),
  });
  const logs = new Float64Array(replicates);
  for (let i = 0; i < replicates; i++) logs[i] = Math.log(drawn[i] ?? 1);
  const byRounds =
    rounds.length >= enoughRounds
      ? bootstrapMedians(rounds, {
          replicates,
          random: createRandom(seed, stream + 2),
          byRounds: true,
        })
      : drawn;
  const seen = median(Float64Array.from(rounds, relativeSpread));
  const nearMedian = median(Float64Array.from(rounds, spreadNearMedian));
  const shortest = Math.min(...rounds.map((round) => round.length));
  const spread = shortest < fewSamples ? Math.max(seen, unknownSpread) : seen;
  const independent = ((Math.PI / 2) * spread ** 2) / shortest;
  return {
    center,
    medians: logMedians,
    replicates: byRounds,
    within: Math.max(variance(logs) * rounds.length, shortest < fewSamples ? independent : 0),
    prior: expectedVariance(model, spread, nearMedian),
    squares: sumOfSquares(logMedians),
  };
}

function sumOfSquares(values: Float64Array): number {
  const center = mean(values);
  return values.reduce((sum, value) => sum + (value - center) ** 2, 0);
}

function ratioOrZero(top: number, bottom: number): number {
  return bottom > 0 ? top / bottom : 0;
}

/** A bootstrap of whole rounds sees (R - 1) / R of their variance and normal tails: widened to Student's. */
function stretchForFewRounds(a: number, b: number): number {
  const fewest = Math.min(a, b);
  if (fewest < enoughRounds) return 1;
  const t = studentQuantile(0.95, a + b - 2) / 1.959963984540054;
  return t * Math.sqrt(fewest / (fewest - 1));
}
