import { createRandom } from '../../src-main/stats/random.ts';

/** Values that axes have: small and large whole numbers, powers of two and their neighbours, round ones, fractions. */
export function awkwardNumbers(count: number, seed = 1): readonly number[] {
  const random = createRandom(seed).uniform;
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
