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
      disjoint: true,
      mannWhitneyP: 0.00001,
      adjustedP: 0.0123,
      cycles: { ratio: 1.0999, agrees: true },
    };
    expect(evidenceOf(all)).toEqual([
      'minimum to third quartile apart',
      'Mann-Whitney p < 0.0001, 0.012 over the sweep',
      'ratio in cycles 1.0999, which agrees',
    ]);
  });

  it('is nothing where nothing was compared', () => {
    expect(evidenceOf(view)).toEqual([]);
  });
});
