/**
 * A counter-based generator: the k-th number of a stream depends on (seed, stream, k) alone, so a result
 * that was computed with it can be computed again anywhere. Two rounds of a 32-bit mixer (the "lowbias32"
 * constants of C. Wellons' hash search) with the stream's key between them. Not for secrets.
 */
export interface Random {
  /** Uniform in [0, 1), 32 bits. */
  readonly uniform: () => number;
  /** A whole number in [0, limit); `limit` at most 2^32. */
  readonly below: (limit: number) => number;
  /** Standard normal (Marsaglia's polar method). */
  readonly normal: () => number;
}

const golden = 0x9e3779b9;

/** One 32-bit mixing step: a bijection in which each input bit flips each output bit about half the time. */
export function mix32(value: number): number {
  let x = value | 0;
  x = Math.imul(x ^ (x >>> 16), 0x21f0aaad);
  x = Math.imul(x ^ (x >>> 15), 0x735a2d97);
  return (x ^ (x >>> 15)) >>> 0;
}

/** Starts the stream `stream` of `seed` (both whole numbers; the low 32 bits count). */
export function createRandom(seed: number, stream = 0): Random {
  const inner = mix32(Math.imul(seed | 0, golden) ^ 0x5851f42d);
  const outer = mix32(mix32((stream | 0) + golden) ^ inner);
  let counter = 0;
  let spare = Number.NaN;

  const next = (): number => {
    counter = (counter + 1) | 0;
    return mix32(mix32(Math.imul(counter, golden) + inner) ^ outer);
  };
  const uniform = (): number => next() * 2 ** -32;

  const normal = (): number => {
    if (!Number.isNaN(spare)) {
      const value = spare;
      spare = Number.NaN;
      return value;
    }
    for (;;) {
      const u = 2 * uniform() - 1;
      const v = 2 * uniform() - 1;
      const s = u * u + v * v;
      if (s > 0 && s < 1) {
        const scale = Math.sqrt((-2 * Math.log(s)) / s);
        spare = v * scale;
        return u * scale;
      }
    }
  };

  return { uniform, normal, below: (limit) => Math.floor(uniform() * limit) };
}
