import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { badInput, toFailure } from '../../contract/failure.ts';
import type { ScopeSamples } from '../../contract/run.ts';
import type { StoredReport } from '../../contract/run-report.ts';
import type { RunResults } from '../../contract/run-results.ts';
import { defaultMargins } from '../../stats/decide.ts';
import { scopeProcesses } from '../../stats/process-summary.ts';
import { undisturbed } from '../../stats/undisturbed.ts';
import { createComparer } from '../analysis/compare.ts';
import { createReports } from '../analysis/reports.ts';
import { runResults } from '../analysis/run-results.ts';
import type { ImportedRun } from '../store/import.ts';
import { readRunFile } from './read-run-file.ts';

/** A run of a file with what it says, as a store keeps it when a run has ended. */
export type ReportedRun = ImportedRun & {
  readonly results: RunResults;
  readonly report: StoredReport;
};

/**
 * Reads a run file and computes its report from what its processes say.
 *
 * @param samples whether the samples are kept as well
 * @throws BreakevenError `bad-input` with the name of the file and one sentence.
 */
export async function readReported(file: string, samples: boolean): Promise<ReportedRun> {
  const read = await readRunFile(readFileSync(file)).catch((error: unknown) => {
    throw badInput(`${basename(file)}: ${toFailure(error).message}`);
  });
  const cases = read.cases.toSorted((a, b) => a.stored.index - b.stored.index);
  const ofCase = ({ samples, repetitions = [] }: (typeof cases)[number]) => {
    const nodes = new Map(repetitions.map(({ repetition, node }) => [repetition, node]));
    return scopeProcesses(samples)
      .map((process) => {
        const node = nodes.get(process.repetition);
        return node === undefined ? process : { ...process, node };
      })
      .toSorted((a, b) => a.repetition - b.repetition);
  };
  const processes = new Map(cases.map((each) => [each.stored.index, ofCase(each)]));
  const status = read.run.status === 'running' ? 'partial' : read.run.status;
  const store = {
    ...{ report: () => null, allProcesses: () => processes, repetitions: () => new Map() },
    run: () => ({ ...read, run: { ...read.run, status }, cases: cases.map((one) => one.stored) }),
    descriptors: () => new Map(cases.map((one) => [one.stored.index, one.descriptor])),
    processes: (_: string, scope: string) =>
      new Map(
        [...processes].map(([index, all]) => [
          index,
          undisturbed(all.filter((process) => process.scope === scope)),
        ]),
      ),
  };
  const reports = createReports(
    store,
    createComparer(store, () => defaultMargins),
  );
  const report = reports.toStore(read.run.id);
  const results = runResults(
    { cases: store.run().cases, descriptors: store.descriptors() },
    report,
  );
  const kept = read.cases.map((one) => ({ ...one, samples: one.samples.map(withoutTimes) }));
  return { ...read, cases: samples ? read.cases : kept, results, report };
}

/** What its process says of all samples stays. */
function withoutTimes({ clocksHz: _1, cpuNs: _2, ...part }: ScopeSamples): ScopeSamples {
  return { ...part, timesNs: new Float64Array() };
}
