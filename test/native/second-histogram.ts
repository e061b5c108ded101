import { createHash } from 'node:crypto';

/**
 * The histogram's input and answer from the documented formulas alone, in BigInt arithmetic: nothing here is shared
 * with the native side, so that equal digests mean something.
 */
const wrap = (value: bigint): bigint => BigInt.asUintN(64, value);

function bits(seed: bigint, index: bigint): bigint {
  const s = wrap(seed + (index + 1n) * 0x9e3779b97f4a7c15n);
  const first = wrap((s ^ (s >> 30n)) * 0xbf58476d1ce4e5b9n);
  const second = wrap((first ^ (first >> 27n)) * 0x94d049bb133111ebn);
  return second ^ (second >> 31n);
}

const below = (seed: bigint, index: bigint, range: bigint): bigint =>
  ((bits(seed, index) >> 32n) * range) >> 32n;

const min = (a: bigint, b: bigint): bigint => (a < b ? a : b);

function log2Floor(value: bigint): bigint {
  return BigInt(value.toString(2).length - 1);
}

export type HistogramInput = {
  readonly n: number;
  readonly bins: number;
  readonly distribution: string;
  readonly range: string;
  readonly seed: number;
};

function valueAt(i: bigint, input: HistogramInput): bigint {
  const range = input.range === 'wide' ? 2n ** 31n : BigInt(input.bins);
  const seed = BigInt(input.seed);
  switch (input.distribution) {
    case 'uniform':
      return below(seed, i, range);
    case 'degenerate':
      return min(5n, range - 1n);
    case 'gaussian': {
      let sum = 0n;
      for (let k = 0n; k < 12n; k += 1n) sum += below(seed, 12n * i + k, range);
      return sum / 12n;
    }
    case 'zipf': {
      const width = below(seed, 2n * i, 1n + log2Floor(range));
      return min(below(seed, 2n * i + 1n, 2n ** width), range - 1n);
    }
    case 'sorted':
      return (i * range) / BigInt(input.n);
    case 'bank-stride':
      return (32n * i) % range;
    case 'two-hot':
      return i % 2n === 1n ? range / 2n : 0n;
    default:
      throw new Error(`unknown distribution ${input.distribution}`);
  }
}

/** SHA-256 of the counts as little-endian uint32. */
export function histogramDigest(input: HistogramInput): string {
  const counts = Buffer.alloc(4 * input.bins);
  for (let i = 0n; i < BigInt(input.n); i += 1n) {
    const offset = 4 * Number(valueAt(i, input) % BigInt(input.bins));
    counts.writeUInt32LE(counts.readUInt32LE(offset) + 1, offset);
  }
  return createHash('sha256').update(counts).digest('hex');
}
