import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { variant as javascript } from '../../src-main/engine/variants/mandelbrot/javascript.ts';
import { variant as python } from '../../src-main/engine/variants/mandelbrot/python.ts';
import { type Bench, measure } from '../../src-main/engine/variants/measure.ts';
import { findProgram } from '../../src-main/engine/variants/script-process.ts';
import type { Task } from '../../src-main/engine/variants/script-variant.ts';
import { describedCriteria } from '../helpers/stopping-criteria.ts';

const answer = new Uint8Array([1, 2, 3]);

/** A computation that takes `ns` each time, half as much again as a whole, beside 40 ns for a look at the clock. */
function benchOf(ns: number): Bench & { readonly asked: number[] } {
  const asked: number[] = [];
  return {
    asked,
    computation: {
      run: async (whole, repeats) => {
        asked.push(repeats);
        const each = whole ? ns * 1.5 : ns;
        return { ns: 40 + each * repeats, cpuNs: each * repeats };
      },
      output: async () => answer,
      close: () => {},
      runtime: 'none',
      clockResolutionNs: 20,
    },
    expected: {
      sha256: createHash('sha256').update(answer).digest('hex'),
      facts: {},
      values: {},
    },
    policy: {
      rule: 'fixed',
      parameters: { samples: 3 },
      timeLimitS: null,
      rounds: 1,
      order: 'sequential',
    },
    criteria: describedCriteria,
    repetition: 0,
    processSd: undefined,
    batch: undefined,
    cost: { bytesMoved: 8, operations: 5, operationUnit: 'flop' },
    first: true,
    onEvent: () => {},
    isCancelled: () => false,
    nowNs: () => 1e6 * performance.now(),
  };
}

describe('a short computation of a script', () => {
  it('is taken in batches of at least fifty microseconds, whose size is stored', async () => {
    const { samples, facts: attributes } = await measure(benchOf(500));
    expect(samples.map(({ scope, repeats }) => [scope, repeats])).toEqual([
      ['kernel', 128],
      ['call', 128],
      ['total', 128],
    ]);
    const [kernel] = samples;
    // What a look at the clock takes is shared by the executions.
    for (const time of kernel?.timesNs ?? []) expect(Math.abs(time - 500)).toBeLessThan(0.5);
    for (const time of kernel?.cpuNs ?? []) expect(time).toBeCloseTo(500, 6);
    expect(attributes.clockResolutionNs).toBe(20);
  });

  it('is taken in the batches of an earlier repetition, without a pilot', async () => {
    const bench = benchOf(500);
    const { samples } = await measure({
      ...bench,
      repetition: 1,
      batch: { kernel: 64, total: 32 },
    });
    expect(samples.map(({ repeats }) => repeats)).toEqual([64, 64, 32]);
    expect(new Set(bench.asked)).toEqual(new Set([1, 64, 32]));
  });

  it('is taken one by one where it lasts long enough itself', async () => {
    const bench = benchOf(50_000);
    const { samples } = await measure(bench);
    expect(samples.map(({ repeats }) => repeats)).toEqual([1, 1, 1]);
    expect(new Set(bench.asked)).toEqual(new Set([1]));
  });

  it('tells what is needed to judge whether it was disturbed', async () => {
    const { interference } = await measure(benchOf(50_000));
    expect(interference?.effectiveThreads).toBeCloseTo(1, 2);
    expect(interference?.measuredS).toBeCloseTo(3 * 50_040e-9, 12);
    expect(interference?.threads).toBe(1);
  });

  it.each([javascript, ...(findProgram('python3') === null ? [] : [python])])(
    'takes as many times as long for as many repeats ($source)',
    async (variant) => {
      const task: Task = {
        values: { xres: 32, yres: 32, maxiter: 200 },
        expected: {
          sha256: '',
          facts: { rectangle: '-2,0.5,-1.25,1.25', iterations: 1 },
          values: {},
        },
      };
      const computation = await variant.open(task);
      try {
        for (let i = 0; i < 20; i += 1) await computation.run(false, 1);
        const min = async (whole: boolean, repeats: number) => {
          const times = [];
          for (let i = 0; i < 5; i += 1) times.push((await computation.run(whole, repeats)).ns);
          return Math.min(...times);
        };
        for (const whole of [false, true]) {
          const [one, ten] = [await min(whole, 1), await min(whole, 10)];
          expect(ten / one).toBeGreaterThan(3);
          expect(ten / one).toBeLessThan(30);
        }
        expect(computation.clockResolutionNs).toBeGreaterThan(0);
        expect(computation.clockResolutionNs).toBeLessThan(100_000);
      } finally {
        computation.close();
      }
    },
  );
});
