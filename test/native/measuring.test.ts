import { availableParallelism } from 'node:os';
import { describe, expect, it } from 'vitest';
import type { Policy } from '../../src-main/contract/configuration.ts';
import type { Values } from '../../src-main/contract/workload.ts';
import {
  codeOf,
  engineCase,
  type NativeEvent,
  openAddon,
  runCase,
  threeSamples,
} from './native-addons.ts';

const long: Policy = {
  ...threeSamples,
  parameters: { samples: 10_000_000 },
};

describe('taking samples', () => {
  const addon = openAddon('cpu');

  it('takes exactly as many as are asked for, of other scopes as well', async () => {
    const result = await runCase(addon, engineCase('histogram', 'sequential', { n: 50_000 }));
    expect(result.stopReason).toBe('count');
    const counts = result.samples.map(({ scope, timesNs }) => [scope, timesNs.length]);
    expect(counts).toEqual([
      ['kernel', 3],
      ['call', 3],
      ['total', 1],
    ]);
  });

  it('says which samples are those of the kernel, and sends them once', async () => {
    const request = engineCase('histogram', 'sequential', { n: 1000 });
    const sent = await addon.run(request, () => {});
    expect(sent).toMatchObject({
      samples: [
        { scope: 'kernel', timesNs: { length: 3 } },
        { scope: 'call', sameAs: 'kernel', timesNs: { length: 0 } },
        { scope: 'total', timesNs: { length: 1 } },
      ],
    });
    const [kernel, call] = (await runCase(addon, request)).samples;
    expect(call?.timesNs).toBe(kernel?.timesNs);
  });

  it('says where its time went, all of it and nothing twice', async () => {
    const policy = { ...threeSamples, warmUpS: 0.2 };
    const request = engineCase('histogram', 'sequential', { n: 1e6, seed: 77 }, { policy });
    const begun = performance.now();
    const { timings = {} } = await runCase(addon, request);
    const passed = (performance.now() - begun) / 1000;
    const phases = ['input', 'reference', 'sample', 'start', 'verify', 'warm-up'];
    expect(Object.keys(timings).toSorted()).toEqual(expect.arrayContaining(phases));
    const sum = Object.values(timings).reduce((total, seconds) => total + seconds, 0);
    expect(sum).toBeLessThanOrEqual(passed);
    expect(timings['warm-up']).toBeGreaterThanOrEqual(0.2 - (timings.verify ?? 0));
  });

  it('warms up for at least as long as it is asked to', async () => {
    const policy = { ...threeSamples, warmUpS: 0.7 };
    const request = engineCase('histogram', 'sequential', { n: 1000 }, { policy });
    const begun = performance.now();
    expect((await runCase(addon, request)).outcome).toBe('ok');
    expect(performance.now() - begun).toBeGreaterThan(700);
  });

  it('takes short executions in batches of a power of two', async () => {
    const result = await runCase(addon, engineCase('histogram', 'sequential', { n: 10 }));
    const [kernel, call] = result.samples;
    for (const { repeats } of result.samples) expect(Math.log2(repeats) % 1).toBe(0);
    expect(call?.repeats).toBe(kernel?.repeats);
  });

  it('takes the batches of an earlier repetition as they are given', async () => {
    const batch = { kernel: 7, total: 5 };
    const request = engineCase('histogram', 'sequential', { n: 1000 }, { repetition: 1, batch });
    const { samples } = await runCase(addon, request);
    expect(samples.map(({ repeats }) => repeats)).toEqual([7, 7, 5]);
    const wrong = { ...request, batch: { kernel: 0 } };
    expect(() => addon.run(wrong, () => undefined)).toThrow(/^batch\.kernel is not a number/);
  });

  it('verifies the last run of long batches against the values that it had', async () => {
    const batch = { kernel: 2, total: 1 };
    const values = { xres: 160, yres: 160, maxiter: 1000 };
    const request = engineCase('mandelbrot', 'sequential', values, {
      repetition: 1,
      batch,
      thorough: false,
    });
    for (let run = 0; run < 8; run += 1) {
      expect(await runCase(addon, request)).toMatchObject({ outcome: 'ok' });
    }
  });

  it('hashes an answer once, and verifies it each time', async () => {
    const request = engineCase('histogram', 'sequential', { n: 1000 });
    expect((await runCase(addon, request)).answer?.sha256).toMatch(/^[0-9a-f]{64}$/);
    const again = await runCase(addon, { ...request, repetition: 1, answered: true });
    expect(again.answer).toBeNull();
    expect(again.verification?.passed).toBe(true);
  });

  it('records what else happened meanwhile', async () => {
    const { interference } = await runCase(
      addon,
      engineCase('histogram', 'sequential', { n: 1e6 }),
    );
    expect(interference).toMatchObject({ threads: 1, majorFaults: expect.any(Number) });
    expect(interference?.seconds).toBeGreaterThan(interference?.measuredS ?? 0);
    expect(interference?.effectiveThreads).toBeGreaterThan(0);
    expect(interference?.cpuS).toBeGreaterThanOrEqual(0);
    expect(interference?.stolenS).toBeGreaterThanOrEqual(0);
    expect(interference?.involuntarySwitches).toBeGreaterThanOrEqual(0);
  });

  it('ends by precision although the clock is coarser than one of the repeated calls', async () => {
    const policy: Policy = {
      ...threeSamples,
      criterion: 'precision',
      parameters: { width: 0.5 },
      timeLimitS: 60,
    };
    const request = engineCase('histogram', 'sequential', { n: 2 }, { policy });
    const result = await runCase(addon, request);
    expect(result.stopReason).toBe('precision');
  });

  it('keeps to the time limit and says so', async () => {
    const policy: Policy = {
      ...threeSamples,
      criterion: 'precision',
      parameters: { width: 0.0001, minSamples: 100_000 },
      timeLimitS: 0.2,
    };
    const request = engineCase('histogram', 'sequential', { n: 100_000 }, { policy });
    const result = await runCase(addon, request);
    expect(result.stopReason).toBe('time-limit');
    expect(result.samples.map(({ scope }) => scope)).toEqual(['kernel', 'call', 'total']);
  });

  it('takes a second sample of a scope that fits into the time limit, though not into its part', async () => {
    const lengthsWithin = async (timeLimitS: number): Promise<readonly number[]> => {
      const policy: Policy = {
        ...threeSamples,
        criterion: 'precision',
        parameters: {},
        timeLimitS,
      };
      const request = engineCase('exclusive-scan', 'sequential', { n: 2 ** 21 }, { policy });
      const { samples } = await runCase(addon, request);
      return [...(samples.find(({ scope }) => scope === 'total')?.timesNs ?? [])];
    };
    const shortestS = Math.min(...(await lengthsWithin(1))) / 1e9;
    // The part of end to end is 0.4. Beside other programs a sample can take all of the limit.
    let most = 0;
    for (let attempt = 0; attempt < 10 && most < 2; attempt += 1) {
      most = (await lengthsWithin(1.5 * shortestS)).length;
    }
    expect(most).toBe(2);
  });

  it('ends by noise where that rule is asked for', async () => {
    const policy: Policy = {
      ...threeSamples,
      criterion: 'noise',
      parameters: { maxNoise: 1, minTime: 0, minSamples: 12 },
    };
    const request = engineCase('histogram', 'sequential', { n: 3_000_000 }, { policy });
    const result = await runCase(addon, request);
    // Beside other programs the noise settles above the limit.
    expect(result.stopReason).toMatch(/^noise(-settled)?$/);
    expect(result.samples[0]?.timesNs.length).toBeGreaterThanOrEqual(12);
  });

  it('samples the kernel and the whole in turns, so that a slower while slows both', async () => {
    const scopes: string[] = [];
    const policy: Policy = { ...threeSamples, parameters: { samples: 2000 } };
    const request = engineCase('histogram', 'sequential', { n: 300_000 }, { policy });
    const result = await runCase(addon, request, ({ phase, scope, timesNs }) => {
      if (phase === 'sample' && timesNs.length > 0) scopes.push(scope);
    });
    expect(result.samples.map(({ timesNs }) => timesNs.length)).toEqual([2000, 2000, 2000]);
    expect(scopes.indexOf('total')).toBeLessThan(scopes.lastIndexOf('kernel'));
  });

  it('is not content with samples of one moment', async () => {
    const policy: Policy = {
      ...threeSamples,
      criterion: 'precision',
      parameters: { width: 0.5, minSamples: 1 },
      timeLimitS: 60,
    };
    const request = engineCase('histogram', 'sequential', { n: 300_000 }, { policy });
    const { stopReason, samples } = await runCase(addon, request);
    expect(stopReason).toBe('precision');
    for (const { scope, timesNs } of samples) {
      expect(
        timesNs.reduce((sum, ns) => sum + ns, 0),
        scope,
      ).toBeGreaterThan(6e6);
    }
    const few: Policy = { ...policy, parameters: { width: 0.0001, minSamples: 1, maxSamples: 5 } };
    const capped = await runCase(addon, { ...request, policy: few });
    expect(capped.stopReason).toBe('max-samples');
    expect(capped.samples.map(({ timesNs }) => timesNs.length)).toEqual([5, 5, 5]);
  });

  it('records the first launch apart, once in a process', async () => {
    const fresh = engineCase('histogram', 'cpu-fast', { n: 1000 });
    const first = await runCase(addon, fresh);
    const second = await runCase(addon, fresh);
    expect(first.coldStartNs).toBeGreaterThan(0);
    expect(second.coldStartNs).toBeNull();
  });

  const unusual: readonly Values[] = [
    { cache: 'cold' },
    { freshInput: true },
    { cache: 'cold', freshInput: true },
  ];
  it.each(unusual)('verifies with %o, never repeating inside a sample', async (how) => {
    const values = { n: 1000, bins: 8, ...how };
    const result = await runCase(addon, engineCase('histogram', 'omp-private', values));
    expect(result.outcome).toBe('ok');
    expect(result.samples.map(({ repeats }) => repeats)).toEqual([1, 1, 1]);
  });

  it('says how many threads worked', async () => {
    const request = engineCase('histogram', 'sequential', { n: 3_000_000 });
    const { attributes } = await runCase(addon, request);
    expect(attributes.effectiveThreads).toBeGreaterThan(0);
    // One thread, and others of this process at most on the other CPUs.
    expect(attributes.effectiveThreads).toBeLessThan(availableParallelism() + 0.1);
  });

  it('tells phases and samples on the way', async () => {
    const events: NativeEvent[] = [];
    const policy: Policy = { ...threeSamples, parameters: { samples: 40 } };
    const request = engineCase('histogram', 'sequential', { n: 200_001 }, { policy });
    const result = await runCase(addon, request, (event) => events.push(event));
    const phases = [...new Set(events.map(({ phase }) => phase))];
    expect(phases).toEqual(['input', 'reference', 'verify', 'warm-up', 'sample']);
    const times = events
      .filter(({ scope }) => scope === 'kernel')
      .flatMap(({ timesNs }) => [...timesNs]);
    expect(times).toEqual([...(result.samples[0]?.timesNs ?? [])]);
    // The clock of a CPU is not sampled, and that is told by nothing.
    for (const event of events) {
      expect(Object.keys(event).sort()).toEqual(['phase', 'scope', 'timesNs']);
    }
  });

  it.each([
    ['while the input is made', { n: 2_000_000_000 }, 'input'],
    ['between samples', { n: 1000 }, 'sample'],
    ['while samples are repeated', { n: 0 }, 'sample'],
  ])('is cancelled %s', async (_when, values, begun) => {
    const code = await new Promise<string>((resolve) => {
      const request = engineCase('histogram', 'sequential', values, { policy: long });
      const running = addon.run(request, ({ phase }) => phase === begun && addon.cancel());
      resolve(codeOf(running));
    });
    expect(code).toBe('cancelled');
    const next = await runCase(addon, engineCase('histogram', 'sequential', { n: 10 }));
    expect(next.outcome).toBe('ok');
  });
});

describe('what is asked for wrongly', () => {
  const addon = openAddon('cpu');
  const wrong: readonly (readonly [string, Record<string, number | string | boolean>, RegExp])[] = [
    ['a fraction', { n: 1.5 }, /^n is 1\.5, allowed is a whole number from 0 to 2147483647$/],
    ['a negative size', { n: -1 }, /^n is -1, allowed/],
    ['no bins', { bins: 0 }, /^bins is 0, allowed is a whole number from 1 to 65536$/],
    [
      'an unknown choice',
      { distribution: 'flat' },
      /^distribution is 'flat', allowed is one of uniform/,
    ],
    ['a text for a number', { n: 'many' }, /^n is 'many', allowed/],
    ['an axis of another variant', { blockSize: 64 }, /has no axis 'blockSize'/],
  ];

  it.each(wrong)('%s is refused in one sentence', async (_what, values, message) => {
    expect(addon.estimate('histogram', 'sequential', values).reason).toMatch(message);
    const running = addon.run(engineCase('histogram', 'sequential', values), () => undefined);
    expect(await codeOf(running)).toBe('bad-input');
  });

  it('names what it does not know', async () => {
    const running = addon.run(engineCase('histogramm', 'sequential', {}), () => undefined);
    expect(await codeOf(running)).toBe('not-found');
    expect(() => addon.estimate('histogram', 'fastest', {})).toThrow(/no variant 'fastest'/);
  });

  it.each([
    [
      { criterion: 'never', parameters: {} },
      /no stopping criterion 'never', allowed is one of precision, fixed, noise$/,
    ],
    [
      { criterion: 'fixed', parameters: { samples: 0 } },
      /'samples' of stopping criterion 'fixed' is 0, allowed is a whole number from 1 to 10000000$/,
    ],
    [{ criterion: 'fixed', parameters: { width: 1 } }, /'fixed' has no parameter 'width'/],
  ])('refuses the policy %o', async (policy, message) => {
    const request = engineCase(
      'histogram',
      'sequential',
      { n: 10 },
      {
        policy: { ...threeSamples, ...policy },
      },
    );
    await expect(addon.run(request, () => undefined)).rejects.toThrow(message);
  });
});
