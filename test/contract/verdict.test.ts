import { describe, expect, it } from 'vitest';
import { type ComparisonView, evidenceOf } from '../../src-main/contract/verdict.ts';

const view: ComparisonView = {
  verdict: 'slower',
  reason: 'it is',
  ratio: 1.1,
  ci95: [1.09, 1.11],
  against: 'b',
};

describe('what speaks for a verdict', () => {
  it('names the ranges, the test with its adjustment, and the cycles', () => {
    const all = {
      ...view,
      p: 0.0213,
      disjoint: true,
      superiority: 0.0004,
      samples: [60, 58] as [number, number],
      rounds: [2, 1] as [number, number],
      mannWhitneyP: 0.00001,
      adjustedP: 0.0123,
      cycles: { ratio: 1.0999, agrees: true },
    };
    expect(evidenceOf(all)).toEqual([
      'p of equal medians 0.021',
      'minimum to third quartile apart',
      'Mann-Whitney p < 0.0001, 0.012 over the sweep (Benjamini-Hochberg)',
      'faster in < 0.1 % of all pairs of samples',
      'ratio in cycles 1.0999, which agrees',
      '60 samples in 2 processes against 58 in 1',
    ]);
  });

  it.each([
    [0, '0 %'],
    [0.5, '50 %'],
    [0.9731, '97.3 %'],
    [0.9999, '> 99.9 %'],
    [1, '100 %'],
  ])('writes the share of pairs %d as %s', (superiority, text) => {
    expect(evidenceOf({ ...view, superiority })).toEqual([
      `faster in ${text} of all pairs of samples`,
    ]);
  });

  it('is nothing where nothing was compared', () => {
    expect(evidenceOf(view)).toEqual([]);
  });
});
