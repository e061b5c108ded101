import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type CounterPass, isAmount } from '../../../src-main/contract/counters.ts';
import type { MeasuredPeak } from '../../../src-main/contract/machine.ts';
import { type ExplainedCase, explain } from '../../../src-main/core/analysis/explain.ts';
import { passOf } from '../../../src-main/core/counters/counter-pass.ts';
import { repositoryRoot } from '../../helpers/paths.ts';

const conflicts = 'l1tex__data_bank_conflicts_pipe_lsu_mem_shared.sum';
const passes = 'l1tex__data_pipe_lsu_wavefronts_mem_shared.sum';
const pipe = 'l1tex__data_pipe_lsu_wavefronts.sum';
const occupancy = 'sm__warps_active.avg.pct_of_peak_sustained_active';
const lanes = 'smsp__thread_inst_executed_per_inst_executed.ratio';
const fused = 'smsp__sass_thread_inst_executed_op_ffma_pred_on.sum';

function counted(
  variant: string,
  medianNs: number,
  metrics: Readonly<Record<string, number>>,
  bytesMoved: number | null = null,
): ExplainedCase {
  const pass: CounterPass = {
    ...{ provider: 'ncu', version: '2025.3', at: '2026-11-26T00:00:00.000Z', range: true },
    ...{ executions: 1, clockLocked: false, scaled: 1, refused: null },
    kernels: [{ name: variant, grid: '', block: '', launches: 1, metrics }],
  };
  return { variant, medianNs, bytesMoved, pass };
}

const peak = (id: string, value: number, unit: string): MeasuredPeak => ({
  ...{ id, value, unit, device: 'card', title: id, attributes: {} },
});
/** One byte, pass or operation takes so many nanoseconds on this card. */
const peaks = [
  peak('device-read', 4e12, 'B/s'),
  peak('device-copy', 3.9e12, 'B/s'),
  peak('device-l2-read', 8e12, 'B/s'),
  peak('device-shared', 2.5e11, 'passes/s'),
  peak('device-atomics-many', 1e11, 'atomics/s'),
  peak('device-atomics-one', 1e9, 'atomics/s'),
  peak('device-fma-fp32', 6e13, 'FLOP/s'),
];
const linesOf = (a: ExplainedCase, b: ExplainedCase, of = peaks) =>
  explain(a, b, of).lines.map(({ kind, rule, text }) => `${kind} | ${rule} | ${text}`);

describe('why one of two cases is faster', () => {
  it('is the resource that takes the time of the difference, and not the one with the largest factor', () => {
    // Conflicts in shared memory differ by a factor of 30 and take 4 ms; L2 bytes by 1000 and take 3 us.
    const fast = counted('cuda-fast', 3e6, {
      [conflicts]: 27.9e6,
      [passes]: 3e7,
      'dram__bytes.sum': 1.1e10,
      'lts__t_bytes.sum': 2e4,
      [occupancy]: 75,
      [lanes]: 31.9,
    });
    const slow = counted('shared-atomics', 7.2e6, {
      [conflicts]: 1.02e9,
      [passes]: 9e8,
      'dram__bytes.sum': 1.1e10,
      'lts__t_bytes.sum': 2e7,
      [occupancy]: 78,
      [lanes]: 31.8,
    });
    const lines = [
      'because | shared | shared memory: 27.9 M bank conflicts in 30 M passes of cuda-fast against 1.02 G bank conflicts in 900 M passes of shared-atomics (83 % of the difference)',
      'bound by | memory | cuda-fast: memory, 92 % of the measured peak of this card',
      'bound by | latency | shared-atomics: latency; shared memory, which it uses most, is at 50 % of its measured peak',
      'not | alike | occupancy (75 and 78 %), divergence (31.9 and 31.8 of 32 lanes), memory (10.2 GiB and 10.2 GiB), L2 cache (19.5 KiB and 19.1 MiB)',
    ];
    expect(linesOf(fast, slow)).toEqual(lines);
    // Whichever is named first.
    expect(linesOf(slow, fast)).toEqual(lines);
    const { source } = explain(fast, slow, peaks);
    expect(source).toBe(
      'one execution each, ncu 2025.3, clock not locked; times under the profiler are not used',
    );
  });

  it.each([
    ['memory', 'dram__bytes.sum', 4e9, 'DRAM'],
    ['l2', 'lts__t_bytes.sum', 8e9, 'L2'],
    ['shared', passes, 2.5e8, 'passes'],
    ['l1', pipe, 2.5e8, 'global loads'],
    ['atomics', 'lts__t_sectors_op_red.sum', 1e8, 'atomics'],
    ['fp32', fused, 3e10, 'arithmetic'],
  ])('is %s where that takes the difference, and bounds the slower one', (rule, metric, amount) => {
    const slow = counted('slow', 1.2e6, { [metric]: amount });
    const fast = counted('fast', 2e5, { [metric]: amount / 100 });
    const rules = explain(slow, fast, peaks).lines.map((line) => `${line.kind} ${line.rule}`);
    expect(rules[0]).toBe(`because ${rule}`);
    expect(rules).toContain(`bound by ${rule}`);
  });

  it('is not established by less than half of the difference, and says what differs besides', () => {
    const slow = counted('slow', 1e6, { 'dram__bytes.sum': 2.1e9, [occupancy]: 20 });
    const fast = counted('fast', 4e5, { 'dram__bytes.sum': 1e9, [occupancy]: 80 });
    expect(linesOf(slow, fast)[0]).toBe(
      'not established | causes | no resource that was counted accounts for half of the difference; occupancy is 20 instead of 80 %',
    );
    const more = counted('slow', 1e6, { 'dram__bytes.sum': 2.3e9, [occupancy]: 20 });
    expect(linesOf(more, fast)[0]).toMatch(/^because \| memory/);
  });

  it('is not established where two resources say so alike', () => {
    const slow = counted('slow', 1e6, { 'dram__bytes.sum': 3.6e9, [fused]: 2.6e10 });
    const fast = counted('fast', 1e5, { 'dram__bytes.sum': 1e8, [fused]: 1e9 });
    expect(linesOf(slow, fast)[0]).toBe(
      'not established | causes | memory and FP32 arithmetic each account for the difference',
    );
  });

  it('is not established by atomics that may go to one address or to many', () => {
    const slow = counted('global', 1e6, { 'lts__t_sectors_op_red.sum': 1e6 });
    const fast = counted('shared', 1e5, { 'lts__t_sectors_op_red.sum': 1e3 });
    expect(linesOf(slow, fast)[0]).toContain('only if they went to one address');
  });

  it('is not asked of equal times, nor without measured peaks', () => {
    const one = counted('one', 1e6, { 'dram__bytes.sum': 4e9 });
    const other = counted('other', 1.01e6, { 'dram__bytes.sum': 1e9 });
    expect(linesOf(one, other)[0]).toBe('not established | causes | both take the same time');
    expect(linesOf(one, other, [])).toEqual([
      'not established | peaks | no peaks of this device are measured; breakeven doctor --peaks measures them',
    ]);
  });

  it('compares what went through DRAM with what was declared', () => {
    const cached = counted('cached', 1e6, { 'dram__bytes.sum': 5e8 }, 1e9);
    const more = counted('more', 2e6, { 'dram__bytes.sum': 2e9 }, 1e9);
    expect(linesOf(cached, more).filter((line) => line.startsWith('bytes'))).toEqual([
      'bytes | caches-serve | cached: 0.5 of the declared bytes go through DRAM: caches serve a part',
      'bytes | moves-more | more: 2 of the declared bytes go through DRAM: it moves more than it must',
    ]);
  });
});

describe('files of one run in different replay modes and pages', () => {
  const folder = join(repositoryRoot, 'test', 'fixtures', 'ncu');
  const files = ['raw-kernel.csv', 'raw-application.csv', 'raw-range.csv', 'details-range.csv'];
  const passes = files.map((name) =>
    passOf({ name, text: readFileSync(join(folder, name), 'utf8') }),
  );
  /** The same work on half of the data. */
  const halved = (pass: CounterPass): CounterPass => ({
    ...pass,
    kernels: pass.kernels.map((kernel) => ({
      ...kernel,
      metrics: Object.fromEntries(
        Object.entries(kernel.metrics).map(([name, value]) => [
          name,
          isAmount(name) ? value / 2 : value,
        ]),
      ),
    })),
  });
  const explained = (whole: CounterPass) =>
    explain(
      { variant: 'half', medianNs: 140_000, bytesMoved: 5.36e8, pass: halved(whole) },
      { variant: 'whole', medianNs: 275_000, bytesMoved: 1.07e9, pass: whole },
      peaks,
    ).lines;

  it('give the same causes', () => {
    const all = passes.map((pass) => explained(pass).map(({ kind, rule }) => `${kind}: ${rule}`));
    expect(all[0]).toContain('because: memory');
    expect(all[0]).toContain('bound by: memory');
    for (const [i, lines] of all.entries()) expect(lines, files[i]).toEqual(all[0]);
  });
});
