import type { Policy } from '../../contract/configuration.ts';
import { countingCriterion } from '../../contract/target.ts';

/** Parameters of the counting criterion that are numbers of samples. */
const counts: ReadonlySet<string> = new Set(['samples', 'otherSamples']);

/** At most as many repetitions as there are samples to share among them. */
export function withFittingRepetitions(policy: Policy): Policy {
  const { samples } = policy.parameters;
  if (policy.criterion !== countingCriterion || typeof samples !== 'number') return policy;
  return { ...policy, repetitions: Math.max(1, Math.min(policy.repetitions, samples)) };
}

/**
 * What an engine is asked for in one repetition: a number of samples is of the case, so its repetitions share it, the
 * first ones taking one more where it does not divide. Every other criterion looks at each repetition by itself.
 */
export function policyOfRepetition(policy: Policy, repetition: number): Policy {
  if (policy.criterion !== countingCriterion || policy.repetitions === 1) return policy;
  // Those of a case that refining measures again take another repetition.
  const turn = repetition % policy.repetitions;
  const share = (count: number): number =>
    Math.max(1, Math.ceil((count - turn) / policy.repetitions));
  const parameters = Object.entries(policy.parameters).map(([id, value]) => {
    // 0 other samples means as many as of the kernel.
    const shared = counts.has(id) && typeof value === 'number' && value > 0;
    return [id, shared ? share(value) : value] as const;
  });
  return { ...policy, parameters: Object.fromEntries(parameters) };
}
