import { autocorrelation } from './autocorrelation.ts';
import { concatenate, sorted } from './order.ts';
import type { Random } from './random.ts';

export interface BootstrapOptions {
  readonly replicates: number;
  readonly random: Random;
  /** Also draw whole rounds with replacement (five or more rounds). Default: rounds stay, blocks are drawn. */
  readonly byRounds?: boolean;
  /**
   * Draws of earlier calls whose generator began alike: where blocks are laid out alike too, the same draws come again
   * and are taken from here. Not used with `byRounds`.
   */
  readonly draws?: KnownDraws;
}

/** By layout of the blocks: for each replicate, how often it has each block. */
export type KnownDraws = Map<string, Int32Array>;

/** Blocks that all rounds together are cut into at most: enough to know a spread to 7 %, few enough to be fast. */
const mostBlocks = 100;
/** Blocks that a round may have however many rounds there are. */
const blocksOfRound = 20;
/** Samples times blocks: beyond it only every second, third, ... sample can be the median of a replicate. */
const candidateLimit = 1 << 20;

/**
 * Length of the blocks that are drawn whole. It is at least as long as neighbouring samples of the round stay alike
 * (twice their correlation time), so that correlation inside a round widens the interval as it should.
 */
export function blockLength(round: Float64Array, rounds = 1): number {
  const n = round.length;
  const most = Math.max(blocksOfRound, Math.ceil(mostBlocks / rounds));
  const { inflation } = autocorrelation(round);
  const correlated = inflation > 1.5 ? Math.ceil(2 * inflation) : 1;
  return Math.max(1, Math.ceil(n / most), Math.min(correlated, Math.ceil(n / 5)));
}

/**
 * Block bootstrap of the median of all rounds together: `replicates` medians, each of as many blocks as there are,
 * drawn with replacement inside their round.
 *
 * No sample is touched while drawing. A replicate is how often it has each block; its median is found by walking the
 * sorted samples, each counting as often as its block was drawn, from a rank near the middle whose count is a sum over
 * the blocks. A replicate of 10,000 samples costs a few hundred additions.
 */
export function bootstrapMedians(
  rounds: readonly Float64Array[],
  options: BootstrapOptions,
): Float64Array {
  const { replicates, random, byRounds = false, draws } = options;
  const layout = layoutOf(rounds);
  const medians = new Float64Array(replicates);
  const { blocks } = layout;
  if (draws !== undefined && !byRounds) {
    const drawn = knownDraws(layout, replicates, random, draws);
    for (let i = 0; i < replicates; i++) {
      const total = layout.total ?? drawnSamples(layout, drawn, i * blocks);
      medians[i] = medianOf(layout, drawn, i * blocks, total);
    }
    return medians;
  }
  const times = new Int32Array(blocks);
  for (let i = 0; i < replicates; i++) {
    drawInto(times, 0, layout, random, byRounds);
    medians[i] = medianOf(layout, times, 0, drawnSamples(layout, times, 0));
  }
  return medians;
}

/** Draws that are kept: beyond this many numbers drawing anew is no longer what takes the time. */
const keptDraws = 200_000;
const keptLayouts = 16;

function knownDraws(
  layout: Layout,
  replicates: number,
  random: Random,
  draws: KnownDraws,
): Int32Array {
  const key = `${replicates} ${layout.firstBlock.join(' ')}`;
  const known = draws.get(key);
  if (known !== undefined) return known;
  const drawn = new Int32Array(layout.blocks * replicates);
  for (let at = 0; at < drawn.length; at += layout.blocks)
    drawInto(drawn, at, layout, random, false);
  if (drawn.length <= keptDraws) {
    if (draws.size >= keptLayouts) draws.clear();
    draws.set(key, drawn);
  }
  return drawn;
}

/** Draws one replicate: as many rounds as there are, or each round once; out of each as many blocks as it has. */
function drawInto(
  times: Int32Array,
  from: number,
  { firstBlock, blocks }: Layout,
  random: Random,
  byRounds: boolean,
): void {
  const rounds = firstBlock.length - 1;
  times.fill(0, from, from + blocks);
  for (let slot = 0; slot < rounds; slot++) {
    const round = byRounds ? random.below(rounds) : slot;
    const first = firstBlock[round] ?? 0;
    const count = (firstBlock[round + 1] ?? 0) - first;
    for (let j = 0; j < count; j++) {
      const at = from + first + random.below(count);
      times[at] = (times[at] ?? 0) + 1;
    }
  }
}

interface Layout {
  /** All samples, ascending, and the block of each. */
  readonly ascending: Float64Array;
  readonly blockOfRank: Int32Array;
  readonly blocks: number;
  readonly firstBlock: Int32Array;
  readonly blockSize: Int32Array;
  /** How many samples a replicate of each round has; null where that depends on the blocks that it drew. */
  readonly total: number | null;
  /** Where the walk begins, and how many samples of each block are below that rank. */
  readonly start: number;
  readonly belowStart: Int32Array;
  /** What medians are taken from: every `stride`-th of the ascending samples. */
  readonly stride: number;
}

function layoutOf(rounds: readonly Float64Array[]): Layout {
  const all = concatenate(rounds);
  const lengths = rounds.map((round) => blockLength(round, rounds.length));
  const firstBlock = new Int32Array(rounds.length + 1);
  rounds.forEach((round, r) => {
    firstBlock[r + 1] = (firstBlock[r] ?? 0) + Math.ceil(round.length / (lengths[r] ?? 1));
  });
  const blocks = firstBlock[rounds.length] ?? 0;
  const blockOf = new Int32Array(all.length);
  const blockSize = new Int32Array(blocks);
  let at = 0;
  rounds.forEach((round, r) => {
    const length = lengths[r] ?? 1;
    for (let i = 0; i < round.length; i++) {
      const block = (firstBlock[r] ?? 0) + Math.floor(i / length);
      blockOf[at++] = block;
      blockSize[block] = (blockSize[block] ?? 0) + 1;
    }
  });
  const ascending = sorted(all);
  const blockOfRank = new Int32Array(all.length);
  const taken = new Int32Array(all.length);
  for (let i = 0; i < all.length; i++) {
    const first = firstAtLeast(ascending, all[i] ?? 0);
    const rank = first + (taken[first] ?? 0);
    taken[first] = (taken[first] ?? 0) + 1;
    blockOfRank[rank] = blockOf[i] ?? 0;
  }
  // Of few samples to a block the walk from the least one is as short as the sum over the blocks.
  const start = all.length <= 2 * blocks ? 0 : all.length >> 1;
  const belowStart = new Int32Array(blocks);
  for (let k = 0; k < start; k++) {
    const block = blockOfRank[k] ?? 0;
    belowStart[block] = (belowStart[block] ?? 0) + 1;
  }
  return {
    ascending,
    blockOfRank,
    blocks,
    firstBlock,
    blockSize,
    total: blockSize.every((size) => size === blockSize[0]) ? all.length : null,
    start,
    belowStart,
    stride: Math.max(1, Math.ceil((all.length * blocks) / candidateLimit)),
  };
}

function firstAtLeast(ascending: Float64Array, value: number): number {
  let low = 0;
  let high = ascending.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ascending[middle] ?? 0) < value) low = middle + 1;
    else high = middle;
  }
  return low;
}

function drawnSamples({ blockSize, blocks }: Layout, times: Int32Array, from: number): number {
  let total = 0;
  for (let b = 0; b < blocks; b++) total += (times[from + b] ?? 0) * (blockSize[b] ?? 0);
  return total;
}

/** The median of the replicate whose counts of blocks begin at `from`; it has `total` samples. */
function medianOf(layout: Layout, times: Int32Array, from: number, total: number): number {
  const { blockOfRank, blocks, start, belowStart } = layout;
  const wanted = Math.floor((total + 1) / 2);
  let rank = start;
  // Samples of the replicate among the first `rank` ones.
  let sum = 0;
  if (start > 0) {
    for (let b = 0; b < blocks; b++) sum += (times[from + b] ?? 0) * (belowStart[b] ?? 0);
    while (sum >= wanted) sum -= times[from + (blockOfRank[--rank] ?? 0)] ?? 0;
  }
  while (sum < wanted) sum += times[from + (blockOfRank[rank++] ?? 0)] ?? 0;
  const low = candidate(layout, rank - 1);
  if (total % 2 === 1) return low;
  while (sum <= wanted) sum += times[from + (blockOfRank[rank++] ?? 0)] ?? 0;
  return (low + candidate(layout, rank - 1)) / 2;
}

/** The least value that a median can take and that the sample of this rank does not exceed. */
function candidate({ ascending, stride }: Layout, rank: number): number {
  const value = ascending[rank] ?? Number.NaN;
  const before = rank - (rank % stride) - 1;
  // Equal samples may reach back to the candidate before.
  if (stride === 1 || (before >= 0 && ascending[before] === value)) return value;
  return ascending[Math.min(before + stride, ascending.length - 1)] ?? Number.NaN;
}
