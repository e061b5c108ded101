import { describe, expect, it } from 'vitest';
import { disturbedMark } from '../../../src-main/contract/target.ts';
import { reportRun } from '../../../src-main/core/analysis/run-report.ts';
import { breakEvensCsv } from '../../../src-main/core/export/break-evens-csv.ts';
import { sourceOfLines, type Timed } from './break-even/lines-of-a-run.ts';

const sizes = [1000, 4000, 16_000, 64_000];
const cases = (more: (variant: string, n: number) => Partial<Timed> = () => ({})) =>
  sizes.flatMap((n): Timed[] => [
    { variant: 'plain', values: { n }, ns: n, ...more('plain', n) },
    { variant: 'gpu', device: 'cuda', values: { n }, ns: 9000 + n / 50, ...more('gpu', n) },
  ]);
const disturbedAt = (size: number) =>
  cases((variant, n) =>
    variant === 'gpu' && n === size
      ? { warnings: [`${disturbedMark}effective threads 0.50 (3 of 4 repetitions)`] }
      : {},
  );
const totalOf = (timed: readonly Timed[], allowDisturbed = false) => {
  const report = reportRun({ ...sourceOfLines(timed), allowDisturbed });
  const view = report.breakEvens.find(({ scope }) => scope === 'total');
  if (view === undefined) throw new Error('two lines of four sizes have a break-even');
  return { report, view, answer: report.headline?.workloads[0]?.answers[0] };
};

describe('a break-even over a disturbed case', () => {
  it('is inconclusive in its sentence, its row of CSV and the headline where it rests on it', () => {
    expect(totalOf(cases()).view).toMatchObject({ answer: 'one', large: 'gpu' });
    // They cross between 4000 and 16,000.
    const { view, answer, report } = totalOf(disturbedAt(16_000));
    expect(view).toMatchObject({ answer: 'inconclusive', at: null, ci95: null, disturbed: true });
    // Hatched in figures: what is around it, not all sizes.
    expect(view.unknown).toEqual([[4000, 64_000]]);
    expect(view.sentence).toBe(
      'Inconclusive: disturbed. The break-even would rest on gpu at n = 16,000 (most repetitions disturbed); measure again on a quiet machine, or see it with --allow-disturbed.',
    );
    expect(answer).toMatchObject({ answer: 'unclear', at: null, disturbed: true });
    expect(report.headline?.sentence).toContain('inconclusive: disturbed; from which size on gpu');
    expect(breakEvensCsv('r', [view])).toMatch(
      /,inconclusive,true,,,,,,"?Inconclusive: disturbed\. /,
    );
  });

  it('says so where nothing is told, in place of what the disturbed sizes seem to tell', () => {
    // The two are alike at the largest size; the GPU is slower at the others.
    const untold = (disturbed: readonly number[]) =>
      totalOf(
        sizes.flatMap((n): Timed[] => {
          const said = disturbed.includes(n) ? [`${disturbedMark}effective threads 0.50`] : [];
          const ns = n === 64_000 ? 1e5 : 4 * n;
          return [
            { variant: 'plain', values: { n }, ns: n === 64_000 ? 1e5 : n, warnings: said },
            { variant: 'gpu', device: 'cuda', values: { n }, ns },
          ];
        }),
      );
    expect(untold([]).view.sentence).toMatch(
      /^plain is faster than gpu .*which one is faster may change there\.$/,
    );
    for (const at of [1000, 64_000]) {
      const { view, answer } = untold([at]);
      expect(view).toMatchObject({ answer: 'inconclusive', disturbed: true });
      expect(view.sentence).toContain(`rest on plain at n = ${at === 1000 ? '1000' : '64,000'} (`);
      expect(answer?.text).toContain('inconclusive: disturbed');
      const told = [16_000, 64_000];
      expect(view.unknown).toEqual(at === 1000 ? [[1000, 4000], told] : [told]);
    }
    expect(untold([4000]).view).not.toHaveProperty('disturbed');
  });

  it('stands where it does not rest on it, or who asks insists', () => {
    const { view, answer } = totalOf(disturbedAt(64_000));
    expect(view.answer).toBe('one');
    expect(view.sentence).toMatch(
      /^gpu is faster than plain from n = .*\) up to 16,000\. At n = 64,000 there is no verdict: most repetitions disturbed\.$/,
    );
    expect(answer).toMatchObject({ answer: 'from', disturbedAt: [64_000], until: 16_000 });
    expect(answer?.text).toMatch(
      /^gpu is faster than plain from n = \S+ \[.*\] to n = 16,000; at n = 64,000 inconclusive: disturbed$/,
    );
    // Below the break-even it says nothing of what the answer is about.
    expect(totalOf(disturbedAt(1000)).answer).not.toHaveProperty('disturbedAt');
    expect(totalOf(disturbedAt(16_000), true)).toMatchObject({
      view: { answer: 'one' },
      answer: { answer: 'from' },
    });
  });

  it('is inconclusive where fewer than three repetitions count of a size that it rests on', () => {
    const few = cases((variant, n) =>
      variant === 'plain' && n === 4000 ? { repetitions: [0, 1] } : {},
    );
    const { view } = totalOf(few);
    expect(view).toMatchObject({ answer: 'inconclusive', at: null });
    expect(view).not.toHaveProperty('disturbed');
    expect(view.sentence).toContain(
      'plain at n = 4000 (fewer than 3 repetitions or 5 samples); measure with 5 repetitions',
    );
  });
});
