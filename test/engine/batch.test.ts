import { describe, expect, it } from 'vitest';
import { chooseBatch, maxBatchNs, minBatchNs } from '../../src-main/engine/variants/batch.ts';

const step = 25;

describe('a batch', () => {
  it.each([0.3, 3, 40, 99, 700, 9_900, 10_100, 25_000, 49_999, 50_000, 99_000, 150_000, 1e6])(
    'of executions of %d ns is the smallest power of two that is long enough',
    async (ns) => {
      const batch = await chooseBatch(async (executions) => executions * ns, step);
      expect(Math.log2(batch) % 1).toBe(0);
      expect(batch * ns).toBeGreaterThanOrEqual(minBatchNs);
      if (batch === 1) return;
      expect((batch / 2) * ns).toBeLessThan(minBatchNs);
      expect(batch * ns).toBeLessThan(maxBatchNs);
    },
  );

  it('is longer with a coarse clock, and still shorter than the slice of a scheduler', async () => {
    for (const [clockStep, shortest] of [
      [40, 80_000],
      [1000, 100_000],
    ] as const) {
      const batch = await chooseBatch(async (executions) => executions * 700, clockStep);
      expect(batch * 700).toBeGreaterThanOrEqual(shortest);
      expect(batch * 700).toBeLessThan(maxBatchNs);
    }
  });

  it('is not shorter for an interruption', async () => {
    let call = 0;
    const interrupted = async (executions: number) =>
      executions * 1000 + (call++ % 2 === 0 ? 1e6 : 0);
    expect(await chooseBatch(interrupted, step)).toBe(64);
  });

  it('of executions that take no time ends somewhere', async () => {
    expect(await chooseBatch(async () => 0, step)).toBe(2 ** 20);
  });
});
