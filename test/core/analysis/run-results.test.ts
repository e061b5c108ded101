import { describe, expect, it } from 'vitest';
import { speedupInFull, speedupText } from '../../../src-main/contract/result-text.ts';
import { headlineOf } from '../../../src-main/core/analysis/headline/headline.ts';
import { runResults } from '../../../src-main/core/analysis/run-results.ts';
import { cuda, gpu, line, plain, sourceOfLines, type Timed } from './break-even/lines-of-a-run.ts';

function resultsOf(cases: readonly Timed[]) {
  const source = sourceOfLines(cases);
  const headline = headlineOf(source, { breakEvens: [] });
  return { headline, ...runResults(source, { headline }) };
}

describe('the results of a run', () => {
  it('are one pair in one scope: its sentence, n*, speedup and the time of the winner', () => {
    const { sentence, quality, breakEven, speedup, median, headline } = resultsOf([
      ...plain,
      ...gpu,
    ]);
    expect(sentence).toBe(headline?.sentence);
    expect(sentence).toContain('count, end to end: gpu is faster than plain from n = ');
    expect(quality).toEqual({ level: 'good', text: 'good' });
    expect(breakEven?.about).toBe('gpu over plain, end-to-end time');
    expect(Math.abs((breakEven?.at ?? 0) - 9000 / 0.98)).toBeLessThan(50);
    expect(speedup?.about).toBe('gpu, n = 64,000, over plain, end-to-end time');
    expect(speedup?.ratio).toBeCloseTo(64_000 / 10_280, 1);
    expect(median).toEqual({
      ...{ ns: 10_280, caseIndex: 7, about: 'gpu, n = 64,000, end-to-end time' },
    });
  });

  it('have the n* from which on the baseline is faster again', () => {
    const small = resultsOf([
      ...line('large', (n) => 3000 + n / 4),
      ...line('small', (n) => 500 + 1.5 * n),
    ]);
    expect(small.breakEven?.about).toBe('large over small, end-to-end time');
  });

  it('have the speedup of the winner and no n* where the GPU never pays', () => {
    const slow = line('slow', (n) => 5000 + 3 * n, cuda);
    const { breakEven, speedup, median } = resultsOf([...plain, ...slow]);
    expect(breakEven).toBeNull();
    expect(speedup?.about).toBe('plain, n = 64,000, over slow, end-to-end time');
    expect(speedup?.ratio).toBeGreaterThan(3);
    expect(median?.caseIndex).toBe(3);
  });

  it('mark the speedup of two that have no verdict', () => {
    const same = resultsOf([...plain, ...line('same', (n) => n, cuda)]);
    expect(same.speedup).toMatchObject({ unclear: true });
    expect(speedupText(same)).toBe("1.00×'");
    expect(speedupInFull(same)).toMatch(/; disturbed or inconclusive$/);
    const clear = resultsOf([...plain, ...gpu]);
    expect(speedupText(clear)).toBe('6.23×');
    expect(speedupInFull(clear)).not.toContain('inconclusive');
  });

  it('have no n* whose interval is wider than a factor of 10', () => {
    const source = sourceOfLines([...plain, ...gpu]);
    const headline = headlineOf(source, { breakEvens: [] });
    const [workload] = headline.workloads;
    const answer = workload?.answers[0];
    if (workload === undefined || answer === undefined) throw new Error('nothing is answered');
    const wide = {
      ...workload,
      answers: [{ ...answer, ci95: [1000, 11_000] as [number, number] }],
    };
    expect(
      runResults(source, { headline: { ...headline, workloads: [wide] } }).breakEven,
    ).toBeNull();
  });

  it('are the time of the largest case where nothing is compared, and nothing where nothing was measured', () => {
    expect(resultsOf(plain)).toMatchObject({
      ...{ sentence: null, breakEven: null, speedup: null, median: { caseIndex: 3 } },
    });
    const failed = plain.map((one) => ({ ...one, outcome: 'failed' as const }));
    expect(resultsOf(failed).median).toBeNull();
  });
});
