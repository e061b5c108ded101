import { describe, expect, it } from 'vitest';
import { defaultTrendOptions } from '../../../../src-main/contract/procedures/trends.ts';
import { withoutFalseChanges } from '../../../../src-main/core/analysis/trend/false-changes.ts';
import { type TrendSource, trendOf } from '../../../../src-main/core/analysis/trend/trend.ts';
import { defaultMargins } from '../../../../src-main/stats/decide.ts';
import { createRandom } from '../../../../src-main/stats/random.ts';
import { nothingLearned } from '../../../../src-main/stats/run-variation.ts';
import { metric } from '../../store/fixtures.ts';

const runs = 10;
/** Of runs, far above what is expected of a GPU: the history alone tells how far runs differ. */
const noise = 0.06;

/** A history of one case; `change` is what its second half takes over its first. */
function source(seed: number, change: number): TrendSource {
  const random = createRandom(seed, 3);
  return {
    stored: { index: seed, workload: 'count', variant: 'omp', values: { n: seed }, attributes: {} },
    runId: 'none',
    device: 'cuda',
    scope: 'kernel',
    series: Array.from({ length: runs }, (_, i) => ({
      runId: `r${i}`,
      caseIndex: seed,
      finishedAt: new Date(Date.UTC(2026, 0, 1 + i)).toISOString(),
      metric: metric(5e4 * Math.exp(noise * random.normal()) * (i < runs / 2 ? 1 : change), 20),
      versions: {},
      exactAnswer: null,
    })),
    environmentOf: () => null,
    variation: nothingLearned,
  };
}

function examined(sources: readonly TrendSource[], unseen = 0) {
  const series = sources.map((one) => ({
    trend: trendOf(one, defaultTrendOptions, defaultMargins),
    narrow: (maxP: number) => trendOf(one, defaultTrendOptions, defaultMargins, maxP),
  }));
  return {
    alone: series.filter(({ trend }) => trend.state === 'changed').length,
    together: withoutFalseChanges(series, unseen),
  };
}

const changed = ({ together }: ReturnType<typeof examined>) =>
  together.filter(({ state }) => state === 'changed');

describe('series that are examined together', () => {
  const sets = Array.from({ length: 20 }, (_, set) =>
    Array.from({ length: 50 }, (_, i) => source(1 + set * 50 + i, 1)),
  );

  it('state few changes where there is none', () => {
    const found = sets.map((set) => examined(set));
    const alone = found.filter((one) => one.alone > 0).length;
    const together = found.filter((one) => changed(one).length > 0).length;
    // One by one nearly every set of fifty has a false change; together one set in twenty may.
    expect(alone).toBeGreaterThan(10);
    expect(together).toBeLessThanOrEqual(2);
    const left = found.flatMap(({ together }) => together.flatMap(({ notes }) => notes));
    expect(left).toContain('1 change is not significant over 50 series (false discovery rate 5 %)');
  });

  it('state the one that is there, with its adjusted p', () => {
    const found = sets.map((set, i) => {
      const real = source(5000 + i, 1.6);
      const ofReal = changed(examined([...set.slice(1), real])).filter(
        ({ caseIndex }) => caseIndex === 5000 + i,
      );
      for (const { changePoints } of ofReal) {
        expect(changePoints[0]?.adjustedP).toBeLessThanOrEqual(0.05);
        expect(changePoints[0]?.adjustedP).toBeGreaterThan(changePoints[0]?.p ?? 1);
        expect(changePoints[0]?.sentence).toContain('slower from run r5');
      }
      return ofReal.length;
    });
    expect(found.filter((count) => count === 1).length).toBeGreaterThanOrEqual(18);
  });

  it('are examined with those of other pages', () => {
    const doubtful = sets.flat().find((one) => examined([one]).alone === 1);
    if (doubtful === undefined) throw new Error('one of a thousand has a false change');
    expect(changed(examined([doubtful]))).toHaveLength(1);
    expect(changed(examined([doubtful]))[0]?.changePoints[0]).not.toHaveProperty('adjustedP');
    expect(changed(examined([doubtful], 5000))).toEqual([]);
  });
});
