import { describe, expect, it } from 'vitest';
import {
  type ComparisonView,
  evidenceOf,
  tellsText,
  usuallyTells,
  warningsOfAll,
} from '../../src-main/contract/verdict.ts';

const view: ComparisonView = {
  verdict: 'slower',
  reason: 'it is',
  ratio: 1.1,
  ci95: [1.09, 1.11],
  against: 'b',
};

describe('what speaks for a verdict', () => {
  it('names p with its adjustment, the cycles, and what the interval has in it', () => {
    const all = {
      ...view,
      p: 0.0213,
      samples: [60, 58] as [number, number],
      repetitions: [2, 1] as [number, number],
      adjustedP: 0.123,
      interval: 'this run' as const,
      paired: true,
      cycles: { ratio: 1.0999, agrees: true },
    };
    expect(evidenceOf(all)).toEqual([
      'p 0.021, 0.12 over the sweep (Benjamini-Hochberg)',
      'ratio of cycle counts 1.0999 (agrees)',
      'interval of this run, paired by repetition',
      '60 samples in 2 processes, baseline 58 in 1',
    ]);
  });

  it.each([
    ['repeatability', false, 'repeatability interval: includes run-to-run variation'],
    ['this run', false, 'interval of this run, unpaired'],
  ] as const)('says that an interval is of %s', (interval, paired, text) => {
    expect(evidenceOf({ ...view, interval, paired })).toEqual([text]);
  });

  it('is nothing where nothing was compared', () => {
    expect(evidenceOf(view)).toEqual([]);
  });
});

describe('the warnings of several comparisons', () => {
  const of = (...warnings: readonly string[]): ComparisonView => ({
    ...view,
    warnings: [...warnings],
  });
  const batches = (count: number): string =>
    `batch sizes differ: a sample of a is the mean of ${count} executions, a sample of b of 1 execution`;

  it('stand once, those of batch sizes with the count of cases', () => {
    expect(
      warningsOfAll([of('few'), null, of(batches(4), 'few'), of(batches(8)), view, of(batches(4))]),
    ).toEqual([
      'few',
      'batch sizes differ in 3 cases; in the first a sample of a is the mean of 4 executions, a sample of b of 1 execution',
    ]);
  });

  it('are as they are of one case', () => {
    expect(warningsOfAll([of(batches(4)), of('few')])).toEqual([batches(4), 'few']);
  });
});

describe('what comparisons tell', () => {
  it('is the median of those that have an interval', () => {
    const views = [5, 1, 3].map((tells) => ({ ...view, tells }));
    expect(usuallyTells([...views, view])).toEqual({ tells: 3, cases: 3 });
    expect(usuallyTells([view])).toBe(null);
  });

  it.each([
    [0.5, 'tells changes from 0.5 %'],
    [1.249, 'tells changes from 1.2 %'],
    [250, 'tells changes from 250 %'],
    [899, 'tells changes from 900 %'],
    [900, 'tells no change below 10 times'],
    [4900, 'tells no change below 10 times'],
  ])('%d percent is %s', (tells, text) => {
    expect(tellsText(tells)).toBe(text);
  });
});
