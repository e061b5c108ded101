import type { KernelCounters } from '../../src-main/contract/ncu-csv.ts';
import { dramBytes, stallText } from './ncu-counters.ts';

/** The counters that were imported for one case. */
export type Counted = { readonly variant: string; readonly kernels: readonly KernelCounters[] };

/** Differences below this factor explain nothing. */
const tellingFactor = 1.15;

const duration = 'gpu__time_duration.sum';

function sumOf(kernels: readonly KernelCounters[], names: readonly string[]): number | null {
  const name = names.find((each) => kernels.some(({ metrics }) => each in metrics));
  if (name === undefined) return null;
  return kernels.reduce((sum, { metrics }) => sum + (metrics[name] ?? 0), 0);
}

/** Of a rate or a percentage: each launch counts by its time, where the file has times. */
function meanOf(kernels: readonly KernelCounters[], name: string): number | null {
  const known = kernels.flatMap(({ metrics }) => {
    const value = metrics[name];
    return value === undefined ? [] : [{ value, weight: metrics[duration] ?? 1 }];
  });
  const weight = known.reduce((sum, each) => sum + each.weight, 0);
  return weight > 0
    ? known.reduce((sum, each) => sum + each.value * each.weight, 0) / weight
    : null;
}

type Cause = {
  readonly value: (kernels: readonly KernelCounters[]) => number | null;
  /** More of it costs time, or saves it. */
  readonly costs: boolean;
  /** What the slower one does, `slow` and `fast` being the counts. */
  readonly text: (slow: number, fast: number) => string;
};

const times = (slow: number, fast: number): string => `${short(slow / fast)} times`;
const short = (value: number): string => String(Number(value.toPrecision(2)));
const percents = (slow: number, fast: number): string =>
  `${short(slow)} % instead of ${short(fast)} %`;

const causes: readonly Cause[] = [
  { value: dramBytes, costs: true, text: (a, b) => `moves ${times(a, b)} the bytes through DRAM` },
  {
    value: (kernels) => sumOf(kernels, ['lts__t_bytes.sum']),
    costs: true,
    text: (a, b) => `moves ${times(a, b)} the bytes through L2`,
  },
  {
    value: (kernels) =>
      sumOf(kernels, [
        'l1tex__data_bank_conflicts_pipe_lsu_mem_shared.sum',
        'l1tex__data_bank_conflicts_pipe_lsu.sum',
      ]),
    costs: true,
    text: (a, b) =>
      b === 0
        ? `has ${short(a)} bank conflicts in shared memory, the other none`
        : `has ${times(a, b)} the bank conflicts in shared memory`,
  },
  {
    value: (kernels) => sumOf(kernels, ['smsp__inst_executed.sum', 'sm__inst_executed.sum']),
    costs: true,
    text: (a, b) => `executes ${times(a, b)} the instructions`,
  },
  {
    value: (kernels) => meanOf(kernels, 'smsp__thread_inst_executed_per_inst_executed.ratio'),
    costs: false,
    text: (a, b) =>
      `has ${short(a)} threads at work per instruction instead of ${short(b)} (divergence)`,
  },
  {
    value: (kernels) => meanOf(kernels, 'sm__warps_active.avg.pct_of_peak_sustained_active'),
    costs: false,
    text: (a, b) => `reaches an occupancy of ${percents(a, b)}`,
  },
];

/**
 * Why one of two cases is faster, as far as their counters tell, the largest difference first. Null where they do not say
 * which is faster.
 */
export function whyFaster(a: Counted, b: Counted): string | null {
  const [timeA, timeB] = [sumOf(a.kernels, [duration]), sumOf(b.kernels, [duration])];
  if (!timeA || !timeB) return null;
  const [fast, slow] = timeA < timeB ? [a, b] : [b, a];
  const ratio = Math.max(timeA, timeB) / Math.min(timeA, timeB);
  if (ratio < 1.02) {
    return `${a.variant} and ${b.variant} take the same time under the profiler.`;
  }
  const found = causes
    .flatMap(({ value, costs, text }) => {
      const [slowly, fastly] = [value(slow.kernels), value(fast.kernels)];
      if (slowly === null || fastly === null) return [];
      const [more, less] = costs ? [slowly, fastly] : [fastly, slowly];
      const factor = more === 0 ? 1 : more / less;
      return factor < tellingFactor ? [] : [{ factor, text: text(slowly, fastly) }];
    })
    .sort((one, other) => other.factor - one.factor);
  const [longest] = [...slow.kernels].sort(
    (one, other) => (other.metrics[duration] ?? 0) - (one.metrics[duration] ?? 0),
  );
  const stalls = longest === undefined ? '' : stallText(longest);
  const head = `${fast.variant} takes ${short(100 / ratio)} % of the time of ${slow.variant} under the profiler`;
  const reasons =
    found.length === 0
      ? 'no counter that both files have differs enough to say why'
      : `${slow.variant} ${found
          .slice(0, 3)
          .map(({ text }) => text)
          .join('; it ')}`;
  return `${head}: ${reasons}.${stalls === '' ? '' : ` Warps of ${slow.variant} wait most for ${stalls}.`}`;
}
