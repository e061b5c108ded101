import type { LabArtifact, LabArtifacts, OpenedLab } from '../../contract/lab.ts';
import type { CaseResult, Policy } from '../../contract/run.ts';
import { headlineScope } from '../../contract/timing-scopes.ts';
import type { ComparisonView } from '../../contract/verdict.ts';
import type { Catalog, Values, Variant } from '../../contract/workload.ts';
import { judge } from '../../stats/judge.ts';
import type { JudgedSide } from '../../stats/judged-case.ts';
import { deviceKind } from '../../stats/metric.ts';
import { judgedProcess, withProcesses } from '../../stats/process-summary.ts';
import { undisturbed } from '../../stats/undisturbed.ts';
import type { ReadyEngines } from '../engines/engines.ts';
import type { Lab } from '../lab/lab.ts';
import { makePlan } from '../plan/planner.ts';
import { disturbedBy } from './interference.ts';
import { OwnIssueRatios } from './own-issue-ratios.ts';

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
  /** More repetitions follow. */
  readonly refining: boolean;
};

/** The version before stands next to the new one in one lab, so that both are measured in the same processes. */
const beforeId = 'version-before';
/** Each is a process of its own. The first has a verdict soon, the others make it sharper until it is decided. */
const minRepetitions = 2;
const maxRepetitions = 5;
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
export const readyProcesses = minRepetitions;

export type MeasureOptions = {
  readonly set: Values;
  /** After each repetition; the last one says that it is. */
  readonly onMeasured: (found: MeasuredVersions) => void;
  /** Ends it after the first repetition: there is something newer to measure. */
  readonly enough: () => boolean;
  readonly signal: AbortSignal;
};

/**
 * Measures a version of a variant with the baseline and its version before, A B A B, repetition after repetition until the
 * verdicts are decided. The new version is verified at length, once; the others have been. Nothing of it is stored. Returns
 * a sentence where the version is wrong or does not run, else null.
 */
export async function measureVersions(
  { lab, artifacts, id, before }: Versions,
  engines: Pick<ReadyEngines, 'engineWith'>,
  { set, onMeasured, enough, signal }: MeasureOptions,
): Promise<string | null> {
  const { description } = lab;
  const own = description.variants.find((variant) => variant.id === id);
  if (own === undefined) return `there is no variant ${id} any more`;
  const others = description.variants.filter(
    (one) => one.id === description.baseline && one !== own,
  );
  const earlier = before === null ? [] : [{ ...own, id: beforeId, title: 'Version before' }];
  const opened: OpenedLab = {
    description: { ...description, variants: [own, ...others, ...earlier] },
    artifacts: {
      ...artifacts,
      variants: { ...artifacts.variants, ...(before === null ? {} : { [beforeId]: [before] }) },
    },
  };
  const engine = engines.engineWith([opened]);
  try {
    const { catalog } = await engine.describe();
    const ids = opened.description.variants.map((one) => one.id);
    const group = { workload: description.id, variants: ids, set: { ...set }, sweep: {} };
    const plan = (of: Policy) =>
      makePlan({ groups: [group], policy: of, orderSeed: 0 }, { catalog }).cases;
    const [first, later] = [plan(firstPolicy), plan(policy)];
    const ownIssueRatios = new OwnIssueRatios();
    const judgeNow = judging(description, id, catalog, ownIssueRatios);
    const results = new Map<string, CaseResult[]>();
    for (let repetition = 0; repetition < maxRepetitions; repetition += 1) {
      if (repetition > 0) await engine.restart();
      const cases = repetition === 0 ? first : later;
      for (const one of repetition % 2 === 0 ? ids : ids.toReversed()) {
        const planned = cases.find(({ variant }) => variant === one);
        if (planned === undefined) continue;
        if (planned.skip !== undefined) return planned.skip;
        const known = one !== id || repetition > 0;
        // A later repetition of a program is verified for a shorter time.
        const asked = {
          ...{ ...planned, repetition: known ? repetition + 1 : 0 },
          ...ownIssueRatios.known(),
        };
        const result = await engine.run(asked, { hangLimitMs, signal });
        ownIssueRatios.see(result.interference);
        if (result.outcome !== 'ok' && one === id) return result.reason ?? result.outcome;
        results.set(one, [...(results.get(one) ?? []), result]);
      }
      const found = judgeNow(results);
      const repetitions = repetition + 1;
      const open = [found.baseline, found.before].some((one) => one?.verdict === 'inconclusive');
      const refining =
        repetitions < minRepetitions || (open && repetitions < maxRepetitions && !enough());
      onMeasured({ ...found, repetitions, refining: refining && !enough() });
      if (!refining || enough()) return null;
    }
    return null;
  } finally {
    void engine.restart();
  }
}

/** Judges what was measured so far, repetition by repetition. */
function judging(
  { id: workload, baseline }: Lab['description'],
  id: string,
  catalog: Catalog,
  ownIssueRatios: OwnIssueRatios,
): (results: ReadonlyMap<string, readonly CaseResult[]>) => Judged {
  const device = catalog.workloads
    .find((one) => one.id === workload)
    ?.variants.find((variant) => variant.id === id)?.device;
  return (results) => {
    const sideOf = (one: string) => judgedSide(one, results.get(one) ?? [], device, ownIssueRatios);
    const contender = sideOf(id);
    const against = (one: string): ComparisonView | null =>
      one === id || !results.has(one) ? null : judge(contender, sideOf(one), { sameRun: true });
    const medians = contender.processes.map(({ medianNs }) => medianNs).sort((a, b) => a - b);
    const said = (results.get(id) ?? []).flatMap(({ warnings }) => warnings);
    return {
      medianNs: medians[Math.floor((medians.length - 1) / 2)] ?? null,
      warnings: [...new Set(said)],
      baseline: against(baseline),
      before: against(beforeId),
    };
  };
}

/** Results are in the order of repetitions, one each; each was measured in a process of its own. */
function judgedSide(
  label: string,
  results: readonly CaseResult[],
  device: Variant['device'] | undefined,
  ownIssueRatios: OwnIssueRatios,
): JudgedSide {
  const scopes = results.flatMap(({ samples }) => samples.map((part) => part.scope));
  const scope = headlineScope([...new Set(scopes)]) ?? 'kernel';
  const measured = results.flatMap(({ samples, interference }, repetition) => {
    const disturbed = disturbedBy(interference) ?? ownIssueRatios.sharedIn(interference);
    const watched = disturbed === null && ownIssueRatios.areOwn(interference);
    return withProcesses(samples.filter((part) => part.scope === scope)).flatMap(({ process }) =>
      process === undefined
        ? []
        : [{ ...{ process, repetition, watched }, disturbed: disturbed ?? undefined }],
    );
  });
  const told = undisturbed(measured);
  const processes = told.map(({ process, repetition }) =>
    judgedProcess({ ...process, repetition }),
  );
  const coresWatched = told.length > 0 && told.every(({ watched }) => watched);
  const kind = deviceKind(device, { coresWatched }, scope);
  return { label, device: kind, scope, processes };
}
