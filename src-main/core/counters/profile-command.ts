import { fieldText } from '../../contract/axis-values.ts';
import type { Machine } from '../../contract/machine.ts';
import type { CommandLine } from '../../contract/procedures/files.ts';
import type { Descriptor, StoredCase } from '../../contract/run.ts';
import { shellWord } from '../util/shell-word.ts';

export const counterSets = ['basic', 'memory', 'all'] as const;
export type CounterSet = (typeof counterSets)[number];

const flops = (letter: string): readonly string[] =>
  ['fma', 'add', 'mul'].map(
    (op) => `smsp__sass_thread_inst_executed_op_${letter}${op}_pred_on.sum`,
  );

/** What the rules of `analysis/explain.ts` read. */
const basic: readonly string[] = [
  'gpu__time_duration.sum',
  ...['dram__bytes.sum', 'dram__bytes_read.sum', 'dram__bytes_write.sum', 'lts__t_bytes.sum'],
  ...['lts__t_sectors_op_red.sum', 'lts__t_sectors_op_atom.sum'],
  'l1tex__data_bank_conflicts_pipe_lsu_mem_shared.sum',
  'l1tex__data_pipe_lsu_wavefronts_mem_shared.sum',
  'l1tex__data_pipe_lsu_wavefronts.sum',
  ...['smsp__inst_executed.sum', 'smsp__thread_inst_executed_per_inst_executed.ratio'],
  'sm__warps_active.avg.pct_of_peak_sustained_active',
  ...['launch__registers_per_thread', ...flops('f'), ...flops('d')],
];

const memory: readonly string[] = [
  ...basic,
  ...['lts__t_sector_hit_rate.pct', 'l1tex__t_sector_hit_rate.pct', 'l1tex__t_bytes.sum'],
  ...['ld', 'st'].flatMap((op) =>
    ['sectors', 'requests'].map((unit) => `l1tex__t_${unit}_pipe_lsu_mem_global_op_${op}.sum`),
  ),
  ...['ld', 'st'].map((op) => `l1tex__t_bytes_pipe_lsu_mem_local_op_${op}.sum`),
];

function metricWords(set: CounterSet): readonly string[] {
  if (set === 'all') return ['--set', 'full'];
  return ['--metrics', (set === 'basic' ? basic : memory).join(',')];
}

/** What a program that opens trusted labs alone adds to the words of `profile`. */
export const trustedLabsWord = '--trusted-labs';

export type ProfiledCase = {
  readonly stored: StoredCase;
  readonly descriptor: Descriptor | undefined;
  readonly machine: Machine;
  /** The file that its input is read from. */
  readonly input?: string | undefined;
  readonly trustedLabsOnly?: boolean;
};

/**
 * The line that counts one execution of a case: it names workload, variant and values, so that it works on a host whose
 * store does not have the run.
 *
 * @param program the words that start Breakeven
 */
export function profileLine(
  { stored, descriptor, machine, input, trustedLabsOnly = false }: ProfiledCase,
  program: readonly string[],
  set: CounterSet = 'basic',
  ncu = 'ncu',
): CommandLine {
  const { workload, variant, bytesMoved, values } = stored;
  const gpu =
    machine.gpus.find(({ uuid }) => uuid === stored.attributes.gpuUuid) ?? machine.gpus[0];
  // A replay of the kernel puts its memory back, and so decides what a cache holds.
  const cached = gpu !== undefined && bytesMoved !== null && bytesMoved < 2 * gpu.l2Bytes;
  const words = [
    ...[ncu, '--nvtx', '--nvtx-include', 'breakeven@execution/', '--target-processes', 'all'],
    ...['--clock-control', 'none', '--cache-control', values.cache === 'cold' ? 'all' : 'none'],
    ...['--replay-mode', cached ? 'application' : 'kernel'],
    ...['--csv', '--page', 'raw', '--print-units', 'base', ...metricWords(set)],
    ...[...program, 'profile', `${workload}:${variant}`, ...assignments(stored, descriptor)],
    ...(descriptor?.workload.lab === undefined ? [] : ['--lab', workload]),
    ...(descriptor?.workload.lab !== undefined && trustedLabsOnly ? [trustedLabsWord] : []),
    ...(input === undefined ? [] : ['--input', input]),
  ];
  return { words, text: words.map(shellWord).join(' ') };
}

/** The values that are not those of the axes by themselves. */
function assignments(
  { values }: StoredCase,
  descriptor: Descriptor | undefined,
): readonly string[] {
  const axes = [...(descriptor?.workload.axes ?? []), ...(descriptor?.variant.parameters ?? [])];
  const size = descriptor?.workload.sizeAxis;
  return Object.entries(values)
    .toSorted(([a], [b]) => Number(b === size) - Number(a === size))
    .flatMap(([axis, value]) => {
      const usual = axes.find(({ id }) => id === axis)?.default;
      if (axis !== size && usual === value) return [];
      return [`${axis}=${typeof value === 'number' ? fieldText(value) : value}`];
    });
}
