import type { Metric, StoredCase } from './run.ts';
import { phaseNames, scopeName, timedPhases } from './timing-scopes.ts';
import { format, formatEstimate } from './units.ts';
import type { ComparisonView } from './verdict.ts';

/** A time in nanoseconds with its 95 % interval; null where there is none. */
export type Estimated = { readonly ns: number; readonly ci95: readonly [number, number] | null };

/** What one part of the time adds from one variant to the other; below 0 the other takes less. */
export type WaterfallStep = Estimated & {
  /** A phase, or `rest`: what makes the sum. */
  readonly part: Phase | 'rest';
  /** What the part takes in each of the two; absent for the rest. */
  readonly sides?: readonly [Estimated, Estimated];
};

type Phase = (typeof timedPhases)[number];

export type Waterfall = {
  readonly from: Estimated & { readonly variant: string };
  readonly to: Estimated & { readonly variant: string };
  /** Their sum is the difference of the two times. */
  readonly steps: readonly WaterfallStep[];
};

/** The parts that a timing scope is made of, in the order in which they happen. */
function partsOf(scope: string): readonly Phase[] {
  if (scope === 'total') return timedPhases;
  return scope === 'call' ? ['kernel', 'host'] : [];
}

const estimated = ({ medianNs, ci95LoNs, ci95HiNs }: Metric): Estimated => ({
  ns: medianNs,
  ci95: ci95LoNs === null || ci95HiNs === null ? null : [ci95LoNs, ci95HiNs],
});

/**
 * From the time of one case to that of another of the same size, part by part: differences of medians, and the rest that
 * makes the sum. A part that one side does not have takes no time there. Null where a side lacks the scope or no part of
 * it was timed.
 */
export function waterfallOf(from: StoredCase, to: StoredCase, scope: string): Waterfall | null {
  const [a, b] = [from.metrics[scope], to.metrics[scope]];
  if (a === undefined || b === undefined) return null;
  const parts = partsOf(scope).filter((id) => from.metrics[id] ?? to.metrics[id]);
  if (parts.length === 0) return null;
  const steps = parts.map((part): WaterfallStep => {
    const sides = [from.metrics[part], to.metrics[part]].map((metric) =>
      metric === undefined ? nothing : estimated(metric),
    );
    const [before = nothing, after = nothing] = sides;
    return { part, sides: [before, after], ...difference([after], [before]) };
  });
  const [start, end] = [estimated(a), estimated(b)];
  // The parts of a sum of medians need not add up to the median of the sums.
  const whole = difference([end], [start]);
  const sum = steps.reduce((ns, step) => ns + step.ns, 0);
  const rest = difference([whole], steps);
  return {
    from: { variant: from.variant, ...start },
    to: { variant: to.variant, ...end },
    steps: [...steps, { part: 'rest', ns: whole.ns - sum, ci95: rest.ci95 }],
  };
}

const nothing: Estimated = { ns: 0, ci95: [0, 0] };

/**
 * The sum of some estimates less that of others. The interval is that of variances recovered from the limits of each
 * (MOVER: Zou and Donner, Statistics in Medicine 27, 2008), as of independent estimates; parts of one time vary together,
 * so that the interval of a rest is rather too wide. Null where one has no interval.
 */
function difference(plus: readonly Estimated[], minus: readonly Estimated[]): Estimated {
  const total = (all: readonly Estimated[]) => all.reduce((sum, { ns }) => sum + ns, 0);
  const ns = total(plus) - total(minus);
  let [below, above] = [0, 0];
  for (const [all, turned] of [
    [plus, false],
    [minus, true],
  ] as const) {
    for (const { ns: at, ci95 } of all) {
      if (ci95 === null) return { ns, ci95: null };
      const [down, up] = [(at - ci95[0]) ** 2, (ci95[1] - at) ** 2];
      below += turned ? up : down;
      above += turned ? down : up;
    }
  }
  return { ns, ci95: [ns - Math.sqrt(below), ns + Math.sqrt(above)] };
}

/** `copy to device`, `rest`. */
export const stepName = (part: WaterfallStep['part']): string =>
  part === 'rest' ? 'rest' : phaseNames[part];

/** Whether the interval of a step tells its sign. */
const isTold = ({ ci95 }: Estimated): boolean => ci95 !== null && (ci95[0] > 0 || ci95[1] < 0);

/** What a comparison of the two says, where there is one. */
type Compared = Pick<ComparisonView, 'verdict' | 'disturbed'>;

/**
 * Why the second of a waterfall takes more or less time, one sentence: the parts whose intervals exclude 0, the largest
 * first. It says so where the verdict, or without one the intervals of the two, do not establish the difference.
 * `cub takes 179 us more than sequential end to end: copy to device +314 us, copy to host +305 us, kernel -700 us.`
 */
export function causeText(
  { from, to, steps }: Waterfall,
  scope: string,
  compared?: Compared,
): string {
  const change = to.ns - from.ns;
  const amount = format(Math.abs(change), 'duration');
  const where = scope === 'total' ? 'end to end' : `in one ${scopeName(scope)}`;
  if (compared?.disturbed === true) {
    return `Inconclusive: disturbed. The median of ${to.variant} ${where} is ${amount} ${change > 0 ? 'above' : 'below'} that of ${from.variant}, which may be interference.`;
  }
  const causes = steps
    .filter((step) => step.part !== 'rest' && isTold(step))
    .sort((a, b) => Math.abs(b.ns) - Math.abs(a.ns))
    .map(({ part, ns }) => `${stepName(part)} ${signedTime(ns)}`);
  const whole = `${to.variant} takes ${amount} ${change > 0 ? 'more' : 'less'} than ${from.variant} ${where}`;
  const isWithin = !isTold(difference([to], [from]));
  const told =
    compared?.verdict === 'inconclusive'
      ? `${whole}, a difference that is not established`
      : isWithin && compared?.verdict !== 'faster' && compared?.verdict !== 'slower'
        ? `${whole}, a difference within the intervals of the two`
        : whole;
  return causes.length === 0
    ? `${told}; no part of it differs by more than its interval.`
    : `${told}: ${causes.join(', ')}.`;
}

/** `+314 us`, `-700 us`; in the unit of its interval where it stands beside one. */
export function signedTime(ns: number, ci95: Estimated['ci95'] = null): string {
  return `${ns < 0 ? '' : '+'}${formatEstimate(ns, ci95?.[0], ci95?.[1], 'duration')}`;
}
