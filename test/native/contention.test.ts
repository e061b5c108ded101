import { describe, expect, it } from 'vitest';
import { openPart } from './native-addons.ts';

type Taken = {
  /** Numbers of the samples that count. */
  readonly kept: readonly number[];
  readonly order: readonly string[];
  readonly looked: number;
  readonly learned: number;
  readonly pausedS: number;
  readonly watchedSamples?: number;
  readonly contendedSamples?: number;
  readonly keptContendedShare?: number;
  readonly coresWatched?: boolean;
  readonly watchedThreads?: number;
  readonly issueRatio?: number;
  readonly ownIssueRatio?: number;
  readonly ownIssueRatioOfOne?: number;
};

type Addon = {
  readonly take: (
    ratios: readonly number[],
    seconds: readonly number[],
    options?: {
      readonly timeLimitS?: number;
      readonly knownOwnRatio?: number;
      readonly knownOfOne?: number;
      readonly ofOneThread?: number;
    },
  ) => Taken;
  readonly ownRatio: (ratios: readonly number[]) => readonly number[];
  readonly issueRatio: (threads: number) => number;
};

const { take, ownRatio, issueRatio } = openPart<Addon>('contention');

/** Ratios of cores of its own, and of shared ones. */
const own = 2.2;
const shared = 3.4;
const short = (count: number): readonly number[] => Array.from({ length: count }, () => 1e-4);

// The clock is scripted: it goes on by 10 us a look, and by what a sample takes.
describe('samples on cores that may be shared', () => {
  it('are taken once while the cores are its own', () => {
    const found = take([own], short(5));
    expect(found).toMatchObject({ kept: [0, 1, 2, 3, 4], watchedSamples: 5, pausedS: 0 });
    expect(found).toMatchObject({ contendedSamples: 0, keptContendedShare: 0, coresWatched: true });
    // What is seen after a sample holds for the next one.
    expect(found.looked).toBe(6);
  });

  it('are set aside and taken again where the cores were shared at the end', () => {
    const found = take([own, shared, own], short(3));
    expect(found).toMatchObject({ kept: [1, 2, 3], watchedSamples: 3, contendedSamples: 1 });
    expect(found).toMatchObject({ keptContendedShare: 0, coresWatched: true });
    expect(found.pausedS).toBeCloseTo(1e-4, 9);
  });

  it('wait for the cores, and bring the data back after a long wait', () => {
    const stretch = Array.from({ length: 30 }, () => shared);
    const found = take([...stretch, own], short(2));
    expect(found).toMatchObject({ kept: [0, 1], watchedSamples: 2, contendedSamples: 0 });
    expect(found.order).toEqual(['prepare after a wait', '0', 'prepare', '1']);
    const after = take([shared, shared, own], short(1));
    expect(after.order).toEqual(['prepare', '0']);
  });

  it('prepare anew for a sample that is taken again', () => {
    const { order } = take([own, shared, own], short(1));
    expect(order).toEqual(['prepare', '0', 'prepare', '1']);
  });

  it('count all the same, and are counted, where the cores stay shared', () => {
    const found = take([shared], short(4));
    expect(found).toMatchObject({ kept: [0, 1, 2, 3], watchedSamples: 4, contendedSamples: 4 });
    expect(found.keptContendedShare).toBe(1);
    expect(found.coresWatched).toBeUndefined();
    expect(found.pausedS).toBeGreaterThan(0.29);
    expect(found.pausedS).toBeLessThan(0.31);
  });

  it('learn little from a long wait', () => {
    const { looked, learned } = take([shared], short(1));
    expect(looked).toBeGreaterThan(10_000);
    expect(learned).toBeLessThan(400);
  });

  it('wait for half of the time limit at most', () => {
    expect(take([shared], short(1), { timeLimitS: 0.06 }).pausedS).toBeLessThan(0.031);
    expect(take([shared], short(1), { timeLimitS: 60 }).pausedS).toBeGreaterThan(0.29);
  });

  it('are taken as they are where the shortest of them is long', () => {
    const found = take([own, shared, own], [0.03, 0.03, 0.03]);
    expect(found.kept).toEqual([1, 2, 3]);
    expect(found.watchedSamples).toBeUndefined();
    expect(found.coresWatched).toBeUndefined();
    // One that was interrupted is not long for ever.
    const mixed = take([own], [1e-4, 0.03, 1e-4]);
    expect(mixed).toMatchObject({ watchedSamples: 3, coresWatched: true });
  });

  it('are judged by what earlier processes saw of cores of their own', () => {
    const unknown = take([shared], short(3), { knownOwnRatio: shared });
    expect(unknown.contendedSamples).toBe(3);
    const high = take([2.4], short(3));
    expect(high).toMatchObject({ contendedSamples: 0, coresWatched: true });
    const known = take([2.4], short(3), { knownOwnRatio: 2.1 });
    expect(known).toMatchObject({ contendedSamples: 3, keptContendedShare: 1 });
    expect(known.coresWatched).toBeUndefined();
  });

  it('are judged at the end by all that was seen of cores of its own', () => {
    // What the process takes for cores of its own turns out to be shared ones.
    const late = take([2.2, 2.2, 2.2, 2.2, 1.8], short(4));
    expect(late.kept).toEqual([0, 1, 2, 3]);
    expect(late).toMatchObject({ contendedSamples: 4, keptContendedShare: 1, ownIssueRatio: 1.8 });
    expect(late.coresWatched).toBeUndefined();
  });

  it('count as they are where the team never had the ratio of one thread', () => {
    for (const one of [{ ofOneThread: 1.6 }, { knownOfOne: 1.6 }]) {
      const found = take([2.3, shared, 2.3, shared], short(3), one);
      expect(found).toMatchObject({ kept: [0, 1, 2], pausedS: 0 });
      // Another process may have seen cores of its own and tell by these.
      expect(found).toMatchObject({ watchedThreads: 2, issueRatio: shared });
      expect(found.ownIssueRatioOfOne).toBe('ofOneThread' in one ? one.ofOneThread : 2.2);
      expect(found.watchedSamples).toBeUndefined();
      expect(found.keptContendedShare).toBeUndefined();
      expect(found.ownIssueRatio).toBeUndefined();
      expect(found.coresWatched).toBeUndefined();
      expect(take([2.3, shared], short(3), { ...one, knownOwnRatio: 1.7 }).pausedS).toBeGreaterThan(
        0.2,
      );
    }
    // Up to 1.1 times that of one thread it is one of cores of its own.
    for (const ofOneThread of [2.01, 2.1, 2.2]) {
      const near = take([own, shared], short(3), { ofOneThread });
      expect(near.contendedSamples).toBeGreaterThan(2);
      expect(near.pausedS).toBeGreaterThan(0.2);
    }
    expect(take([own, shared], short(3), { ofOneThread: 1.99 }).pausedS).toBe(0);
  });

  it('tell the ratio that one sample in ten exceeds, and that of cores of their own', () => {
    const few = take([2, ...Array.from({ length: 18 }, () => 2.1), 2.15, own], short(20));
    expect(few).toMatchObject({ watchedThreads: 2, issueRatio: 2.1, ownIssueRatio: 2 });
    const many = take([2, ...Array.from({ length: 17 }, () => 2.1), 2.15, own], short(20));
    expect(many.issueRatio).toBe(2.15);
  });

  it('are taken as they are without a watch', () => {
    const found = take([], short(2));
    expect(found).toMatchObject({ kept: [0, 1], looked: 0 });
    expect(found.order).toEqual(['prepare', '0', 'prepare', '1']);
    expect(found.watchedSamples).toBeUndefined();
  });
});

describe('the issue ratio of cores of its own', () => {
  const many = (ratio: number, count: number): readonly number[] =>
    Array.from({ length: count }, () => ratio);

  it('is the smallest that is seen more than now and then', () => {
    const found = ownRatio([...many(3.4, 30), ...many(2.1, 300), ...many(3.4, 300), 1.2, 1.2]);
    expect(found[29]).toBeCloseTo(3.4, 1);
    expect(found.at(-1)).toBeCloseTo(2.1, 1);
  });

  it('comes down as soon as the cores are its own after a time in which they were shared', () => {
    const found = ownRatio([...many(3.4, 1000), ...many(2.1, 11)]);
    expect(found[999]).toBeCloseTo(3.4, 1);
    expect(found.at(-1)).toBeCloseTo(2.1, 1);
  });

  it('leaves out what is no ratio', () => {
    expect([...ownRatio([Number.NaN, 0, Number.POSITIVE_INFINITY])]).toEqual([0, 0, 0]);
  });

  it('is a number of any team', () => {
    for (const threads of [1, 2]) expect(issueRatio(threads)).toBeGreaterThan(0.1);
  });
});
