import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { Policy } from '../../src-main/contract/run.ts';
import type { ProviderEvent } from '../../src-main/engine/provider.ts';
import { type Bench, measure } from '../../src-main/engine/variants/measure.ts';
import { describedCriteria } from '../helpers/stopping-criteria.ts';

const answer = Uint8Array.of(1, 2, 3);
const wrong = Uint8Array.of(1, 2, 4);
const ms = 1e6;

type Scripted = {
  readonly policy?: Partial<Policy>;
  /** Time of a run, on a simulated clock that runs alone advance. */
  readonly ns?: (whole: boolean, run: number) => number;
  /** Which run, counted from 1 for each kind, leaves a wrong output. */
  readonly isWrong?: (whole: boolean, run: number) => boolean;
  readonly clockResolutionNs?: number;
};

function benchOf({ policy, ns, isWrong, clockResolutionNs = 20 }: Scripted) {
  const runs = { kernel: 0, total: 0 };
  const order: boolean[] = [];
  const events: ProviderEvent[] = [];
  let now = 0;
  let output = answer;
  const bench: Bench = {
    computation: {
      run: async (whole, repeats) => {
        const run = ++runs[whole ? 'total' : 'kernel'];
        order.push(whole);
        const took = (ns?.(whole, run) ?? (whole ? 30 * ms : 20 * ms)) * repeats;
        now += took;
        output = isWrong?.(whole, run) ? wrong : answer;
        return { ns: took, cpuNs: took };
      },
      output: async () => output,
      close: () => {},
      runtime: 'none',
      clockResolutionNs,
    },
    expected: {
      sha256: createHash('sha256').update(answer).digest('hex'),
      facts: {},
      values: {},
    },
    policy: {
      rule: 'fixed',
      parameters: { samples: 6 },
      timeLimitS: null,
      rounds: 1,
      order: 'sequential',
      ...policy,
    },
    criteria: describedCriteria,
    repetition: 0,
    processSd: undefined,
    batch: undefined,
    cost: { bytesMoved: 8, operations: 5, operationUnit: 'flop' },
    first: true,
    onEvent: (event) => events.push(event),
    isCancelled: () => false,
    nowNs: () => now,
  };
  return { bench, order, events };
}

/** The warm-up comes before the samples; the first run, as a whole, is the first of it. */
const warmUpRuns = 3;

describe('measuring a script', () => {
  it('interleaves kernel and total', async () => {
    const { bench, order } = benchOf({});
    const { samples, stopReason } = await measure(bench);
    expect(stopReason).toBe('count');
    expect(samples.map(({ scope, timesNs }) => [scope, timesNs.length])).toEqual([
      ['kernel', 6],
      ['call', 6],
      ['total', 6],
    ]);
    expect(order.slice(warmUpRuns)).toEqual(Array.from({ length: 12 }, (_, i) => i % 2 === 1));
  });

  it('warms up for as long as it is asked to, be it longer than usual or not at all', async () => {
    const samples = 12;
    const runsWith = async (warmUpS: number) => {
      const { bench, order } = benchOf({ ns: () => 100 * ms });
      await measure({ ...bench, policy: { ...bench.policy, warmUpS } });
      return order.length - samples;
    };
    expect(await runsWith(0)).toBe(warmUpRuns);
    expect(await runsWith(1)).toBe(10);
    // Beyond the two seconds at which the usual warm-up ends.
    expect(await runsWith(3)).toBe(30);
  });

  it('sends every sample once, under its own timing scope, while it goes on', async () => {
    const { bench, events } = benchOf({ ns: (whole, run) => (whole ? 31 : 17) * ms + run });
    const { samples } = await measure(bench);
    const sent = events.filter(({ phase, timesNs }) => phase === 'sample' && timesNs.length > 0);
    for (const scope of ['kernel', 'total']) {
      const its = sent.filter(({ scope: timingScope }) => timingScope === scope);
      expect(its.length).toBeGreaterThan(1);
      expect(its.flatMap(({ timesNs }) => [...timesNs])).toEqual([
        ...(samples.find(({ scope: timingScope }) => timingScope === scope)?.timesNs ?? []),
      ]);
    }
  });

  it.each([
    ['the last kernel sample', { whole: false, run: warmUpRuns - 1 + 6 }, 'after timing: '],
    ['the last total sample', { whole: true, run: 1 + 6 }, 'after timing end to end: '],
    ['the first run', { whole: true, run: 1 }, 'before timing: '],
  ] as const)('fails where %s left a wrong output', async (_, at, when) => {
    const { bench } = benchOf({ isWrong: (whole, run) => whole === at.whole && run === at.run });
    const result = await measure(bench);
    expect(result).toMatchObject({ outcome: 'failed', samples: [] });
    expect(result.reason).toContain(`wrong answer ${when}`);
  });

  it('does not take equal times of a coarse clock for a precise median', async () => {
    const policy = { rule: 'precision', parameters: { width: 0.01, maxSamples: 60 } };
    const coarse = benchOf({ policy, clockResolutionNs: ms });
    expect((await measure(coarse.bench)).stopReason).toBe('max-samples');
    const fine = benchOf({ policy, clockResolutionNs: 0.4 * ms });
    expect((await measure(fine.bench)).stopReason).toBe('precision');
  });

  it('divides the step of the clock among the runs of one sample', async () => {
    const policy = { rule: 'precision', parameters: { width: 0.01, minTime: 0, maxSamples: 200 } };
    const { bench } = benchOf({ policy, ns: () => 100, clockResolutionNs: 1000 });
    const result = await measure(bench);
    expect(result.samples[0]?.repeats).toBe(1024);
    expect(result.stopReason).toBe('precision');
  });

  it('keeps to the parts of the time limit', async () => {
    const countsOf = async (kernelMs: number, totalMs: number) => {
      const { bench } = benchOf({
        policy: { parameters: { samples: 1e6 }, timeLimitS: 1 },
        ns: (whole) => (whole ? totalMs : kernelMs) * ms,
      });
      const { samples, stopReason } = await measure(bench);
      expect(stopReason).toBe('time-limit');
      return samples.map(({ timesNs }) => timesNs.length);
    };
    // Half of it for the kernel and, after that, the rest of nine tenths for the total.
    expect(await countsOf(10.1, 1)).toEqual([50, 50, 396]);
    // Two fifths of it for the total while the kernel is sampled too.
    expect(await countsOf(1, 10.1)).toEqual([501, 501, 40]);
  });

  it('refuses an invalid policy before anything runs', async () => {
    const { bench, order } = benchOf({ policy: { parameters: { samples: 0 } } });
    await expect(measure(bench)).rejects.toMatchObject({ code: 'bad-input' });
    expect(order).toEqual([]);
  });
});
