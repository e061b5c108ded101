import { describe, expect, it } from 'vitest';
import { interleave, openStream, type Stream } from '../../src-main/engine/variants/interleave.ts';
import { makeCriterion } from '../../src-main/stats/stopping/make-criterion.ts';
import { describedCriteria } from '../helpers/stopping-criteria.ts';

const ms = 1e6;

type Scope = Stream['scope'];
type Setting = {
  readonly rule: string;
  readonly parameters?: Readonly<Record<string, number>>;
  readonly limitNs?: number;
  /** What a sample takes, at this time of the simulated clock. */
  readonly cost: (scope: Scope, nowNs: number) => number;
  /** What the caller does with a stream that ended takes so long. */
  readonly afterEnd?: number;
};

/** Interleaves kernel and total on a simulated clock that samples alone advance. */
async function simulate(setting: Setting) {
  let now = 0;
  const taken: Scope[] = [];
  const stream = (scope: Scope, share: number) => {
    const policy = { rule: setting.rule, parameters: { ...setting.parameters } };
    const context = { headline: scope === 'kernel', resolutionNs: 0 };
    const criterion = makeCriterion(policy, describedCriteria, context);
    return openStream({ scope, repeats: 1, share, criterion });
  };
  const [kernel, total] = [stream('kernel', 0.5), stream('total', 0.4)];
  const ended: Scope[] = [];
  const sampling = {
    nowNs: () => now,
    limitNs: setting.limitNs ?? Number.POSITIVE_INFINITY,
    take: async ({ scope, timesNs, cpuNs }: Stream) => {
      const cost = setting.cost(scope, now);
      now += cost;
      taken.push(scope);
      timesNs.push(cost);
      cpuNs.push(cost);
    },
  };
  for await (const { scope } of interleave([kernel, total], sampling)) {
    ended.push(scope);
    // Right after its last sample, so that the output is of it.
    expect(taken.at(-1)).toBe(scope);
    now += setting.afterEnd ?? 0;
  }
  return { kernel, total, ended, turns: turnsOf(taken), nowNs: now };
}

/** Runs of the same scope, with their lengths. */
function turnsOf(taken: readonly Scope[]): readonly (readonly [Scope, number])[] {
  const turns: [Scope, number][] = [];
  for (const scope of taken) {
    const last = turns.at(-1);
    if (last?.[0] === scope) last[1] += 1;
    else turns.push([scope, 1]);
  }
  return turns;
}

describe('timing scopes of a script', () => {
  it('take one of sixteen parts of a given number of samples in turn', async () => {
    const { turns, kernel, total, ended } = await simulate({
      rule: 'fixed',
      parameters: { samples: 64, otherSamples: 31 },
      cost: () => 0.5 * ms,
    });
    // A sixteenth is 4 and 1.9 samples, of which the whole ones are taken.
    expect([kernel.turns, total.turns]).toEqual([16, 31]);
    expect(turns.filter(([scope]) => scope === 'kernel').map(([, n]) => n)).toEqual(
      Array(16).fill(4),
    );
    expect([kernel.timesNs.length, total.timesNs.length]).toEqual([64, 31]);
    expect([kernel.reason, total.reason, ...ended]).toEqual(['count', 'count', 'kernel', 'total']);
  });

  it('alternate sample by sample where few are asked for', async () => {
    const { turns } = await simulate({
      rule: 'fixed',
      parameters: { samples: 5 },
      cost: () => ms,
    });
    expect(turns).toEqual(Array.from({ length: 10 }, (_, i) => [i % 2 ? 'total' : 'kernel', 1]));
  });

  it('are affected equally by a period of interference', async () => {
    const { kernel, total } = await simulate({
      rule: 'fixed',
      parameters: { samples: 160 },
      cost: (_, now) => (now > 60 * ms && now < 260 * ms ? 3 * ms : ms),
    });
    const slow = ({ timesNs }: Stream) => timesNs.filter((time) => time > 2 * ms).length;
    expect(slow(kernel)).toBeGreaterThan(20);
    expect(Math.abs(slow(kernel) - slow(total))).toBeLessThanOrEqual(10);
  });

  it('share the time as their parts of the limit where the number of samples is open', async () => {
    const { kernel, total, turns } = await simulate({
      rule: 'precision',
      parameters: { width: 0.0001 },
      limitNs: 1000 * ms,
      cost: (_, now) => ms * (1 + 0.2 * Math.sin(now)),
    });
    expect([kernel.reason, total.reason]).toEqual(['time-limit', 'time-limit']);
    expect(kernel.spentNs / ms).toBeCloseTo(500, -1);
    expect(total.spentNs / ms).toBeCloseTo(400, -1);
    // Two turns in succession at most: the kernel's part is the larger one.
    for (const [, samples] of turns.slice(0, -1)) expect(samples).toBeLessThanOrEqual(8);
    expect(turns.length).toBeGreaterThan(100);
  });

  it('leave what remains of the time to the last one, but not to the kernel', async () => {
    const both = { rule: 'precision', parameters: { width: 0.0001 }, limitNs: 1000 * ms };
    const noisy = (now: number) => ms * (1 + 0.2 * Math.sin(now));
    const slowTotal = await simulate({
      ...both,
      cost: (scope, now) => (scope === 'kernel' ? ms : noisy(now)),
    });
    expect(slowTotal.kernel.reason).toBe('precision');
    expect(slowTotal.total.reason).toBe('time-limit');
    expect(slowTotal.nowNs / ms).toBeCloseTo(900, -1);
    const slowKernel = await simulate({
      ...both,
      cost: (scope, now) => (scope === 'total' ? ms : noisy(now)),
    });
    expect(slowKernel.total.reason).toBe('precision');
    expect(slowKernel.kernel.spentNs / ms).toBeCloseTo(500, -1);
  });

  it('do not end within one short burst, unless the maximum of samples is taken', async () => {
    const equal = { rule: 'precision', cost: () => 0.01 * ms };
    const { kernel, turns } = await simulate({ ...equal, parameters: { minSamples: 1 } });
    expect(kernel.reason).toBe('precision');
    expect(kernel.turns).toBe(4);
    expect(kernel.spentNs).toBeGreaterThan(7.5 * ms);
    expect(turns[0]).toEqual(['kernel', 250]);
    const capped = await simulate({ ...equal, parameters: { minSamples: 1, maxSamples: 5 } });
    expect(capped.turns).toEqual([
      ['kernel', 5],
      ['total', 5],
    ]);
  });

  it('do not pay for what the caller does between two turns', async () => {
    const setting: Setting = {
      rule: 'precision',
      parameters: { width: 0.0001, maxSamples: 300 },
      limitNs: 1000 * ms,
      cost: (scope, now) => (scope === 'kernel' ? 0.1 : 1) * ms * (1 + 0.2 * Math.sin(now)),
    };
    const [prompt, late] = [
      await simulate(setting),
      await simulate({ ...setting, afterEnd: 1e10 }),
    ];
    expect(prompt.ended).toEqual(['kernel', 'total']);
    expect(late.total.timesNs).toHaveLength(300);
    expect(late.total.reason).toBe(prompt.total.reason);
  });

  it('take at least one sample each, however short the limit', async () => {
    const { kernel, total } = await simulate({ rule: 'noise', limitNs: 1, cost: () => ms });
    expect([kernel.timesNs, total.timesNs]).toEqual([[ms], [ms]]);
    expect(total.reason).toBe('time-limit');
  });
});
