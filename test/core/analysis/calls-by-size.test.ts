import { describe, expect, it } from 'vitest';
import { callsRowSchema } from '../../../src-main/contract/headline.ts';
import { callsBySize } from '../../../src-main/core/analysis/headline/calls-by-size.ts';
import { callCount } from '../../../src-main/core/analysis/headline/sentences.ts';
import { sourceOfLines, type Timed } from './break-even/lines-of-a-run.ts';

const sizes = [1000, 16_000, 64_000];
const line = (
  variant: string,
  nsOf: (n: number) => Timed['ns'],
  more: Partial<Timed> = {},
): readonly Timed[] =>
  sizes.map((n) => ({ variant, values: { n, cache: 'hot' }, ns: nsOf(n), ...more }));
const cuda = { device: 'cuda' } as const;
const plain = line('plain', (n) => n);
const split = line('split', (n) => 3000 + n / 4);
/** Of one call 2,000 ns, of each copy back 500 ns, 97,500 ns once. */
const copying = line('copying', () => ({ call: 2000, total: 100_000, d2h: 500 }), cuda);
const source = sourceOfLines([...plain, ...split, ...copying]);

describe('the break-even over calls, by size', () => {
  it('is that of the cheapest CPU variant of each size', () => {
    const rows = callsBySize(source, 'input-stays');
    expect(rows.map((row) => callsRowSchema.parse(row))).toEqual(rows);
    expect(rows.map(({ size, against, answer, at }) => [size, against, answer, at])).toEqual([
      [1000, 'plain', 'never', null],
      [16_000, 'split', 'from', Math.ceil(97_500 / (7000 - 2500))],
      [64_000, 'split', 'from', Math.ceil(97_500 / (19_000 - 2500))],
    ]);
  });

  it('depends on what stays on the device, and every sentence says so', () => {
    const at = (strategy: 'copy-each-time' | 'both-stay') => callsBySize(source, strategy)[1];
    expect(at('copy-each-time')).toMatchObject({
      answer: 'never',
      sentence:
        'count, n = 16,000, caches hot: copying costs less than split at no number of calls if input and answer are copied at each call.',
    });
    expect(at('both-stay')).toMatchObject({ answer: 'from', at: Math.ceil(98_000 / 5000) });
    expect(at('both-stay')?.sentence).toMatch(
      /^count, n = 16,000, caches hot: copying costs less than split from 20 .*calls on if input and answer stay on the device\.$/,
    );
  });

  it('has a second row with the variants of Breakeven where one is cheaper', () => {
    const fast = line('cuda-fast', () => ({ call: 100, total: 90_000, d2h: 50 }), {
      ...cuda,
      kind: 'fast',
    });
    const rows = callsBySize(sourceOfLines([...plain, ...copying, ...fast]), 'input-stays');
    const last = rows.filter(({ size }) => size === 64_000);
    expect(last.map(({ variant, bestKnown }) => [variant, bestKnown])).toEqual([
      ['copying', undefined],
      ['cuda-fast', true],
    ]);
    const named = callsBySize(sourceOfLines([...plain, ...copying, ...fast]), 'input-stays', {
      variants: ['plain', 'copying'],
    });
    expect(named.map(({ variant }) => variant)).toEqual(['copying', 'copying', 'copying']);
  });

  it('has no row where one device was not measured, or the copy back was not', () => {
    expect(callsBySize(sourceOfLines([...plain, ...split]), 'both-stay')).toEqual([]);
    const gpu = line('gpu', () => ({ call: 100, total: 9000 }), cuda);
    expect(callsBySize(sourceOfLines([...plain, ...gpu]), 'input-stays')).toEqual([]);
    expect(callsBySize(sourceOfLines([...plain, ...gpu]), 'both-stay')).toHaveLength(3);
  });

  it('prints no number where the interval is wider than a factor of 10', () => {
    const row = { at: 40, size: 1, variant: 'gpu', strategy: 'both-stay', answer: 'from' } as const;
    expect(callCount({ ...row, ci95: [20, 205] })).toBe('between 20 and 205');
    expect(callCount({ ...row, ci95: [20, null] })).toBe('at least 20');
    expect(callCount({ ...row, ci95: [20, 200] })).toBe('40 [20, 200]');
  });

  it('needs three processes that measured both', () => {
    const few = copying.map((timed) => ({ ...timed, repetitions: [0, 1] }));
    const [row] = callsBySize(sourceOfLines([...plain, ...few]), 'both-stay');
    expect(row?.answer).toBe('unclear');
    expect(row?.sentence).toContain('is not established');
  });
});
