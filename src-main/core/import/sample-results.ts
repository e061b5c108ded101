import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { BreakevenError } from '../../contract/failure.ts';
import type { SampleResult } from '../../contract/procedures/files.ts';
import type { ImportedRun } from '../store/import.ts';
import { resourcePath } from '../util/paths.ts';
import { readRunFile } from './read-run-file.ts';

/** Results of real runs that come with the product, for who has no hardware to make any. */
export type SampleResults = {
  list(isStored: (runId: string) => boolean): Promise<readonly SampleResult[]>;
  /** @throws BreakevenError `not-found`. */
  read(id: string): Promise<ImportedRun>;
};

export function createSampleResults(
  folder: string = resourcePath('sample-results'),
): SampleResults {
  const known = new Map<string, Promise<ImportedRun>>();
  const ids = (): readonly string[] =>
    existsSync(folder)
      ? readdirSync(folder)
          .filter((name) => name.endsWith('.breakeven'))
          .map((name) => basename(name, '.breakeven'))
          .sort()
      : [];

  function read(id: string): Promise<ImportedRun> {
    if (!ids().includes(id)) {
      throw new BreakevenError(
        'not-found',
        `There is no sample result "${id}"; there are ${ids().join(', ') || 'none'}.`,
      );
    }
    const before = known.get(id);
    if (before !== undefined) return before;
    const reading = readRunFile(readFileSync(join(folder, `${id}.breakeven`)));
    known.set(id, reading);
    return reading;
  }

  return {
    async list(isStored) {
      const found: SampleResult[] = [];
      for (const id of ids()) {
        const { run, cases, machine } = await read(id);
        const { title, createdAt, workloads, device } = run;
        const runId = isStored(run.id) ? run.id : null;
        const gpu = machine.gpus.length > 0;
        found.push({ id, title, createdAt, workloads, device, cases: cases.length, gpu, runId });
      }
      return found;
    },
    async read(id) {
      return await read(id);
    },
  };
}
