import { isDisturbed } from '../../../contract/target.ts';
import type { BreakEvenView } from '../../../contract/verdict.ts';
import type { Values } from '../../../contract/workload.ts';
import type { Curve } from '../../../stats/curve-difference.ts';
import { minProcesses, minSamples } from '../../../stats/judge.ts';
import { deviceKind } from '../../../stats/metric.ts';
import { judgedProcess } from '../../../stats/process-summary.ts';
import { timeStepNs } from '../../../stats/time-step.ts';
import type { Described, ReportSource } from '../report-source.ts';
import { breakEven, unknownStretches } from './break-even.ts';
import {
  notMeasuredSentence,
  toolsSentence,
  unsoundBreakEvenSentence,
  withoutVerdictSentence,
} from './sentences.ts';

/**
 * What every break-even of stored cases is made of: lines over the size axis, two of which are compared with each
 * other.
 */

/** Times of one variant, or of one of its settings, over sizes. */
export type Line = {
  readonly label: string;
  readonly device: 'cpu' | 'cuda';
  readonly baseline: boolean;
  /** It comes with Breakeven, and is not the variant of a study or of a library. */
  readonly ours: boolean;
  readonly cases: readonly Described[];
};

/** The axis whose values are sizes, and the axes that have the same value in every case. */
export type SizeAxis = { readonly axis: string; readonly linked: readonly string[] };

/** The measured cases of a workload and their size axis; null where it has none. */
export function sizesOf(
  cases: readonly Described[],
): { readonly size: SizeAxis; readonly measured: readonly Described[] } | null {
  const axis = cases[0]?.descriptor.workload.sizeAxis;
  if (axis === undefined || axis === '') return null;
  const measured = cases.filter(({ stored }) => stored.outcome === 'ok');
  const others = sharedAxes(cases).filter((id) => id !== axis);
  // An axis that always equals the size (the other side of a square) is the size once more.
  const linked = others.filter((id) =>
    measured.every(({ stored }) => stored.values[id] === stored.values[axis]),
  );
  return { size: { axis, linked }, measured };
}

/** The axes of the workload itself, which all of its variants take. */
export function sharedAxes(cases: readonly Described[]): readonly string[] {
  return [...new Set(cases.flatMap(({ descriptor }) => descriptor.workload.axes.map((a) => a.id)))];
}

export type Facet = {
  readonly facet: readonly Described[];
  /** Axes that distinguish facets, the size aside. */
  readonly shared: ReadonlySet<string>;
  /** The values of those that have several in the run. */
  readonly values: Values;
};

/** The measured cases by the values of the axes that all variants take, the size aside. */
export function facetsOf(
  cases: readonly Described[],
  measured: readonly Described[],
  size: SizeAxis,
): readonly Facet[] {
  const shared = new Set(sharedAxes(cases));
  for (const axis of [size.axis, ...size.linked]) shared.delete(axis);
  const swept = sweptAxes(measured, shared);
  const facets = Map.groupBy(measured, ({ stored }) => JSON.stringify(pick(stored.values, shared)));
  return [...facets.values()].map((facet) => ({
    facet,
    shared,
    values: pick(facet[0]?.stored.values ?? {}, swept),
  }));
}

/** Axes with more than one value: what distinguishes facets for a reader. */
export function sweptAxes(
  cases: readonly Described[],
  among: ReadonlySet<string>,
): ReadonlySet<string> {
  return new Set(
    [...among].filter((axis) => new Set(cases.map(({ stored }) => stored.values[axis])).size > 1),
  );
}

export function pick(values: Values, axes: ReadonlySet<string>): Values {
  return Object.fromEntries(Object.entries(values).filter(([axis]) => axes.has(axis)));
}

export function deviceOf({ descriptor }: Described): Line['device'] {
  return descriptor.variant.device === 'cpu' ? 'cpu' : 'cuda';
}

/**
 * Where two lines cross in one timing scope. Nothing where they have fewer than two sizes in common, or a scope that
 * one of them lacks.
 */
export function crossingOf(
  [a, b]: readonly [Line, Line],
  scope: string,
  { axis, linked }: SizeAxis,
  values: Values,
  source: ReportSource,
): BreakEvenView[] {
  const [first, second] = [a, b].map((line) => curveOf(line, scope, axis, source));
  if (first === undefined || second === undefined) return [];
  const sizes = new Set(first.points.map(({ x }) => x));
  if (second.points.filter(({ x }) => sizes.has(x)).length < 2) return [];
  const workload = a.cases[0]?.stored.workload ?? '';
  const asked = askedSizes(source, workload, axis);
  const unsound = [first, second].map((curve, i) => unsoundSizes(curve, [a, b][i], axis));
  const without = new Set(
    source.allowDisturbed === true ? [] : unsound.flatMap(({ disturbed }) => disturbed),
  );
  const judged = breakEven(first, second, {
    workload,
    scope,
    axis,
    margin: source.comparer.margins().difference,
    untold: (size) => without.has(size),
    ...(source.sessions === undefined ? {} : { sessions: source.sessions }),
    ...(source.target === undefined ? {} : { target: source.target }),
    ...(asked.size === 0 ? {} : { asked: (size: number) => asked.has(size) }),
  });
  const index = a.cases[0]?.stored.index ?? -1;
  const foreign = source.descriptors.get(index)?.workload.foreign === true;
  const view =
    source.allowDisturbed === true ? judged : withoutUnsound(judged, unsound, sizes, foreign);
  const facet = [
    ...Object.entries(values).map(([name, value]) => `${name}=${value}`),
    ...linked.map((name) => `${name}=${axis}`),
  ];
  const tried = [a, b].map((line) => sizesWithoutTime(line, source, [axis, ...linked]));
  const lacking = sizesLacking([first, second], tried, asked).map(([label, without]) =>
    notMeasuredSentence(label, axis, without),
  );
  const tools = foreign ? toolsOf([a, b], [first, second]) : [];
  const sentence = [view.sentence, ...lacking, ...tools].join(' ');
  if (facet.length === 0) return [{ ...view, sentence }];
  const which = {
    ...(Object.keys(values).length === 0 ? {} : { values }),
    ...(linked.length === 0 ? {} : { linkedAxes: [...linked] }),
  };
  return [{ ...view, ...which, sentence: `${facet.join(', ')}: ${sentence}` }];
}

/** That two tools measured the two sides, and how many processes of each count; nothing where one tool did. */
function toolsOf(lines: readonly Line[], curves: readonly Curve[]): readonly string[] {
  const tools = new Set(
    lines.flatMap(({ cases }) => cases.flatMap(({ stored }) => stored.attributes['tool'] ?? [])),
  );
  if (tools.size !== 2) return [];
  return [
    toolsSentence(
      curves.map(({ label, points }) => {
        const counts = points.map(({ processes: { length } }) => length);
        return { label, from: Math.min(...counts), to: Math.max(...counts) };
      }),
    ),
  ];
}

/** The sizes of one curve that have no verdict: most repetitions were disturbed, or too little was measured. */
type Unsound = {
  readonly label: string;
  readonly disturbed: readonly number[];
  readonly few: readonly number[];
};

function unsoundSizes({ label, points }: Curve, line: Line | undefined, axis: string): Unsound {
  const disturbed = (line?.cases ?? []).filter(({ stored }) => isDisturbed(stored));
  const few = points.filter(
    ({ processes }) =>
      processes.length < minProcesses || processes.reduce((sum, { n }) => sum + n, 0) < minSamples,
  );
  const sizes = disturbed.map(({ stored }) => Number(stored.values[axis]));
  return { label, disturbed: sizes, few: few.map(({ x }) => x).filter((x) => !sizes.includes(x)) };
}

/**
 * The same answer where it does not rest on a size without a verdict: one of those between which the faster variant changes, or, where it
 * does not, the smallest or the largest. What is not told rests on the sizes that do not tell as well.
 */
function withoutUnsound(
  view: BreakEvenView,
  unsound: readonly Unsound[],
  sizes: ReadonlySet<number>,
  foreign: boolean,
): BreakEvenView {
  const brackets = view.brackets ?? [];
  const ends = [Math.min(...sizes), Math.max(...sizes)];
  const untold = view.answer === 'inconclusive';
  const within = untold ? (view.unknown ?? []) : brackets;
  const counts = (x: number): boolean =>
    within.some(([from, to]) => x >= from && x <= to) ||
    (brackets.length === 0 && ends.includes(x));
  const resting = unsound.map(({ label, disturbed, few }) => ({
    label,
    ...{ disturbed: disturbed.filter(counts), few: few.filter(counts) },
  }));
  const isDisturbedOne = resting.some(({ disturbed }) => disturbed.length > 0);
  const rests = isDisturbedOne || resting.some(({ few }) => few.length > 0);
  if (!rests || (untold && !isDisturbedOne)) {
    const elsewhere = unsound.flatMap(({ disturbed }) => disturbed).filter((x) => sizes.has(x));
    const remark = withoutVerdictSentence(
      view.axis,
      [...new Set(elsewhere)].sort((a, b) => a - b),
    );
    return remark === null ? view : { ...view, sentence: `${view.sentence} ${remark}` };
  }
  const { refined: _refined, fallback: _fallback, unknown = [], ...kept } = view;
  const isOpen = (x: number): boolean =>
    unsound.some(({ disturbed, few }) => disturbed.includes(x) || few.includes(x)) ||
    unknown.some(([a, b]) => (x > a && x < b) || (ends.includes(x) && (x === a || x === b)));
  return {
    ...kept,
    ...{ answer: 'inconclusive', at: null, ci95: null },
    ...(isDisturbedOne ? { disturbed: true as const } : {}),
    unknown: unknownStretches(
      [...sizes].sort((a, b) => a - b).map((x) => ({ x, sign: isOpen(x) ? 0 : 1 })),
    ),
    sentence: unsoundBreakEvenSentence(resting, view.axis, foreign ? { near: view.at } : undefined),
  };
}

/**
 * By curve the sizes that only the other one has, among those that were asked for and those of its own cases: its case
 * failed or was left out. A size that refining added for another pair is none of them.
 *
 * @param tried by curve the sizes at which it has a case without a time
 */
function sizesLacking(
  [a, b]: readonly [Curve, Curve],
  [triedA, triedB]: readonly (ReadonlySet<unknown> | undefined)[],
  asked: ReadonlySet<unknown>,
): readonly (readonly [string, readonly number[]])[] {
  const lacks = (one: Curve, other: Curve, tried?: ReadonlySet<unknown>): readonly number[] => {
    const own = new Set(one.points.map(({ x }) => x));
    const sizes = other.points.map(({ x }) => x).filter((x) => !own.has(x));
    return sizes.filter((x) => asked.size === 0 || asked.has(x) || tried?.has(x) === true);
  };
  return [[a, lacks(a, b, triedA)] as const, [b, lacks(b, a, triedB)] as const].flatMap(
    ([{ label }, sizes]) => (sizes.length === 0 ? [] : [[label, sizes] as const]),
  );
}

/** The sizes at which a case of a line failed or was skipped: cases of its variant that differ from its own in the size alone. */
function sizesWithoutTime(
  { cases: [own] }: Line,
  { cases }: ReportSource,
  sizeAxes: readonly string[],
): ReadonlySet<unknown> {
  if (own === undefined) return new Set();
  const { workload, variant, values } = own.stored;
  const setting = Object.entries(values).filter(([axis]) => !sizeAxes.includes(axis));
  const fitting = cases.filter(
    (each) =>
      each.outcome !== 'ok' &&
      each.workload === workload &&
      each.variant === variant &&
      setting.every(([axis, value]) => each.values[axis] === value),
  );
  return new Set(fitting.map((each) => each.values[sizeAxes[0] ?? '']));
}

/** The sizes that a configuration names for a workload. */
function askedSizes(
  { configuration }: ReportSource,
  workload: string,
  axis: string,
): ReadonlySet<unknown> {
  const groups = configuration?.groups.filter((group) => group.workload === workload) ?? [];
  return new Set(
    groups.flatMap(({ set, sweep }) => [...(sweep[axis] ?? []), set[axis] ?? []].flat()),
  );
}

function curveOf(line: Line, scope: string, axis: string, source: ReportSource): Curve {
  const points = line.cases.flatMap(({ stored }) => {
    const x = stored.values[axis];
    const processes = source.processes(stored.index, scope);
    // Zero has no place on a logarithmic axis.
    if (typeof x !== 'number' || x <= 0 || processes.length === 0) return [];
    const resolutionNs = timeStepNs(stored.attributes, line.device, scope, processes);
    return [{ x, processes: processes.map(judgedProcess), resolutionNs }];
  });
  const { label } = line;
  const device = deviceKind(line.device);
  return { label, device, scope, points: points.sort((p, q) => p.x - q.x) };
}
