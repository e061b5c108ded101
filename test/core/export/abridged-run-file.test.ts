import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createComparer } from '../../../src-main/core/analysis/compare.ts';
import { createReports } from '../../../src-main/core/analysis/reports.ts';
import { runFile } from '../../../src-main/core/export/run-file.ts';
import { readRunFile } from '../../../src-main/core/import/read-run-file.ts';
import type { ImportedRun } from '../../../src-main/core/store/import.ts';
import { openStore, type Store } from '../../../src-main/core/store/store.ts';
import { resourcePath } from '../../../src-main/core/util/paths.ts';
import { defaultMargins } from '../../../src-main/stats/decide.ts';
import { abridgedFile } from '../../helpers/shipped-run-file.ts';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';

let stores: Store[];

beforeEach(() => {
  stores = [];
});

afterEach(() => {
  for (const store of stores) store.close();
});

function stored(run: ImportedRun): Store {
  const store = openStore(temporaryFolder());
  stores.push(store);
  store.importRun(run);
  return store;
}

/** Everything that is said of a run, but for its samples. */
function said(store: Store, id: string) {
  const reports = createReports(
    store,
    createComparer(store, () => defaultMargins),
  );
  return {
    cases: store.run(id).cases,
    report: reports.of(id),
    others: ['call', 'total'].map((scope) => reports.verdicts(id, scope)),
  };
}

function samplesIn(store: Store, id: string): number {
  return store
    .run(id)
    .cases.flatMap(({ index }) => store.samples(id, index))
    .reduce((sum, { timesNs }) => sum + timesNs.length, 0);
}

it('says the same as its source where it keeps fewer samples', async () => {
  const file = readFileSync(join(resourcePath('sample-results'), 'scan-cpu.breakeven'));
  const source = stored(await readRunFile(file));
  const [{ id = '' } = {}] = source.history({ limit: 1 }).rows;
  const exported = Buffer.concat([...runFile(source, id)]);
  const few = stored(await readRunFile(abridgedFile(await readRunFile(exported), 7)));
  expect(samplesIn(few, id)).toBeLessThan(samplesIn(source, id) / 1.5);
  const [one, other] = [said(source, id), said(few, id)];
  expect(Object.keys(one.report.comparisons).length).toBeGreaterThan(10);
  expect(one.report.breakEvens.length).toBeGreaterThan(1);
  expect(other).toEqual(one);
});

it('is believed by its processes, which have to be possible and agree with the statistics', async () => {
  const file = readFileSync(join(resourcePath('sample-results'), 'scan-cpu.breakeven'));
  const given = await readRunFile(file);
  const withProcess = (change: object): Promise<ImportedRun> =>
    readRunFile(
      abridgedFile(
        {
          ...given,
          cases: given.cases.map((each, i) => ({
            ...each,
            samples: each.samples.map((part, j) =>
              i > 0 || j > 0 || part.process === undefined
                ? part
                : { ...part, process: { ...part.process, ...change } },
            ),
          })),
        },
        7,
      ),
    );
  await expect(withProcess({})).resolves.toBeDefined();
  for (const [change, fault] of [
    [{ n: 3 }, 'a process with n 3, must be at least 7'],
    [{ medianNs: -1 }, 'a process with medianNs -1, must be a time'],
    [{ medianNs: 1e6 }, 'medianNs: got'],
    [{ effectiveN: 1e9 }, 'a process with effectiveN 1000000000, must be at most n'],
    [{ logError: 11 }, 'a process with logError 11, must be 0 to 10'],
    [{ lag1: 2 }, 'a process with lag1 2, must be -1 to 1'],
    [{ cycles: -5 }, 'a process with cycles -5, must be at least 0'],
  ] as const) {
    await expect(withProcess(change)).rejects.toThrow(fault);
  }
});
