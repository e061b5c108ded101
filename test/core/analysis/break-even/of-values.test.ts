import { describe, expect, it } from 'vitest';
import type { Configuration } from '../../../../src-main/contract/configuration.ts';
import { breakEvensOfValues } from '../../../../src-main/core/analysis/break-even/of-values.ts';
import { policy } from '../../store/fixtures.ts';
import { sourceOfLines, type Timed } from './lines-of-a-run.ts';

const sizes = [1000, 4000, 16_000, 64_000];
/** Threads cost 1 µs each and divide the work. */
const threaded = (variant: string, threads: number, more = {}): readonly Timed[] =>
  sizes.map((n) => ({
    variant,
    values: { n, threads, ...more },
    ns: 1000 * threads + n / threads,
  }));
const plain: readonly Timed[] = sizes.map((n) => ({ variant: 'plain', values: { n }, ns: n }));
const source = sourceOfLines([
  ...plain,
  ...threaded('omp', 1),
  ...threaded('omp', 2),
  ...threaded('omp', 8),
]);

describe('break-evens between two values of an axis', () => {
  it('are where the large value overtakes the small one, for the variants that take the axis', () => {
    const views = breakEvensOfValues(source, { axis: 'threads', small: 1, large: 8 });
    expect(views.map(({ scope, pair }) => [scope, pair])).toEqual([
      ['call', ['omp (threads=1)', 'omp (threads=8)']],
      ['total', ['omp (threads=1)', 'omp (threads=8)']],
    ]);
    // 1000 + n = 8000 + n / 8
    expect(views[0]).toMatchObject({ answer: 'one', large: 'omp (threads=8)', between: 'threads' });
    expect(views[0]?.ci95?.[0]).toBeLessThan(8000);
    expect(views[0]?.ci95?.[1]).toBeGreaterThan(8000);
    expect(views[0]?.sentence).toContain(
      'omp (threads=8) is faster than omp (threads=1) from n = ',
    );
  });

  it('mirror: the large value may win at small sizes', () => {
    const [view] = breakEvensOfValues(source, { axis: 'threads', small: '8', large: '1' });
    expect(view).toMatchObject({ small: 'omp (threads=1)', large: 'omp (threads=8)' });
    expect(view?.pair).toEqual(['omp (threads=8)', 'omp (threads=1)']);
  });

  it('hold every other value alike and say which', () => {
    const cases = [1, 8].flatMap((threads) =>
      [8, 256].flatMap((bins) => threaded('omp', threads, { bins })),
    );
    const views = breakEvensOfValues(sourceOfLines(cases), {
      axis: 'threads',
      small: 1,
      large: 8,
    });
    expect(views.filter(({ scope }) => scope === 'call').map(({ values }) => values)).toEqual([
      { bins: 8 },
      { bins: 256 },
    ]);
    expect(views[0]?.sentence).toMatch(/^bins=8: /);
  });

  it('leave linked axes and cases that failed out', () => {
    const cases = [1, 8].flatMap((threads) => threaded('omp', threads, { places: threads }));
    const linked = breakEvensOfValues(sourceOfLines(cases), {
      axis: 'threads',
      small: 1,
      large: 8,
    });
    expect(linked).toHaveLength(2);
    const failed = cases.map(
      (one): Timed => ({
        ...one,
        ...(one.values.threads === 8 && Number(one.values.n) > 1000 ? { outcome: 'failed' } : {}),
      }),
    );
    expect(
      breakEvensOfValues(sourceOfLines(failed), { axis: 'threads', small: 1, large: 8 }),
    ).toEqual([]);
  });

  it('name the sizes at which one of the two has no result', () => {
    const cases = [1, 8].flatMap((threads) => threaded('omp', threads));
    const failed = cases.map(
      (one): Timed => ({
        ...one,
        ...(one.values.threads === 8 && one.values.n === 64_000 ? { outcome: 'failed' } : {}),
      }),
    );
    const asked = { axis: 'threads', small: 1, large: 8 };
    const sentenceOf = (lines: readonly Timed[]) =>
      breakEvensOfValues(sourceOfLines(lines), asked)[0]?.sentence;
    expect(sentenceOf(failed)).toMatch(/ omp \(threads=8\) has no result at n = 64,000\.$/);
    expect(sentenceOf(cases)).not.toContain('has no result');
  });

  it('name an added size at which the case of one failed, and none that was added for others', () => {
    const configuration: Configuration = {
      groups: [{ workload: 'count', variants: 'all', set: {}, sweep: { n: [1000, 4000, 16_000] } }],
      policy: { ...policy, parameters: {}, repetitions: 4, order: 'shuffled' },
      orderSeed: 1,
    };
    const asked = { axis: 'threads', small: 1, large: 8 };
    const isAdded = ({ values }: Timed): boolean => values.threads === 8 && values.n === 64_000;
    const cases = [1, 8].flatMap((threads) => threaded('omp', threads));
    const sentenceOf = (lines: readonly Timed[]) =>
      breakEvensOfValues(sourceOfLines(lines, configuration), asked)[0]?.sentence;
    const failed = cases.map(
      (one): Timed => ({ ...one, ...(isAdded(one) ? { outcome: 'failed' } : {}) }),
    );
    expect(sentenceOf(failed)).toMatch(/ omp \(threads=8\) has no result at n = 64,000\.$/);
    const others = [...cases.filter((one) => !isAdded(one)), ...threaded('omp', 2)].map(
      (one): Timed => ({ ...one, ...(one.values.threads === 2 ? { outcome: 'failed' } : {}) }),
    );
    expect(sentenceOf(others)).not.toContain('has no result');
  });

  it('refuse what the run does not have', () => {
    for (const [between, sentence] of [
      [
        { axis: 'thread', small: 1, large: 8 },
        'no case of the run has "thread"; did you mean "threads"?',
      ],
      [
        { axis: 'threads', small: 1, large: 4 },
        'large: no case of the run has threads = 4; there are 1, 2, 8',
      ],
      [{ axis: 'threads', small: 8, large: '8' }, 'small and large are both 8'],
      [{ axis: 'n', small: 1000, large: 4000 }, 'n is the size itself'],
    ] as const) {
      expect(() => breakEvensOfValues(source, between)).toThrow(sentence);
    }
  });
});
