import type { LabArtifact, LabArtifacts, OpenedLab } from '../../contract/lab.ts';
import type { CaseResult, Policy, ScopeSamples } from '../../contract/run.ts';
import { headlineScope } from '../../contract/timing-scopes.ts';
import type { ComparisonView } from '../../contract/verdict.ts';
import type { Values } from '../../contract/workload.ts';
import { judge } from '../../stats/judge.ts';
import type { JudgedSide } from '../../stats/judged-case.ts';
import { judgedProcess, withProcesses } from '../../stats/process-summary.ts';
import type { Measuring } from '../engines/engines.ts';
import type { Lab } from '../lab/lab.ts';
import { makePlan } from '../plan/planner.ts';

export type Versions = {
  readonly lab: Lab;
  readonly artifacts: LabArtifacts;
  /** The variant that changed. */
  readonly id: string;
  /** Its version before. */
  readonly before: LabArtifact | null;
};

export type MeasuredVersions = {
  readonly medianNs: number | null;
  readonly baseline: ComparisonView | null;
  readonly before: ComparisonView | null;
};

/** The version before stands next to the new one in one lab, so that both are measured in the same processes. */
const beforeId = 'version-before';
/** Baseline and contender alternately, in so many fresh processes. */
const repetitions = 2;
const policy: Policy = {
  rule: 'fixed',
  parameters: { samples: 30 },
  timeLimitS: 0.25,
  rounds: 1,
  order: 'sequential',
};
const hangLimitMs = 60_000;

/**
 * Measures a version of a variant with the baseline and its version before: A B A B, each in two fresh processes. Nothing of
 * it is stored. Returns a sentence where the version is wrong or does not run.
 */
export async function measureVersions(
  { lab, artifacts, id, before }: Versions,
  measuring: Pick<Measuring, 'engineWith'>,
  set: Values,
  signal: AbortSignal,
): Promise<MeasuredVersions | string> {
  const { description } = lab;
  const own = description.variants.find((variant) => variant.id === id);
  if (own === undefined) return `there is no variant ${id} any more`;
  const others = description.variants.filter(
    (one) => one.id === description.baseline && one !== own,
  );
  const earlier = before === null ? [] : [{ ...own, id: beforeId, title: 'Version before' }];
  const opened: OpenedLab = {
    description: { ...description, variants: [...others, own, ...earlier] },
    artifacts: {
      ...artifacts,
      variants: { ...artifacts.variants, ...(before === null ? {} : { [beforeId]: [before] }) },
    },
  };
  const engine = measuring.engineWith([opened]);
  try {
    const { catalog } = await engine.describe();
    const ids = opened.description.variants.map((one) => one.id);
    const group = { workload: description.id, variants: ids, set: { ...set }, sweep: {} };
    const { cases } = makePlan({ groups: [group], policy, orderSeed: 0 }, { catalog });
    const results = new Map<string, CaseResult[]>();
    for (let repetition = 0; repetition < repetitions; repetition += 1) {
      if (repetition > 0) await engine.restart();
      for (const one of ids) {
        const planned = cases.find(({ variant }) => variant === one);
        if (planned === undefined) continue;
        if (planned.skip !== undefined) return planned.skip;
        const result = await engine.run({ ...planned, repetition }, { hangLimitMs, signal });
        if (result.outcome !== 'ok' && one === id) return result.reason ?? result.outcome;
        results.set(one, [...(results.get(one) ?? []), result]);
      }
    }
    const device = catalog.workloads
      .find((workload) => workload.id === description.id)
      ?.variants.find((variant) => variant.id === id)?.device;
    const kind = (device ?? 'cpu') === 'cpu' ? 'cpu' : 'cuda';
    const sideOf = (one: string) => judgedSide(one, results.get(one) ?? [], kind);
    const contender = sideOf(id);
    const against = (one: string): ComparisonView | null =>
      one === id || !results.has(one) ? null : judge(contender, sideOf(one), { sameRun: true });
    const medians = contender.processes.map(({ medianNs }) => medianNs).sort((a, b) => a - b);
    return {
      medianNs: medians[Math.floor((medians.length - 1) / 2)] ?? null,
      baseline: against(description.baseline),
      before: against(beforeId),
    };
  } finally {
    await engine.restart();
  }
}

function judgedSide(
  label: string,
  results: readonly CaseResult[],
  device: JudgedSide['device'],
): JudgedSide {
  const parts: ScopeSamples[] = results.flatMap(({ samples }) => [...samples]);
  const scope = headlineScope([...new Set(parts.map(({ scope }) => scope))]) ?? 'kernel';
  const processes = withProcesses(
    parts.filter(({ scope: timingScope }) => timingScope === scope),
  ).flatMap(({ process, repetition }) =>
    process === undefined ? [] : [judgedProcess({ ...process, repetition })],
  );
  return { label, device, scope, processes };
}
