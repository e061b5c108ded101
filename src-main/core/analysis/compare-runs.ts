import { shownBaselineNote } from '../../contract/break-even-groups.ts';
import type { Machine } from '../../contract/machine.ts';
import { machineWarnings } from '../../contract/machine-state.ts';
import type {
  CompareCell,
  CompareRow,
  CompareSide,
  RunsComparison,
} from '../../contract/procedures/compare.ts';
import type { StoredCase } from '../../contract/run.ts';
import { disturbedText } from '../../contract/target.ts';
import { headlineScope } from '../../contract/timing-scopes.ts';
import { deviceKind } from '../../stats/metric.ts';
import type { Device } from '../../stats/run-variation.ts';
import {
  attributesOf,
  codeAttribute,
  type MachineAttribute,
} from '../machine/machine-attributes.ts';
import { differingAddons } from '../machine/measured-code.ts';
import type { Store } from '../store/store.ts';
import { alignSides, type SideRow } from './align-cases.ts';
import { type Comparer, type Controls, type Subject, subjectsOf } from './compare.ts';
import { type ComparedSide, readSides } from './compared-runs.ts';
import { adjusted } from './false-discovery.ts';
import { axesOfRow, pairCases, tellingAxes } from './pairing.ts';
import { checkScope, scopesOfRun } from './timing-scopes.ts';

export type CompareRequest = {
  readonly refs: readonly string[];
  readonly scope?: string | undefined;
  readonly prefer?: string | undefined;
  readonly workload?: string | undefined;
  /** Only rows whose contender the query selects. */
  readonly where?: string | undefined;
  /** Cases of which most repetitions were disturbed have verdicts too. */
  readonly allowDisturbed?: boolean | undefined;
  /** How many rows to judge; all by default. */
  readonly judge?: number | undefined;
};

/**
 * Two to eight runs or variants side by side: how their machines differ, then the cases of the first side, which is the
 * baseline, with those of the others that pair up with them. Each other side is a contender compared with the first.
 *
 * @throws BreakevenError `not-found` or `bad-input` for references, timing scopes and workloads that are not there.
 */
export function compareSides(
  store: Pick<Store, 'run' | 'descriptors' | 'resolve' | 'selectCases'>,
  comparer: Comparer,
  {
    refs,
    scope: wanted,
    prefer,
    workload,
    where,
    allowDisturbed,
    judge = Number.POSITIVE_INFINITY,
  }: CompareRequest,
): RunsComparison {
  const sides = readSides(store, refs, workload);
  checkScope(
    wanted,
    sides.flatMap(({ cases, descriptors }) => scopesOfRun(cases, descriptors)),
  );
  const scopes = sharedScopes(sides);
  const preferred = scopes.find((one) => one === prefer);
  const scope = wanted ?? preferred ?? headlineScope(scopes) ?? 'kernel';
  const { rows, unpaired } = fitting(store, sides, alignSides(sides), where);
  const whole = judge >= rows.length;
  const verdicts = judgeRows(comparer, sides, rows, { judge, scope, allowDisturbed });
  const apart = tellingAxes(sides.map((_, side) => rows.flatMap((row) => row[side] ?? [])));
  return {
    sides: sides.map(({ ref, run, variant, machine }) => ({
      ref,
      run,
      variant,
      ...warningsOf(machine),
    })),
    environment: environmentOf(sides),
    scope,
    scopes,
    margins: comparer.margins(),
    rows: rows.map((row, at) => rowOf(row, apart, scope, (side) => verdicts[at]?.[side] ?? null)),
    sizeAxes: sizeAxesOf(sides),
    ...baselineNoteOf(sides, rows),
    ...(whole ? {} : { judged: judge }),
    unpaired,
  };
}

type Aligned = ReturnType<typeof alignSides>;

/** The rows whose contender a query selects, and the unpaired cases that it does. */
function fitting(
  store: Pick<Store, 'selectCases'>,
  sides: readonly ComparedSide[],
  { rows, unpaired }: Aligned,
  where: string | undefined,
): Aligned {
  if (where === undefined) return { rows, unpaired };
  const ids = sides.map(({ run }) => run.id);
  const selected = store.selectCases([...new Set(ids)], where);
  const fits = ids.map((id) => selected.get(id)?.cases);
  return {
    rows: rows.filter((row) =>
      row.some((stored, side) => side > 0 && stored !== null && fits[side]?.has(stored.index)),
    ),
    unpaired: unpaired.map((cases, side) =>
      cases.filter(({ caseIndex }) => fits[side]?.has(caseIndex)),
    ),
  };
}

/** The timing scopes that at least two sides have. */
function sharedScopes(sides: readonly ComparedSide[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const { cases } of sides) {
    for (const scope of new Set(cases.flatMap(({ metrics }) => Object.keys(metrics)))) {
      counts.set(scope, (counts.get(scope) ?? 0) + 1);
    }
  }
  return [...counts].filter(([, count]) => count > 1).map(([scope]) => scope);
}

type Verdicts = readonly (CompareCell['comparison'] | undefined)[][];

/** By row and side; each side is one sweep of comparisons, a pair that stands in several rows counts once. */
function judgeRows(
  comparer: Comparer,
  sides: readonly ComparedSide[],
  every: readonly SideRow[],
  {
    judge,
    scope,
    allowDisturbed,
  }: Pick<CompareRequest, 'allowDisturbed'> & {
    readonly judge: number;
    readonly scope: string;
  },
): Verdicts {
  const rows = every.slice(0, judge);
  const adjust = rows.length === every.length;
  const [first] = sides;
  const casesOf = (side: number): ReadonlySet<StoredCase> =>
    new Set(every.flatMap((row) => row[side] ?? []));
  const made = sides.map(({ run, descriptors, decide }) => subjectsOf(run.id, descriptors, decide));
  const found: (CompareCell['comparison'] | undefined)[][] = rows.map(() => []);
  for (const [side, subjectOf] of made.entries()) {
    if (side === 0) continue;
    const places = new Map<string, { pair: readonly [Subject, Subject]; rows: number[] }>();
    for (const [at, row] of rows.entries()) {
      const [baseline, contender] = [row[0] ?? null, row[side] ?? null];
      if (baseline === null || contender === null) continue;
      const key = `${baseline.index} ${contender.index}`;
      const known = places.get(key);
      const ofFirst = made[0] ?? subjectOf;
      const pair = [subjectOf(contender, scope), ofFirst(baseline, scope)] as const;
      if (known === undefined) places.set(key, { pair, rows: [at] });
      else known.rows.push(at);
    }
    const pairs = [...places.values()];
    const contender = sides[side];
    if (first === undefined || contender === undefined) continue;
    const compared = [casesOf(0), casesOf(side)] as const;
    const controls = controlsOf(comparer, [first, contender], scope, compared);
    const views = comparer.judgeAll(
      pairs.map(({ pair }) => pair),
      { controls, allowDisturbed },
    );
    const told = adjust ? adjusted(views) : views;
    for (const [i, { rows: at }] of pairs.entries()) {
      for (const row of at) (found[row] ?? [])[side] = told[i];
    }
  }
  return found;
}

function rowOf(
  row: SideRow,
  apart: ReadonlyMap<string, readonly string[]>,
  scope: string,
  verdictOf: (side: number) => CompareCell['comparison'],
): CompareRow {
  const present = row.filter((stored) => stored !== null);
  const [first] = present;
  const shared = Object.entries(first?.values ?? {}).filter(([axis, value]) =>
    present.every(({ values }) => values[axis] === value),
  );
  const variants = new Set(present.map(({ variant }) => variant));
  return {
    workload: first?.workload ?? '',
    variant: variants.size === 1 ? (first?.variant ?? null) : null,
    values: Object.fromEntries(shared),
    axes: axesOfRow(apart, present),
    cells: row.map((stored, side) =>
      stored === null ? null : cellOf(stored, scope, verdictOf(side)),
    ),
  };
}

function sizeAxesOf(sides: readonly ComparedSide[]): RunsComparison['sizeAxes'] {
  const known = sides.flatMap(({ descriptors }) => [...descriptors.values()]);
  return Object.fromEntries(
    known.flatMap(({ workload }) => (workload == null ? [] : [[workload.id, workload.sizeAxis]])),
  );
}

/** Of other variants that are compared with the baseline of their workload; two runs of it need no explanation. */
function baselineNoteOf(
  [baseline]: readonly ComparedSide[],
  rows: readonly SideRow[],
): Pick<RunsComparison, 'baselineNote'> {
  const notes = rows.flatMap(([first, ...others]) => {
    const variant = first?.variant;
    if (first == null || others.every((other) => (other?.variant ?? variant) === variant))
      return [];
    const { workload } = baseline?.descriptors.get(first.index) ?? {};
    return shownBaselineNote(workload, (id) => id === variant) || [];
  });
  return notes.length === 0 ? {} : { baselineNote: [...new Set(notes)].join(' ') };
}

function cellOf(
  stored: StoredCase,
  scope: string,
  comparison: CompareCell['comparison'],
): CompareCell {
  const { index, variant, values, outcome, reason, metrics } = stored;
  const metric = metrics[scope];
  const disturbed = disturbedText(stored);
  const { ci95LoNs: lo = null, ci95HiNs: hi = null } = metric ?? {};
  return {
    caseIndex: index,
    variant,
    values,
    outcome,
    reason,
    medianNs: metric?.medianNs ?? null,
    ci95: lo === null || hi === null ? null : [lo, hi],
    n: metric?.n ?? 0,
    ...(disturbed === null ? {} : { disturbed }),
    comparison,
  };
}

function warningsOf(machine: Machine): Pick<CompareSide, 'warnings'> {
  const warnings = machineWarnings(machine);
  return warnings.length === 0 ? {} : { warnings };
}

function environmentOf(sides: readonly ComparedSide[]): RunsComparison['environment'] {
  const sources = sides.map(sourcesOf);
  const everywhere = [...(sources[0]?.keys() ?? [])].filter((name) =>
    sources.every((each) => each.has(name)),
  );
  const attributes = sides.map(
    ({ machine }, at) =>
      new Map<string, MachineAttribute>([
        // A variant that one side lacks has no other source there.
        ...everywhere.map((name): [string, MachineAttribute] => [
          name,
          { value: sources[at]?.get(name) ?? '', machine: false },
        ]),
        ...attributesOf(machine),
      ]),
  );
  const names = [...new Set(attributes.flatMap((each) => [...each.keys()]))];
  return names.flatMap((attribute) => {
    const found = attributes.map((each) => each.get(attribute));
    const values = found.map((each) => each?.value ?? null);
    if (new Set(values).size < 2) return [];
    const sentence = attribute === codeAttribute ? codeSentence(values) : null;
    const machine = found.some((each) => each?.machine === true);
    return [{ attribute, values, machine, ...(sentence === null ? {} : { sentence }) }];
  });
}

/** By variant of a lab, the digest of the file that it was compiled from. */
function sourcesOf({ cases }: ComparedSide): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const { workload, variant, attributes } of cases) {
    if (attributes.source !== undefined) {
      found.set(`Source of ${variant} (${workload})`, String(attributes.source));
    }
  }
  return found;
}

/** Which files of the measuring code are not the same everywhere; null where fewer than two sides know theirs. */
function codeSentence(values: readonly (string | null)[]): string | null {
  const [first, ...others] = values.filter((value) => value !== null);
  const differing = new Set(
    others.flatMap((other) => (first === undefined ? [] : differingAddons(first, other))),
  );
  return differing.size === 0 ? null : `the measured code differs: ${[...differing].join(', ')}`;
}

/**
 * What two runs differ by whatever the program is, of the cases that say so: those of both runs whose build is the same and that are not
 * compared. What is compared says nothing of it: a flag that slows every case must not vanish.
 *
 * @param compared cases of both sides that have a part in the comparison
 */
function controlsOf(
  comparer: Pick<Comparer, 'judgeAll'>,
  [baseline, contender]: readonly [ComparedSide, ComparedSide],
  scope: string,
  compared: readonly [ReadonlySet<StoredCase>, ReadonlySet<StoredCase>],
): Controls {
  const shifts = new Map<Device, readonly number[]>();
  if (baseline.run.id === contender.run.id) return shifts;
  const [others, own] = [baseline, contender].map(({ allCases }, side) =>
    allCases.filter((one) => one.outcome === 'ok' && compared[side]?.has(one) !== true),
  );
  const pairs = pairCases(own ?? [], others ?? []).pairs.filter(
    (pair) =>
      buildOf(contender.machine, pair.contender) !== null &&
      buildOf(contender.machine, pair.contender) === buildOf(baseline.machine, pair.baseline),
  );
  const [ofBaseline, ofContender] = [baseline, contender].map(({ run, descriptors }) =>
    subjectsOf(run.id, descriptors),
  );
  if (ofBaseline === undefined || ofContender === undefined) return shifts;
  const subjects = pairs.map(
    (pair) => [ofContender(pair.contender, scope), ofBaseline(pair.baseline, scope)] as const,
  );
  comparer.judgeAll(subjects).forEach(({ ratio, ci95, disturbed }, i) => {
    if (ratio === null || ci95 === null || disturbed === true) return;
    const device = deviceKind(subjects[i]?.[0].device);
    shifts.set(device, [...(shifts.get(device) ?? []), Math.log(ratio)]);
  });
  return shifts;
}

/** What a case was built from, and by what it was measured; null where that is not known. */
function buildOf({ versions }: Machine, { attributes }: StoredCase): string | null {
  const { addons } = versions;
  return addons === undefined ? null : `${addons} ${attributes.build ?? ''}`;
}
