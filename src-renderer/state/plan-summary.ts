import { type ExpectedTime, expectedTime } from '../../src-main/contract/expected-time.ts';
import type { Plan, PlannedCase } from '../../src-main/contract/run.ts';

export type PlanSummary = {
  readonly cases: number;
  /** Cases that the plan already knows it will skip, by reason. */
  readonly skipped: readonly {
    readonly reason: string;
    readonly variants: readonly string[];
    readonly count: number;
  }[];
  readonly hostBytes: number | null;
  readonly deviceBytes: number | null;
  /** How long it is expected to take; null where no case can run. */
  readonly expected: ExpectedTime | null;
};

/** What a plan amounts to, before anything runs. */
export function planSummary(plan: Plan): PlanSummary {
  const reasons = new Map<string, { variants: Set<string>; count: number }>();
  const run: PlannedCase[] = [];
  for (const each of plan.cases) {
    if (each.skip === undefined) {
      run.push(each);
      continue;
    }
    const known = reasons.get(each.skip) ?? { variants: new Set<string>(), count: 0 };
    known.variants.add(each.variant);
    known.count += 1;
    reasons.set(each.skip, known);
  }
  const estimates = run.flatMap(({ estimate }) => (estimate === undefined ? [] : [estimate]));
  return {
    cases: plan.cases.length,
    skipped: [...reasons].map(([reason, { variants, count }]) => ({
      reason,
      variants: [...variants],
      count,
    })),
    hostBytes: maxOrNull(estimates.map((one) => one.hostBytes + (one.sharedBytes ?? 0))),
    deviceBytes: maxOrNull(estimates.map(({ deviceBytes }) => deviceBytes)),
    expected: expectedTime(plan),
  };
}

function maxOrNull(values: readonly number[]): number | null {
  return values.length === 0 ? null : values.reduce((a, b) => Math.max(a, b));
}
