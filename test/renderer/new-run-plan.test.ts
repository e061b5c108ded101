import { describe, expect, it } from 'vitest';
import type { Configuration } from '../../src-main/contract/configuration.ts';
import {
  expectedTimeText,
  processSeconds,
  surveySeconds,
} from '../../src-main/contract/expected-time.ts';
import type { Plan, PlannedCase } from '../../src-main/contract/run.ts';
import { makePlan } from '../../src-main/core/plan/planner.ts';
import { planSummary } from '../../src-renderer/state/plan-summary.ts';
import { policy } from '../core/store/fixtures.ts';
import { catalog } from './new-run-drafts.ts';

describe('the plan', () => {
  const estimated = (configuration: Configuration): Plan => {
    const { cases, ...plan } = makePlan(configuration, { catalog });
    const estimateOf = ({ values }: PlannedCase) => ({
      ...{ hostBytes: 8 * Number(values.n), deviceBytes: 0, seconds: 1e-9 * Number(values.n) },
    });
    return { ...plan, cases: cases.map((each) => ({ ...each, estimate: estimateOf(each) })) };
  };

  it('is summed up: cases, peaks, skips with their reason, and most time', () => {
    const configuration: Configuration = {
      groups: [{ workload: 'tally', variants: 'all', set: {}, sweep: { n: [1000, 2000] } }],
      policy: { ...policy, parameters: { samples: 10 }, timeLimitS: 2, order: 'shuffled' },
      orderSeed: 0,
    };
    expect(planSummary(estimated(configuration))).toEqual({
      cases: 8,
      skipped: [
        {
          reason: 'no CUDA device: the driver is not installed',
          variants: ['device-tally', 'library-tally'],
          count: 4,
        },
      ],
      hostBytes: 16_000,
      deviceBytes: 0,
      expected: {
        // The survey of the machine and the start of one process.
        seconds: [surveySeconds + processSeconds, surveySeconds + processSeconds],
        ...{ stored: 0, neighbour: 0, declared: 0, peaks: 0, unknown: 4 },
      },
    });
  });

  it('does not invent a time for cases of which nothing is known', () => {
    const plan = estimated({
      groups: [{ workload: 'total', variants: ['plain'], set: { n: 1e9 }, sweep: {} }],
      policy: { ...policy, criterion: 'precision', parameters: {}, order: 'shuffled' },
      orderSeed: 0,
    });
    const { expected } = planSummary(plan);
    expect(expected).toMatchObject({ unknown: 1, stored: 0, neighbour: 0, declared: 0 });
    expect(expected === null ? '' : expectedTimeText(expected)).toMatch(/^not known/);
  });
});
