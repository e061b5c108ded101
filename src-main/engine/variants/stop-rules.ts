import { BreakevenError } from '../../contract/failure.ts';
import type { Policy } from '../../contract/run.ts';
import type { StopRule } from '../../contract/workload.ts';

/** Takes all samples so far, in nanoseconds; says why sampling ends, or null to go on. */
export type Stop = (timesNs: readonly number[]) => string | null;

/**
 * The native library's stop rules for what it does not sample. `rules` describes them, with the defaults of their
 * parameters; `headline` is whether the span is the one that the policy is about.
 */
export function makeStop(policy: Policy, rules: readonly StopRule[], headline: boolean): Stop {
  const rule = rules.find(({ id }) => id === policy.rule);
  if (rule === undefined) {
    const known = rules.map(({ id }) => id).join(', ');
    throw new BreakevenError(
      'bad-input',
      `there is no stop rule '${policy.rule}', allowed is one of ${known}`,
    );
  }
  const numbers = numbersOf(policy, rule);
  switch (rule.id) {
    case 'fixed': {
      const samples = numbers('samples');
      const other = numbers('otherSamples');
      const wanted = headline || other === 0 ? samples : other;
      return (times) => (times.length >= wanted ? 'count' : null);
    }
    case 'precision':
      return precision(numbers);
    case 'noise':
      return noise(numbers);
    default:
      throw new BreakevenError(
        'bad-input',
        `stop rule '${rule.id}' is not known to variants of this kind`,
      );
  }
}

type Numbers = (id: string) => number;

/** The rule's parameters: what the policy sets, within what the rule allows, over the defaults. */
function numbersOf(policy: Policy, rule: StopRule): Numbers {
  for (const [id, value] of Object.entries(policy.parameters)) {
    const axis = rule.parameters.find((parameter) => parameter.id === id);
    if (axis === undefined) {
      throw new BreakevenError('bad-input', `stop rule '${rule.id}' has no parameter '${id}'`);
    }
    if (axis.type !== 'integer' && axis.type !== 'real') continue;
    const whole = axis.type === 'real' || Number.isInteger(value);
    if (typeof value !== 'number' || !whole || !(value >= axis.min && value <= axis.max)) {
      throw new BreakevenError(
        'bad-input',
        `parameter '${id}' of stop rule '${rule.id}' is ${value}, allowed is ${axis.min} to ${axis.max}`,
      );
    }
  }
  return (id) => {
    const axis = rule.parameters.find((parameter) => parameter.id === id);
    return Number(policy.parameters[id] ?? axis?.default ?? 0);
  };
}

/** Until the interval of the median from order statistics is narrow enough. */
function precision(numbers: Numbers): Stop {
  return (times) => {
    if (times.length >= numbers('maxSamples')) return 'max-samples';
    if (times.length < numbers('minSamples')) return null;
    const ranks = medianRanks(times.length, numbers('confidence'));
    if (ranks === null) return null;
    const sorted = [...times].sort((a, b) => a - b);
    const at = (rank: number): number => sorted[rank] ?? Number.NaN;
    const median = 0.5 * (at((times.length - 1) >> 1) + at(times.length >> 1));
    const half = Math.max(median - at(ranks.low), at(ranks.high) - median);
    return half <= numbers('width') * median ? 'precision' : null;
  };
}

/** Until the relative standard deviation is low enough. */
function noise(numbers: Numbers): Stop {
  return (times) => {
    const n = times.length;
    if (n >= numbers('maxSamples')) return 'max-samples';
    const total = times.reduce((sum, time) => sum + time, 0);
    if (n < Math.max(2, numbers('minSamples')) || total < 1e9 * numbers('minTime')) return null;
    const mean = total / n;
    const squares = times.reduce((sum, time) => sum + (time - mean) ** 2, 0);
    return Math.sqrt(squares / (n - 1)) / mean < numbers('maxNoise') ? 'noise' : null;
  };
}

/**
 * Ranks from 0 of the order statistics that enclose the median of n samples with at least this confidence; null where n
 * does not allow it. How many samples lie below the median is binomial(n, 1/2).
 */
export function medianRanks(
  n: number,
  confidence: number,
): { readonly low: number; readonly high: number } | null {
  const tail = (1 - confidence) / 2;
  let logChoose = 0;
  let below = 0;
  let k = 0;
  for (; k <= n / 2; k += 1) {
    if (k > 0) logChoose += Math.log((n - k + 1) / k);
    below += Math.exp(logChoose + n * Math.log(0.5));
    if (below > tail) break;
  }
  return k === 0 || k - 1 >= n - k ? null : { low: k - 1, high: n - k };
}
