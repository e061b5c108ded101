import type { Output } from '../../src-main/contract/api.ts';
import { BreakevenError } from '../../src-main/contract/failure.ts';
import type { FigureSpec } from '../../src-main/contract/figure.ts';
import type { Machine } from '../../src-main/contract/machine.ts';
import {
  defaultTrendOptions,
  type SeriesChange,
  type TrendOptions,
} from '../../src-main/contract/procedures/trends.ts';
import type { StoredCase } from '../../src-main/contract/run.ts';
import type { Workload } from '../../src-main/contract/workload.ts';
import { falseDiscoveryRate } from '../../src-main/core/analysis/false-discovery.ts';
import { trendOf, type WholeTrend } from '../../src-main/core/analysis/trend/trend.ts';
import { buildFigure } from '../../src-main/core/figures/build.ts';
import type { FigureRequest } from '../../src-main/core/figures/source.ts';
import type { SeriesPoint } from '../../src-main/core/store/series.ts';
import { defaultMargins } from '../../src-main/stats/decide.ts';
import { nothingLearned } from '../../src-main/stats/run-variation.ts';
import type { FakeRun } from './fake-results.ts';

/** Runs from this one on have another driver, with which one variant became slower. */
const slowerFrom = 6;
const slower = 'split';

/** How the run with this number of a history differs from the made-up median: a little, and where the driver changed. */
function factorOf(variant: string, number: number): number {
  const noise = 0.004 * Math.sin(number * 2.4);
  return (variant === slower && number >= slowerFrom ? 1.12 : 1) * (1 + noise);
}

/** The history of a case over the stored runs, read as the application reads it. */
function trendOfFake(
  stored: readonly FakeRun[],
  run: FakeRun,
  wanted: StoredCase,
  scope: string,
  machine: Machine,
  options: TrendOptions,
): WholeTrend {
  const runs = [...stored].reverse().filter(({ row }) => row.trashedAt === undefined);
  const versionsOf = (number: number) => ({
    ...machine.versions,
    driver: number < slowerFrom ? '580.65' : '581.15',
  });
  const numbers = new Map<string, number>();
  const series = runs.flatMap(({ row, cases }): SeriesPoint[] => {
    const same = cases.find(
      (each) =>
        each.workload === wanted.workload &&
        each.variant === wanted.variant &&
        JSON.stringify(each.values) === JSON.stringify(wanted.values),
    );
    const metric = same?.metrics[scope];
    if (same === undefined || metric === undefined) return [];
    const number = numbers.size;
    numbers.set(row.id, number);
    const factor = factorOf(wanted.variant, number);
    return [
      {
        runId: row.id,
        caseIndex: same.index,
        finishedAt: row.createdAt,
        metric: {
          ...metric,
          medianNs: metric.medianNs * factor,
          ci95LoNs: (metric.ci95LoNs ?? 0) * factor,
          ci95HiNs: (metric.ci95HiNs ?? 0) * factor,
        },
        versions: versionsOf(number),
        exactAnswer: null,
      },
    ];
  });
  const source = {
    stored: wanted,
    runId: run.row.id,
    device: wanted.variant.endsWith('tally') ? ('cuda' as const) : ('cpu' as const),
    scope,
    series,
    variation: nothingLearned,
    environmentOf: ({ runId }: { readonly runId: string }) => ({
      machine: { ...machine, versions: versionsOf(numbers.get(runId) ?? 0) },
      attributes: {},
      descriptor: 'd'.repeat(16),
    }),
  };
  return trendOf(source, options, defaultMargins);
}

export type FakeTrends = {
  readonly trends: (
    run: FakeRun,
    request: TrendOptions & {
      readonly index?: number | undefined;
      readonly points?: boolean | undefined;
      readonly workload?: string | undefined;
      readonly variant?: string | undefined;
      readonly scope?: string | undefined;
      readonly offset: number;
      readonly limit: number;
    },
  ) => Output<'trends'>;
  /** Those of the cases of the newest run. */
  readonly changes: (request: {
    readonly direction: 'slower' | 'faster' | 'both';
    readonly offset: number;
    readonly limit: number;
  }) => Output<'changes'>;
  readonly figure: (run: FakeRun, request: FigureRequest) => FigureSpec;
};

export function fakeTrends(
  stored: readonly FakeRun[],
  machine: Machine,
  workloads: readonly Workload[],
): FakeTrends {
  return {
    trends(run, request) {
      const { workload, variant, scope = 'kernel', offset, limit } = request;
      const cases = run.cases.filter(
        (each) =>
          each.outcome === 'ok' &&
          (request.index === undefined || each.index === request.index) &&
          (workload === undefined || each.workload === workload) &&
          (variant === undefined || each.variant === variant),
      );
      if (cases.some(({ metrics }) => metrics[scope] === undefined)) {
        throw new BreakevenError('bad-input', `scope: there is no scope "${scope}"`);
      }
      const { fingerprint, hostname, cpuModel: name } = machine;
      return {
        run: run.row,
        machine: { fingerprint, hostname, name },
        falseDiscoveryRate,
        total: cases.length,
        trends: cases.slice(offset, offset + limit).map((each) => {
          const { points, ...trend } = trendOfFake(stored, run, each, scope, machine, request);
          return request.points === true ? { ...trend, points } : trend;
        }),
      };
    },
    changes({ direction, offset, limit }) {
      const [newest] = stored;
      const found = (newest?.cases ?? []).flatMap((each): SeriesChange[] => {
        if (newest === undefined || each.outcome !== 'ok') return [];
        const trend = trendOfFake(stored, newest, each, 'kernel', machine, defaultTrendOptions);
        return trend.changePoints.map(({ at, ...step }) => ({
          ...{ kind: 'step', workload: each.workload, variant: each.variant, values: each.values },
          ...{ device: trend.device ?? 'cpu', scope: trend.scope, hostname: machine.hostname },
          ...{ title: newest.row.title, runs: trend.runs, adjustedP: step.p, ...step },
        }));
      });
      const shown = found.filter(
        ({ ratio }) => direction === 'both' || ratio > 1 === (direction === 'slower'),
      );
      return {
        changes: shown.slice(offset, offset + limit),
        total: shown.length,
        examined: newest?.cases.length ?? 0,
        needed: '',
        pending: 0,
        falseDiscoveryRate,
      };
    },
    figure(run, request) {
      const source = {
        runIds: [run.row.id],
        appVersion: '0.1.0',
        machine,
        cases: run.cases,
        breakEvens: [],
        workloads,
        repetitions: () => [],
        subjectOf: (one: StoredCase, scope: string) =>
          ({ runId: run.row.id, stored: one, device: undefined, scope }) as const,
        judgeAll: () => [],
        trend: (index: number, scope: string, options: TrendOptions) => {
          const found = run.cases.find((each) => each.index === index);
          return found === undefined
            ? null
            : trendOfFake(stored, run, found, scope, machine, options);
        },
      };
      return buildFigure('trend', source, request);
    },
  };
}
