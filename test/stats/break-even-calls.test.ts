import { describe, expect, it } from 'vitest';
import { breakEvenCalls, type CallCost } from '../../src-main/stats/break-even-calls.ts';
import { createRandom } from '../../src-main/stats/random.ts';

type Law = { readonly once: number; readonly each: number };

/** Costs of processes whose speed varies by `sd` (of the logarithm), `shared` of it common to both sides. */
function simulated(seed: number, [host, gpu]: readonly [Law, Law], sd: number, processes: number) {
  const random = createRandom(seed, 91);
  const sides = (law: Law, common: readonly number[]): CallCost[] =>
    common.map((of, repetition) => {
      const factor = () => Math.exp(sd * (0.6 * of + 0.8 * random.normal()));
      return { repetition, onceNs: law.once * factor(), eachNs: law.each * factor() };
    });
  const common = Array.from({ length: processes }, () => random.normal());
  return [sides(host, common), sides(gpu, common)] as const;
}

const cpu: Law = { once: 0, each: 100 };

const exact = (law: Law, processes = 5): CallCost[] =>
  Array.from({ length: processes }, (_, repetition) => ({
    repetition,
    onceNs: law.once * (1 + 1e-6 * repetition),
    eachNs: law.each * (1 - 1e-6 * repetition),
  }));

describe('the break-even over calls', () => {
  it('is the smallest number of calls that cost less', () => {
    const found = breakEvenCalls(exact(cpu), exact({ once: 1050, each: 10 }));
    expect(found).toEqual({ answer: 'from', at: 12, ci95: [12, 12] });
  });

  it('is always where one call costs less already, and never where a call saves nothing', () => {
    const answer = (gpu: Law) => breakEvenCalls(exact(cpu), exact(gpu)).answer;
    expect(answer({ once: 20, each: 50 })).toBe('always');
    expect(answer({ once: 20, each: 130 })).toBe('never');
  });

  it('is unclear where nothing is paid once and the saving is not distinguishable from none', () => {
    const laws = [cpu, { once: 0, each: 99.99 }] as const;
    const answers = Array.from({ length: 50 }, (_, seed) => {
      return breakEvenCalls(...simulated(seed, laws, 0.05, 5));
    });
    expect(answers.filter(({ answer }) => answer === 'unclear').length).toBeGreaterThan(40);
    // An interval of every number of calls says nothing.
    expect(answers.filter(({ answer }) => answer === 'from')).toEqual([]);
  });

  it('needs three processes that measured both sides', () => {
    const gpu = exact({ once: 1000, each: 10 });
    expect(breakEvenCalls(exact(cpu), gpu.slice(0, 2)).answer).toBe('unclear');
    const elsewhere = gpu.map((cost) => ({ ...cost, repetition: cost.repetition + 3 }));
    expect(breakEvenCalls(exact(cpu), elsewhere).answer).toBe('unclear');
  });

  it('has no upper end where the saving of a call is not distinguishable from none', () => {
    const laws = [cpu, { once: 1000, each: 99.5 }] as const;
    const { answer, ci95 } = breakEvenCalls(...simulated(3, laws, 0.05, 5));
    expect(answer === 'unclear' || (answer === 'from' && ci95?.[1] === null)).toBe(true);
  });

  it.each([10, 1.2, 1.01])(
    'holds the truth in 95 %% of runs where the CPU takes %f times a call',
    (factor) => {
      const laws = [cpu, { once: 2000, each: 100 / factor }] as const;
      const truth = Math.ceil(2000 / (100 - 100 / factor));
      const runs = 2000;
      let held = 0;
      for (let seed = 0; seed < runs; seed += 1) {
        const { ci95, answer } = breakEvenCalls(...simulated(seed, laws, 0.02, 5));
        const [low, high] = ci95 ?? [1, null];
        if (answer !== 'never' && low <= truth && truth <= (high ?? Number.POSITIVE_INFINITY))
          held += 1;
      }
      // Two standard errors below 95 %.
      expect(held / runs).toBeGreaterThan(0.94);
    },
  );
});
