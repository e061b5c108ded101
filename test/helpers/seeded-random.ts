/** Numbers in [0, 1) that are the same in every run: a failure of a property can be seen again. */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    // Mulberry32.
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Values that axes have: small and large whole numbers, powers of two and their neighbours, round ones, fractions. */
export function awkwardNumbers(count: number, seed = 1): readonly number[] {
  const random = seededRandom(seed);
  const kinds = [
    () => Math.floor(random() * 2000),
    () => Math.floor(2 ** (random() * 53)),
    () => 2 ** Math.floor(random() * 53),
    () => 2 ** Math.floor(random() * 52) - 1,
    () => Math.floor(1 + random() * 9999) * 10 ** Math.floor(random() * 12),
    () => random(),
    () => random() * 10 ** Math.floor(random() * 40 - 20),
    () => -Math.floor(2 ** (random() * 40)),
    () => Number((random() * 1e6).toPrecision(4)),
  ];
  return Array.from({ length: count }, (_, i) => kinds[i % kinds.length]?.() ?? 0);
}
