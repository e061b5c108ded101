import { expect, it } from 'vitest';
import { runFile } from '../../../src-main/core/export/run-file.ts';
import { readRunFile } from '../../../src-main/core/import/read-run-file.ts';
import { openStore, type Store } from '../../../src-main/core/store/store.ts';
import { metricsOf } from '../../../src-main/stats/case-metrics.ts';
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
function storeCase(): string {
  const only = planned(0);
  const { id } = store.createRun(newRun([only]));
  const samples = [200, 100, 102, 101].map((time, repetition) => ({
    ...scope('kernel', repetition, [time - 1, time, time + 1]),
    ...(repetition === 0 ? { disturbed: 'threads 0.70' } : {}),
  }));
  const metrics = metricsOf({ outcome: 'ok', attributes: {} }, 'cpu', samples);
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
  expect(store.run(id).cases[0]?.metrics.kernel).toMatchObject({ n: 12, processes: 3 });
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
