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
  readonly draws?: Map<string, Int32Array>;
}

/** Blocks that all rounds together are cut into at most: enough to know a spread to 7 %, few enough to be fast. */
const mostBlocks = 100;
/** Blocks that a round may have however many rounds there are. */
const blocksOfRound = 20;
/** Entries of the counting table; with more samples than that allows the candidates are thinned. */
const tableLimit = 1 << 20;

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
 * No sample is touched while drawing. A table holds, for each candidate median, how many samples of each block are at
 * or below it; a replicate's median is then found by bisection over sums of about a hundred entries, which makes a
 * replicate of 10,000 samples cost about 1,400 additions.
 */
export function bootstrapMedians(
  rounds: readonly Float64Array[],
  options: BootstrapOptions,
): Float64Array {
  const { replicates, random, byRounds = false, draws } = options;
  const table = countTable(rounds);
  if (draws !== undefined && !byRounds) return mediansOfDraws(table, replicates, random, draws);
  const medians = new Float64Array(replicates);
  const picks = new Int32Array(table.blocks * (byRounds ? table.widest : 1));
  const ranks = ranksOfSingles(table);
  const tally = new Int32Array(ranks === null ? 0 : table.candidates.length);
  for (let i = 0; i < replicates; i++) {
    let used = 0;
    let total = 0;
    for (let slot = 0; slot < rounds.length; slot++) {
      const round = byRounds ? random.below(rounds.length) : slot;
      const first = table.firstBlock[round] ?? 0;
      const count = (table.firstBlock[round + 1] ?? 0) - first;
      for (let j = 0; j < count; j++) {
        const block = first + random.below(count);
        picks[used++] = block;
        total += table.blockSize[block] ?? 0;
      }
    }
    medians[i] =
      ranks === null
        ? medianOfPicks(table, picks, used, total)
        : medianOfSingles(table, ranks, tally, picks, used);
  }
  return medians;
}

/** Draws that are kept: beyond this many numbers drawing anew is no longer what takes the time. */
const keptDraws = 200_000;
const keptLayouts = 16;

function mediansOfDraws(
  table: CountTable,
  replicates: number,
  random: Random,
  draws: Map<string, Int32Array>,
): Float64Array {
  const { blocks, blockSize } = table;
  const key = `${replicates} ${table.firstBlock.join(' ')}`;
  const drawn = draws.get(key) ?? drawBlocks(table, replicates, random);
  if (!draws.has(key) && drawn.length <= keptDraws) {
    if (draws.size >= keptLayouts) draws.clear();
    draws.set(key, drawn);
  }
  const ranks = ranksOfSingles(table);
  const tally = new Int32Array(ranks === null ? 0 : table.candidates.length);
  return Float64Array.from({ length: replicates }, (_, i) => {
    const picks = drawn.subarray(i * blocks, (i + 1) * blocks);
    if (ranks !== null) return medianOfSingles(table, ranks, tally, picks, blocks);
    let total = 0;
    for (let j = 0; j < blocks; j++) total += blockSize[picks[j] ?? 0] ?? 0;
    return medianOfPicks(table, picks, blocks, total);
  });
}

/** For each replicate as many blocks as there are, each out of its own round. */
function drawBlocks({ blocks, firstBlock }: CountTable, replicates: number, random: Random) {
  const drawn = new Int32Array(blocks * replicates);
  for (let at = 0; at < drawn.length; ) {
    for (let round = 0; round + 1 < firstBlock.length; round++) {
      const first = firstBlock[round] ?? 0;
      const count = (firstBlock[round + 1] ?? 0) - first;
      for (let j = 0; j < count; j++) drawn[at++] = first + random.below(count);
    }
  }
  return drawn;
}

interface CountTable {
  readonly candidates: Float64Array;
  /** Row k, column b: samples of block b that are at or below candidate k. */
  readonly counts: Uint32Array;
  readonly blocks: number;
  readonly firstBlock: Int32Array;
  readonly blockSize: Int32Array;
  /** Most rounds over fewest blocks: how much longer than `blocks` a draw of rounds can get. */
  readonly widest: number;
}

function countTable(rounds: readonly Float64Array[]): CountTable {
  const all = sorted(concatenate(rounds));
  const lengths = rounds.map((round) => blockLength(round, rounds.length));
  const perRound = rounds.map((round, r) => Math.ceil(round.length / (lengths[r] ?? 1)));
  const firstBlock = new Int32Array(rounds.length + 1);
  perRound.forEach((count, r) => {
    firstBlock[r + 1] = (firstBlock[r] ?? 0) + count;
  });
  const blocks = firstBlock[rounds.length] ?? 0;
  const stride = Math.max(1, Math.ceil((all.length * blocks) / tableLimit));
  // The last candidate is the maximum, so that every sample is counted in the last row.
  const rows = Math.ceil(all.length / stride);
  const candidates = new Float64Array(rows);
  for (let k = 0; k < rows; k++) {
    candidates[k] = all[Math.min((k + 1) * stride - 1, all.length - 1)] ?? Number.NaN;
  }
  const counts = new Uint32Array(rows * blocks);
  const blockSize = new Int32Array(blocks);
  rounds.forEach((round, r) => {
    const length = lengths[r] ?? 1;
    for (let i = 0; i < round.length; i++) {
      const block = (firstBlock[r] ?? 0) + Math.floor(i / length);
      const at = firstAtLeast(candidates, round[i] ?? 0) * blocks + block;
      counts[at] = (counts[at] ?? 0) + 1;
      blockSize[block] = (blockSize[block] ?? 0) + 1;
    }
  });
  for (let at = blocks; at < counts.length; at++) {
    counts[at] = (counts[at] ?? 0) + (counts[at - blocks] ?? 0);
  }
  const widest = Math.ceil((rounds.length * Math.max(...perRound)) / blocks);
  return { candidates, counts, blocks, firstBlock, blockSize, widest };
}

/** By block, the place of its one sample among the candidates; null where a block has more. */
function ranksOfSingles({ counts, blocks, blockSize, candidates }: CountTable): Int32Array | null {
  if (blockSize.some((size) => size !== 1)) return null;
  return Int32Array.from({ length: blocks }, (_, block) => {
    let rank = 0;
    while (rank < candidates.length - 1 && counts[rank * blocks + block] === 0) rank += 1;
    return rank;
  });
}

/** As `medianOfPicks`, where blocks are single samples: few enough that counting them is faster than bisection. */
function medianOfSingles(
  { candidates }: CountTable,
  ranks: Int32Array,
  tally: Int32Array,
  picks: Int32Array,
  used: number,
): number {
  tally.fill(0);
  for (let j = 0; j < used; j++) {
    const rank = ranks[picks[j] ?? 0] ?? 0;
    tally[rank] = (tally[rank] ?? 0) + 1;
  }
  const wanted = Math.floor((used + 1) / 2);
  let rank = 0;
  let sum = tally[0] ?? 0;
  while (sum < wanted) {
    rank += 1;
    sum += tally[rank] ?? 0;
  }
  const low = candidates[rank] ?? Number.NaN;
  if (used % 2 === 1 || sum > wanted) return low;
  do rank += 1;
  while (tally[rank] === 0);
  return (low + (candidates[rank] ?? Number.NaN)) / 2;
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

function medianOfPicks(table: CountTable, picks: Int32Array, used: number, total: number): number {
  const lower = candidateAt(table, picks, used, Math.floor((total + 1) / 2), 0);
  const low = table.candidates[lower] ?? Number.NaN;
  if (total % 2 === 1) return low;
  const upper = candidateAt(table, picks, used, total / 2 + 1, lower);
  return (low + (table.candidates[upper] ?? Number.NaN)) / 2;
}

/** The first candidate, from `from` on, that at least `wanted` of the picked samples do not exceed. */
function candidateAt(
  table: CountTable,
  picks: Int32Array,
  used: number,
  wanted: number,
  from: number,
): number {
  const { counts, blocks } = table;
  const last = table.candidates.length - 1;
  let low = from;
  let high = last;
  // The second of two neighbouring ranks is close to the first: steps that double from there.
  let stride = from > 0 ? 1 : last;
  while (low < high) {
    const middle = high === last ? Math.min(low + stride, (low + high) >> 1) : (low + high) >> 1;
    stride *= 2;
    const row = middle * blocks;
    let sum = 0;
    for (let j = 0; j < used; j++) sum += counts[row + (picks[j] ?? 0)] ?? 0;
    if (sum >= wanted) high = middle;
    else low = middle + 1;
  }
  return low;
}
