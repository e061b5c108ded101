import { readFileSync } from 'node:fs';
import { badInput, toFailure } from '../../contract/failure.ts';
import type { Machine } from '../../contract/machine.ts';
import { machineClass } from '../../contract/machine-class.ts';
import type { Merged, MergedRun } from '../../contract/merged.ts';
import type { Plan, PlannedCase, RunRow, StoredCase } from '../../contract/run.ts';
import type { Catalog, Values } from '../../contract/workload.ts';
import { readRunFile } from '../import/read-run-file.ts';
import { attributesOf } from '../machine/machine-attributes.ts';
import { withEarlier } from '../run/case-repetitions.ts';
import { closingOf, linesOf, reopened, resultOf, storedCases } from '../run/measured-cases.ts';
import type { ImportedRun } from '../store/import.ts';
import type { Store } from '../store/store.ts';
import { storedWorkloads } from '../util/stored-workloads.ts';

/** What one run file brings to a merged run. */
type Part = {
  readonly file: string;
  readonly run: RunRow;
  readonly machine: ImportedRun['machine'];
  readonly plan: Plan;
  readonly shard: number;
  readonly of: number;
  readonly isComplete: boolean;
  readonly nodes: readonly string[];
  /** Its cases and their repetitions, as `entriesOf` names them. */
  readonly entries: readonly string[];
};

export type MergeOptions = { readonly tags?: readonly string[]; readonly dryRun?: boolean };

/**
 * Puts the parts of plans together: one run for each plan, version and class of machine. What is there already stays, so that a
 * second merge adds nothing; each run is stored whole or not at all.
 *
 * @param files run files, in any order
 */
export async function mergeParts(
  store: Store,
  files: readonly string[],
  options: MergeOptions = {},
): Promise<Merged> {
  const notes: string[] = [];
  const parts: Part[] = [];
  for (const file of files) {
    try {
      const part = partOf(file, await readRunFile(readFileSync(file)));
      if (part === null) notes.push(`${file} is a whole run and no part of one: it is left out`);
      else parts.push(part);
    } catch (error) {
      notes.push(`${file} is left out: ${toFailure(error).message}`);
    }
  }
  const groups = [...Map.groupBy(parts.toSorted(inTurn), keyOf).values()];
  const runs: MergedRun[] = [];
  for (const group of groups) runs.push(await mergeGroup(store, group, options, notes));
  return { added: runs.reduce((sum, { added }) => sum + added, 0), runs, notes };
}

function partOf(file: string, given: ImportedRun): Part | null {
  const { run, machine, plan, cases } = given;
  const { shard, of = 1 } = plan.configuration.sharded ?? {};
  if (shard === undefined) return null;
  const nodes = cases.flatMap(({ repetitions = [] }) =>
    repetitions.flatMap(({ node = [] }) => node),
  );
  return {
    ...{ file, run, machine, plan, shard, of },
    isComplete: run.status === 'complete',
    nodes: [...new Set(nodes)],
    entries: cases.flatMap(entriesOf),
  };
}

type FileCase = ImportedRun['cases'][number];

/** One entry a repetition; a case that has none is one entry itself. */
function entriesOf({ stored, repetitions = [] }: FileCase): readonly string[] {
  return stored.outcome === 'ok' && repetitions.length > 0
    ? repetitions.map(({ repetition }) => entry(stored.index, repetition))
    : [entry(stored.index, stored.outcome)];
}

const entry = (index: number, what: number | string): string => `${index} ${what}`;

/** Those that are whole first, then the earlier ones: what comes first counts. */
function inTurn(a: Part, b: Part): number {
  return (
    Number(b.isComplete) - Number(a.isComplete) ||
    a.run.createdAt.localeCompare(b.run.createdAt) ||
    a.shard - b.shard
  );
}

function keyOf({ machine, plan, of }: Part): string {
  const { app, addons } = machine.versions;
  const { digest } = plan.configuration.sharded ?? {};
  return JSON.stringify([digest, of, app, addons, machineClass(machine).key]);
}

async function mergeGroup(
  store: Store,
  parts: readonly Part[],
  { tags = [], dryRun = false }: MergeOptions,
  notes: string[],
): Promise<MergedRun> {
  const [first] = parts;
  if (first === undefined) throw badInput('there is no part to merge');
  const target = targetOf(store, parts);
  const before =
    target === null ? [] : (store.run(target).plan.configuration.sharded?.merged ?? []);
  const there = target === null ? new Set<string>() : storedEntries(store, target);
  const fresh = new Map<Part, ReadonlySet<string>>();
  const owners = new Map<string, Part>();
  for (const part of parts) {
    const twice = part.entries.map((each) => owners.get(each)).find((owner) => owner !== undefined);
    if (twice !== undefined && twice.run.id !== part.run.id) {
      const why = twice.isComplete && !part.isComplete ? 'is complete' : 'is earlier';
      notes.push(
        `shard ${part.shard} is there twice: ${twice.file} ${why} and counts, not ${part.file}`,
      );
    }
    const own = part.entries.filter((each) => !there.has(each) && !owners.has(each));
    for (const each of part.entries) if (!owners.has(each)) owners.set(each, part);
    fresh.set(part, new Set(own));
  }
  const added = fresh.values().reduce((sum, own) => sum + own.size, 0);
  const known = new Map(before.map((one) => [one.run, one]));
  for (const { shard, run, isComplete } of parts) {
    known.set(run.id, {
      shard,
      run: run.id,
      complete: isComplete || known.get(run.id)?.complete === true,
    });
  }
  const whole = new Set(
    [...known.values()].flatMap(({ shard, complete }) => (complete ? [shard] : [])),
  );
  const { of } = first;
  const missing = Array.from({ length: of }, (_, shard) => shard).filter(
    (each) => !whole.has(each),
  );
  const merged = {
    of,
    digest: first.plan.configuration.sharded?.digest,
    merged: [...known.values()],
  };
  const differences = differencesOf(parts);
  const changes = added > 0 || JSON.stringify(before) !== JSON.stringify(merged.merged);
  let id = target;
  if (!dryRun && changes) {
    const sources: Source[] = [];
    for (const part of parts) {
      const own = fresh.get(part) ?? new Set();
      if (own.size > 0)
        sources.push({ part, own, run: await readRunFile(readFileSync(part.file)) });
    }
    const plan = wholePlan(parts, target === null ? null : store.run(target).plan, merged);
    id = store.together(() => write(store, { target, plan, sources, first, missing, differences }));
  }
  if (!dryRun && id !== null && tags.length > 0) store.tag(id, ...tags);
  const run = id === null ? null : store.row(id);
  return {
    ...{ run, title: first.run.title, machineClass: machineClass(first.machine).title, of },
    shards: [...whole].sort((a, b) => a - b),
    ...{ missing, differences, added },
    nodes: [...new Set(parts.flatMap((part) => part.nodes))].sort(),
  };
}

/** The run that some of these parts were merged into before. */
function targetOf(store: Store, parts: readonly Part[]): string | null {
  const [first] = parts;
  if (first === undefined) return null;
  const ids = new Set(parts.map(({ run }) => run.id));
  const { sharded: _, ...configuration } = first.plan.configuration;
  for (const id of store.runsLike(first.machine, configuration)) {
    const { run, plan } = store.run(id);
    if (plan.configuration.sharded?.merged?.some((one) => ids.has(one.run)) !== true) continue;
    if (run.trashedAt === undefined) return id;
    throw badInput(
      `these parts were merged into run ${id}, which is in the trash ("breakeven edit ${id} --restore" brings it back)`,
    );
  }
  return null;
}

function storedEntries(store: Store, id: string): Set<string> {
  const repetitions = store.repetitions(id);
  return new Set(
    store.run(id).cases.flatMap(({ index, outcome }) => {
      const own = repetitions.get(index) ?? [];
      return [
        ...own.map(({ repetition }) => entry(index, repetition)),
        ...(outcome === 'ok' ? [] : [entry(index, outcome)]),
      ];
    }),
  );
}

/** The cases of all parts with all their repetitions. */
function wholePlan(
  parts: readonly Part[],
  before: Plan | null,
  sharded: Plan['configuration']['sharded'],
): Plan {
  const cases = new Map<number, PlannedCase>();
  for (const { cases: own } of [
    ...(before === null ? [] : [before]),
    ...parts.map(({ plan }) => plan),
  ]) {
    for (const { part: _part, ...planned } of own) {
      if (!cases.has(planned.index)) cases.set(planned.index, planned);
    }
  }
  const [{ plan }] = parts as readonly [Part];
  return {
    schemaVersion: plan.schemaVersion,
    configuration: { ...plan.configuration, sharded },
    cases: [...cases.values()].sort((a, b) => a.index - b.index),
  };
}

type Source = { readonly part: Part; readonly own: ReadonlySet<string>; readonly run: ImportedRun };

type Writing = {
  readonly target: string | null;
  readonly plan: Plan;
  readonly sources: readonly Source[];
  readonly first: Part;
  readonly missing: readonly number[];
  readonly differences: readonly string[];
};

/** Stores what is new. Returns the id of the run. */
function write(
  store: Store,
  { target, plan, sources, first, missing, differences }: Writing,
): string {
  const { configuration } = plan;
  const { machine } = first;
  const id = target ?? store.createRun({ configuration, plan, machine, title: first.run.title }).id;
  const descriptors = new Map(store.descriptors(id));
  for (const { run } of sources) {
    for (const { stored, descriptor } of run.cases) descriptors.set(stored.index, descriptor);
  }
  const catalog: Catalog = {
    ...{ scopes: [], criteria: [], problems: [] },
    workloads: [...storedWorkloads([], descriptors)],
  };
  const survey = { catalog, machine, free: { hostBytes: 0, gpus: [] } };
  if (target !== null) {
    store.setStatus(id, 'running');
    store.replacePlan(id, plan);
  }
  // Without what was said of the cases when the run had fewer repetitions.
  const results = new Map(
    [...reopened(plan.cases, storedCases(store, id, survey), catalog)].map(
      ([index, { result }]) => [index, result],
    ),
  );
  for (const { part, own, run } of sources) {
    for (const each of run.cases) {
      const fresh = entriesOf(each).filter((one) => own.has(one));
      if (fresh.length === 0) continue;
      const planned = plannedOf(plan, each.stored);
      const { samples, repetitions } = only(each, own);
      const result = withEarlier({ ...resultOf(each.stored), samples }, results.get(planned.index));
      const before = results.get(planned.index);
      // One node on which it failed is a failure of the case; one that skipped it is none.
      const kept =
        before !== undefined && rank(before.outcome) > rank(result.outcome)
          ? { ...before, samples: [] }
          : result;
      results.set(planned.index, { ...kept, samples: [] });
      store.saveCase(id, {
        ...{ planned, descriptor: each.descriptor, result: kept, repetitions },
        builds: each.builds ?? [],
      });
    }
    store.log(id, { level: 'info', text: mergedText(part, own.size) });
  }
  for (const text of differences) store.log(id, { level: 'warning', text });
  close(store, id, plan, survey);
  const failure = missing.length === 0 ? undefined : missingText(plan, missing);
  store.finishRun(id, missing.length === 0 ? 'complete' : 'partial', failure);
  return id;
}

const rank = (outcome: StoredCase['outcome']): number =>
  ['skipped', 'ok', 'failed'].indexOf(outcome);

function mergedText({ shard, of, nodes }: Part, added: number): string {
  const where = nodes.length === 0 ? '' : ` of ${nodes.join(', ')}`;
  return `merged shard ${shard} of ${of}${where}: ${added} ${added === 1 ? 'repetition' : 'repetitions'} of cases`;
}

/** `6 of 8 shards are there; missing 3 and 5`. */
export function missingText(
  { configuration }: Pick<Plan, 'configuration'>,
  missing: readonly number[],
): string {
  const { of = 0 } = configuration.sharded ?? {};
  return shardsText(of, missing);
}

export function shardsText(of: number, missing: readonly number[]): string {
  if (missing.length === 0) return `all ${of} shards are there`;
  const names = [missing.slice(0, -1).join(', '), String(missing.at(-1))].filter(
    (text) => text !== '',
  );
  return `${of - missing.length} of ${of} shards are there; missing ${names.join(' and ')}`;
}

function plannedOf(plan: Plan, { index, workload, variant, values }: StoredCase): PlannedCase {
  const planned = plan.cases.find((one) => one.index === index);
  if (planned !== undefined) return planned;
  const { policy } = plan.configuration;
  return { index, workload, variant, values: values as Values, inputKey: '', policy };
}

/** The samples and repetitions of a case that are new. */
function only({ stored, samples, repetitions = [] }: FileCase, own: ReadonlySet<string>) {
  const isNew = ({ repetition }: { readonly repetition: number }): boolean =>
    own.has(entry(stored.index, repetition));
  return { samples: samples.filter(isNew), repetitions: repetitions.filter(isNew) };
}

/** Says of each case what is to be said of all its repetitions together. */
function close(
  store: Store,
  id: string,
  plan: Plan,
  survey: Parameters<typeof storedCases>[2],
): void {
  const measured = reopened(plan.cases, storedCases(store, id, survey), survey.catalog);
  const lines = linesOf(plan.cases, measured, survey.catalog);
  const descriptors = store.descriptors(id);
  for (const planned of plan.cases) {
    const found = measured.get(planned.index);
    const descriptor = descriptors.get(planned.index);
    if (found === undefined || descriptor === undefined) continue;
    const warnings = [...found.result.warnings, ...closingOf(planned, found, lines)];
    if (warnings.join('\n') === found.stored.join('\n')) continue;
    store.saveCase(id, { planned, descriptor, result: { ...found.result, warnings } });
  }
}

/** Where a part of a plan was measured. */
type MeasuredPart = {
  readonly file: string;
  readonly machine: Machine;
  readonly nodes: readonly string[];
};

/** Facts of the machines, those of the moment aside, that differ between parts: `driver 580 on 6 nodes, 575 on 1`. */
function differencesOf(parts: readonly MeasuredPart[]): readonly string[] {
  const values = new Map<string, Map<string, Set<string>>>();
  for (const { machine, nodes, file } of parts) {
    for (const [name, { value }] of attributesOf(machine)) {
      if (name === 'Host') continue;
      const known = values.get(name) ?? new Map<string, Set<string>>();
      const where = known.get(value) ?? new Set<string>();
      for (const node of nodes.length === 0 ? [file] : nodes) where.add(node);
      values.set(name, known.set(value, where));
    }
  }
  return [...values].flatMap(([name, known]) => {
    if (known.size < 2) return [];
    const texts = [...known]
      .sort(([, a], [, b]) => b.size - a.size)
      .map(([value, { size }], i) =>
        i === 0 ? `${value} on ${size} ${size === 1 ? 'node' : 'nodes'}` : `${value} on ${size}`,
      );
    return [`${name} ${texts.join(', ')}`];
  });
}
