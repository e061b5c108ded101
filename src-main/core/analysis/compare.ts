import { leavesPartsOut } from '../../contract/case-labels.ts';
import type { Decide } from '../../contract/configuration.ts';
import { inputHashOf } from '../../contract/input-hash.ts';
import type { Descriptor, ScopeProcess, StoredCase } from '../../contract/run.ts';
import { disturbedText } from '../../contract/target.ts';
import { isTimedByEvents, scopeName } from '../../contract/timing-scopes.ts';
import type { ComparisonView } from '../../contract/verdict.ts';
import type { Device } from '../../contract/workload.ts';
import type { Margins } from '../../stats/decide.ts';
import { judge } from '../../stats/judge.ts';
import { judgePairs } from '../../stats/judge-pairs.ts';
import type { JudgedSide } from '../../stats/judged-case.ts';
import { deviceKind } from '../../stats/metric.ts';
import { judgedProcess } from '../../stats/process-summary.ts';
import { runScopeOf } from '../../stats/run-variation.ts';
import { timeStepNs } from '../../stats/time-step.ts';
import type { Store } from '../store/store.ts';
import { createLru, type Lru } from '../util/lru.ts';
import { type KnownVariation, type MachineVariation, nothingKnown } from './machine-variation.ts';
import { agree } from './pairing.ts';

/** The time of one case of a run in one timing scope, as it is compared. */
export type Subject = {
  readonly runId: string;
  readonly stored: StoredCase;
  readonly device: Device | undefined;
  readonly scope: string;
  /** Of a run that measured until its comparisons were decided: they are judged by pairs, at every look. */
  readonly decide?: Decide | undefined;
};

/** By run. */
type Variation = ReadonlyMap<string, KnownVariation>;

/** Compares a contender with a baseline. A ratio below 1 means that the contender is faster. */
export type Judge = (contender: Subject, baseline: Subject) => ComparisonView;

/** By device: how far unchanged cases shifted from the one run to the other, as logarithms of the ratio of their times. */
export type Controls = ReadonlyMap<JudgedSide['device'], readonly number[]>;

export type JudgingOptions = {
  /** By device, of two runs: see `controlsOf`. */
  readonly controls?: Controls;
  /** Cases of which most repetitions were disturbed have verdicts too. */
  readonly allowDisturbed?: boolean | undefined;
  /** Of subjects of one run that is not judged by pairs: what its processes say, which is not read again. */
  readonly processes?: (index: number, scope: string) => readonly ScopeProcess[];
};

export type ComparerStore = Pick<Store, 'processes' | 'allProcesses'>;

/** What every face asks for verdicts. */
export type Comparer = {
  readonly judge: Judge;
  /** As `judge`, with one question to the store for each run and scope. */
  judgeAll(
    pairs: readonly (readonly [Subject, Subject])[],
    options?: JudgingOptions,
  ): readonly ComparisonView[];
  /** The margins of the settings, as they are now. */
  readonly margins: () => Margins;
  /** What the runs of the machine of a run differ by. */
  readonly variation: MachineVariation;
  /** Where what was computed about runs is kept. */
  readonly judged: Lru;
};

/** Results that are kept: eight sweeps side by side and the runs looked at before, a few kilobytes each. */
const keptResults = 8000;

/**
 * The one comparison behind tables, figures, claims, searches and gates. Results are kept by run, case, scope and when
 * the case was finished, margins, and what the runs of the machine differ by.
 */
export function createComparer(
  store: ComparerStore,
  margins: () => Margins,
  variationOf: MachineVariation = nothingKnown,
): Comparer {
  const judged = createLru(keptResults);

  function judgeAll(
    pairs: readonly (readonly [Subject, Subject])[],
    options: JudgingOptions = {},
  ): readonly ComparisonView[] {
    const chosen = margins();
    const ids = new Set(pairs.flat().map(({ runId }) => runId));
    const variation = new Map([...ids].map((runId) => [runId, variationOf(runId)] as const));
    const keys = pairs.map((pair) => keyOf(pair, chosen, variation, options));
    const found = keys.map((key) => judged.get(key) as ComparisonView | undefined);
    const open = pairs.filter((_, i) => found[i] === undefined);
    const { processes } = options;
    const processesOf =
      processes === undefined || open.some(([{ decide }]) => decide !== undefined)
        ? readTogether(store, open.flat())
        : ({ stored, scope }: Subject) => processes(stored.index, scope);
    return pairs.map(([contender, baseline], i) => {
      const known = found[i] ?? (judged.get(keys[i] ?? '') as ComparisonView | undefined);
      if (known !== undefined) return known;
      const view = judgePair(contender, baseline, processesOf, chosen, variation, options);
      judged.set(keys[i] ?? '', view);
      return view;
    });
  }

  return {
    judgeAll,
    judge(contender, baseline) {
      const [view] = judgeAll([[contender, baseline]]);
      if (view === undefined) throw new Error('a pair has one verdict');
      return view;
    },
    margins,
    variation: variationOf,
    judged,
  };
}

/**
 * Judges one pair by what each process says of it. Within a run the two were measured by the same processes, and their
 * ratio is taken repetition by repetition; across runs the variation from run to run counts too.
 *
 * @param processesOf what the processes of a subject say, by repetition
 */
export function judgePair(
  contender: Subject,
  baseline: Subject,
  processesOf: (subject: Subject) => readonly ScopeProcess[],
  margins: Margins,
  variation: Variation = new Map(),
  { controls, allowDisturbed = false }: JudgingOptions = {},
): ComparisonView {
  const sameRun = contender.runId === baseline.runId;
  const [one, other] = [contender.stored, baseline.stored];
  const sameProgram = one.workload === other.workload && one.variant === other.variant;
  const sideOf = (subject: Subject): JudgedSide => {
    const { runId, stored, device, scope } = subject;
    const processes = processesOf(subject);
    const kind = deviceKind(device);
    const learned = variation.get(runId)?.learned[runScopeOf(kind, scope)];
    return {
      label: sameRun ? stored.variant : `${runId}:${stored.variant}`,
      device: kind,
      scope,
      processes: processes.map(judgedProcess),
      resolutionNs: timeStepNs(stored.attributes, device, scope, processes),
      disturbed: allowDisturbed ? null : disturbedText(stored),
      ...(sameRun || !sameProgram || processes[0] === undefined
        ? {}
        : { executions: processes[0].repeats }),
      ...(sameRun ? {} : { runs: learned }),
      ...(kind === 'cpu' ? { watched: stored.attributes.coresWatched === true } : {}),
    };
  };
  const notComparable = whyNotComparable(contender, baseline);
  const { decide } = contender;
  if (sameRun && decide !== undefined) {
    const told = { ...margins, same: decide.tell };
    return judgePairs(sideOf(contender), sideOf(baseline), { margins: told, notComparable });
  }
  return judge(sideOf(contender), sideOf(baseline), {
    sameRun,
    margins,
    notComparable,
    controls: controls?.get(deviceKind(contender.device)) ?? [],
  });
}

/** Why two cases say nothing about each other, in one sentence; null when they do. */
export function whyNotComparable(contender: Subject, baseline: Subject): string | null {
  for (const [side, { stored, scope }] of [
    ['contender', contender],
    ['baseline', baseline],
  ] as const) {
    const name = `the ${side} ${stored.variant}`;
    if (stored.outcome !== 'ok') return `${name} ${stored.outcome}: ${stored.reason}`;
    if (!(scope in stored.metrics)) return `${name} has no timing scope "${scope}"`;
    if (stored.attributes.fasterOnSeenInput === true)
      return `${name} is faster on inputs it has seen`;
    if (stored.attributes.declaresTooMuch === true)
      return `${name}: workload.toml declares more than the kernel can move`;
  }
  const [one, other] = otherInputs(contender.stored, baseline.stored) ?? [];
  if (one !== undefined && other !== undefined) {
    return `their inputs differ (SHA-256 ${one.slice(0, 8)} and ${other.slice(0, 8)})`;
  }
  if (haveOtherAnswers(contender.stored, baseline.stored)) {
    return 'their answers differ, so their inputs did';
  }
  return otherParts(contender, baseline);
}

/**
 * The kernel time of a variant that computes a part on the host covers less work than that of a variant that does not. Two
 * variants with a host part are compared kernel with kernel.
 */
function otherParts(contender: Subject, baseline: Subject): string | null {
  const { scope } = contender;
  if (!isTimedByEvents(scope) || contender.stored.workload !== baseline.stored.workload)
    return null;
  const [without, whole] = leavesPartsOut(contender.stored)
    ? [contender, baseline]
    : [baseline, contender];
  if (!leavesPartsOut(without.stored) || leavesPartsOut(whole.stored)) return null;
  return `the ${scopeName(scope)} time of ${without.stored.variant} excludes what it computes on the host, that of ${whole.stored.variant} includes all: compare device call`;
}

/** Whether two cases that should have the same input are known not to have it, by its bytes or by exact answers. */
export function haveOtherInputs(a: StoredCase, b: StoredCase): boolean {
  return otherInputs(a, b) !== null || haveOtherAnswers(a, b);
}

/** The hashes of two inputs that should be the same and are not; null where they are, or one is not known. */
function otherInputs(a: StoredCase, b: StoredCase): readonly [string, string] | null {
  if (a.workload !== b.workload || !agree(a.values, b.values)) return null;
  const [one, other] = [inputHashOf(a), inputHashOf(b)];
  return one === null || other === null || one === other ? null : [one, other];
}

/** Exact answers to what should be the same input; within a tolerance they may differ, and of other values they do. */
function haveOtherAnswers(a: StoredCase, b: StoredCase): boolean {
  if (a.workload !== b.workload || !agree(a.values, b.values)) return false;
  if (a.answer === null || b.answer === null || a.answer.sha256 === b.answer.sha256) return false;
  return a.verification?.rule === 'exact' && b.verification?.rule === 'exact';
}

/** Makes subjects of the cases of one run. */
export function subjectsOf(
  runId: string,
  descriptors: ReadonlyMap<number, Descriptor>,
  decide?: Decide,
): (stored: StoredCase, scope: string) => Subject {
  return (stored, scope) => ({
    runId,
    stored,
    device: descriptors.get(stored.index)?.variant.device,
    scope,
    ...(decide === undefined ? {} : { decide }),
  });
}

function keyOf(
  pair: readonly [Subject, Subject],
  { difference, same }: Margins,
  variation: Variation,
  { controls, allowDisturbed = false }: JudgingOptions,
): string {
  const parts = pair.flatMap(({ runId, stored, device, scope, decide }) => [
    decide?.tell,
    runId,
    stored.index,
    scope,
    stored.finishedAt,
    device,
    variation.get(runId)?.key,
  ]);
  const shifts = controls?.get(deviceKind(pair[0].device)) ?? [];
  return JSON.stringify(['pair', ...parts, difference, same, allowDisturbed, ...shifts]);
}

/** What the processes of many subjects say, read once for each run and scope. */
function readTogether(
  store: ComparerStore,
  subjects: readonly Subject[],
): (subject: Subject) => readonly ScopeProcess[] {
  const groupOf = ({ runId, scope }: Subject): string => JSON.stringify([runId, scope]);
  const read = new Map(subjects.map((subject) => [groupOf(subject), subject] as const));
  const processes = new Map(
    [...read].map(([group, { runId, scope, decide }]) => [
      group,
      // Of pairs all count.
      decide === undefined ? store.processes(runId, scope) : store.allProcesses(runId),
    ]),
  );
  return (subject) =>
    (processes.get(groupOf(subject))?.get(subject.stored.index) ?? []).filter(
      ({ scope }) => scope === subject.scope,
    );
}
