import { BreakevenError } from '../contract/failure.ts';
import type { TuningView } from '../contract/inspection.ts';
import type { Configuration, Descriptor, PlannedCase, StoredCase } from '../contract/run.ts';
import { format } from '../contract/units.ts';
import type { Axis, Scalar } from '../contract/workload.ts';
import { compare, type SampleSet } from './compare.ts';
import { identityOf } from './planner.ts';

export type TuneSource = {
  readonly configuration: Configuration;
  readonly planned: readonly PlannedCase[];
  readonly cases: readonly StoredCase[];
  readonly descriptors: ReadonlyMap<number, Descriptor>;
  readonly samples: (caseIndex: number, span: string) => readonly Float64Array[];
};

/** Probes in all after which the search ends wherever it is. */
const mostProbes = 24;
/** First probes of a range: both ends and as many between. */
const firstProbes = 5;
/** A bracket this part of the whole range is narrow enough. */
const narrow = 0.02;

/**
 * Probes to begin with: every choice of a choice, and of a number both ends of its range and points spread between
 * them (evenly, or by equal factors where the axis is logarithmic).
 *
 * @throws BreakevenError `bad-input` for a parameter that cannot be searched.
 */
export function firstValues(axis: Axis): readonly Scalar[] {
  switch (axis.type) {
    case 'choice':
      return axis.choices.map(({ id }) => id);
    case 'flag':
      return [false, true];
    case 'integer':
    case 'real': {
      const part = (i: number): number => i / (firstProbes - 1);
      const points = Array.from({ length: firstProbes }, (_, i) => pointAt(axis, part(i)));
      return [...new Set(points)];
    }
    case 'text':
      throw new BreakevenError('bad-input', `${axis.id} is a text and cannot be searched`);
  }
}

type Numeric = Extract<Axis, { readonly type: 'integer' | 'real' }>;

/** Where in its range a value lies, from 0 to 1, in the scale of the axis. */
function partOf(axis: Numeric, value: number): number {
  const [low, high] = ends(axis);
  if (axis.scale === 'log') return Math.log(value / low) / Math.log(high / low);
  return (value - low) / (high - low);
}

function pointAt(axis: Numeric, part: number): number {
  const [low, high] = ends(axis);
  const value = axis.scale === 'log' ? low * (high / low) ** part : low + (high - low) * part;
  if (axis.type === 'real') return Number(value.toPrecision(6));
  // Blocks are made of warps: other sizes leave lanes idle, and many kernels refuse them.
  const step = axis.id === 'blockSize' && low % 32 === 0 ? 32 : 1;
  return Math.min(high, Math.max(low, Math.round(value / step) * step));
}

/** Zero threads mean all, and a range to thousands of threads would be searched where nothing is. */
function ends(axis: Numeric): readonly [number, number] {
  if (axis.id === 'threads') return [1, Math.max(2, axis.default * 2)];
  return [axis.scale === 'log' ? Math.max(axis.min, 1) : axis.min, axis.max];
}

/** The parameter's axis, as the variant or its workload describes it. */
export function tunedAxis(descriptor: Descriptor, parameter: string): Axis {
  const axes = [...descriptor.variant.parameters, ...descriptor.workload.axes];
  const axis = axes.find(({ id }) => id === parameter);
  if (axis !== undefined) return axis;
  const known = axes.map(({ id }) => id).join(', ');
  throw new BreakevenError(
    'bad-input',
    `${descriptor.variant.id} has no parameter "${parameter}"; it takes ${known}`,
  );
}

type Tried = {
  readonly value: Scalar;
  readonly stored: StoredCase | undefined;
  readonly set: SampleSet | null;
};

/** What the search knows, for people; null for a run that is none. */
export function tuningOf(source: TuneSource): TuningView | null {
  return search(source)?.view ?? null;
}

/**
 * The next probes of a search: midpoints between the best value and its neighbours, until the bracket is narrow, the
 * probes around the best cannot be told apart, or there have been enough. Empty when it is over.
 */
export function nextProbes(source: TuneSource): readonly PlannedCase[] {
  const found = search(source);
  if (found === null) return [];
  const template = source.planned.find(({ skip }) => skip === undefined);
  const parameter = source.configuration.tune?.parameter;
  if (template === undefined || parameter === undefined) return [];
  const known = new Set(source.planned.map(identityOf));
  const start = source.planned.reduce((most, { index }) => Math.max(most, index), -1) + 1;
  return found.next
    .map((value) => ({ ...template, values: { ...template.values, [parameter]: value } }))
    .filter((planned) => !known.has(identityOf(planned)))
    .map((planned, i) => ({ ...planned, index: start + i }));
}

function search(
  source: TuneSource,
): { readonly view: TuningView; readonly next: readonly number[] } | null {
  const { tune } = source.configuration;
  const [first] = source.planned;
  const descriptor = source.descriptors.values().next().value;
  if (tune === undefined || first === undefined || descriptor === undefined) return null;
  const axis = tunedAxis(descriptor, tune.parameter);
  const span = tune.span ?? 'total';
  const tried = source.planned
    .map((planned): Tried => triedOf(source, planned, axis.id, span))
    .sort((a, b) => order(axis, a.value, b.value));
  const timed = tried.filter(({ set }) => set !== null);
  const base = {
    workload: first.workload,
    variant: first.variant,
    parameter: axis.id,
    span,
    probes: tried.map(({ value, stored }) => {
      const metric = stored?.outcome === 'ok' ? stored.metrics[span] : undefined;
      const { ci95_lo_ns: low = null, ci95_hi_ns: high = null } = metric ?? {};
      return {
        value,
        medianNs: metric?.median_ns ?? null,
        ci95: low === null || high === null ? null : ([low, high] as const),
        reason: stored?.reason ?? null,
      };
    }),
  };
  const at = bestOf(timed, span);
  const best = timed[at];
  if (best === undefined) {
    const sentence = 'No value could be measured.';
    return { view: { ...base, best: null, interval: null, state: 'open', sentence }, next: [] };
  }
  const equal = equals(timed, at);
  const [low, high] = [timed[equal.from], timed[equal.to]];
  const interval = [low?.value ?? best.value, high?.value ?? best.value] as const;
  const { next, flat } = stepOf(axis, timed, at, equal);
  const over = next.length === 0 || tried.length >= mostProbes;
  const state = !over ? 'open' : flat ? 'flat' : 'found';
  const view = { ...base, best: best.value, interval, state } as const;
  return { view: { ...view, sentence: sentenceOf(view, best, span) }, next: over ? [] : next };
}

function triedOf(source: TuneSource, planned: PlannedCase, axis: string, span: string): Tried {
  const stored = source.cases.find(({ index }) => index === planned.index);
  const value = planned.values[axis] ?? '';
  const rounds = stored?.outcome === 'ok' ? source.samples(planned.index, span) : [];
  const device = source.descriptors.get(planned.index)?.variant.device;
  const set: SampleSet | null =
    rounds.length === 0
      ? null
      : { label: String(value), rounds, device: device === 'cpu' ? 'cpu' : 'cuda' };
  return { value, stored, set };
}

function order(axis: Axis, a: Scalar, b: Scalar): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  const ids = axis.type === 'choice' ? axis.choices.map(({ id }) => id) : [];
  return ids.indexOf(String(a)) - ids.indexOf(String(b));
}

function bestOf(timed: readonly Tried[], span: string): number {
  const times = timed.map(({ stored }) => stored?.metrics[span]?.median_ns ?? Number.NaN);
  return times.indexOf(Math.min(...times));
}

/** The stretch of neighbours around the best that the samples cannot tell from it. */
function equals(
  timed: readonly Tried[],
  at: number,
): { readonly from: number; readonly to: number } {
  const slower = (i: number): boolean => {
    const [one, best] = [timed[i]?.set, timed[at]?.set];
    return one != null && best != null && compare(one, best).verdict === 'slower';
  };
  let from = at;
  let to = at;
  while (from > 0 && !slower(from - 1)) from -= 1;
  while (to < timed.length - 1 && !slower(to + 1)) to += 1;
  return { from, to };
}

/** Midpoints towards both neighbours of the best; none where the bracket is narrow or both sides are like the best. */
function stepOf(
  axis: Axis,
  timed: readonly Tried[],
  at: number,
  equal: { readonly from: number; readonly to: number },
): { readonly next: readonly number[]; readonly flat: boolean } {
  if (axis.type !== 'integer' && axis.type !== 'real') {
    return { next: [], flat: equal.from < equal.to };
  }
  const value = (i: number): number | undefined => {
    const found = timed[i]?.value;
    return typeof found === 'number' ? found : undefined;
  };
  const best = value(at);
  if (best === undefined) return { next: [], flat: false };
  const sides = [value(at - 1), value(at + 1)].filter((one) => one !== undefined);
  // Both neighbours are like the best: between them there is nothing to find that could be seen.
  const like = equal.from < at && equal.to > at;
  if (like) return { next: [], flat: true };
  const next = sides.flatMap((side) => {
    const [here, there] = [partOf(axis, best), partOf(axis, side)];
    if (Math.abs(here - there) <= narrow) return [];
    const middle = pointAt(axis, (here + there) / 2);
    return timed.some((one) => one.value === middle) ? [] : [middle];
  });
  return { next, flat: next.length === 0 && equal.from < equal.to };
}

function sentenceOf(
  {
    parameter,
    state,
    interval,
    variant,
  }: Pick<TuningView, 'parameter' | 'state' | 'interval' | 'variant'>,
  best: Tried,
  span: string,
): string {
  const time = format(best.stored?.metrics[span]?.median_ns, 'duration');
  const [low, high] = interval ?? [best.value, best.value];
  const range =
    low === high
      ? 'every other value that was tried is slower'
      : `${low} to ${high} cannot be told from it`;
  const found = `${variant} is fastest at ${parameter} = ${best.value} (${time}, span ${span}): ${range}`;
  if (state === 'flat') return `${found}; the search ended there.`;
  return state === 'open' ? `${found}; the search has not ended.` : `${found}.`;
}
