import { hashKey } from '../../../src-main/charts/style.ts';
import type { Metric, StoredCase } from '../../../src-main/contract/run.ts';
import type { BreakEvenView } from '../../../src-main/contract/verdict.ts';
import type { Values, Workload } from '../../../src-main/contract/workload.ts';
import type { Roof } from '../../../src-main/core/analysis/percent-of-peak.ts';
import type { TrendSource } from '../../../src-main/core/analysis/trend/trend.ts';
import { trendOf } from '../../../src-main/core/analysis/trend/trend.ts';
import type { FigureSource } from '../../../src-main/core/figures/source.ts';
import { defaultMargins } from '../../../src-main/stats/decide.ts';
import { nothingLearned } from '../../../src-main/stats/run-variation.ts';
import { summarize } from '../../../src-main/stats/summary.ts';
import { integerAxis, variantOf } from '../../helpers/catalog-parts.ts';
import { repetitions, sampleComparer } from '../../helpers/sample-comparer.ts';
import { storedCase } from '../../helpers/stored-case.ts';
import { machine } from '../store/fixtures.ts';

export const histogram: Workload = {
  id: 'histogram',
  title: 'Histogram',
  summary: 'Counts values into bins.',
  sizeAxis: 'n',
  baseline: 'sequential',
  inputFiles: [],
  axes: [
    { ...integerAxis('n', 0, 2 ** 31 - 1, 1e6), title: 'Values' },
    { ...integerAxis('bins', 1, 65_536, 8), title: 'Bins' },
  ],
  variants: [
    // In no useful order on purpose, as an addon may register them.
    variantOf('shared-atomics', { device: 'cuda' }),
    variantOf('sequential'),
    variantOf('cub-even', { device: 'cuda', kind: 'library' }),
    variantOf('global-atomics', { device: 'cuda' }),
    variantOf('omp-private'),
  ],
};

/** Times in nanoseconds as a small linear model with a repeatable scatter of about two percent. */
export function modelTimes(
  variantId: string,
  n: number,
  bins: number,
  count: number,
): Float64Array {
  const models: Readonly<Record<string, readonly [number, number]>> = {
    sequential: [50, 1],
    'omp-private': [9000, 0.3],
    'global-atomics': [5000, 0.23],
    'shared-atomics': [6000, 0.006],
    'cub-even': [11000, 0.003],
  };
  const [fixed, each] = models[variantId] ?? [1000, 1];
  const median = fixed + each * n * (1 + Math.log2(bins) / 50);
  let state = (hashKey(variantId) ^ n) & 0x7fffffff;
  return Float64Array.from({ length: count }, () => {
    state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff;
    const noise = state / 0x7fffffff;
    return median * (0.98 + 0.04 * noise + 0.1 * noise ** 12);
  });
}

export type CaseSketch = {
  readonly variant: string;
  readonly values: Values;
  readonly samples?: number;
  readonly outcome?: StoredCase['outcome'];
};

/** Stored cases with real summaries of model samples; kernel, call and, for CUDA, transfers and a total. */
export function sourceOf(
  sketches: readonly CaseSketch[],
  breakEvens: readonly BreakEvenView[] = [],
): FigureSource {
  const samples = new Map<string, Float64Array>();
  const cases = sketches.map(
    ({ variant: id, values, samples: count = 40, outcome = 'ok' }, index): StoredCase => {
      const metrics: Record<string, Metric> = {};
      const n = Number(values.n);
      const add = (scope: string, times: Float64Array) => {
        samples.set(`${index}/${scope}`, times);
        metrics[scope] = summarize(times);
      };
      if (outcome === 'ok') {
        const kernel = modelTimes(id, n, Number(values.bins ?? 8), count);
        add('kernel', kernel);
        add(
          'call',
          kernel.map((ns) => ns * 1.02 + 400),
        );
        if (histogram.variants.some((each) => each.id === id && each.device === 'cuda')) {
          add(
            'alloc',
            kernel.map((_, i) => 60_000 + i * 10),
          );
          add(
            'h2d',
            kernel.map((_, i) => 8000 + n * 0.4 + i),
          );
          add(
            'd2h',
            kernel.map((_, i) => 9000 + i),
          );
          add(
            'total',
            kernel.map((ns) => ns + 77_000 + n * 0.4),
          );
        }
      }
      const ok = outcome === 'ok';
      return storedCase(index, {
        ...{ workload: 'histogram', variant: id, values, metrics, outcome, stopReason: 'count' },
        ...{ reason: ok ? null : 'because of the fixture', operationUnit: 'update' },
        ...{ bytesMoved: ok ? 4 * n + 32 : null, operations: ok ? n : null },
      });
    },
  );
  const thirds: FigureSource['repetitions'] = (index, scope) => {
    const all = samples.get(`${index}/${scope}`);
    const third = Math.floor((all?.length ?? 0) / 3);
    return all === undefined
      ? []
      : [all.subarray(0, third), all.subarray(third, 2 * third), all.subarray(2 * third)];
  };
  const comparer = sampleComparer((index, scope) => repetitions(scope, thirds(index, scope)));
  return {
    runIds: ['01jrun'],
    appVersion: '0.1.0',
    machine: { cpuModel: 'Test CPU', gpus: [] },
    cases,
    breakEvens,
    workloads: [histogram],
    trend(index, scope, options) {
      const stored = cases[index];
      const metric = stored?.metrics[scope];
      return stored === undefined || metric === undefined
        ? null
        : trendOf(historyOf(stored, scope, metric), options, defaultMargins);
    },
    repetitions: thirds,
    subjectOf: (stored, scope) => ({
      runId: '01jrun',
      stored,
      device: histogram.variants.find(({ id }) => id === stored.variant)?.device,
      scope,
    }),
    judgeAll: comparer.judgeAll,
  };
}

/** Eleven runs, from the sixth on a fifth slower with another driver. */
function historyOf(stored: StoredCase, scope: string, metric: Metric): TrendSource {
  const runs = Array.from({ length: 11 }, (_, i) => `run${i}`);
  const versions = (runId: string) => ({ driver: Number(runId.slice(3)) < 5 ? '570' : '580' });
  return {
    stored,
    runId: 'run10',
    device: 'cpu',
    scope,
    series: runs.map((runId, i) => {
      const factor = (i < 5 ? 1 : 1.2) * (1 + 0.002 * (i % 3));
      return {
        runId,
        caseIndex: stored.index,
        finishedAt: `2026-01-${10 + i}T03:04:05.000Z`,
        metric: { ...metric, medianNs: metric.medianNs * factor },
        versions: versions(runId),
        exactAnswer: null,
      };
    }),
    variation: nothingLearned,
    environmentOf: ({ runId }) => ({
      machine: { ...machine, versions: versions(runId) },
      attributes: {},
      descriptor: 'd'.repeat(16),
    }),
  };
}

export const roof = (more: Partial<Roof> = {}): Roof => ({
  device: 'cpu',
  name: 'Test CPU',
  cache: null,
  threads: 1,
  bytesPerSecond: 10e9,
  operationsPerSecond: 20e9,
  arithmetic: 'FP64',
  whyAbove: (bound) => `of the ${bound}`,
  ...more,
});

export const sizes = [1e3, 1e4, 1e5, 1e6, 8e6];

/** Every variant over the sizes. */
export const sweep: readonly CaseSketch[] = histogram.variants.flatMap(({ id }) =>
  sizes.map((n) => ({ variant: id, values: { n, bins: 8, seed: 1 } })),
);

export const crossing: BreakEvenView = {
  workload: 'histogram',
  scope: 'kernel',
  small: 'sequential',
  large: 'shared-atomics',
  axis: 'n',
  answer: 'one',
  at: 6000,
  ci95: [5500, 6400],
  brackets: [[1000, 10_000]],
  sentence: 'shared-atomics wins from about 6000.',
};
