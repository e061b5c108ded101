import type { RunDetail } from '../../src-main/contract/api.ts';
import type { Configuration } from '../../src-main/contract/configuration.ts';
import type { FigureKind, FigureSpec } from '../../src-main/contract/figure.ts';
import type { Between } from '../../src-main/contract/procedures/break-evens.ts';
import type {
  Descriptor,
  Metric,
  Plan,
  PlannedCase,
  RunRow,
  RunStatus,
  StoredCase,
} from '../../src-main/contract/run.ts';
import { schemaVersion } from '../../src-main/contract/run.ts';
import type { RunResults } from '../../src-main/contract/run-results.ts';
import type { BreakEvenView, ComparisonView } from '../../src-main/contract/verdict.ts';
import type { Catalog, Values } from '../../src-main/contract/workload.ts';
import { fakeMachine } from './fake-catalog.ts';
import { fakeEvidence } from './fake-results.ts';

/** Nanoseconds of a variant at n: overhead plus slope, so that break-evens can be told by hand. */
const costs: Readonly<Record<string, readonly [number, number]>> = {
  plain: [200, 1],
  split: [12_000, 0.3],
  'device-tally': [9000, 0.16],
  'library-tally': [16_000, 0.005],
};

export function fakeMedian(variant: string, n: number): number {
  const [overhead, slope] = costs[variant] ?? [100, 1];
  return overhead + slope * n;
}

function pointsOf(sweep: Configuration['groups'][number]['sweep'], set: Values): readonly Values[] {
  return Object.entries(sweep).reduce<readonly Values[]>(
    (points, [axis, values]) =>
      points.flatMap((point) => values.map((value) => ({ ...point, [axis]: value }))),
    [set],
  );
}

export function fakePlan(configuration: Configuration, catalog: Catalog): Plan {
  const cases: PlannedCase[] = [];
  for (const group of configuration.groups) {
    const workload = catalog.workloads.find(({ id }) => id === group.workload);
    const known = workload?.variants ?? [];
    const variants = group.variants === 'all' ? known.map(({ id }) => id) : group.variants;
    for (const point of pointsOf(group.sweep, group.set)) {
      for (const id of variants) {
        const found = known.find((each) => each.id === id);
        const axes = [...(workload?.axes ?? []), ...(found?.parameters ?? [])];
        const values = Object.fromEntries(
          axes.map((axis) => [axis.id, point[axis.id] ?? axis.default]),
        );
        const n = Number(values.n ?? 0);
        cases.push({
          index: cases.length,
          workload: group.workload,
          variant: id,
          values,
          inputKey: JSON.stringify(point),
          policy: { ...configuration.policy, ...group.policy },
          estimate: {
            hostBytes: 8 * n,
            deviceBytes: found?.device === 'cuda' ? 4 * n : 0,
            seconds: n * 1e-9,
          },
          ...(found?.available === false ? { skip: found.reason ?? 'not here' } : {}),
        });
      }
    }
  }
  return { schemaVersion, configuration, cases };
}

export function fakeMetric(median: number, n: number): Metric {
  return {
    n,
    minNs: median * 0.97,
    q1Ns: median * 0.99,
    medianNs: median,
    q3Ns: median * 1.01,
    p95Ns: median * 1.05,
    p99Ns: n >= 100 ? median * 1.1 : null,
    maxNs: median * 1.4,
    meanNs: median * 1.01,
    sdNs: median * 0.02,
    relativeIqr: 0.02,
    ci95LoNs: n >= 6 ? median * 0.996 : null,
    ci95HiNs: n >= 6 ? median * 1.004 : null,
    ci99LoNs: n >= 8 ? median * 0.994 : null,
    ci99HiNs: n >= 8 ? median * 1.006 : null,
    outliers: 1,
    slowFirst: false,
  };
}

/** Attributes that tables show as badges. */
function labelsOf(variant: string, n: number): StoredCase['attributes'] {
  if (variant.endsWith('tally')) return { nearLaunchOverhead: n < 5000, l2Resident: n <= 1e6 };
  return n <= 1e5 ? { cacheResident: true, cacheLevel: 'L3' } : { cacheResident: false };
}

export function fakeCase(planned: PlannedCase, finishedAt: string, broken = false): StoredCase {
  const n = Number(planned.values.n ?? planned.values.xres ?? 0);
  const median = fakeMedian(planned.variant, n);
  const ok = planned.skip === undefined && !broken;
  return {
    index: planned.index,
    workload: planned.workload,
    variant: planned.variant,
    values: planned.values,
    outcome: ok ? 'ok' : broken ? 'failed' : 'skipped',
    reason: ok ? null : (planned.skip ?? 'bin 3: 12 instead of 13 (first of 2 differences)'),
    metrics: ok
      ? {
          kernel: fakeMetric(median, 50),
          call: fakeMetric(median * 1.1 + 500, 50),
          total: fakeMetric(median * 1.8 + 20_000, 50),
        }
      : {},
    coldStartNs: ok ? median * 12 : null,
    stopReason: ok ? 'count' : null,
    verification: ok
      ? { rule: 'exact', passed: true, message: 'all values are equal', maxError: 0 }
      : broken
        ? { rule: 'exact', passed: false, message: 'bin 3: 12 instead of 13', maxError: 1 }
        : null,
    answer: ok ? { sha256: '5e'.repeat(32), attributes: { total: n } } : null,
    bytesMoved: 4 * n,
    operations: n,
    operationUnit: 'value',
    attributes: ok ? labelsOf(planned.variant, n) : {},
    warnings: ok && n < 5000 ? ['near launch overhead'] : [],
    finishedAt,
  };
}

export function fakeRow(
  id: string,
  createdAt: string,
  plan: Plan,
  status: RunStatus,
  cases: readonly StoredCase[],
): RunRow {
  const { configuration } = plan;
  const count = (outcome: string) => cases.filter((each) => each.outcome === outcome).length;
  return {
    id,
    createdAt,
    finishedAt: status === 'running' ? null : createdAt,
    title: configuration.title ?? `${configuration.groups[0]?.workload ?? ''} run`,
    preset: configuration.preset ?? null,
    status,
    workloads: [...new Set(configuration.groups.map(({ workload }) => workload))],
    device: 'Example Xeon 8480',
    cases: plan.cases.length,
    ok: count('ok'),
    failed: count('failed'),
    skipped: count('skipped'),
    tags: configuration.tags ?? [],
    note: configuration.note ?? '',
    pinned: false,
    baseline: false,
  };
}

/** Each case compared with that of the variant `plain` of the same size, by one timing scope. */
export function fakeComparisons(
  cases: readonly StoredCase[],
  scope: string,
): Readonly<Record<string, ComparisonView>> {
  const comparisons: Record<string, ComparisonView> = {};
  for (const each of cases) {
    const base = cases.find(
      (other) =>
        other.variant === 'plain' &&
        other.workload === each.workload &&
        other.values.n === each.values.n,
    );
    const mine = each.metrics[scope];
    const theirs = base?.metrics[scope];
    if (mine === undefined || theirs === undefined || base === each) continue;
    const ratio = mine.medianNs / theirs.medianNs;
    comparisons[each.index] = {
      verdict: ratio < 1 ? 'faster' : 'slower',
      reason: 'the interval of the ratio is wholly beyond 0.5 %',
      ratio,
      ci95: [ratio * 0.99, ratio * 1.01],
      against: 'plain',
      ...fakeEvidence(),
    };
  }
  return comparisons;
}

export function fakeDetail(
  row: RunRow,
  plan: Plan,
  cases: readonly StoredCase[],
  hasGpu: boolean,
): RunDetail {
  const sizes = new Set(cases.map(({ values }) => values.n));
  return {
    run: row,
    machine: fakeMachine(hasGpu),
    plan,
    cases: [...cases],
    comparisons: fakeComparisons(cases, 'kernel'),
    headline: sizes.size > 1 ? fakeHeadline : null,
    breakEvens:
      sizes.size > 1
        ? [
            {
              workload: 'tally',
              scope: 'total',
              small: 'plain',
              large: 'split',
              axis: 'n',
              answer: 'one',
              headline: 'cpu',
              at: 16_857,
              ci95: [16_500, 17_200],
              sentence: 'split is faster than plain from n* = 16,860 [16,500, 17,200] on.',
            },
          ]
        : [],
  };
}

/** The cases with what their workloads and variants say of themselves. */
export function fakeDescriptors(
  cases: readonly StoredCase[],
  catalog: Catalog,
): ReadonlyMap<number, Descriptor> {
  const entries = cases.flatMap(({ index, workload, variant }): [number, Descriptor][] => {
    const { variants = [], ...known } = catalog.workloads.find(({ id }) => id === workload) ?? {};
    const own = variants.find(({ id }) => id === variant);
    return own === undefined || !('sizeAxis' in known)
      ? []
      : [[index, { workload: known, variant: own } as Descriptor]];
  });
  return new Map(entries);
}

/** The number by which a run is sorted; 0 where it has none. */
export function resultOf(
  { breakEven, speedup, median }: RunResults,
  by: 'breakEven' | 'speedup' | 'median' | 'case',
): number {
  if (by === 'breakEven') return breakEven?.at ?? 0;
  return by === 'speedup' ? (speedup?.ratio ?? 0) : (median?.ns ?? 0);
}

/** From one size on the large value pays, for every variant that takes the axis. */
export function fakeBetween(
  cases: readonly StoredCase[],
  { axis, small, large }: Between,
): BreakEvenView[] {
  const variants = new Set(cases.flatMap(({ variant, values }) => (axis in values ? variant : [])));
  return [...variants].map((variant) => {
    const pair: [string, string] = [
      `${variant} (${axis}=${small})`,
      `${variant} (${axis}=${large})`,
    ];
    return {
      ...{ workload: 'tally', scope: 'call', small: pair[0], large: pair[1], axis: 'n', pair },
      ...{ between: axis, answer: 'one', at: 20_000, ci95: [18_000, 22_000] },
      sentence: `${pair[1]} is faster than ${pair[0]} from n = 20,000 (95 % CI 18,000 to 22,000) up to 1,000,000, the largest size measured.`,
    };
  });
}

/** A figure of the cases: medians over n, or steps for every other kind. */
export function fakeFigure(detail: RunDetail, kind: FigureKind, scope: string): FigureSpec {
  const ok = detail.cases.filter(({ metrics }) => metrics[scope] !== undefined);
  const variants = [...new Set(ok.map(({ variant }) => variant))];
  const device = (id: string) => (id.endsWith('tally') ? 'cuda' : 'cpu') as 'cuda' | 'cpu';
  const base = (id: string, slot: number) => ({
    key: `tally ${id} ${scope}`,
    label: id,
    device: device(id),
    slot: slot % 2,
    published: false,
  });
  const provenance = { runs: detail.run.id };
  if (kind !== 'scaling') {
    return {
      kind,
      title: `${kind} of ${scope} times`,
      caption: 'Share of samples by time. 50 samples each.',
      summary: `Samples of ${variants.join(', ')} lie close around their medians.`,
      x: { label: 'Time (µs)', scale: 'linear' },
      y: { label: 'Share of samples (%)', scale: 'linear' },
      series: variants.map((id, slot) => ({
        ...base(id, slot),
        mark: 'step',
        fill: true,
        points: Array.from({ length: 24 }, (_, i) => ({
          x: (slot + 1) * 20 + i,
          y: i === 23 ? 0 : 18 * Math.exp(-((i - 8) ** 2) / 20),
          lo: null,
          hi: null,
          n: 50,
        })),
      })),
      bands: [],
      provenance,
    };
  }
  return {
    kind,
    title: `Time of ${scope} over n`,
    caption: 'Points: medians of 50 samples. Bars: 95 % confidence intervals.',
    summary: 'split is faster than plain from n* = 16,860 [16,500, 17,200] on.',
    x: { label: 'Values n', scale: 'log', ticks: 'si' },
    y: { label: 'Time (µs)', scale: 'log' },
    series: variants.map((id, slot) => ({
      ...base(id, slot),
      mark: 'line',
      points: ok
        .filter(({ variant }) => variant === id)
        .map(({ values, metrics }) => {
          const metric = metrics[scope];
          return {
            x: Number(values.n),
            y: (metric?.medianNs ?? 0) / 1000,
            lo: (metric?.ci95LoNs ?? 0) / 1000,
            hi: (metric?.ci95HiNs ?? 0) / 1000,
            n: metric?.n ?? 0,
          };
        })
        .sort((a, b) => a.x - b.x),
    })),
    bands: [{ label: 'n* = 16,860 [16,500, 17,200]', at: 16_857, lo: 16_500, hi: 17_200 }],
    provenance,
  };
}

const fakeText =
  'split is faster than plain from n = 16,860 [16,500, 17,200] on, 3.3× at n = 10,000,000';
const fakeHeadline: NonNullable<RunDetail['headline']> = {
  sentence: `tally, end to end: ${fakeText}.`,
  workloads: [
    {
      ...{ workload: 'tally', axis: 'n', values: {}, bestKnown: null },
      sentence: `tally, end to end: ${fakeText}.`,
      answers: [
        {
          ...{ scope: 'total', kind: 'cpu', pair: ['plain', 'split'], answer: 'from' },
          ...{ at: 16_857, ci95: [16_500, 17_200], winner: 'split', below: null, calls: [] },
          speedup: { size: 1e7, value: 3.3, ci95: null },
          text: fakeText,
        },
      ],
    },
  ],
  quality: { level: 'good', text: 'good', cases: [] },
};
