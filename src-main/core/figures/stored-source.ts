import { dramBytes } from '../../contract/counters.ts';
import type { RunReport } from '../../contract/run-report.ts';
import type { Catalog } from '../../contract/workload.ts';
import { undisturbed } from '../../stats/undisturbed.ts';
import { type Comparer, subjectsOf } from '../analysis/compare.ts';
import { callsBySize } from '../analysis/headline/calls-by-size.ts';
import { measuredPeak, roofOf } from '../analysis/percent-of-peak.ts';
import { sourceOf } from '../analysis/reports.ts';
import { type TrendStore, trendOfCase } from '../analysis/trend/trends.ts';
import type { Store } from '../store/store.ts';
import { productVersion } from '../util/product-version.ts';
import { storedWorkloads } from '../util/stored-workloads.ts';
import type { FigureSource } from './source.ts';

/** What figures of a stored run are made from. Without a catalog the descriptors stored with the run have to do. */
export function figureSource(
  store: Pick<Store, 'samples' | 'processes' | 'measuredPeaks' | 'counters'> & TrendStore,
  comparer: Comparer,
  runId: string,
  { breakEvens }: RunReport,
  catalog: Catalog | null,
): FigureSource {
  const stored = store.run(runId);
  const { machine, cases } = stored;
  const source = sourceOf(store, comparer, stored);
  const { descriptors } = source;
  const { peaks } = store.measuredPeaks(machine.fingerprint);
  return {
    runIds: [runId],
    appVersion: productVersion(),
    machine: { ...machine, ...measuredPeak({ peaks }) },
    cases,
    breakEvens,
    workloads: storedWorkloads(catalog?.workloads ?? [], descriptors),
    roofOf(stored) {
      const device = descriptors.get(stored.index)?.variant.device;
      return device === undefined ? null : roofOf(stored, device, peaks);
    },
    measuredBytes({ index }) {
      const pass = store
        .counters(runId)
        .get(index)
        ?.find(({ refused }) => refused === null);
      return pass === undefined ? null : dramBytes(pass);
    },
    trend: (index, scope, options) =>
      trendOfCase(store, runId, index, scope, options, comparer.margins(), comparer.variation),
    repetitions: (index, scope) =>
      undisturbed(store.samples(runId, index, scope)).map(({ timesNs }) => timesNs),
    subjectOf: subjectsOf(runId, descriptors),
    judgeAll: comparer.judgeAll,
    calls: (strategy, filter) => callsBySize(source, strategy, filter),
  };
}
