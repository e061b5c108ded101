import { describe, expect, it } from 'vitest';
import type { Configuration, Group } from '../../../src-main/contract/configuration.ts';
import type { CaseEstimate } from '../../../src-main/contract/engine-protocol.ts';
import type { Gpu } from '../../../src-main/contract/machine.ts';
import type { PlannedCase } from '../../../src-main/contract/run.ts';
import {
  type FreeMemory,
  memoryFault,
  refuseWhatCannotRun,
  withEstimates,
} from '../../../src-main/core/plan/memory-limits.ts';
import { makePlan } from '../../../src-main/core/plan/planner.ts';
import { scriptedCatalog, scriptedEstimate } from '../../helpers/scripted-engine.ts';
import { gpu, planned } from '../store/fixtures.ts';

const known = { catalog: scriptedCatalog };
const configuration = (group: Partial<Group> = {}): Configuration => ({
  groups: [{ workload: 'count', variants: 'all', set: {}, sweep: {}, ...group }],
  policy: { criterion: 'fixed', parameters: {}, timeLimitS: 15, repetitions: 2, order: 'shuffled' },
  orderSeed: 7,
});

const card = (index: number, freeBytes: number): Gpu => ({
  ...gpu,
  ...{ index, uuid: `GPU-${index}`, name: `Card ${index}`, freeBytes },
});

/** A case that needs so much, on the GPU that it names. */
const needing = (need: Partial<CaseEstimate>, named?: string | number): PlannedCase => ({
  ...planned(0, { values: named === undefined ? {} : { gpu: named } }),
  estimate: { hostBytes: 0, deviceBytes: 0, seconds: 0, ...need },
});

describe('the memory that a case may take', () => {
  it('is 95 % of what the host has free, and not a byte more', () => {
    const free: FreeMemory = { hostBytes: 100_000, gpus: [] };
    expect(memoryFault(needing({ hostBytes: 95_000 }), free)).toBeNull();
    expect(memoryFault(needing({ hostBytes: 95_001 }), free)).toBe(
      'too large for the memory: it needs 92.8 KiB and 97.7 KiB are free',
    );
  });

  it('is 95 % of what the GPU has free, and not a byte more', () => {
    const free: FreeMemory = { hostBytes: 1e9, gpus: [card(0, 100_000)] };
    expect(memoryFault(needing({ deviceBytes: 95_000 }), free)).toBeNull();
    expect(memoryFault(needing({ deviceBytes: 95_001 }), free)).toBe(
      'too large for the memory of Card 0: it needs 92.8 KiB and 97.7 KiB are free',
    );
  });

  it('is that of the GPU that the case names, by index or by UUID', () => {
    const full = 4096;
    const gpus = [card(0, full), card(1, 1e6)];
    for (const order of [gpus, gpus.toReversed()]) {
      const free: FreeMemory = { hostBytes: 1e9, gpus: order };
      const fits = (named: string | number) =>
        memoryFault(needing({ deviceBytes: 500_000 }, named), free) === null;
      expect([fits('0'), fits(0), fits('GPU-0')]).toEqual([false, false, false]);
      expect([fits('1'), fits(1), fits('GPU-1')]).toEqual([true, true, true]);
      expect(memoryFault(needing({ deviceBytes: 500_000 }, 'GPU-0'), free)).toContain('Card 0');
    }
  });

  it('is that of the first GPU for a case that names none, or one that is not here', () => {
    const free: FreeMemory = { hostBytes: 1e9, gpus: [card(0, 4096), card(1, 1e6)] };
    for (const named of [undefined, '', '7']) {
      expect(memoryFault(needing({ deviceBytes: 5000 }, named), free)).toContain('Card 0');
    }
  });

  it('is not looked at where no need is known, or no GPU is there', () => {
    const free: FreeMemory = { hostBytes: 0, gpus: [card(0, 0)] };
    expect(memoryFault(planned(0), free)).toBeNull();
    expect(memoryFault(needing({ deviceBytes: 1e12 }), { hostBytes: 1, gpus: [] })).toBeNull();
  });
});

describe('memory', () => {
  const free: FreeMemory = { hostBytes: 100_000, gpus: [] };
  const estimated = (group: Partial<Group>, memory = free) => {
    const plan = makePlan(configuration(group), known);
    const estimates = plan.cases.map(({ workload, variant, values }) =>
      scriptedEstimate(workload, variant, values),
    );
    return withEstimates(plan, estimates, memory);
  };

  it('skips what does not fit, with need and free', () => {
    const plan = estimated({ variants: ['sequential'], sweep: { n: [1000, 100_000] } });
    const skips = new Map(plan.cases.map(({ values, skip }) => [values.n, skip]));
    expect(skips.get(1000)).toBeUndefined();
    expect(skips.get(100_000)).toBe(
      'too large for the memory: it needs 781 KiB and 97.7 KiB are free',
    );
    expect(() => refuseWhatCannotRun(plan, free, scriptedCatalog)).not.toThrow();
  });

  it('refuses a plan whose values all are refused, and not one that lacks its hardware', () => {
    const refuse = (group: Partial<Group>) => () =>
      refuseWhatCannotRun(estimated(group), free, scriptedCatalog);
    const set = { bins: 5000 };
    const sentence = 'bins is 5000; this variant takes at most 1000';
    expect(refuse({ variants: ['accelerated'], set })).toThrow(new RegExp(`^${sentence}$`));
    expect(refuse({ variants: ['absent', 'accelerated'], set })).toThrow(sentence);
    const sweep = { bins: [5000, 6000] };
    expect(refuse({ variants: ['accelerated'], sweep })).toThrow(`count accelerated: ${sentence}`);
    expect(refuse({ variants: ['accelerated', 'parallel'], set })).not.toThrow();
    expect(refuse({ variants: ['absent'], set })).not.toThrow();
  });

  it("skips what a preset asks for in vain: its values are nobody's mistake", () => {
    const plan = estimated({ variants: ['accelerated'], set: { bins: 5000 } });
    const preset = { ...plan, configuration: { ...plan.configuration, preset: 'some' } };
    expect(() => refuseWhatCannotRun(preset, free, scriptedCatalog)).not.toThrow();
    expect(() => refuseWhatCannotRun(plan, free, scriptedCatalog)).toThrow();
  });

  it('leaves cases alone of which the need is not known', () => {
    const plan = makePlan(configuration(), known);
    expect(withEstimates(plan, [], free)).toEqual(plan);
  });
});

it('the estimate of a case has the time of generating its input unless that is a file', () => {
  const estimate = { hostBytes: 0, deviceBytes: 0, seconds: 1, reason: null, inputSeconds: 9 };
  const cases = [planned(0), { ...planned(1), input: '/data/values.npy' }];
  const plan = { schemaVersion: 1, configuration: configuration(), cases } as const;
  const found = withEstimates(plan, [estimate, estimate], { hostBytes: 1000, gpus: [] });
  expect(found.cases.map((one) => one.estimate?.inputSeconds)).toEqual([9, undefined]);
});

describe('the reason of a case that cannot run', () => {
  const reasonOf = (skip: string | undefined, need: Partial<CaseEstimate>) => {
    const cases = [{ ...planned(0), ...(skip === undefined ? {} : { skip }) }];
    const plan = { schemaVersion: 1, configuration: configuration(), cases } as const;
    const estimate = { hostBytes: 0, deviceBytes: 0, seconds: 1, reason: null, ...need };
    return withEstimates(plan, [estimate], { hostBytes: 1000, gpus: [] }).cases[0];
  };

  it('is what the plan said, before the memory, before what the variant says', () => {
    const much = { hostBytes: 1e6, reason: 'refused' };
    expect(reasonOf('absent', much)?.skip).toBe('absent');
    expect(reasonOf(undefined, much)?.skip).toMatch(/^too large for the memory/);
    expect(reasonOf(undefined, { reason: 'refused' })?.skip).toBe('refused');
    expect(reasonOf(undefined, {})).not.toHaveProperty('skip');
    expect(reasonOf(undefined, much)?.estimate).toEqual({
      hostBytes: 1e6,
      deviceBytes: 0,
      seconds: 1,
    });
  });

  it('is told of the smallest case where none fits', () => {
    const free: FreeMemory = { hostBytes: 100, gpus: [] };
    const cases = [300, 200, 400].map((hostBytes, index) => ({
      ...needing({ hostBytes }),
      index,
      values: { n: hostBytes },
    }));
    const plan = { schemaVersion: 1, configuration: configuration(), cases } as const;
    const estimates = cases.map(({ estimate }) => ({ ...estimate, reason: null }) as CaseEstimate);
    expect(() =>
      refuseWhatCannotRun(withEstimates(plan, estimates, free), free, scriptedCatalog),
    ).toThrow(/ n=200: too large for the memory: it needs 200 B and 100 B are free$/);
  });
});
