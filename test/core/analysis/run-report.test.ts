import { describe, expect, it } from 'vitest';
import type { Configuration } from '../../../src-main/contract/configuration.ts';
import type { StoredCase } from '../../../src-main/contract/run.ts';
import type { ReportSource } from '../../../src-main/core/analysis/report-source.ts';
import { reportRun } from '../../../src-main/core/analysis/run-report.ts';
import { policy } from '../store/fixtures.ts';
import { sourceOfLines, type Timed } from './break-even/lines-of-a-run.ts';

/** Device calls of two programs at some sizes. */
function source(
  times: Readonly<Record<string, Readonly<Record<number, number>>>>,
  attributes: StoredCase['attributes'],
  configuration?: Configuration,
  linked: readonly string[] = [],
): ReportSource {
  const cases = Object.entries(times).flatMap(([variant, bySize]) =>
    Object.entries(bySize).map(([size, call]): Timed => {
      const n = Number(size);
      const values = { n, ...Object.fromEntries(linked.map((axis) => [axis, n])) };
      return { variant, values, ns: { call }, attributes };
    }),
  );
  return sourceOfLines(cases, configuration, ['n', ...linked]);
}

describe('the break-evens of a run', () => {
  const times = { plain: { 1000: 1000, 2000: 2000 }, split: { 1000: 1100, 2000: 2100 } };

  it('are over an axis and those that are tied to it, and say so', () => {
    const { breakEvens } = reportRun(source(times, {}, undefined, ['height']));
    expect(breakEvens).toHaveLength(1);
    expect(breakEvens[0]).toMatchObject({
      axis: 'n',
      pair: ['plain', 'split'],
      linkedAxes: ['height'],
    });
    expect(breakEvens[0]).not.toHaveProperty('values');
    expect(breakEvens[0]?.sentence).toMatch(
      /^height=n: plain is faster than split for n from 1000 to 2000/,
    );
  });

  it('know the step of the clock that measured', () => {
    const answers = (attributes: StoredCase['attributes']): readonly string[] =>
      reportRun(source(times, attributes)).breakEvens.map(({ answer }) => answer);
    expect(answers({})).toEqual(['none']);
    expect(answers({ clockResolutionNs: 20 })).toEqual(['none']);
    // Both differ by one tick at both sizes.
    expect(answers({ clockResolutionNs: 100 })).toEqual(['inconclusive']);
  });

  it('tell sizes that refining added from those that were asked for', () => {
    const crossing = {
      plain: { 1000: 1000, 4000: 4000, 16000: 16000, 64000: 64000 },
      split: { 1000: 8500, 4000: 3000, 16000: 20000, 64000: 40000 },
    };
    const asked: Configuration = {
      groups: [{ workload: 'count', variants: 'all', set: {}, sweep: { n: [1000, 64000] } }],
      policy: { ...policy, parameters: {}, repetitions: 4, order: 'shuffled' },
      orderSeed: 1,
    };
    const [all] = reportRun(source(crossing, {})).breakEvens;
    expect(all?.answer).toBe('several');
    expect(all?.sentence).not.toContain('refining');
    expect(all?.next).toBeUndefined();
    const [added] = reportRun(source(crossing, {}, asked)).breakEvens;
    // The answer of the sizes asked for stands.
    expect(added).toMatchObject({ answer: 'one', large: 'split', fallback: true });
    expect(added?.sentence).toMatch(
      /^split is faster than plain from n = .* the faster variant changes 3 times with n; the earlier answer is kept\.$/,
    );
    expect(added?.next?.length).toBeGreaterThan(0);
  });
});
