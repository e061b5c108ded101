import { describe, expect, it } from 'vitest';
import { openPart } from './native-addons.ts';

const { positions, position } = openPart<{
  positions: (count: number, max: number, seed: number, threads?: number) => readonly number[];
  position: (count: number, seed: number) => number;
}>('planting');

/** What kernels and threads divide arrays into: a vector, a warp, blocks, tiles of a block. */
const lengths = [16, 32, 64, 256, 1024, 2048, 4096, 8192, 16384];
const teams = [2, 3, 4, 8, 16, 32];
const planted = 24;
const seeds = Array.from({ length: 400 }, (_, seed) => seed);

/** Either side of where the last piece of each length begins, and one in the middle, and the last thread's part. */
function boundaries(count: number): readonly number[] {
  const pieces = lengths.flatMap((length) => {
    const last = Math.floor((count - 1) / length) * length;
    const middle = Math.floor(Math.floor(count / 2) / length) * length;
    return [last - 1, last, middle - 1, middle].filter((at) => at >= 0);
  });
  const last = teams.map((team) => Math.floor((count * (team - 1)) / team));
  return [...pieces, ...last, ...last.filter((at) => at > 0).map((at) => at - 1)];
}

describe.each([1, 2, 17, 1000, 8192, 65_536, 100_003])('positions to plant among %i', (count) => {
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

describe.each([2, 3, 8, 16])('positions to plant for a team of %i', (threads) => {
  const parts = Array.from({ length: threads - 1 }, (_, part) => part + 1);

  it.each([999_982, 100_003, 20])('are both sides of where its parts of %i begin', (count) => {
    const equal = parts.map((part) => Math.floor((count * part) / threads));
    const ofStaticSchedule = parts.map(
      (part) => Math.floor(count / threads) * part + Math.min(count % threads, part),
    );
    const chosen = new Set(seeds.flatMap((seed) => positions(count, planted, seed, threads)));
    const sides = [...equal, ...ofStaticSchedule].flatMap((at) => [at - 1, at]);
    expect(sides.filter((at) => !chosen.has(at))).toEqual([]);
  });

  it('leave room for others in each seed', () => {
    for (const seed of seeds) {
      const chosen = positions(999_982, planted, seed, threads);
      expect(new Set(chosen).size).toBe(planted);
      const others = positions(999_982, planted, seed);
      expect(others.filter((at) => chosen.includes(at)).length).toBeGreaterThanOrEqual(10);
    }
  });
});

it('both sides of the boundary of two threads are among the positions of every seed', () => {
  for (const seed of seeds) {
    expect(positions(999_982, planted, seed, 2)).toEqual(
      expect.arrayContaining([499_990, 499_991, 499_992]),
    );
  }
});

describe.each([1, 2, 1000, 65_536])('one position of each seed among %i', (count) => {
  it('is the last and the first in the first seeds of the first repetition, and inside in all', () => {
    expect([position(count, 0), position(count, 1)]).toEqual([count - 1, 0]);
    const all = seeds.map((seed) => position(count, seed));
    expect(all.every((at) => at >= 0 && at < count)).toBe(true);
    expect(new Set(all).size).toBeGreaterThan(Math.min(count, 40) - 1);
  });

  it('is the last in the first repetition and the first in the second, which begin ten seeds apart', () => {
    const first = Array.from({ length: 9 }, (_, repetition) => position(count, 10 * repetition));
    expect(first.slice(0, 2)).toEqual([count - 1, 0]);
  });
});

it('nothing is planted where there is nothing, and the same seed gives the same', () => {
  expect(positions(0, planted, 1)).toEqual([]);
  expect(positions(1000, planted, 7)).toEqual(positions(1000, planted, 7));
  expect(positions(1000, planted, 7)).not.toEqual(positions(1000, planted, 8));
});
