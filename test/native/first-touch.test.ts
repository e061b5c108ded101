import { afterEach, describe, expect, it } from 'vitest';
import type { Values } from '../../src-main/contract/workload.ts';
import {
  engineCase,
  openAddon,
  openPart,
  testAddonFolder,
  variantsOf,
  verifyCase,
} from './native-addons.ts';

type Part = {
  readonly array: string;
  readonly begin: number;
  readonly end: number;
  readonly thread: number;
  readonly team: number;
  readonly systemThread: number;
  readonly moved: boolean;
};

const { watch, unwatch, take } = openPart<{
  watch: (nodes: number) => void;
  unwatch: () => void;
  take: () => readonly Part[];
}>('first-touch');

const addon = openAddon('cpu', testAddonFolder);

async function partsOf(workload: string, variant: string, values: Values) {
  const result = await verifyCase(addon, engineCase(workload, variant, values));
  expect(result.outcome, String(result.reason)).toBe('ok');
  return { parts: take(), sha256: result.answer?.sha256 };
}

/** The parts of a static schedule of n elements over a team. */
const shares = (n: number, bytes: number, team: number, from = 0) =>
  Array.from({ length: team }, (_, thread) => ({
    thread,
    begin: from + Math.floor((n * thread) / team) * bytes,
    end: from + Math.floor((n * (thread + 1)) / team) * bytes,
  }));

afterEach(() => {
  unwatch();
  take();
});

describe('the first touch', () => {
  const n = 1_000_003;

  it('of an output is by the threads of the case, each its part of a static schedule', async () => {
    watch(1);
    for (const threads of [3, 4]) {
      const { parts } = await partsOf('exclusive-scan', 'omp-two-pass', { n, threads });
      expect(parts.map(({ thread, begin, end }) => ({ thread, begin, end }))).toEqual(
        shares(n, 4, threads),
      );
      expect(parts.every(({ team, moved }) => team === threads && !moved)).toBe(true);
      expect(new Set(parts.map(({ systemThread }) => systemThread)).size).toBe(threads);
    }
  });

  it('of a variant on one core is by that thread alone', async () => {
    watch(1);
    const { parts } = await partsOf('exclusive-scan', 'sequential', { n });
    expect(parts).toMatchObject([{ thread: 0, team: 1, begin: 0, end: 4 * n }]);
  });

  it('is made again of inputs where there are several memory nodes, and keeps their values', async () => {
    const values = { n, seed: 77 };
    watch(1);
    const untouched = await partsOf('histogram', 'omp-private', { ...values, threads: 3 });
    expect(untouched.parts).toEqual([]);
    watch(2);
    for (const threads of [2, 5]) {
      const moved = await partsOf('histogram', 'omp-private', { ...values, threads });
      expect(moved.parts.map(({ thread, begin, end }) => ({ thread, begin, end }))).toEqual(
        shares(n, 4, threads),
      );
      expect(moved.parts.every((part) => part.moved && part.array === 'values')).toBe(true);
      expect(new Set(moved.parts.map(({ systemThread }) => systemThread)).size).toBe(threads);
      expect(moved.sha256).toBe(untouched.sha256);
      // The input is where this team uses it.
      const again = await partsOf('histogram', 'omp-atomic', { ...values, threads });
      expect(again.parts).toEqual([]);
    }
  });

  it('follows each of nine vectors, not the array that they lie in', async () => {
    watch(2);
    const matrices = 50_001;
    const { parts } = await partsOf('min3x3', 'omp-reduction', { n: matrices, threads: 3 });
    const byVector = Array.from({ length: 9 }, (_, position) =>
      shares(matrices, 4, 3, 4 * matrices * position),
    ).flat();
    const seen = parts.map(({ thread, begin, end }) => ({ thread, begin, end }));
    expect(seen.toSorted((a, b) => a.begin - b.begin)).toEqual(byVector);
  });

  it('moves arrays of every workload without changing an answer', async () => {
    watch(2);
    for (const { id, sizeAxis } of addon.catalog().workloads) {
      const values = { [sizeAxis]: sizeAxis === 'xres' ? 300 : 30_000 };
      const variants = ['omp-two-pass', 'omp-private', 'omp-reduction', 'omp', 'omp-dynamic'];
      const ours = variantsOf(addon, id).find((variant) => variants.includes(variant.id));
      if (ours === undefined) continue;
      const { parts } = await partsOf(id, ours.id, { ...values, threads: 4 });
      expect(parts.length, id).toBeGreaterThanOrEqual(4);
      expect(parts.every(({ moved }) => moved)).toBe(true);
    }
  });
});
