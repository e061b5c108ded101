import { breakEven } from '../../src-main/core/analysis/break-even/break-even.ts';
import type { Curve } from '../../src-main/stats/curve-difference.ts';
import { quantileSorted } from '../../src-main/stats/order.ts';
import type { RecordedCase, RecordedRun } from './recorded-aa.ts';

/** Break-evens of independent runs of the same programs, and that of all their repetitions together. */
export interface RecordedBreakEven {
  readonly workload: string;
  readonly scope: string;
  readonly pair: readonly [string, string];
  /** Of all runs together; null where these have no single crossing. */
  readonly pooled: number | null;
  /** The median of the crossings of single runs, which a few runs far from the others do not move; null where none has one. */
  readonly median: number | null;
  readonly runs: readonly RunBreakEven[];
}

export interface RunBreakEven {
  readonly answer: string;
  readonly at: number | null;
  readonly ci95: readonly [number, number] | null;
  /** Whether the interval of this run holds the crossing of all runs, and the median of those of single runs. */
  readonly holds: boolean;
  readonly holdsMedian: boolean;
}

/** Those of which both variants were recorded count. */
const pairs = [
  ['sequential', 'cuda-fast'],
  ['cpu-fast', 'cuda-fast'],
  ['sequential', 'omp-two-pass'],
  ['sequential', 'omp-private'],
  ['sequential', 'cpu-fast'],
] as const;

/** Of `call` and `total`: on a CPU `call` is `kernel`. */
export function recordedBreakEvens(all: readonly RecordedCase[]): readonly RecordedBreakEven[] {
  const numbers = [...new Set(all.flatMap(({ runs }) => runs.map(({ run }) => run)))];
  const onGpu = all.some(({ device }) => device === 'cuda');
  return [...new Set(all.map(({ workload }) => workload))].flatMap((workload) => {
    const variants = new Set(
      all.flatMap((one) => (one.workload === workload ? [one.variant] : [])),
    );
    // Where a GPU was measured, what users ask for is when it pays off.
    const asked = pairs.filter(
      (pair) =>
        pair.every((variant) => variants.has(variant)) && (!onGpu || pair[1] === 'cuda-fast'),
    );
    return ['call', 'total'].flatMap((scope) =>
      asked.map((pair): RecordedBreakEven => {
        const found = (taken: (run: RecordedRun) => boolean) => {
          const [a, b] = pair.map((variant) => curveOf(all, workload, variant, scope, taken));
          if (a === undefined || b === undefined) throw new RangeError('a pair has two curves');
          return breakEven(a, b, { workload, scope, axis: 'n' });
        };
        const together = found(() => true);
        const pooled = together.answer === 'one' ? together.at : null;
        const single = numbers.map((number) => found(({ run }) => run === number));
        const crossings = Float64Array.from(single.flatMap(({ at }) => at ?? [])).sort();
        const median = crossings.length === 0 ? null : quantileSorted(crossings, 0.5);
        const runs = single.map(({ answer, at, ci95 }): RunBreakEven => {
          const hold = (size: number | null) =>
            size !== null && ci95 !== null && ci95[0] <= size && size <= ci95[1];
          return { answer, at, ci95, holds: hold(pooled), holdsMedian: hold(median) };
        });
        return { workload, scope, pair, pooled, median, runs };
      }),
    );
  });
}

/** The repetitions of several runs follow each other. */
function curveOf(
  all: readonly RecordedCase[],
  workload: string,
  variant: string,
  scope: string,
  taken: (run: RecordedRun) => boolean,
): Curve {
  const own = all.filter(
    (one) =>
      one.workload === workload &&
      one.variant === variant &&
      one.scope === (one.device !== 'cuda' && scope === 'call' ? 'kernel' : scope),
  );
  const points = own.map(({ n, runs }) => ({
    x: n,
    processes: runs
      .filter(taken)
      .flatMap(({ run, processes }) =>
        processes.map((process) => ({ ...process, repetition: 1000 * run + process.repetition })),
      ),
  }));
  const device = own[0]?.device ?? 'cpu';
  return { label: variant, device, scope, points: points.filter((p) => p.processes.length > 0) };
}
