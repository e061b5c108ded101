import type { StoredCase } from '../../contract/run.ts';
import type { Scalar, Values } from '../../contract/workload.ts';

/** What a case is paired by. */
export type Pairable = Pick<StoredCase, 'index' | 'workload' | 'variant' | 'values'>;

export type PairingRules = {
  /** Cases of different variants may pair up: a side names its variant, or each is compared with one baseline. */
  readonly acrossVariants?: boolean;
  /** Cases of different workloads may pair up: a claim names both. */
  readonly acrossWorkloads?: boolean;
  /** Axes that may differ: what the two sides are compared over. */
  readonly free?: ReadonlySet<string>;
  /** Both sides are of one run, in which a case says nothing about itself. */
  readonly sameRun?: boolean;
};

export type Pair<T extends Pairable> = {
  readonly contender: T;
  readonly baseline: T;
  /** The axes, of either side, whose value distinguishes this pair from others of the pairing. */
  readonly axes: readonly string[];
};

export type Unpaired<T extends Pairable> = { readonly stored: T; readonly reason: string };

export type Pairing<T extends Pairable> = {
  /** In the order of the plan. */
  readonly pairs: readonly Pair<T>[];
  readonly unpaired: {
    readonly contender: readonly Unpaired<T>[];
    readonly baseline: readonly Unpaired<T>[];
  };
};

/**
 * Holds the cases of one side against those of another. Two cases pair up when their workload, their variant (unless
 * the rules say otherwise) and every value that both have agree. Where one side has an axis that the other lacks,
 * several of its cases pair up with the same one. Swapping the sides swaps the members of every pair and nothing else.
 */
export function pairCases<T extends Pairable>(
  contenders: readonly T[],
  baselines: readonly T[],
  rules: PairingRules = {},
): Pairing<T> {
  const groupOf = ({ workload, variant }: Pairable): string =>
    JSON.stringify([
      rules.acrossWorkloads === true ? '' : workload,
      rules.acrossVariants === true ? '' : variant,
    ]);
  const finders = new Map(
    [...Map.groupBy(baselines, groupOf)].map(([id, group]) => [id, createFinder(group, rules)]),
  );
  const found = contenders.flatMap((contender) => {
    const candidates = finders.get(groupOf(contender))?.(contender.values) ?? [];
    return candidates
      .filter(({ index }) => rules.sameRun !== true || index !== contender.index)
      .map((baseline) => ({ contender, baseline }));
  });
  const apart = tellingAxes([
    found.map(({ contender }) => contender),
    found.map(({ baseline }) => baseline),
  ]);
  const pairs = found
    .map((pair) => ({ ...pair, axes: axesOfRow(apart, [pair.contender, pair.baseline]) }))
    .sort(inPlanOrder);
  const leftOut = (
    side: readonly T[],
    paired: ReadonlySet<T>,
    others: readonly T[],
    other: string,
  ): readonly Unpaired<T>[] =>
    side
      .filter((stored) => !paired.has(stored))
      .map((stored) => ({ stored, reason: whyAlone(stored, others, other, rules) }));
  return {
    pairs,
    unpaired: {
      contender: leftOut(
        contenders,
        new Set(pairs.map(({ contender }) => contender)),
        baselines,
        'baseline',
      ),
      baseline: leftOut(
        baselines,
        new Set(pairs.map(({ baseline }) => baseline)),
        contenders,
        'contender',
      ),
    },
  };
}

/** The first pair of each contender, for faces that show one ratio a case. */
export function firstPairs<T extends Pairable>(pairs: readonly Pair<T>[]): readonly Pair<T>[] {
  const seen = new Set<T>();
  return pairs.filter(({ contender }) => {
    if (seen.has(contender)) return false;
    seen.add(contender);
    return true;
  });
}

/** For each workload the axes that have more than one value on one of the sides, in their order of appearance. */
export function tellingAxes(
  sides: readonly (readonly Pairable[])[],
): ReadonlyMap<string, readonly string[]> {
  const groups = Map.groupBy(
    sides.flatMap((cases, side) => cases.map((one) => ({ ...one, side }))),
    ({ workload }) => workload,
  );
  return new Map([...groups].map(([workload, group]) => [workload, varying(group)]));
}

function varying(cases: readonly (Pairable & { readonly side: number })[]): readonly string[] {
  const seen = new Map<string, Map<number, Scalar>>();
  const found = new Set<string>();
  for (const { values, side } of cases) {
    for (const [axis, value] of Object.entries(values)) {
      const bySide = seen.get(axis) ?? new Map<number, Scalar>();
      seen.set(axis, bySide);
      if (!bySide.has(side)) bySide.set(side, value);
      else if (bySide.get(side) !== value) found.add(axis);
    }
  }
  return [...seen.keys()].filter((axis) => found.has(axis));
}

/** Those of the telling axes that a member of the row has. */
export function axesOfRow(
  apart: ReadonlyMap<string, readonly string[]>,
  members: readonly Pairable[],
): readonly string[] {
  const known = new Set(members.flatMap(({ workload }) => apart.get(workload) ?? []));
  return [...known].filter((axis) => members.some(({ values }) => axis in values));
}

/** The same value on every axis that both have, apart from free ones. */
export function agree(a: Values, b: Values, free: ReadonlySet<string> = new Set()): boolean {
  return Object.entries(a).every(
    ([axis, value]) => free.has(axis) || !(axis in b) || b[axis] === value,
  );
}

type Finder<T> = (values: Values) => readonly T[];

/** Finds all cases that agree with values, without looking at each: by the values of the axes that both have. */
function createFinder<T extends Pairable>(
  cases: readonly T[],
  { free = new Set() }: PairingRules,
): Finder<T> {
  const byAxes = [...Map.groupBy(cases, ({ values }) => Object.keys(values).sort().join('\n'))].map(
    ([axes, group]) => ({ axes: axes.split('\n'), group, tables: new Map<string, Table<T>>() }),
  );
  return (values) =>
    byAxes.flatMap(({ axes, group, tables }) => {
      const shared = axes.filter((axis) => axis in values && !free.has(axis));
      const name = shared.join('\n');
      const keyOf = (of: Values): string => JSON.stringify(shared.map((axis) => of[axis]));
      const table = tables.get(name) ?? Map.groupBy(group, (one) => keyOf(one.values));
      tables.set(name, table);
      return table.get(keyOf(values)) ?? [];
    });
}

type Table<T> = Map<string, T[]>;

/** The same whichever side is called the contender. */
function inPlanOrder<T extends Pairable>(a: Pair<T>, b: Pair<T>): number {
  const ends = ({ contender: one, baseline: other }: Pair<T>) =>
    [Math.min(one.index, other.index), Math.max(one.index, other.index)] as const;
  const [lowA, highA] = ends(a);
  const [lowB, highB] = ends(b);
  return lowA - lowB || highA - highB;
}

/** Why a case has no counterpart, in a few words. */
function whyAlone<T extends Pairable>(
  { workload, variant, values }: T,
  others: readonly T[],
  other: string,
  { acrossVariants, acrossWorkloads, free = new Set() }: PairingRules,
): string {
  const ofWorkload = others.filter((one) => acrossWorkloads === true || one.workload === workload);
  if (ofWorkload.length === 0) return `the ${other} has no case of ${workload}`;
  const rest = ofWorkload.filter((one) => acrossVariants === true || one.variant === variant);
  if (rest.length === 0) return `the ${other} has no case of ${workload} ${variant}`;
  const shared = Object.entries(values).filter(
    ([axis]) => !free.has(axis) && rest.some((one) => axis in one.values),
  );
  const lacking = shared.filter(
    ([axis, value]) => !rest.some((one) => !(axis in one.values) || one.values[axis] === value),
  );
  const named = lacking.length > 0 ? lacking : shared;
  if (named.length === 0) return `the ${other} has no other case of it`;
  return `the ${other} has no case with ${named.map(([axis, value]) => `${axis} = ${value}`).join(', ')}`;
}
