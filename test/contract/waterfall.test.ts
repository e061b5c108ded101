import { describe, expect, it } from 'vitest';
import type { StoredCase } from '../../src-main/contract/run.ts';
import { causeText, signedTime, waterfallOf } from '../../src-main/contract/waterfall.ts';

type Times = Readonly<Record<string, readonly [ns: number, lo: number | null, hi: number | null]>>;

const caseOf = (variant: string, times: Times) =>
  ({
    variant,
    metrics: Object.fromEntries(
      Object.entries(times).map(([id, [medianNs, ci95LoNs, ci95HiNs]]) => [
        id,
        { medianNs, ci95LoNs, ci95HiNs },
      ]),
    ),
  }) as unknown as StoredCase;

const cpu = caseOf('sequential', {
  kernel: [730, 720, 745],
  total: [732, 722, 747],
});
const gpu = caseOf('cub', {
  alloc: [65, 60, 70],
  h2d: [314, 310, 318],
  kernel: [30, 29, 31],
  d2h: [305, 300, 309],
  call: [36, 35, 37],
  total: [911, 900, 921],
});

describe('the way from the time of one variant to that of another', () => {
  it('is the differences of the phases in their order, and a rest that makes the sum', () => {
    const found = waterfallOf(cpu, gpu, 'total');
    expect(found?.steps.map(({ part, ns }) => [part, ns])).toEqual([
      ['alloc', 65],
      ['h2d', 314],
      ['kernel', -700],
      ['d2h', 305],
      ['rest', 911 - 732 - 65 - 314 + 700 - 305],
    ]);
    const sum = (found?.steps ?? []).reduce((ns, step) => ns + step.ns, found?.from.ns ?? 0);
    expect(sum).toBe(found?.to.ns);
  });

  it('turns round when the sides are exchanged, intervals included', () => {
    const there = waterfallOf(cpu, gpu, 'total')?.steps ?? [];
    const back = waterfallOf(gpu, cpu, 'total')?.steps ?? [];
    expect(there).toHaveLength(5);
    there.forEach(({ ns, ci95 }, i) => {
      expect(back[i]?.ns).toBeCloseTo(-ns, 9);
      expect(back[i]?.ci95?.[0]).toBeCloseTo(-(ci95?.[1] ?? Number.NaN), 9);
      expect(back[i]?.ci95?.[1]).toBeCloseTo(-(ci95?.[0] ?? Number.NaN), 9);
    });
  });

  it('has the interval that independent limits give (MOVER), not their sum', () => {
    const [, , kernel] = waterfallOf(cpu, gpu, 'total')?.steps ?? [];
    // 30 [29, 31] less 730 [720, 745].
    expect(kernel?.ci95?.[0]).toBeCloseTo(-700 - Math.hypot(1, 15), 9);
    expect(kernel?.ci95?.[1]).toBeCloseTo(-700 + Math.hypot(1, 10), 9);
    const [alloc] = waterfallOf(cpu, gpu, 'total')?.steps ?? [];
    expect(alloc?.ci95).toEqual([60, 70]);
  });

  it('has no interval where a side has none, and is not there where a scope has no parts', () => {
    const few = caseOf('few', { kernel: [30, null, null], total: [40, null, null] });
    const steps = waterfallOf(cpu, few, 'total')?.steps ?? [];
    expect(steps.map(({ ci95 }) => ci95)).toEqual([null, null]);
    expect(waterfallOf(cpu, gpu, 'kernel')).toBeNull();
    expect(waterfallOf(cpu, gpu, 'call')).toBeNull();
    expect(waterfallOf(cpu, caseOf('failed', {}), 'total')).toBeNull();
  });

  it('names as causes what is told from 0, the largest first, and never the rest', () => {
    const found = waterfallOf(cpu, gpu, 'total');
    if (found === null) throw new Error('no steps');
    expect(causeText(found, 'total')).toBe(
      'cub takes 179 ns more than sequential end to end: kernel -700 ns, copy to device +314 ns, copy to host +305 ns, allocation +65 ns.',
    );
    const unclear = caseOf('close', { kernel: [735, 720, 750], total: [700, 600, 800] });
    const close = waterfallOf(cpu, unclear, 'total');
    if (close === null) throw new Error('no steps');
    expect(causeText(close, 'total')).toBe(
      'close takes 32 ns less than sequential end to end, a difference within the intervals of the two; no part of it differs by more than its interval.',
    );
  });

  it('has the unit of its interval', () => {
    expect(signedTime(314e3)).toBe('+314 µs');
    expect(signedTime(-802e3, [-103e6, 102e6])).toBe('-0.80 ms');
    expect(signedTime(802e3, [700e3, 1.2e6])).toBe('+0.80 ms');
  });

  it('says no more of the difference than the verdict on the two', () => {
    const found = waterfallOf(cpu, gpu, 'total');
    if (found === null) throw new Error('no steps');
    expect(causeText(found, 'total', { verdict: 'inconclusive' })).toMatch(
      /^cub takes 179 ns more than sequential end to end, a difference that is not established: kernel -700 ns, /,
    );
    expect(causeText(found, 'total', { verdict: 'inconclusive', disturbed: true })).toBe(
      'Inconclusive: disturbed. The median of cub end to end is 179 ns above that of sequential, which may be interference.',
    );
    expect(causeText(found, 'total', { verdict: 'slower' })).toBe(causeText(found, 'total'));
  });
});
