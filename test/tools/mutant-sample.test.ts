import { describe, expect, it } from 'vitest';
import { isInSample } from '../../src-main/tools/mutant-sample.ts';

const mutant = (line: number, folder = '/a/src-main') => ({
  fileName: `${folder}/stats/order.ts`,
  location: { start: { line, column: 2 }, end: { line, column: 9 } },
  mutatorName: 'ArithmeticOperator',
  replacement: 'a - b',
});
const lines = Array.from({ length: 4000 }, (_, line) => line);
const chosen = (share: number, seed: number) =>
  lines.filter((line) => isInSample(mutant(line), { share, seed }));

describe('a sample of mutants', () => {
  it('has the share that is asked for', () => {
    expect(chosen(0, 1)).toEqual([]);
    expect(chosen(1, 1)).toEqual(lines);
    // Five standard deviations of a binomial count.
    expect(Math.abs(chosen(0.1, 1).length - 400)).toBeLessThan(5 * Math.sqrt(4000 * 0.1 * 0.9));
  });

  it('is the same for the same seed, in whatever folder the sources are, and another for another', () => {
    expect(chosen(0.1, 1)).toEqual(chosen(0.1, 1));
    expect(chosen(0.1, 2)).not.toEqual(chosen(0.1, 1));
    const sample = { share: 0.5, seed: 1 };
    for (const line of lines.slice(0, 50)) {
      const elsewhere = isInSample(mutant(line, '/b/sandbox/src-main'), sample);
      expect(elsewhere).toBe(isInSample(mutant(line), sample));
    }
  });

  it('grows with its share: what was in it stays', () => {
    expect(chosen(0.2, 3)).toEqual(expect.arrayContaining(chosen(0.1, 3)));
  });
});
