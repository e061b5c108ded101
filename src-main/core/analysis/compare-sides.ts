import { BreakevenError } from '../../contract/failure.ts';
import type { Machine } from '../../contract/machine.ts';
import type { CompareCell, CompareRow, RunsComparison } from '../../contract/procedures/compare.ts';
import type { Descriptor, RunRow, StoredCase } from '../../contract/run.ts';
import type { Values } from '../../contract/workload.ts';
import { headlineSpan } from '../export/source.ts';
import { factsOf } from '../machine/machine-attributes.ts';
import { parseRunVariant } from '../store/reference.ts';
import type { Store } from '../store/store.ts';
import { hintFor } from '../util/did-you-mean.ts';
import { obstacle } from './comparable.ts';
import { adjustSweep, type CompareOptions, type SampleSet } from './compare.ts';
import { knownSamples } from './sample-cache.ts';
import { sampleSet } from './sample-set.ts';
import { compareKnown } from './verdict-cache.ts';

export type CompareStore = Pick<Store, 'run' | 'samplesOfCases' | 'descriptors'>;

type Side = {
  readonly ref: string;
  readonly run: RunRow;
  readonly variant: string | null;
  readonly machine: Machine;
  readonly cases: readonly StoredCase[];
  readonly descriptors: ReadonlyMap<number, Descriptor>;
};

export type CompareRequest = {
  readonly refs: readonly string[];
  readonly span?: string | undefined;
  readonly workload?: string | undefined;
  /** How many rows to judge; all unless given. */
  readonly judge?: number | undefined;
};

/**
 * Two to eight runs or variants side by side: how their machines differ, then the cases of the first side with those
 * of the others that match. Cases match when workload and every value that both have agree, and, unless a side names
 * its variant, the variant too. Verdicts are of each side against the first.
 *
 * @throws BreakevenError `not-found` or `bad-input` for references, spans and workloads that are not there.
 */
export function compareSides(
  store: CompareStore,
  { refs, span: wanted, workload, judge = Number.POSITIVE_INFINITY }: CompareRequest,
  margins: CompareOptions = {},
): RunsComparison {
  const sides = refs.map((ref) => sideOf(store, ref, workload));
  refuseTwice(sides);
  const spans = sharedSpans(sides);
  const span = chooseSpan(spans, wanted);
  const aligned = alignedRows(sides);
  const sets = createSets(store, sides, aligned.slice(0, judge), span);
  const judged = aligned.map(({ cases }, row) =>
    judgeRow(row < judge ? sets : null, sides, cases, span, margins),
  );
  const whole = judge >= aligned.length;
  // Each side is one sweep of comparisons against the first.
  if (whole) for (let side = 1; side < sides.length; side += 1) adjust(judged, side);
  const used = sides.map((_, side) => new Set(aligned.map(({ cases }) => cases[side])));
  return {
    sides: sides.map(({ ref, run, variant }) => ({ ref, run, variant })),
    environment: environmentOf(sides.map(({ machine }) => machine)),
    span,
    spans,
    rows: aligned.map(({ cases }, row) => rowOf(cases, judged[row] ?? [])),
    ...(whole ? {} : { judged: judge }),
    unpaired: sides.map(
      ({ cases }, side) => cases.filter((stored) => used[side]?.has(stored) !== true).length,
    ),
  };
}

function sideOf(store: CompareStore, ref: string, workload: string | undefined): Side {
  const { run: runRef, variant } = parseRunVariant(ref);
  const { run, machine, cases } = store.run(runRef);
  const own = cases.filter((stored) => workload === undefined || stored.workload === workload);
  const chosen = own.filter((stored) => variant === null || stored.variant === variant);
  if (variant !== null && chosen.length === 0) {
    const known = [...new Set(own.map((stored) => stored.variant))];
    throw new BreakevenError(
      'bad-input',
      `run ${run.id} has no variant "${variant}"${hintFor(variant, known)}`,
    );
  }
  return { ref, run, variant, machine, cases: chosen, descriptors: store.descriptors(run.id) };
}

/** A side says nothing about itself. */
function refuseTwice(sides: readonly Side[]): void {
  const names = sides.map(
    ({ run, variant }) => `${run.id}${variant === null ? '' : `:${variant}`}`,
  );
  const twice = names.find((name, i) => names.indexOf(name) < i);
  if (twice === undefined) return;
  throw new BreakevenError(
    'bad-input',
    `${twice} is named twice; compare different runs, or variants of one`,
  );
}

function sharedSpans(sides: readonly Side[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const { cases } of sides) {
    for (const span of new Set(cases.flatMap(({ metrics }) => Object.keys(metrics)))) {
      counts.set(span, (counts.get(span) ?? 0) + 1);
    }
  }
  return [...counts].filter(([, count]) => count > 1).map(([span]) => span);
}

function chooseSpan(spans: readonly string[], wanted: string | undefined): string {
  if (wanted === undefined) return headlineSpan(spans) ?? 'kernel';
  if (spans.includes(wanted) || spans.length === 0) return wanted;
  throw new BreakevenError(
    'bad-input',
    `span: not two of these runs have the span "${wanted}"; they share ${spans.join(', ')}`,
  );
}

type Aligned = { readonly cases: readonly (StoredCase | null)[] };

/** Rows of cases that at least two sides have, in the order of the first side that has each. */
function alignedRows(sides: readonly Side[]): readonly Aligned[] {
  const named = sides.some(({ variant }) => variant !== null);
  const taken = sides.map(() => new Set<StoredCase>());
  const groupOf = ({ workload, variant }: StoredCase): string =>
    named ? workload : `${workload}\n${variant}`;
  const groups = sides.map(({ cases }) => {
    const found = Map.groupBy(cases, groupOf);
    return new Map([...found].map(([id, group]) => [id, createFinder(group)]));
  });
  return sides.flatMap(({ cases }, from) =>
    cases.flatMap((stored): Aligned[] => {
      if (taken[from]?.has(stored) === true) return [];
      const row = sides.map((_, side) => {
        if (side < from) return null;
        if (side === from) return stored;
        const find = groups[side]?.get(groupOf(stored));
        return find?.(stored.values, (other) => taken[side]?.has(other) !== true) ?? null;
      });
      if (row.filter((found) => found !== null).length < 2) return [];
      for (const [side, found] of row.entries()) if (found !== null) taken[side]?.add(found);
      return [{ cases: row }];
    }),
  );
}

type Finder = (values: Values, isFree: (other: StoredCase) => boolean) => StoredCase | null;

/** Finds the first case that agrees with values; of many cases with the same axes without looking at each. */
function createFinder(cases: readonly StoredCase[]): Finder {
  const axes = new Set(cases.map(({ values }) => axesOf(values)));
  const [only] = axes;
  const byValues = Map.groupBy(cases, ({ values }) => valuesKey(values));
  return (values, isFree) => {
    const same = axes.size === 1 && axesOf(values) === only;
    const candidates = same ? (byValues.get(valuesKey(values)) ?? []) : cases;
    return candidates.find((other) => isFree(other) && agree(values, other.values)) ?? null;
  };
}

function axesOf(values: Values): string {
  return Object.keys(values).sort().join('\n');
}

function valuesKey(values: Values): string {
  return JSON.stringify(Object.entries(values).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** The same value on every axis that both have. */
function agree(a: Values, b: Values): boolean {
  return Object.entries(a).every(([axis, value]) => !(axis in b) || b[axis] === value);
}

function judgeRow(
  setOf: Sets | null,
  sides: readonly Side[],
  cases: readonly (StoredCase | null)[],
  span: string,
  margins: CompareOptions,
): (CompareCell | null)[] {
  const base = cases[0] ?? null;
  return sides.map((_, at): CompareCell | null => {
    const stored = cases[at] ?? null;
    if (stored === null) return null;
    const metric = stored.metrics[span];
    const { ci95_lo_ns: lo = null, ci95_hi_ns: hi = null } = metric ?? {};
    return {
      caseIndex: stored.index,
      variant: stored.variant,
      outcome: stored.outcome,
      reason: stored.reason,
      medianNs: metric?.median_ns ?? null,
      ci95: lo === null || hi === null ? null : [lo, hi],
      n: metric?.n ?? 0,
      comparison:
        at === 0 || base === null || setOf === null
          ? null
          : compareKnown(setOf(at, stored), setOf(0, base), {
              ...margins,
              notComparable: obstacle(stored, base, span),
            }),
    };
  });
}

/** The samples of a case of the side with this number. */
type Sets = (side: number, stored: StoredCase) => SampleSet;

/** Reads the samples of all aligned cases, side by side: one question each instead of one a case. */
function createSets(
  store: CompareStore,
  sides: readonly Side[],
  aligned: readonly Aligned[],
  span: string,
): Sets {
  const read = sides.map(({ run }, side) => {
    const indices = aligned.flatMap(({ cases }) => cases[side]?.index ?? []);
    return store.samplesOfCases(run.id, indices, span);
  });
  const sets = sides.map(() => new Map<StoredCase, SampleSet>());
  return (at, stored) => {
    const known = sets[at]?.get(stored);
    if (known !== undefined) return known;
    const { id } = sides[at]?.run ?? { id: '' };
    const parts = knownSamples(`${id} ${stored.index} ${span}`, read[at]?.get(stored.index) ?? []);
    const device = sides[at]?.descriptors.get(stored.index)?.variant.device;
    const set = sampleSet(`${id}:${stored.variant}`, device, stored.facts, span, parts);
    sets[at]?.set(stored, set);
    return set;
  };
}

function adjust(judged: (CompareCell | null)[][], side: number): void {
  const cells = judged.flatMap((row, at) => {
    const cell = row[side];
    return cell?.comparison == null ? [] : [{ at, cell, view: cell.comparison }];
  });
  for (const [i, comparison] of adjustSweep(cells.map(({ view }) => view)).entries()) {
    const found = cells[i];
    const row = found === undefined ? undefined : judged[found.at];
    if (found !== undefined && row !== undefined) row[side] = { ...found.cell, comparison };
  }
}

function rowOf(
  cases: readonly (StoredCase | null)[],
  cells: readonly (CompareCell | null)[],
): CompareRow {
  const present = cases.filter((stored) => stored !== null);
  const [first] = present;
  const shared = Object.entries(first?.values ?? {}).filter(([axis, value]) =>
    present.every(({ values }) => values[axis] === value),
  );
  const variants = new Set(present.map(({ variant }) => variant));
  return {
    workload: first?.workload ?? '',
    variant: variants.size === 1 ? (first?.variant ?? null) : null,
    values: Object.fromEntries(shared),
    cells,
  };
}

function environmentOf(machines: readonly Machine[]): RunsComparison['environment'] {
  const facts = machines.map(factsOf);
  const names = [...new Set(facts.flatMap((each) => [...each.keys()]))];
  return names.flatMap((fact) => {
    const found = facts.map((each) => each.get(fact));
    const values = found.map((each) => each?.value ?? null);
    if (new Set(values).size < 2) return [];
    return [{ fact, values, machine: found.some((each) => each?.machine === true) }];
  });
}
