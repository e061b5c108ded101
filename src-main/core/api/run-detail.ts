import type { RunDetail } from '../../contract/api.ts';
import { refinementEnded } from '../../contract/break-even-target.ts';
import type { TuningView } from '../../contract/inspection.ts';
import { defaultScope } from '../../contract/timing-scopes.ts';
import { nodeVariation } from '../../stats/node-variation.ts';
import { tuneSource } from '../adaptive/advance.ts';
import { tuningOf } from '../adaptive/tune.ts';
import type { Comparer } from '../analysis/compare.ts';
import { peakShares } from '../analysis/percent-of-peak.ts';
import { withShownWarnings } from '../analysis/shown-warnings.ts';
import type { Store } from '../store/store.ts';
import { publishedSearches, studies, theoryFor } from '../study/known-studies.ts';

/**
 * What a run shows where it has it: current warnings with its cases, percentages of measured peaks, how refining it ended,
 * the state of a search, its study and its theory.
 */
export function shownBeside(
  store: Store,
  comparer: Comparer,
  { run, machine, plan, cases }: Pick<RunDetail, 'run' | 'machine' | 'plan' | 'cases'>,
): Omit<
  RunDetail,
  'run' | 'machine' | 'plan' | 'workloads' | 'comparisons' | 'breakEvens' | 'headline'
> {
  const peaks = store.measuredPeaks(machine.fingerprint);
  const descriptors = store.descriptors(run.id);
  const shares = peakShares(cases, descriptors, peaks);
  const tuning = tuningOf(tuneSource(store, comparer, run.id));
  const study = run.preset !== null && run.preset in studies ? run.preset : null;
  const theory = run.workloads.filter((workload) => {
    const { sequential = [], parallel = [] } = theoryFor(workload) ?? {};
    const about = new Set([...sequential, ...parallel]);
    return cases.some((one) => one.workload === workload && about.has(one.variant));
  });
  const counters = store.counters(run.id);
  const processes = (scope: string) => store.processes(run.id, scope);
  const repetitions = store.countRepetitions(run.id);
  const ended = store.lastLogged(run.id, refinementEnded);
  const sources = { run, machine, plan, descriptors, shares, processes };
  return {
    cases: withShownWarnings(cases, sources),
    ...(ended === null ? {} : { refinementEnded: ended }),
    ...(repetitions.all === 0 ? {} : { repetitions }),
    ...(plan.configuration.sharded?.merged === undefined ? {} : nodesOf(store, run.id)),
    ...(study === null ? {} : { study }),
    ...(theory.length === 0 ? {} : { theory }),
    ...(Object.keys(shares).length === 0 ? {} : { percentOfPeak: shares }),
    ...(counters.size === 0 ? {} : { counters: Object.fromEntries(counters) }),
    ...(tuning === null ? {} : { tuning: withPublished(tuning) }),
  };
}

/** The nodes of a merged run, and what they differ by in kernel time, of undisturbed processes alone. */
export function nodesOf(store: Store, id: string): Pick<RunDetail, 'nodes'> {
  const cases = [...store.processes(id, defaultScope).values()].map((processes) =>
    processes.flatMap(({ node, medianNs, disturbed }) =>
      node === undefined || disturbed !== undefined || !(medianNs > 0)
        ? []
        : [{ node, logMedian: Math.log(medianNs) }],
    ),
  );
  const nodes = new Set(cases.flatMap((values) => values.map(({ node }) => node))).size;
  const variation = nodeVariation(cases) ?? { nodes, between: null, within: null };
  return { nodes: { ...variation, otherClasses: store.otherClasses(id) } };
}

/** The search with those of studies for the same parameter next to it. */
function withPublished(tuning: TuningView): TuningView {
  const { workload, variant, parameter } = tuning;
  const published = publishedSearches(workload, variant, parameter).map((series) => ({
    label: series.label,
    notes: [
      ...series.notes,
      ...(series.workload === workload ? [] : [`Its times are of ${series.workload}.`]),
    ],
    points: series.points.map(({ x, ns }) => ({ value: x, ns })),
  }));
  return published.length === 0 ? tuning : { ...tuning, published };
}
