import type { Group, Policy } from '../../contract/configuration.ts';
import type { LabArtifact, LabArtifacts, LabDescription } from '../../contract/lab.ts';
import type { WatchCurve } from '../../contract/procedures/labs.ts';
import type { CaseResult, ScopeProcess } from '../../contract/run.ts';
import { headlineScope } from '../../contract/timing-scopes.ts';
import type { ComparisonView } from '../../contract/verdict.ts';
import { versionId } from '../../contract/versions.ts';
import type { Values } from '../../contract/workload.ts';
import { defaultMargins } from '../../stats/decide.ts';
import { judgePairs, type PairedSide } from '../../stats/judge-pairs.ts';
import { lowerMedian } from '../../stats/order.ts';
import { judgedProcess, scopeProcesses } from '../../stats/process-summary.ts';
import type { ReadyEngines } from '../engines/engines.ts';
import type { Lab } from '../lab/lab.ts';
import { makePlan } from '../plan/planner.ts';
import { OwnIssueRatios } from './own-issue-ratios.ts';
import { openedWithBefore } from './versions.ts';

export type Versions = {
  readonly lab: Lab;
  readonly artifacts: LabArtifacts;
  /** The variant that changed. */
  readonly id: string;
  /** Its version before. */
  readonly before: LabArtifact | null;
};

type Judged = {
  readonly medianNs: number | null;
  /** What the cases of the new version say, each once. */
  readonly warnings: readonly string[];
  readonly baseline: ComparisonView | null;
  readonly before: ComparisonView | null;
};

export type MeasuredVersions = Judged & {
  readonly repetitions: number;
  readonly curve: WatchCurve;
  /** More repetitions follow. */
  readonly refining: boolean;
};

/** Each pair is a process of its own. The first ones are short: they are shown before anything is decided. */
const firstPairs = 2;
const maxPairs = 20;
const policy: Policy = {
  criterion: 'fixed',
  parameters: { samples: 30 },
  timeLimitS: 0.25,
  repetitions: 1,
  order: 'sequential',
};
const firstPolicy: Policy = { ...policy, parameters: { samples: 15 }, timeLimitS: 0.1 };
const hangLimitMs = 60_000;

/** How many processes a version is measured in at once, from one save on: so many can be started before. */
export const readyProcesses = firstPairs;

export type MeasureOptions = {
  readonly set: Values;
  /** After its verdict, the version is measured at smaller sizes too. */
  readonly overSizes: boolean;
  /** After each repetition; the last one says that it is. */
  readonly onMeasured: (found: MeasuredVersions) => void;
  /** Ends it after the first repetition: there is something newer to measure. */
  readonly enough: () => boolean;
  readonly signal: AbortSignal;
};

/**
 * Measures a version of a variant with the baseline and its version before, A B B A, pair after pair until both are decided,
 * there is something newer, or there are 20. The new version is verified at length, once; the others have been. Nothing of
 * it is stored. Returns a sentence where the version is wrong or does not run, else null.
 */
export async function measureVersions(
  { lab, artifacts, id, before }: Versions,
  engines: Pick<ReadyEngines, 'engineWith'>,
  { set, overSizes, onMeasured, enough, signal }: MeasureOptions,
): Promise<string | null> {
  const { description } = lab;
  const own = description.variants.find((variant) => variant.id === id);
  if (own === undefined) return `there is no variant ${id} any more`;
  const opened = openedWithBefore({ description, artifacts }, own, before);
  const engine = engines.engineWith([opened]);
  try {
    const { catalog } = await engine.describe();
    const ids = opened.description.variants.map((one) => one.id);
    const group = { workload: description.id, variants: ids, set: { ...set }, sweep: {} };
    const plan = (of: Policy, part: Partial<Group> = {}) =>
      makePlan({ groups: [{ ...group, ...part }], policy: of, orderSeed: 0 }, { catalog }).cases;
    const run = async (planned: Parameters<typeof engine.run>[0]): Promise<CaseResult> => {
      const asked = { ...planned, ...ownIssueRatios.known() };
      const result = await engine.run(asked, { hangLimitMs, signal });
      ownIssueRatios.see(result.interference);
      return result;
    };
    const [first, later] = [plan(firstPolicy), plan(policy)];
    const ownIssueRatios = new OwnIssueRatios();
    const [head, base] = [versionId(id, 'head'), versionId(id, 'base')];
    const against = { baseline: description.baseline, before: base };
    const results = new Map<string, CaseResult[]>();
    for (let pair = 0; pair < maxPairs; pair += 1) {
      if (pair > 0) await engine.restart();
      const cases = pair < firstPairs ? first : later;
      for (const one of pair % 2 === 0 ? ids : ids.toReversed()) {
        const planned = cases.find(({ variant }) => variant === one);
        if (planned === undefined) continue;
        if (planned.skip !== undefined) return planned.skip;
        const known = one !== head || pair > 0;
        // A later repetition of a program is verified for a shorter time.
        const result = await run({ ...planned, repetition: known ? pair + 1 : 0 });
        if (result.outcome !== 'ok' && one === head) return result.reason ?? result.outcome;
        results.set(one, [...(results.get(one) ?? []), result]);
      }
      const found = judged(results, head, against);
      const open = [found.baseline, found.before].some((one) => one?.verdict === 'inconclusive');
      const refining = open && pair + 1 < maxPairs && !enough();
      const sizes = refining || !overSizes ? [] : smallerSizes(description, set);
      const repetitions = pair + 1;
      let curve = curveOf(results, head, description, set);
      onMeasured({ ...found, curve, repetitions, refining: refining || sizes.length > 0 });
      if (refining) continue;
      if (sizes.length > 0) await engine.restart();
      for (const [place, size] of sizes.entries()) {
        if (enough()) break;
        const others = ids.filter((one) => one !== base);
        const cases = plan(firstPolicy, {
          variants: others,
          set: { ...set, [description.size]: size },
        });
        const atSize = new Map<string, CaseResult[]>();
        for (const planned of cases) {
          if (planned.skip !== undefined) continue;
          const result = await run({ ...planned, repetition: 1 });
          if (result.outcome === 'ok') atSize.set(planned.variant, [result]);
          else if (planned.variant === head) return result.reason ?? result.outcome;
        }
        const at = curveOf(atSize, head, description, { [description.size]: size });
        curve = { ...curve, points: [...at.points, ...curve.points] };
        onMeasured({ ...found, curve, repetitions, refining: place + 1 < sizes.length });
      }
      return null;
    }
    return null;
  } finally {
    void engine.restart();
  }
}

/** Parts of the watched size, from the largest. */
const sizeParts = [1 / 4, 1 / 16, 1 / 64, 1 / 256];

/** Sizes below the one that is watched, the largest first; none where the size is a choice. */
function smallerSizes({ axes, size: id }: LabDescription, set: Values): readonly number[] {
  const axis = axes.find((one) => one.id === id);
  const watched = Number(set[id] ?? axis?.default);
  if (axis?.kind !== 'integer' || !Number.isFinite(watched)) return [];
  const sizes = sizeParts.map((part) => Math.round(watched * part));
  return [...new Set(sizes)].filter((size) => size >= Math.max(1, axis.min ?? 1) && size < watched);
}

/** Medians of the new version and of the baseline at one size; no point where the size is no number. */
function curveOf(
  results: ReadonlyMap<string, readonly CaseResult[]>,
  head: string,
  { axes, size: axis, baseline }: LabDescription,
  set: Values,
): WatchCurve {
  const size = Number(set[axis] ?? axes.find(({ id }) => id === axis)?.default);
  const [medianNs, baselineNs] = [head, baseline].map((one) => medianOf(one, results));
  if (!Number.isFinite(size) || medianNs == null) return { axis, points: [] };
  return { axis, points: [{ size, medianNs, baselineNs: baselineNs ?? null }] };
}

function medianOf(
  variant: string,
  results: ReadonlyMap<string, readonly CaseResult[]>,
): number | null {
  const { processes } = pairedSide(variant, variant, results);
  if (processes.length === 0) return null;
  return lowerMedian(Float64Array.from(processes, ({ medianNs }) => medianNs));
}

/** What the pairs so far say of the new version. */
function judged(
  results: ReadonlyMap<string, readonly CaseResult[]>,
  head: string,
  against: { readonly baseline: string; readonly before: string },
): Judged {
  const contender = pairedSide(head, 'the new version', results);
  const view = (one: string, label: string): ComparisonView | null =>
    results.has(one)
      ? judgePairs(contender, pairedSide(one, label, results), { margins: defaultMargins })
      : null;
  const said = (results.get(head) ?? []).flatMap(({ warnings }) => warnings);
  return {
    medianNs: medianOf(head, results),
    warnings: [...new Set(said)],
    baseline: view(against.baseline, against.baseline),
    before: view(against.before, 'the version before'),
  };
}

/** Results are in the order of pairs, one each. */
function pairedSide(
  variant: string,
  label: string,
  results: ReadonlyMap<string, readonly CaseResult[]>,
): PairedSide {
  const own = results.get(variant) ?? [];
  const scopes = own.flatMap(({ samples }) => samples.map((part) => part.scope));
  const scope = headlineScope([...new Set(scopes)]) ?? 'kernel';
  const processes = own.flatMap(({ samples }, repetition) =>
    scopeProcesses(samples)
      .filter((process: ScopeProcess) => process.scope === scope)
      .map((process) => judgedProcess({ ...process, repetition })),
  );
  return { label, processes };
}
