import { createRequire } from 'node:module';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { testAddonFolder } from './native-addons.ts';

const { positions } = createRequire(import.meta.url)(
  join(testAddonFolder, 'breakeven_planting.node'),
) as { positions: (count: number, max: number, seed: number) => readonly number[] };

/** What kernels and threads divide arrays into: a vector, a warp, blocks, tiles of a block. */
const lengths = [16, 32, 64, 256, 1024, 2048, 4096, 8192];
const planted = 15;
const seeds = Array.from({ length: 400 }, (_, seed) => seed);

/** Both sides of the last boundary of each length, and of one in the middle. */
function boundaries(count: number): readonly number[] {
  return lengths.flatMap((length) => {
    const last = Math.floor(count / length) * length;
    const middle = Math.floor(Math.floor(count / 2) / length) * length;
    return [last - 1, last, middle - 1, middle].filter((at) => at >= 0 && at < count);
  });
}

describe.each([1, 2, 17, 1000, 8192, 100_003])('positions to plant among %i', (count) => {
  it('are inside, none twice, with the last always among them', () => {
    for (const seed of seeds) {
      const chosen = positions(count, planted, seed);
      expect(chosen.every((at) => Number.isInteger(at) && at >= 0 && at < count)).toBe(true);
      expect(new Set(chosen).size).toBe(chosen.length);
      expect(chosen.length).toBeLessThanOrEqual(planted);
      expect(chosen).toContain(count - 1);
    }
  });

  it('are over some seeds the first, both sides of every boundary, and others at random', () => {
    const chosen = new Set(seeds.flatMap((seed) => positions(count, planted, seed)));
    const expected = new Set([0, count - 1, ...boundaries(count)]);
    expect([...expected].filter((at) => !chosen.has(at))).toEqual([]);
    const random = [...chosen].filter((at) => !expected.has(at));
    expect(random.length).toBeGreaterThan(Math.min(count - expected.size, 500) / 2 - 1);
  });
});

it('nothing is planted where there is nothing, and the same seed gives the same', () => {
  expect(positions(0, planted, 1)).toEqual([]);
  expect(positions(1000, planted, 7)).toEqual(positions(1000, planted, 7));
  expect(positions(1000, planted, 7)).not.toEqual(positions(1000, planted, 8));
});
