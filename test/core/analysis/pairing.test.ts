import { describe, expect, it } from 'vitest';
import type { Values } from '../../../src-main/contract/workload.ts';
import {
  firstPairs,
  type Pairable,
  type PairingRules,
  pairCases,
} from '../../../src-main/core/analysis/pairing.ts';

const one = (index: number, variant: string, values: Values, workload = 'scan'): Pairable => ({
  index,
  workload,
  variant,
  values,
});

const names = (
  contenders: readonly Pairable[],
  baselines: readonly Pairable[],
  rules?: PairingRules,
) =>
  pairCases(contenders, baselines, rules).pairs.map(({ contender, baseline, axes }) => [
    contender.index,
    baseline.index,
    axes.join(' '),
  ]);

const plain = [one(0, 'plain', { n: 10 }), one(1, 'plain', { n: 20 })];
const threaded = [
  one(0, 'omp', { n: 10, threads: 1 }),
  one(1, 'omp', { n: 10, threads: 2 }),
  one(2, 'omp', { n: 20, threads: 1 }),
  one(3, 'omp', { n: 40, threads: 1 }),
];
const across = { acrossVariants: true };

describe('pairing', () => {
  it('is many to one where one side has more axes, and names what tells rows apart', () => {
    expect(names(threaded, plain, across)).toEqual([
      [0, 0, 'n threads'],
      [1, 0, 'n threads'],
      [2, 1, 'n threads'],
    ]);
  });

  it('swaps sides and nothing else when the sides are swapped', () => {
    const there = pairCases(threaded, plain, across);
    const back = pairCases(plain, threaded, across);
    expect(back.pairs.map(({ contender, baseline }) => [baseline, contender])).toEqual(
      there.pairs.map(({ contender, baseline }) => [contender, baseline]),
    );
    expect(back.unpaired.baseline.map(({ stored }) => stored)).toEqual(
      there.unpaired.contender.map(({ stored }) => stored),
    );
    const again = pairCases(threaded.toReversed(), plain.toReversed(), across);
    expect(again.pairs.map(({ contender }) => contender.index)).toEqual([0, 1, 2]);
  });

  it('keeps to one variant and one workload unless told otherwise', () => {
    const others = [one(7, 'omp', { n: 10 }), one(8, 'omp', { n: 10 }, 'count')];
    expect(names(threaded, others)).toEqual([
      [0, 7, 'threads'],
      [1, 7, 'threads'],
    ]);
    expect(names(plain, others)).toEqual([]);
    expect(names(threaded, others, { acrossWorkloads: true })).toHaveLength(4);
  });

  it('lets free axes differ, and no case stand for itself', () => {
    const [first, second] = threaded;
    if (first === undefined || second === undefined) throw new Error('two cases');
    expect(names([second], [first])).toEqual([]);
    expect(names([second], [first], { free: new Set(['threads']) })).toEqual([[1, 0, '']]);
    expect(names(plain, plain)).toHaveLength(2);
    expect(names(plain, plain, { sameRun: true })).toEqual([]);
  });

  it('says why a case is left over', () => {
    const { unpaired } = pairCases(
      [...threaded, one(9, 'cuda', { n: 10 }), one(10, 'omp', { n: 10 }, 'count')],
      [one(0, 'omp', { n: 10, threads: 2 }), one(1, 'omp', { n: 20, threads: 2 })],
    );
    expect(unpaired.contender.map(({ stored, reason }) => [stored.index, reason])).toEqual([
      [0, 'the baseline has no case with threads = 1'],
      [2, 'the baseline has no case with threads = 1'],
      [3, 'the baseline has no case with n = 40, threads = 1'],
      [9, 'the baseline has no case of scan cuda'],
      [10, 'the baseline has no case of count'],
    ]);
    expect(unpaired.baseline.map(({ stored, reason }) => [stored.index, reason])).toEqual([
      [1, 'the contender has no case with n = 20, threads = 2'],
    ]);
  });

  it('gives each contender its first baseline where a face shows one', () => {
    const { pairs } = pairCases(plain, threaded, across);
    expect(pairs.map(({ contender }) => contender.index)).toEqual([0, 0, 1]);
    expect(firstPairs(pairs).map(({ baseline }) => baseline.index)).toEqual([0, 2]);
  });
});
