import { deflateSync } from 'node:zlib';
import { baselineNote } from '../../src-main/contract/break-even-groups.ts';
import type { PictureView } from '../../src-main/contract/inspection.ts';
import type { RunsComparison } from '../../src-main/contract/procedures/compare.ts';
import type { SampleBins } from '../../src-main/contract/procedures/detail.ts';
import type { Progress } from '../../src-main/contract/progress.ts';
import type { Plan, RunRow, StoredCase } from '../../src-main/contract/run.ts';
import { disturbedText } from '../../src-main/contract/target.ts';
import type { ComparisonView } from '../../src-main/contract/verdict.ts';
import { encodePngChunks } from '../../src-main/core/figures/png-chunks.ts';
import { defaultMargins } from '../../src-main/stats/decide.ts';

export type FakeRun = {
  row: RunRow;
  readonly plan: Plan;
  readonly cases: StoredCase[];
  /** What the process that measures it says, where that is another one. */
  progress?: Progress;
};

/** Samples around the median of a case, in two repetitions. */
export function fakeBins({ cases }: FakeRun, index: number, scope: string): SampleBins {
  const metric = cases.find((each) => each.index === index)?.metrics[scope];
  const median = metric?.medianNs ?? 1000;
  const n = metric?.n ?? 0;
  return {
    n,
    bins: {
      from: median * 0.97,
      to: median * 1.05,
      counts: Array.from({ length: 24 }, (_, i) => Math.round(9 * Math.exp(-((i - 8) ** 2) / 20))),
      beyond: 1,
    },
    quantiles: [0, 0.01, 0.05, 0.25, 0.5, 0.75, 0.95, 0.99, 1].map((p) => ({
      p,
      ns: median * (0.97 + 0.1 * p),
    })),
    repetitions: [0, 1].map((repetition) => ({
      repetition,
      n: n / 2,
      medianNs: median * (1 + 0.002 * repetition),
      repeats: 1,
      launchIncluded: false,
      clockHz: null,
    })),
    course: Array.from({ length: 40 }, (_, i) => ({
      repetition: i < 20 ? 0 : 1,
      first: (i % 20) * 2,
      n: 2,
      minNs: median * 0.98,
      medianNs: median * (1 + 0.004 * Math.sin(i)),
      maxNs: median * (1.02 + (i === 7 ? 0.4 : 0)),
    })),
  };
}

/** What speaks for a verdict of that ratio. */
export function fakeEvidence(): Partial<ComparisonView> {
  return {
    p: 0.00031,
    adjustedP: 0.00062,
    samples: [50, 50],
    repetitions: [2, 2],
  };
}

type Side = { readonly ref: string; readonly run: FakeRun; readonly variant: string | null };

/** Sides against the first: cases of the same values, and of the same variant where a side is a whole run. */
export function fakeComparison(sides: readonly Side[], scope: string): RunsComparison {
  const [base] = sides;
  const whole = base?.variant === null;
  const firsts = (base?.run.cases ?? []).filter(
    ({ variant }) => base?.variant === null || variant === base?.variant,
  );
  const others = sides.some(({ variant }) => variant !== base?.variant);
  return {
    sides: sides.map(({ ref, run, variant }) => ({ ref, run: run.row, variant })),
    ...(base?.variant === 'plain' && others ? { baselineNote: baselineNote('plain') } : {}),
    environment: sides.some(({ run }) => run !== base?.run)
      ? [
          {
            attribute: 'NVIDIA driver',
            values: sides.map((_, i) => (i === 0 ? '580' : '581')),
            machine: false,
          },
        ]
      : [],
    scope,
    scopes: ['kernel', 'call', 'total'],
    rows: firsts.map((first) => ({
      workload: first.workload,
      variant: whole ? first.variant : null,
      values: { n: first.values.n ?? 0 },
      axes: ['n'],
      cells: sides.map(({ run, variant }, side) => {
        const found = run.cases.find(
          (each) => each.variant === (variant ?? first.variant) && each.values.n === first.values.n,
        );
        if (found === undefined) return null;
        const metric = found.metrics[scope];
        const against = first.metrics[scope];
        const ratio =
          metric === undefined || against === undefined ? null : metric.medianNs / against.medianNs;
        const verdict =
          ratio === null
            ? 'not comparable'
            : ratio < 0.99
              ? 'faster'
              : ratio > 1.01
                ? 'slower'
                : 'equivalent';
        const disturbed = disturbedText(found);
        return {
          ...(disturbed === null ? {} : { disturbed }),
          caseIndex: found.index,
          variant: found.variant,
          values: found.values,
          outcome: found.outcome,
          reason: found.reason,
          medianNs: metric?.medianNs ?? null,
          ci95:
            metric === undefined ? null : ([metric.ci95LoNs ?? 0, metric.ci95HiNs ?? 0] as const),
          n: metric?.n ?? 0,
          comparison:
            side === 0
              ? null
              : {
                  verdict,
                  reason:
                    verdict === 'equivalent'
                      ? 'the interval of the ratio lies wholly within 2 % of 1'
                      : 'the interval of the ratio is wholly beyond 0.5 %',
                  ratio,
                  ci95: ratio === null ? null : ([ratio * 0.99, ratio * 1.01] as [number, number]),
                  against: base?.ref ?? '',
                  ...fakeEvidence(),
                },
        };
      }),
    })),
    margins: defaultMargins,
    unpaired: sides.map(() => []),
  };
}

/** A picture of rings; a difference has a few orange pixels. */
export function fakePicture(variant: string, against: string | undefined): PictureView {
  const side = 128;
  const stride = 1 + 3 * side;
  const raw = Buffer.alloc(stride * side);
  for (let y = 0; y < side; y += 1) {
    for (let x = 0; x < side; x += 1) {
      const ring = Math.round(Math.hypot(x - 64, y - 64)) % 16;
      const [red, green, blue] =
        against !== undefined
          ? ring === 3 && x % 9 === 0
            ? [213, 94, 0]
            : [230, 230, 230]
          : [ring * 12, 60 + ring * 8, 130];
      raw.set([red ?? 0, green ?? 0, blue ?? 0], y * stride + 1 + 3 * x);
    }
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  header.set([8, 2, 0, 0, 0], 8);
  return {
    name: `${variant}.png`,
    mime: 'image/png',
    width: side,
    height: side,
    bytes: encodePngChunks([
      { type: 'IHDR', data: header },
      { type: 'IDAT', data: deflateSync(raw) },
      { type: 'IEND', data: Buffer.alloc(0) },
    ]),
    attributes: against === undefined ? { pixels: side * side, greatest: 255 } : { differing: 42 },
  };
}
