import { describe, expect, it } from 'vitest';
import type { StoredCase } from '../../../src-main/contract/run.ts';
import { nextTrials, type TuneSource, tuningOf } from '../../../src-main/core/adaptive/tune.ts';
import { edgeOf, valueBetween } from '../../../src-main/core/adaptive/tune-values.ts';
import { counted } from '../../helpers/counted.ts';
import { repetitions, sampleComparer } from '../../helpers/sample-comparer.ts';
import { storedCase } from '../../helpers/stored-case.ts';
import { searching, share } from './search-fixtures.ts';

describe('what a search says', () => {
  /** Values with their times in microseconds; of the others what was stored of them, if anything. */
  const source = (
    ...peaks: readonly (readonly [number, number | Partial<StoredCase> | undefined])[]
  ): TuneSource => {
    const planned = peaks.map(([value], index) => ({
      index,
      workload: 'fractal-pipeline',
      variant: 'heterogeneous',
      values: { share: value },
      policy: counted().policy,
    })) as unknown as TuneSource['planned'];
    const cases = peaks.flatMap(([value, found], index): StoredCase[] => {
      if (found === undefined) return [];
      const ns = typeof found === 'number' ? found * 1e3 : 0;
      const ok = { medianNs: ns, ci95LoNs: ns * 0.99, ci95HiNs: ns * 1.01 };
      const base = storedCase(index, {
        ...{ workload: 'fractal-pipeline', variant: 'heterogeneous', values: { share: value } },
        metrics: { total: ok as StoredCase['metrics'][string] },
      });
      return [{ ...base, ...(typeof found === 'number' ? {} : found) }];
    });
    return {
      configuration: counted({ variants: 'all', sweep: {} }, { tune: { parameter: 'share' } }),
      planned,
      cases,
      descriptors: new Map(
        peaks.map((_, index) => [index, searching('heterogeneous', 'cpu+cuda')]),
      ),
      judge: judgeBy((index) => timesOf(peaks[index]?.[1])),
      ended: true,
    };
  };

  const timesOf = (found: unknown): readonly Float64Array[] => {
    if (typeof found !== 'number') return [];
    const times = (repetition: number) =>
      Float64Array.from({ length: 20 }, (_, i) => found * (1e3 + ((i * 7 + repetition) % 20) / 10));
    return [times(0), times(1), times(2)];
  };

  const judgeBy = (times: (index: number) => readonly Float64Array[]): TuneSource['judge'] => {
    const comparer = sampleComparer((index, scope) => repetitions(scope, times(index)));
    const subject = (stored: StoredCase, scope: string) =>
      ({ runId: '01run', stored, device: 'cpu+cuda', scope }) as const;
    return (contender, baseline, scope) =>
      comparer.judge(subject(contender, scope), subject(baseline, scope));
  };

  it('gives a reason for each value that has no time', () => {
    const view = tuningOf(
      source(
        [0, 9],
        [0.25, undefined],
        [0.5, { outcome: 'failed', reason: 'the engine ended', metrics: {} }],
        [0.75, { metrics: { kernel: {} } as unknown as StoredCase['metrics'] }],
        [0.9, { metrics: { total: { medianNs: 1 } } as unknown as StoredCase['metrics'] }],
        [1, 2],
      ),
    );
    expect(view?.trials.map(({ reason }) => reason)).toEqual([
      null,
      'not measured: the run ended before',
      'the engine ended',
      'it has no timing scope total; it has kernel',
      'heterogeneous has no samples',
      null,
    ]);
    expect(view?.sentence).toContain('4 values could not be measured');
    const under = tuningOf({ ...source([0.25, undefined], [1, 2]), ended: false });
    expect(under?.trials[0]?.reason).toBe('not measured yet');
    const none = tuningOf(source([0.25, { outcome: 'skipped', reason: 'no device' }]));
    expect(none).toMatchObject({ best: null, sentence: 'No value could be measured: no device.' });
  });

  it('says why a value is like the best although its interval lies apart', () => {
    const peaks = source([0, 9], [0.5, 2], [1, 2.1]);
    // The processes of the last value differ more than the two values do.
    const view = tuningOf({
      ...peaks,
      judge: judgeBy((index) => {
        const [one, other, third] = timesOf([9, 2, 2.1][index]);
        if (one === undefined || other === undefined || third === undefined) return [];
        return [one, index === 2 ? other.map((ns) => ns * 0.6) : other, third];
      }),
    });
    expect(view?.interval).toEqual([0.5, 1]);
    expect(view?.sentence).toContain(
      '0.5 to 1 cannot be distinguished from it, although some intervals of medians',
    );
    expect(view?.sentence).toContain('--repetitions narrows it');
  });

  it('tells a best value at the edge of the range, with its interval', () => {
    const view = tuningOf(source([0, 9], [0.5, 6], [0.985, 3], [1, 2]));
    expect(view).toMatchObject({ best: 1, interval: [1, 1], edge: 'upper', state: 'found' });
    expect(view?.sentence).toMatch(
      /fastest at share = 1 \(2\.000 µs \[1\.980, 2\.020 µs\], end-to-end time\): every other .* slower; the best value was not measured again in fresh processes; that is at the upper edge of the range \(the GPU alone\)\.$/,
    );
    expect(tuningOf(source([0, 9], [0.5, 2], [1, 9]))?.edge).toBeNull();
    expect(edgeOf(share, 0)).toBe('lower');
  });

  it('goes around a middle that could not be measured', () => {
    const failed = { outcome: 'failed', reason: 'no', metrics: {} } as const;
    const next = nextTrials(source([0, 9], [0.25, failed], [0.5, 2], [0.75, failed], [1, 9]));
    expect(next.map(({ values }) => values.share)).toEqual([0.375, 0.625]);
    expect(valueBetween(share, 0.5, 0.51, new Set())).toBeNull();
  });
});
