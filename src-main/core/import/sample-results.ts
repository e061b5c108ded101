import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { notFound } from '../../contract/failure.ts';
import type { SampleResult } from '../../contract/procedures/files.ts';
import type { ImportedRun } from '../store/import.ts';
import { resourcePath } from '../util/paths.ts';
import { readRunFile, readRunHead } from './read-run-file.ts';

/** Results of real runs that come with the product, for who has no hardware to make any. */
export type SampleResults = {
  list(isStored: (runId: string) => boolean): Promise<readonly SampleResult[]>;
  /** @throws BreakevenError `not-found`. */
  read(id: string): Promise<ImportedRun>;
};

type Listed = { readonly of: string; readonly row: Omit<SampleResult, 'runId'> };

export function createSampleResults(
  folder: string = resourcePath('sample-results'),
): SampleResults {
  /** Rows of the list, made once: the files do not change while the program runs. */
  const listed = new Map<string, Promise<Listed>>();
  const ids = (): readonly string[] =>
    existsSync(folder)
      ? readdirSync(folder)
          .filter((name) => name.endsWith('.breakeven'))
          .map((name) => basename(name, '.breakeven'))
          .sort()
      : [];

  function bytesOf(id: string): Uint8Array {
    if (!ids().includes(id)) {
      throw notFound(`There is no sample result "${id}"; there are ${ids().join(', ') || 'none'}.`);
    }
    return readFileSync(join(folder, `${id}.breakeven`));
  }

  async function describe(id: string): Promise<Listed> {
    const { run, plan, machine } = await readRunHead(bytesOf(id));
    const { title, createdAt, workloads, device } = run;
    const gpu = machine.gpus.length > 0;
    return {
      of: run.id,
      row: { id, title, createdAt, workloads, device, cases: plan.cases.length, gpu },
    };
  }

  return {
    async list(isStored) {
      const samples: SampleResult[] = [];
      for (const id of ids()) {
        const about = listed.get(id) ?? describe(id);
        listed.set(id, about);
        const { of, row } = await about;
        samples.push({ ...row, runId: isStored(of) ? of : null });
      }
      return samples;
    },
    async read(id) {
      return await readRunFile(bytesOf(id));
    },
  };
}
