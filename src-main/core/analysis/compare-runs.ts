import { BreakevenError } from '../../contract/failure.ts';
import type {
  ComparedCase,
  ComparedSide,
  EnvironmentDifference,
  RunComparison,
} from '../../contract/inspection.ts';
import type { Machine } from '../../contract/machine.ts';
import type { Descriptor, StoredCase } from '../../contract/run.ts';
import type { Values } from '../../contract/workload.ts';
import { parseRunVariant } from '../store/reference.ts';
import type { Store } from '../store/store.ts';
import { hintFor } from '../util/did-you-mean.ts';
import { obstacle } from './comparable.ts';
import { adjustSweep, type SampleSet } from './compare.ts';
import { knownSamples } from './sample-cache.ts';
import { sampleSet } from './sample-set.ts';
import { checkSpan, spansOfRun } from './timing-scopes.ts';
import { compareKnown } from './verdict-cache.ts';

export type CompareStore = Pick<Store, 'run' | 'samples' | 'descriptors'>;

type Side = ComparedSide & {
  readonly cases: readonly StoredCase[];
  readonly descriptors: ReadonlyMap<number, Descriptor>;
};

/**
 * Judges `a` against `b`, each a run or `<run>:<variant>`. Cases pair up when workload and every value that both
 * have agree; without a variant on either side, only cases of the same variant pair up.
 *
 * @throws BreakevenError `not-found` or `bad-input` for references, `bad-input` for a span that neither has, for a side
 *   against itself, and when nothing pairs up.
 */
export function compareRuns(
  store: CompareStore,
  a: string,
  b: string,
  span = 'kernel',
): RunComparison {
  const left = sideOf(store, a);
  const right = sideOf(store, b);
  refuseItself(left, right);
  checkSpan(
    span,
    [left, right].flatMap(({ cases, descriptors }) => spansOfRun(cases, descriptors)),
  );
  const pairs = pairUp(left, right);
  if (pairs.length === 0) {
    throw new BreakevenError(
      'bad-input',
      `${a} and ${b} have no case in common: no workload${left.variant === null ? ', variant' : ''} and values agree`,
    );
  }
  const judged = pairs.map(([one, other]) => judge(store, left, one, right, other, span));
  const views = adjustSweep(judged.map(({ comparison }) => comparison));
  const known = (side: Side): ComparedSide => {
    const { runId, title, variant, machine } = side;
    return { runId, title, variant, machine };
  };
  return {
    a: known(left),
    b: known(right),
    differences: environmentDifferences(left.machine, right.machine),
    cases: judged.map((each, i) => ({ ...each, comparison: views[i] ?? each.comparison })),
    unpaired: {
      a: left.cases.length - new Set(pairs.map(([one]) => one)).size,
      b: right.cases.length - new Set(pairs.map(([, other]) => other)).size,
    },
  };
}

function sideOf(store: CompareStore, reference: string): Side {
  const { run: ref, variant } = parseRunVariant(reference);
  const { run, machine, cases } = store.run(ref);
  const own = variant === null ? cases : cases.filter((one) => one.variant === variant);
  if (variant !== null && own.length === 0) {
    const known = [...new Set(cases.map((one) => one.variant))];
    throw new BreakevenError(
      'bad-input',
      `run ${run.id} has no variant "${variant}"${hintFor(variant, known)}`,
    );
  }
  const { id: runId, title } = run;
  return { runId, title, variant, machine, cases: own, descriptors: store.descriptors(run.id) };
}

/** A case says nothing about itself. */
function refuseItself(left: Side, right: Side): void {
  if (left.runId !== right.runId || left.variant !== right.variant) return;
  const { runId, variant } = left;
  const what = variant === null ? `run ${runId}` : `${variant} of run ${runId}`;
  const [one = 'one', other = 'another'] = new Set(left.cases.map((each) => each.variant));
  const way = variant === null ? `${runId}:${one} and ${runId}:${other}` : `${runId}:<another>`;
  throw new BreakevenError(
    'bad-input',
    `${what} would be compared with itself; name another run, or two variants of this one (${way})`,
  );
}

function pairUp(left: Side, right: Side): readonly (readonly [StoredCase, StoredCase])[] {
  const crossed = left.variant !== null || right.variant !== null;
  return left.cases.flatMap((one) => {
    const other = right.cases.find(
      (candidate) =>
        candidate.workload === one.workload &&
        (crossed || candidate.variant === one.variant) &&
        !(left.runId === right.runId && candidate.index === one.index) &&
        agree(one.values, candidate.values),
    );
    return other === undefined ? [] : [[one, other] as const];
  });
}

/** The same value on every axis that both have. */
function agree(a: Values, b: Values): boolean {
  return Object.entries(a).every(([axis, value]) => !(axis in b) || b[axis] === value);
}

function judge(
  store: CompareStore,
  left: Side,
  a: StoredCase,
  right: Side,
  b: StoredCase,
  span: string,
): ComparedCase {
  const setOf = (side: Side, stored: StoredCase): SampleSet => {
    const label = labelOf(side, stored, left.runId !== right.runId);
    const device = side.descriptors.get(stored.index)?.variant.device;
    const read = store.samples(side.runId, stored.index, span);
    const parts = knownSamples(`${side.runId} ${stored.index} ${span}`, read);
    return sampleSet(label, device, stored.facts, span, parts);
  };
  const shared = Object.entries(a.values).filter(([axis]) => axis in b.values);
  return {
    workload: a.workload,
    variantA: a.variant,
    variantB: b.variant,
    values: Object.fromEntries(shared),
    span,
    medianA: a.metrics[span]?.median_ns ?? null,
    medianB: b.metrics[span]?.median_ns ?? null,
    comparison: compareKnown(setOf(left, a), setOf(right, b), {
      notComparable: obstacle(a, b, span),
    }),
  };
}

function labelOf(side: Side, stored: StoredCase, runsDiffer: boolean): string {
  return runsDiffer ? `${side.runId}:${stored.variant}` : stored.variant;
}

/** What is not the same on both machines or in their states, most telling first. */
export function environmentDifferences(a: Machine, b: Machine): readonly EnvironmentDifference[] {
  const left = factsOf(a);
  const right = factsOf(b);
  return [...new Set([...left.keys(), ...right.keys()])].flatMap((fact) => {
    const [one, other] = [left.get(fact) ?? null, right.get(fact) ?? null];
    return one === other ? [] : [{ fact, a: one, b: other }];
  });
}

/** What changes from moment to moment and would differ between any two runs. */
const momentary: ReadonlySet<string> = new Set(['load', 'memory']);

function factsOf(machine: Machine): ReadonlyMap<string, string> {
  const gpus = machine.gpus.map(({ name, computeCapability }) => `${name} (${computeCapability})`);
  const { cpuModel, physicalCores, logicalCores, os, kernel, hostname } = machine;
  const versions = Object.entries(machine.versions).map(([name, version]): [string, string] => [
    `${name} version`,
    version,
  ]);
  const state = (machine.preflight ?? []).filter(({ id }) => !momentary.has(id));
  return new Map<string, string>([
    ['GPU', gpus.join(', ') || 'none'],
    ['processor', cpuModel],
    ['cores', `${physicalCores} cores, ${logicalCores} threads`],
    ...versions,
    ...state.map(({ title, found }): [string, string] => [title, found]),
    ['system', os],
    ['kernel', kernel],
    ['machine', hostname],
  ]);
}
