import { describe, expect, it } from 'vitest';
import { callRateSchema, type Strategy } from '../../../src-main/contract/headline.ts';
import { disturbedMark } from '../../../src-main/contract/target.ts';
import {
  type CallRateRequest,
  callRate,
} from '../../../src-main/core/analysis/headline/call-rate.ts';
import { sourceOfLines, type Timed } from './break-even/lines-of-a-run.ts';

const cuda = { device: 'cuda' } as const;
const at = (variant: string, n: number, ns: Timed['ns'], more: Partial<Timed> = {}): Timed => ({
  ...{ variant, values: { n }, ns, ...more },
});
const cpu = [at('omp', 1000, 2.4e6), at('omp', 4000, 9.6e6)];
const gpu = [
  at('cub', 1000, { call: 0.3e6, total: 5e6, d2h: 0.1e6 }, cuda),
  at('cub', 4000, { call: 1.2e6, total: 9e6, d2h: 0.4e6 }, cuda),
];
const source = sourceOfLines([...cpu, ...gpu]);

function asked(more: Partial<CallRateRequest> = {}, from = source) {
  const answer = callRate(from, {
    ...{ workload: 'count', variants: ['omp', 'cub'], values: {}, size: 1000 },
    ...{ perSecond: 40, strategy: 'both-stay', ...more },
  });
  expect(callRateSchema.parse(answer)).toEqual(answer);
  return answer;
}

describe('calls at a rate', () => {
  it('save the difference of both, by the processes that measured both', () => {
    const answer = asked();
    // The lines of these runs differ by 0.15 % in the mean of four repetitions.
    expect(answer).toMatchObject({ answer: 'saves', winner: 'cub', processes: 4 });
    expect(answer.saved?.ns).toBeCloseTo(40 * 2.1e6 * 1.0015, 0);
    const [low = 0, high = 0] = answer.saved?.ci95 ?? [];
    expect(low).toBeLessThan(answer.saved?.ns ?? 0);
    expect(high).toBeGreaterThan(answer.saved?.ns ?? 0);
    expect(answer.sentence).toMatch(
      /^cub saves 84\.\d+ ms \[83\.\d+, 84\.\d+ ms\] of each second: 12\.0 ms instead of 96\.1 ms with omp \(both stay, means\)\.$/,
    );
  });

  it('cost by what stays on the device, on the CPU the computation', () => {
    const costs = (strategy: Strategy) =>
      asked({ strategy, perSecond: 1 }).sides.map(({ ns }) => Math.round(ns / 1.0015));
    expect(costs('both-stay')).toEqual([2.4e6, 0.3e6]);
    expect(costs('input-stays')).toEqual([2.4e6, 0.4e6]);
    expect(costs('copy-each-time')).toEqual([2.4e6, 5e6]);
    expect(asked({ strategy: 'copy-each-time' })).toMatchObject({ answer: 'saves', winner: 'omp' });
    expect(asked({ strategy: 'copy-each-time' }).saved?.ns).toBeLessThan(0);
  });

  it('beyond a second of work a second: only one keeps up, or this machine cannot do it', () => {
    expect(asked({ perSecond: 500 })).toMatchObject({ answer: 'one-keeps-up', winner: 'cub' });
    expect(asked({ perSecond: 500 }).sentence).toMatch(
      /^Only cub keeps up, with 1\d\d\S* ms .* of each second; omp would need 1\.2\d* s .*, which this machine does not have \(both stay, means\)\.$/,
    );
    expect(asked({ perSecond: 1e4 })).toMatchObject({ answer: 'neither', winner: 'cub' });
    expect(asked({ perSecond: 1e4 }).sentence).toMatch(
      /^This machine cannot do it: of each second /,
    );
  });

  it('leave open whether they fit where the interval holds a whole second', () => {
    expect(asked({ perSecond: 1e9 / (2.4e6 * 1.0015) })).toMatchObject({ answer: 'unclear' });
    expect(asked({ perSecond: 1e9 / (2.4e6 * 1.0015) }).sentence).toContain(
      'Whether this machine keeps up is not established',
    );
  });

  it('between measured sizes cost what the straight line says, and say so', () => {
    const answer = asked({ size: 2000 });
    expect(answer).toMatchObject({ answer: 'saves', interpolated: true });
    expect(answer.sides[1]?.ns).toBeCloseTo(40 * 0.6e6 * 1.0015, 0);
    expect(answer.sentence).toMatch(/, means\)\. Between measured sizes\.$/);
    expect(asked().interpolated).toBe(false);
  });

  it('are not known outside of what was measured, nor without the copy back', () => {
    for (const size of [999, 4001]) {
      expect(asked({ size })).toMatchObject({ answer: 'not-measured', sides: [], saved: null });
    }
    expect(asked({ size: 4001 }).sentence).toBe(
      'The times of these calls were not measured at n = 4001.',
    );
    const without = sourceOfLines([...cpu, at('cub', 1000, { call: 1, total: 2 }, cuda)]);
    expect(asked({ strategy: 'input-stays' }, without).answer).toBe('not-measured');
  });

  it('that the processes do not tell apart have no winner', () => {
    const scattered = sourceOfLines([
      ...cpu,
      at('other', 1000, 2.4e6, { repetitions: [0, 1, 2, 3] }),
    ]);
    const answer = asked({ variants: ['omp', 'other'] }, scattered);
    expect(answer).toMatchObject({ answer: 'unclear', winner: null });
    expect(answer.sentence).toMatch(
      /^Which of them costs less is not established: of each second /,
    );
  });

  it('need three processes that measured both, and undisturbed cases', () => {
    const few = sourceOfLines([...cpu, ...gpu.map((one) => ({ ...one, repetitions: [0, 1] }))]);
    expect(asked({}, few)).toMatchObject({ answer: 'unclear', winner: null, processes: 2 });
    expect(asked({}, few).sentence).toMatch(
      /^At least 3 repetitions have to measure both, and 2 did; (?!.*means)/,
    );
    const warnings = [`${disturbedMark}effective threads 0.50 (3 of 4 repetitions)`];
    const disturbed = sourceOfLines([...cpu.map((one) => ({ ...one, warnings })), ...gpu]);
    expect(asked({}, disturbed)).toMatchObject({ answer: 'unclear', winner: null });
    expect(asked({}, disturbed).sentence).toMatch(/^Inconclusive: disturbed; of each second /);
    const allowed = { ...disturbed, allowDisturbed: true };
    expect(asked({}, allowed)).toMatchObject({ answer: 'saves', winner: 'cub' });
  });

  it('save energy where both sides have the joules of the devices that they work on', () => {
    const withJoules = (host: Timed['joules'], card: Timed['joules']) =>
      sourceOfLines([
        ...cpu.map((one) => ({ ...one, joules: host })),
        ...gpu.map((one, i) => ({ ...one, joules: { ...card, gpu: (card?.gpu ?? 0) * (1 + i) } })),
      ]);
    const both = withJoules({ package: 0.5, gpu: 0.03 }, { package: 0.02, gpu: 0.05 });
    const { energy, sentence } = asked({}, both);
    expect(energy?.devices).toEqual(['gpu', 'package']);
    expect(energy?.joules).toBeCloseTo(40 * (0.53 - 0.07) * 1.0015, 9);
    expect(sentence).toMatch(
      / Executions of cub save 18\.\d+ J \[18\.\d+, 18\.\d+ J\] of each second \(card and processors\), copies not counted\.$/,
    );
    const between = 40 * (0.53 - (0.07 * 0.12) ** 0.5) * 1.0015;
    expect(asked({ size: 2000 }, both).energy?.joules).toBeCloseTo(between, 9);
    const reversed = withJoules({ package: 0.02, gpu: 0.03 }, { package: 0.5, gpu: 0.05 });
    expect(asked({}, reversed).energy?.joules).toBeLessThan(0);
    expect(asked({}, reversed).sentence).toContain(' Executions of omp save 20');
    const alike = withJoules({ package: 0.02, gpu: 0.05 }, { package: 0.02, gpu: 0.05 });
    expect(asked({}, alike).sentence).toContain('need less energy (card and processors) is not');
    // Without the card's joules while the CPU works, or without the host's, the sums are of different devices.
    for (const host of [{ package: 0.5 }, { gpu: 0.03 }, {}] as Timed['joules'][]) {
      expect(asked({}, withJoules(host, { package: 0.02, gpu: 0.05 })).energy).toBeNull();
    }
    expect(asked({}, withJoules({ package: 0.5, gpu: 0.03 }, { gpu: 0.05 })).energy).toBeNull();
    expect(asked().sentence).not.toContain('Executions');
  });

  it('are of the values that are asked for, and of the cheapest case that they leave', () => {
    const threads = [1, 8].map((count) =>
      at('omp', 1000, 8e6 / count, { values: { n: 1000, threads: count } }),
    );
    const several = sourceOfLines([...threads, ...gpu]);
    const costs = (values: CallRateRequest['values']) =>
      Math.round((asked({ values, perSecond: 1 }, several).sides[0]?.ns ?? 0) / 1.0015);
    expect(costs({})).toBe(1e6);
    expect(costs({ threads: 1 })).toBe(8e6);
  });
});
