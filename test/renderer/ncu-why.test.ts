import { describe, expect, it } from 'vitest';
import { type Counted, whyFaster } from '../../src-renderer/state/ncu-why.ts';

const counted = (variant: string, ...metrics: readonly Record<string, number>[]): Counted => ({
  variant,
  kernels: metrics.map((each) => ({ kernel: variant, grid: '', block: '', metrics: each })),
});
const ns = 'gpu__time_duration.sum';
const dram = 'dram__bytes.sum';
const conflicts = 'l1tex__data_bank_conflicts_pipe_lsu_mem_shared.sum';
const active = 'smsp__thread_inst_executed_per_inst_executed.ratio';
const stalled = 'smsp__average_warps_issue_stalled_barrier_per_issue_active.ratio';

describe('the counters of two cases', () => {
  it('say why one is faster, the largest difference first, over all launches', () => {
    const fast = counted('cub', { [ns]: 1000, [dram]: 8e6, [conflicts]: 100, [active]: 32 });
    const slow = counted(
      'naive',
      { [ns]: 3000, [dram]: 8e6, [conflicts]: 2000, [active]: 16, [stalled]: 4 },
      { [ns]: 1000, [dram]: 8e6, [conflicts]: 0, [active]: 16, [stalled]: 9 },
    );
    const sentence =
      'cub takes 25 % of the time of naive under the profiler: naive has 20 times the bank conflicts in shared memory; ' +
      'it moves 2 times the bytes through DRAM; it has 16 threads at work per instruction instead of 32 (divergence). ' +
      'Warps of naive wait most for barrier 4.';
    expect(whyFaster(fast, slow)).toBe(sentence);
    expect(whyFaster(slow, fast)).toBe(sentence);
  });

  it('blame nothing that favours the slower one or hardly differs', () => {
    const fast = counted('a', { [ns]: 100, [dram]: 1.1e6, [conflicts]: 90 });
    const slow = counted('b', { [ns]: 200, [dram]: 1e6, [conflicts]: 95 });
    expect(whyFaster(fast, slow)).toBe(
      'a takes 50 % of the time of b under the profiler: no counter that both files have differs enough to say why.',
    );
    expect(whyFaster(counted('a', { [ns]: 100 }), counted('b', { [ns]: 101 }))).toContain(
      'same time',
    );
  });

  it('tell of conflicts that one alone has, and nothing without times', () => {
    const fast = counted('a', { [ns]: 100, [conflicts]: 0 });
    expect(whyFaster(fast, counted('b', { [ns]: 150, [conflicts]: 4000 }))).toContain(
      'b has 4000 bank conflicts in shared memory, the other none',
    );
    expect(whyFaster(fast, counted('b', { [dram]: 1 }))).toBeNull();
  });
});
