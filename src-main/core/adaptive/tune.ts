import { isNumeric, valueText } from '../../contract/axis-values.ts';
import type { Configuration } from '../../contract/configuration.ts';
import type { TuningView } from '../../contract/inspection.ts';
import type { Descriptor, PlannedCase, StoredCase } from '../../contract/run.ts';
import { scopeTime } from '../../contract/timing-scopes.ts';
import { formatWithInterval } from '../../contract/units.ts';
import type { ComparisonView } from '../../contract/verdict.ts';
import type { Axis, Scalar, Values } from '../../contract/workload.ts';
import { identityOf } from '../plan/planner.ts';
import {
  type Confirmation,
  confirmationOf,
  type Decided,
  decide,
  grownRange,
  judgeConfirmation,
  type Range,
  splitPlanned,
} from './tune-confirm.ts';
import { furtherPoints, parametersOf, pointOf } from './tune-points.ts';
import { edgeOf, tunedAxis, valueBetween } from './tune-values.ts';

export type TuneSource = {
  readonly configuration: Configuration;
  readonly planned: readonly PlannedCase[];
  readonly cases: readonly StoredCase[];
  readonly descriptors: ReadonlyMap<number, Descriptor>;
  /** Compares one case with another in a timing scope. */
  readonly judge: (contender: StoredCase, baseline: StoredCase, scope: string) => ComparisonView;
  /** The run is over: what has not been measured will not be. */
  readonly ended: boolean;
  /** Seconds that the run has taken so far. */
  readonly spentS?: number;
};

/** Values in all after which the search ends wherever it is. */
const maxTried = 24;
type Tried = {
  readonly value: Scalar;
  readonly stored: StoredCase | undefined;
  /** Why there is nothing to compare; null where there is. */
  readonly reason: string | null;
  /** Compared with the best value; null on the best itself, and where there is no time. */
  readonly comparison: ComparisonView | null;
};

/** What the search knows, for people; null for a run that is none. */
export function tuningOf(source: TuneSource): TuningView | null {
  return search(source)?.view ?? null;
}

/**
 * The next values of a search: midpoints between the best value and its neighbours, until the bracket is narrow, the
 * values around the best are not distinguishable, or there have been enough; then the best and the fastest value that
 * differs from it, once more. Empty when it is over.
 */
export function nextTrials(source: TuneSource): readonly PlannedCase[] {
  const searched = search(source);
  if (searched === null) return [];
  const template = source.planned.find(({ skip }) => skip === undefined);
  const parameter = source.configuration.tune?.parameter;
  if (template === undefined || parameter === undefined) return [];
  const known = new Set(source.planned.map(identityOf));
  const start = source.planned.reduce((max, { index }) => Math.max(max, index), -1) + 1;
  const numbered = (planned: PlannedCase, i: number): PlannedCase => ({
    ...planned,
    index: start + i,
  });
  if (searched.again.length > 0) return searched.again.map(numbered);
  const values: readonly Values[] = [
    ...searched.next.map((value) => ({ [parameter]: value })),
    ...searched.points,
  ];
  return values
    .map((point) => ({ ...template, values: { ...template.values, ...point } }))
    .filter((planned) => !known.has(identityOf(planned)))
    .map(numbered);
}

function search(source: TuneSource): {
  readonly view: TuningView;
  readonly next: readonly number[];
  /** The same of a search over several parameters. */
  readonly points: readonly Values[];
  /** To be measured again. */
  readonly again: readonly PlannedCase[];
} | null {
  const { tune } = source.configuration;
  const [first] = source.planned;
  const descriptor = source.descriptors.values().next().value;
  if (tune === undefined || first === undefined || descriptor === undefined) return null;
  const parameters = parametersOf(tune.parameter);
  const axes = parameters.map((id) => tunedAxis(descriptor, id));
  const several = axes.length > 1;
  const [axis = tunedAxis(descriptor, tune.parameter)] = axes;
  const pointOfCase = ({ values }: PlannedCase): Scalar => pointOf(values, parameters);
  const scope = tune.scope ?? tunedScope(parameters);
  const { trials, confirmations } = splitPlanned(source.planned);
  const measuredTrials = trials
    .map((planned): Tried => triedOf(source, planned, pointOfCase(planned), scope))
    .sort((a, b) => (several ? faster(a, b, scope) : order(axis, a.value, b.value)));
  const { best, tried } = heldAgainstBest(measuredTrials, scope, source.judge);
  const timed = tried.filter(({ reason }) => reason === null);
  const at = timed.findIndex(({ value }) => value === best?.value);
  const base = {
    workload: first.workload,
    variant: first.variant,
    parameter: parameters.join(', '),
    scope,
    trials: tried.map(({ value, stored, reason, comparison }) => {
      const metric = stored?.outcome === 'ok' ? stored.metrics[scope] : undefined;
      const { ci95LoNs: low = null, ci95HiNs: high = null } = metric ?? {};
      return {
        value,
        medianNs: metric?.medianNs ?? null,
        ci95: low === null || high === null ? null : ([low, high] as const),
        reason,
        comparison,
      };
    }),
  };
  if (best === undefined) {
    const sentence = `No value could be measured: ${tried[0]?.reason ?? 'none was tried'}.`;
    const view = { ...base, best: null, interval: null, state: 'open', sentence } as const;
    return { view, next: [], points: [], again: [] };
  }
  // The neighbours around the best that are not slower.
  const near = grownRange(
    { from: at, to: at },
    timed.length,
    (i) => timed[i]?.comparison?.verdict === 'slower',
  );
  const known = new Set(tried.map(({ value }) => value));
  const plannedAt = (value: Scalar) => trials.find((planned) => pointOfCase(planned) === value);
  const isSpent = (source.spentS ?? 0) >= (tune.budgetS ?? Number.POSITIVE_INFINITY);
  const step = several ? { next: [], flat: false } : stepOf(axis, timed, at, near, known);
  const next = isSpent ? [] : step.next;
  const { flat } = step;
  const { orderSeed } = source.configuration;
  const points =
    several && !isSpent
      ? furtherPoints(axes, trials, {
          ...{ best: plannedAt(best.value)?.values, seed: orderSeed },
          budgeted: tune.budgetS !== undefined,
        })
      : [];
  const searched =
    points.length === 0 && (next.length === 0 || (!several && tried.length >= maxTried));
  const confirmed = (value: Scalar): ComparisonView | null => {
    const pair = confirmations.find(({ other }) => pointOfCase(other) === value);
    const storedOf = ({ index }: PlannedCase) => source.cases.find((one) => one.index === index);
    if (pair === undefined) return null;
    return judgeConfirmation(pair, storedOf, (a, b) => source.judge(a, b, scope));
  };
  const times = timed.map(({ value, stored, comparison }) => ({
    value,
    ns: stored?.metrics[scope]?.medianNs ?? Number.NaN,
    minRatio: comparison?.ci95?.[0],
  }));
  const decided = searched
    ? decide(times, near, confirmed)
    : { equal: near, open: null, last: null };
  const { equal } = decided;
  const runnerUp = decided.open === null ? undefined : timed[decided.open]?.value;
  const again = againOf(
    plannedAt(best.value),
    runnerUp === undefined ? undefined : plannedAt(runnerUp),
    confirmations,
    pointOfCase,
  );
  const [low, high] = [timed[equal.from], timed[equal.to]];
  const interval = [low?.value ?? best.value, high?.value ?? best.value] as const;
  const over = searched && (again.length === 0 || source.ended);
  const alike = timed.length > 1 && equal.from === 0 && equal.to === timed.length - 1;
  const state = !over ? 'open' : flat || alike ? 'flat' : 'found';
  const edge = several ? null : edgeOf(axis, best.value);
  const confirmation =
    decided.last === null ? {} : { confirmation: { ...decided.last, best: best.value } };
  const view = { ...base, best: best.value, interval, edge, state, ...confirmation } as const;
  const sentence = sentenceOf(view, best, tried.length - timed.length, {
    apart: someApart(timed.slice(equal.from, equal.to + 1), best, scope),
    alike: over && alike,
    decided,
  });
  const more = searched ? { next: [], points: [], again } : { next, points, again: [] };
  return { view: { ...view, sentence }, ...more };
}

/** Nothing where the two are planned once more already: what had no result then has none now. */
function againOf(
  best: PlannedCase | undefined,
  other: PlannedCase | undefined,
  before: readonly Confirmation[],
  pointOfCase: (planned: PlannedCase) => Scalar,
): readonly PlannedCase[] {
  if (best === undefined || other === undefined) return [];
  const planned = before.some((pair) => pointOfCase(pair.other) === pointOfCase(other));
  return planned ? [] : confirmationOf(best, other);
}

function triedOf(source: TuneSource, planned: PlannedCase, value: Scalar, scope: string): Tried {
  const stored = source.cases.find(({ index }) => index === planned.index);
  return { value, stored, reason: reasonOf(source, stored, scope), comparison: null };
}

/** The value with the minimum time that others can be compared with, and every other one compared with it. */
function heldAgainstBest(
  found: readonly Tried[],
  scope: string,
  judge: TuneSource['judge'],
): { readonly best: Tried | undefined; readonly tried: readonly Tried[] } {
  const timeOf = ({ stored }: Tried): number => stored?.metrics[scope]?.medianNs ?? Number.NaN;
  const ascending = found
    .filter(({ reason }) => reason === null)
    .sort((a, b) => timeOf(a) - timeOf(b));
  for (const best of ascending) {
    const tried = found.map((one) => judgedAgainst(one, best, scope, judge));
    const alone = tried.every(({ comparison }) => comparison === null);
    if (alone || tried.some((one) => one.comparison !== null && one.reason === null)) {
      return { best, tried };
    }
  }
  const [fastest] = ascending;
  return { best: fastest, tried: found };
}

function judgedAgainst(one: Tried, best: Tried, scope: string, judge: TuneSource['judge']): Tried {
  const [contender, baseline] = [one.stored, best.stored];
  if (one === best || one.reason !== null || contender === undefined || baseline === undefined) {
    return one;
  }
  const comparison = judge(contender, baseline, scope);
  const reason = comparison.verdict === 'not comparable' ? comparison.reason : null;
  return { ...one, comparison, reason };
}

/** Every value without a time says why. */
function reasonOf(
  { ended }: TuneSource,
  stored: StoredCase | undefined,
  scope: string,
): string | null {
  if (stored === undefined) {
    return ended ? 'not measured: the run ended before' : 'not measured yet';
  }
  if (stored.outcome !== 'ok') return stored.reason ?? stored.outcome;
  const scopes = Object.keys(stored.metrics);
  if (scopes.includes(scope)) return null;
  return `it has no timing scope ${scope}; it has ${scopes.join(', ') || 'none'}`;
}

/** What has a time first, the fastest first. */
function faster(a: Tried, b: Tried, scope: string): number {
  const timeOf = ({ reason, stored }: Tried): number =>
    (reason === null ? stored?.metrics[scope]?.medianNs : undefined) ?? Number.POSITIVE_INFINITY;
  const [one, other] = [timeOf(a), timeOf(b)];
  return one === other ? 0 : one - other;
}

function order(axis: Axis, a: Scalar, b: Scalar): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  const ids = axis.type === 'choice' ? axis.choices.map(({ id }) => id) : [];
  return ids.indexOf(String(a)) - ids.indexOf(String(b));
}

/** Midpoints towards both neighbours of the best; none where the bracket is narrow or both sides are like the best. */
function stepOf(
  axis: Axis,
  timed: readonly Tried[],
  at: number,
  equal: Range,
  known: ReadonlySet<Scalar>,
): { readonly next: readonly number[]; readonly flat: boolean } {
  if (!isNumeric(axis)) return { next: [], flat: equal.from < equal.to };
  const value = (i: number): number | undefined => {
    const timedValue = timed[i]?.value;
    return typeof timedValue === 'number' ? timedValue : undefined;
  };
  const best = value(at);
  if (best === undefined) return { next: [], flat: false };
  const sides = [value(at - 1), value(at + 1)].filter((one) => one !== undefined);
  // Both neighbours are like the best: between them there is nothing to find that could be seen.
  const like = equal.from < at && equal.to > at;
  if (like) return { next: [], flat: true };
  const next = sides.flatMap((side) => valueBetween(axis, best, side, known) ?? []);
  return { next, flat: next.length === 0 && equal.from < equal.to };
}

/** Whether the interval of a value lies beyond that of the best, though the verdict finds no difference. */
function someApart(equal: readonly Tried[], best: Tried, scope: string): boolean {
  const endsOf = ({ stored }: Tried) => stored?.metrics[scope];
  const max = endsOf(best)?.ci95HiNs ?? Number.POSITIVE_INFINITY;
  return equal.some((one) => one !== best && (endsOf(one)?.ci95LoNs ?? 0) > max);
}

/** Where a parameter acts: how arrays are copied and what each device gets shows end to end, all else in the kernel. */
export function tunedScope(parameters: readonly string[]): 'kernel' | 'total' {
  return parameters.some((id) => id === 'memory' || id === 'share') ? 'total' : 'kernel';
}

const apartText =
  ', although some intervals of medians do not overlap: the ratio within each repetition decides; --repetitions narrows it';

/** What a search says, in one sentence. */
function sentenceOf(
  {
    parameter,
    state,
    interval,
    variant,
    scope,
    edge,
  }: Pick<TuningView, 'parameter' | 'state' | 'interval' | 'variant' | 'scope' | 'edge'>,
  best: { readonly value: Scalar; readonly stored: StoredCase | undefined },
  unmeasured: number,
  {
    apart,
    alike,
    decided: { open, last },
  }: { readonly apart: boolean; readonly alike: boolean; readonly decided: Decided },
): string {
  const metric = best.stored?.metrics[scope];
  const { medianNs: median = null, ci95LoNs: from = null, ci95HiNs: to = null } = metric ?? {};
  const time = formatWithInterval(median, from, to, 'duration');
  const [low, high] = interval ?? [best.value, best.value];
  const range =
    low === high
      ? 'every other value that was measured is slower'
      : `${valueText(low)} to ${valueText(high)} cannot be distinguished from it${apart ? apartText : ''}`;
  // A point of several parameters names them.
  const several = parameter.includes(',');
  const named = several ? valueText(best.value) : `${parameter} = ${valueText(best.value)}`;
  const first = alike
    ? `no difference is established between the values of ${parameter} (${valueText(low)} to ${valueText(high)}) of ${variant}; the fastest one seen is ${named} (${time}, ${scopeTime(scope)})${apart ? apartText : ''}`
    : `${variant} is fastest at ${named} (${time}, ${scopeTime(scope)}): ${range}`;
  const parts = [
    first,
    ...(last?.comparison.verdict === 'slower'
      ? [
          `measured again in fresh processes ${valueText(last.value)} is slower: ${last.comparison.reason}`,
        ]
      : []),
    ...(open !== null && state !== 'open'
      ? ['the best value was not measured again in fresh processes']
      : []),
    ...(edge == null
      ? []
      : [`that is at the ${edge} edge of the range${meaningOf(parameter, edge)}`]),
    ...(unmeasured === 0
      ? []
      : [`${unmeasured} ${unmeasured === 1 ? 'value' : 'values'} could not be measured, see why`]),
    ...(state === 'flat' ? ['the search ended there'] : []),
    ...(state === 'open' ? ['the search has not ended'] : []),
  ];
  return `${parts.join('; ')}.`;
}

function meaningOf(parameter: string, edge: 'lower' | 'upper'): string {
  if (parameter !== 'share') return '';
  return edge === 'upper' ? ' (the GPU alone)' : ' (the processor alone)';
}
