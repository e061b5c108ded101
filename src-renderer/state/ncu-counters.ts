import type { CountedKernel } from '../../src-main/contract/counters.ts';
import { format } from '../../src-main/contract/units.ts';
import type { Hint } from '../../src-main/contract/workload.ts';

/** Counters by what they explain; the first name of each that a file has is shown. */
const counters: readonly {
  readonly title: string;
  readonly names: readonly string[];
  readonly hint: Hint | 'percent-number' | 'count';
}[] = [
  { title: 'Time', names: ['gpu__time_duration.sum'], hint: 'duration' },
  { title: 'DRAM traffic', names: ['dram__bytes.sum'], hint: 'bytes' },
  { title: 'DRAM reads', names: ['dram__bytes_read.sum'], hint: 'bytes' },
  { title: 'DRAM writes', names: ['dram__bytes_write.sum'], hint: 'bytes' },
  { title: 'L2 traffic', names: ['lts__t_bytes.sum'], hint: 'bytes' },
  {
    title: 'DRAM throughput, % of peak',
    names: [
      'dram__throughput.avg.pct_of_peak_sustained_elapsed',
      'gpu__dram_throughput.avg.pct_of_peak_sustained_elapsed',
    ],
    hint: 'percent-number',
  },
  {
    title: 'SM throughput, % of peak',
    names: ['sm__throughput.avg.pct_of_peak_sustained_elapsed'],
    hint: 'percent-number',
  },
  {
    title: 'Achieved occupancy',
    names: ['sm__warps_active.avg.pct_of_peak_sustained_active'],
    hint: 'percent-number',
  },
  {
    title: 'Shared memory bank conflicts',
    names: [
      'l1tex__data_bank_conflicts_pipe_lsu_mem_shared.sum',
      'l1tex__data_bank_conflicts_pipe_lsu.sum',
    ],
    hint: 'count',
  },
  {
    title: 'Threads per instruction (divergence)',
    names: ['smsp__thread_inst_executed_per_inst_executed.ratio'],
    hint: 'count',
  },
];

const ofProcessor: readonly string[] = [
  ...['cycles', 'instructions', 'cache-references', 'cache-misses', 'branches', 'branch-misses'],
];

const stall = /issue_stalled_(\w+?)(?:_per_|\.|_not_issued)/;

export type CounterRow = { readonly title: string; readonly values: readonly string[] };

function textOf(value: number | undefined, hint: (typeof counters)[number]['hint']): string {
  if (value === undefined) return '–';
  if (hint === 'percent-number') return `${Number(value.toPrecision(3))} %`;
  if (hint === 'count') return String(Number(value.toPrecision(4)));
  return format(value, hint);
}

/** A row a counter that any kernel has, a value a kernel. */
export function counterRows(kernels: readonly CountedKernel[]): readonly CounterRow[] {
  const all = [
    ...counters,
    ...ofProcessor.map((name) => ({
      title: `${name[0]?.toUpperCase()}${name.slice(1).replace('-', ' ')}`,
      ...{ names: [name], hint: 'count' as const },
    })),
  ];
  return all.flatMap(({ title, names, hint }): CounterRow[] => {
    const name = names.find((each) => kernels.some(({ metrics }) => each in metrics));
    if (name === undefined) return [];
    return [{ title, values: kernels.map(({ metrics }) => textOf(metrics[name], hint)) }];
  });
}

/** The reasons for which warps waited most, of a kernel, as the counters name them. */
export function stallText({ metrics }: CountedKernel): string {
  const found = Object.entries(metrics).flatMap(([name, value]) => {
    const reason = stall.exec(name)?.[1];
    return reason === undefined || !(value > 0) ? [] : [{ reason, value }];
  });
  const byReason = new Map(found.map(({ reason, value }) => [reason, value]));
  return [...byReason]
    .filter(([reason]) => reason !== 'selected')
    .sort(([, a], [, b]) => b - a)
    .slice(0, 3)
    .map(([reason, value]) => `${reason.replaceAll('_', ' ')} ${Number(value.toPrecision(3))}`)
    .join(', ');
}
