import { expect, it } from 'vitest';
import type { Metric } from '../../../src-main/contract/run.ts';
import { createComparer } from '../../../src-main/core/analysis/compare.ts';
import { createReports } from '../../../src-main/core/analysis/reports.ts';
import { runFile } from '../../../src-main/core/export/run-file.ts';
import { buildFigure } from '../../../src-main/core/figures/build.ts';
import { figureSource } from '../../../src-main/core/figures/stored-source.ts';
import { readRunFile } from '../../../src-main/core/import/read-run-file.ts';
import { openStore, type Store } from '../../../src-main/core/store/store.ts';
import { metricsOf } from '../../../src-main/stats/case-metrics.ts';
import { defaultMargins } from '../../../src-main/stats/decide.ts';
import { concatenate } from '../../../src-main/stats/order.ts';
import { summarize } from '../../../src-main/stats/summary.ts';
import { freshStore } from '../../helpers/fresh-store.ts';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';
import { descriptor, newRun, planned, result, scope } from './fixtures.ts';

let store: Store;
freshStore((opened) => {
  store = opened;
});

const repetitions = [
  {
    repetition: 0,
    seconds: 0.25,
    timings: { start: 0.04, sample: 0.2001 },
    interference: { effectiveThreads: 0.7 },
    disturbed: 'threads 0.70',
  },
  { repetition: 1, seconds: 0.5, interference: null, disturbed: null },
  { repetition: 2, seconds: 0.5, interference: { stolenS: 0 }, disturbed: null },
  { repetition: 3, seconds: 0.5, interference: null, disturbed: null },
];

/** A case whose first repetition of four was disturbed and twice as slow. */
function storeCase(ofAll = false): string {
  const only = planned(0);
  const { id } = store.createRun(newRun([only]));
  const samples = [200, 100, 102, 101].map((time, repetition) => ({
    ...scope('kernel', repetition, [time - 1, time, time + 1]),
    ...(repetition === 0 ? { disturbed: 'threads 0.70' } : {}),
  }));
  const { kernel } = metricsOf({ outcome: 'ok', attributes: {} }, 'cpu', samples);
  // Its quantiles of all samples, its estimate of the processes that count.
  const all = summarize(concatenate(samples.map(({ timesNs }) => timesNs)));
  const { n, minNs, q1Ns, q3Ns, p95Ns, maxNs, meanNs } = all;
  const { leftOut: _, ...old } = { ...kernel, ...{ n, minNs, q1Ns, q3Ns, p95Ns, maxNs, meanNs } };
  const metrics = { kernel: ofAll ? (old as Metric) : (kernel as Metric) };
  store.saveCase(id, {
    planned: only,
    descriptor: descriptor('histogram', 'sequential'),
    result: result({ samples }),
    metrics,
    repetitions,
  });
  return id;
}

it('estimates leave a disturbed repetition out where three others are there', () => {
  const id = storeCase();
  expect(store.run(id).cases[0]?.metrics.kernel).toMatchObject({ n: 9, leftOut: 3, processes: 3 });
  expect(store.run(id).cases[0]?.metrics.kernel?.medianNs).toBeCloseTo(
    (100 * 102 * 101) ** (1 / 3),
    9,
  );
  expect(
    store
      .processes(id, 'kernel')
      .get(0)
      ?.map(({ repetition }) => repetition),
  ).toEqual([1, 2, 3]);
});

it('quartiles and figures are of the samples that the estimate is of, and say how many are left out', () => {
  const id = storeCase();
  // The disturbed repetition took 199 ns at least.
  expect(store.run(id).cases[0]?.metrics.kernel).toMatchObject({ minNs: 99, maxNs: 103 });
  const comparer = createComparer(store, () => defaultMargins);
  const report = createReports(store, comparer).underway(id);
  const source = figureSource(store, comparer, id, report, null);
  const { caption, series } = buildFigure('distribution', source, { as: 'box' });
  expect(caption).toContain('Left out: 3 samples of disturbed repetitions.');
  expect(series).toMatchObject([{ boxes: [{ n: 9, max: 103 }] }]);
});

it('a run file whose statistics are of all samples has those of the ones that count', async () => {
  const id = storeCase(true);
  store.finishRun(id, 'complete');
  expect(store.run(id).cases[0]?.metrics.kernel?.n).toBe(12);
  const read = await readRunFile(Buffer.concat([...runFile(store, id)]));
  expect(read.cases[0]?.stored.metrics.kernel).toMatchObject({ n: 9, leftOut: 3, maxNs: 103 });
});

it('a run file carries how its repetitions went', async () => {
  const id = storeCase();
  expect(store.repetitions(id).get(0)).toEqual(repetitions);
  const read = await readRunFile(Buffer.concat([...runFile(store, id)]));
  const other = openStore(temporaryFolder());
  other.importRun(read);
  expect(other.repetitions(id)).toEqual(store.repetitions(id));
  expect(other.samples(id, 0)).toEqual(store.samples(id, 0));
  expect(other.run(id).cases[0]?.metrics).toEqual(store.run(id).cases[0]?.metrics);
  other.close();
});
