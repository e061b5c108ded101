import { expect, it } from 'vitest';
import { compare } from '../../../src-main/core/analysis/compare.ts';

const round = (middle: number, spread: number): Float64Array =>
  Float64Array.from({ length: 20 }, (_, i) => middle * (1 + (spread * (i - 9.5)) / 10));
const side = (label: string, rounds: readonly Float64Array[]) => ({
  label,
  rounds,
  device: 'cpu' as const,
});

it('advises no more rounds than a run may have', () => {
  const a = side('a', [round(100, 0.01), round(9000, 0.01)]);
  const b = side('b', [round(9000, 0.01), round(110, 0.01)]);
  const { verdict, needed, reason } = compare(a, b);
  expect(verdict).toBe('inconclusive');
  expect(needed?.rounds).toBeGreaterThan(50);
  expect(reason).toContain('no run of 50 rounds or fewer would settle it');
  expect(reason).not.toMatch(/about \d+ samples/);
});
