import { describe, expect, it } from 'vitest';
import { breakEvenGroups } from '../../../../src-main/contract/break-even-groups.ts';
import { reportRun } from '../../../../src-main/core/analysis/run-report.ts';
import { cuda, gpu, line, plain, sourceOfLines, type Timed } from './lines-of-a-run.ts';

const tuned = line('tuned', (n) => 500 + n / 4);
/** The best kernel and device call, and slow copies. */
const copying = line(
  'copying',
  (n) => ({ kernel: n / 100, call: 8000 + n / 100, total: 9000 + n / 5 }),
  cuda,
);

const headlines = (cases: readonly Timed[]) =>
  reportRun(sourceOfLines(cases)).breakEvens.map(({ headline, baseline, scope, pair }) => [
    headline ?? null,
    baseline ?? null,
    scope,
    pair?.join('/'),
  ]);

describe('the headline of a run', () => {
  it('is the best CPU variant against the best GPU variant of each scope, above the baseline', () => {
    expect(headlines([...plain, ...tuned, ...gpu, ...copying])).toEqual([
      ['cpu-gpu', null, 'call', 'tuned/copying'],
      ['cpu-gpu', null, 'total', 'tuned/gpu'],
      [null, 'plain', 'call', 'plain/tuned'],
      [null, 'plain', 'total', 'plain/tuned'],
      [null, 'plain', 'call', 'plain/gpu'],
      [null, 'plain', 'total', 'plain/gpu'],
      [null, 'plain', 'call', 'plain/copying'],
      [null, 'plain', 'total', 'plain/copying'],
    ]);
  });

  it('is the baseline itself where nothing on the CPU is faster, and stands once', () => {
    expect(headlines([...plain, ...gpu])).toEqual([
      ['cpu-gpu', 'plain', 'call', 'plain/gpu'],
      ['cpu-gpu', 'plain', 'total', 'plain/gpu'],
    ]);
  });

  it('is the baseline against the best CPU variant without a GPU, and says so', () => {
    const slow = line('slow', (n) => 3 * n);
    const cases = [...plain, ...slow, ...tuned];
    expect(headlines(cases).slice(0, 2)).toEqual([
      ['cpu', 'plain', 'call', 'plain/tuned'],
      ['cpu', 'plain', 'total', 'plain/tuned'],
    ]);
    const [first, second] = breakEvenGroups(reportRun(sourceOfLines(cases)).breakEvens);
    expect(first?.title).toContain('no GPU variant was measured');
    expect(first?.note).toBe('plain is one core: portable code, not vectorised by hand.');
    expect(second?.title).toBe('Compared with plain');
    const views = reportRun(sourceOfLines(cases)).breakEvens;
    const id = views[0]?.workload ?? '';
    // The baseline of a lab may be any code.
    expect(breakEvenGroups(views, [{ id, lab: {} }]).map(({ note }) => note)).toEqual([null, null]);
    expect(breakEvenGroups(views, [{ id }])[0]?.note).toBe(first?.note);
  });

  it('takes no slower variant for the best one because that failed at the largest size', () => {
    const failing = (cases: readonly Timed[], from: number): readonly Timed[] =>
      cases.map((one) =>
        Number(one.values.n) >= from ? { ...one, outcome: 'failed' as const } : one,
      );
    const pairs = (cases: readonly Timed[]) =>
      headlines(cases)
        .slice(0, 2)
        .map((one) => one[3]);
    const all = [...plain, ...gpu, ...copying];
    expect(pairs([...all, ...failing(tuned, 64_000)])).toEqual(['tuned/copying', 'tuned/gpu']);
    expect(pairs([...plain, ...tuned, ...gpu, ...failing(copying, 64_000)])).toEqual([
      'tuned/copying',
      'tuned/gpu',
    ]);
    // A variant for the smallest size alone does not decide.
    const small = failing(
      line('small', (n) => n / 100),
      4000,
    );
    expect(pairs([...all, ...tuned, ...small])).toEqual(['tuned/copying', 'tuned/gpu']);
  });

  it('comes first on every face, and what the baseline is stands below', () => {
    const views = reportRun(sourceOfLines([...plain, ...tuned, ...gpu])).breakEvens;
    const groups = breakEvenGroups(views.toReversed());
    expect(groups.map(({ title, note }) => [title, note])).toEqual([
      ['Best CPU variant compared with best GPU variant', null],
      ['Compared with plain', 'plain is one core: portable code, not vectorised by hand.'],
    ]);
  });
});
