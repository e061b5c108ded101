import { existsSync, readFileSync } from 'node:fs';
import type { Configuration } from '../../contract/configuration.ts';
import { badInput, toFailure } from '../../contract/failure.ts';
import type { Merged } from '../../contract/merged.ts';
import type { Plan } from '../../contract/run.ts';
import type { MergeOptions } from '../cluster/merge.ts';
import type { ApiContext } from './context.ts';
import { storedRun } from './files.ts';

export type ClusterActions = Pick<ReturnType<typeof clusterActions>, 'startPart' | 'merge'>;

type Surroundings = Pick<ApiContext, 'open' | 'measuring' | 'emit'> & {
  readonly plan: (configuration: Configuration) => Promise<Plan>;
  readonly start: (configuration: Configuration) => Promise<string>;
  readonly notify: (sentence: string) => void;
};

/** What hosts can do with plans that several nodes measure. */
export function clusterActions({ open, measuring, emit, plan, start, notify }: Surroundings) {
  let keep: (runId: string) => void = () => {};

  async function fileOf(folder: string, shard: number): Promise<string> {
    const [{ checkpointFile }, { describeMachine }, { measuredCode }] = await Promise.all([
      import('../cluster/checkpoint.ts'),
      import('../machine/machine.ts'),
      import('../machine/measured-code.ts'),
    ]);
    const machine = describeMachine((await measuring.describe()).machine);
    const versions = { ...machine.versions, ...(await measuredCode()) };
    return checkpointFile(folder, shard, { ...machine, versions });
  }

  return {
    onRepetition: (runId: string) => keep(runId),
    /**
     * Measures a part of a plan, and leaves its run file in a folder after each repetition and at its end. Where the folder
     * has one of the same part and class of machine, that run goes on.
     *
     * @throws BreakevenError `bad-input` where that file is of another plan.
     */
    async startPart(configuration: Configuration, folder: string) {
      const part = await plan(configuration);
      const { shard = 0, digest, of } = part.configuration.sharded ?? {};
      const file = await fileOf(folder, shard);
      const [{ store, runner }, { runFile }, { replaceWhole }, { readRunFile }] = await Promise.all(
        [
          open(),
          import('../export/run-file.ts'),
          import('../cluster/checkpoint.ts'),
          import('../import/read-run-file.ts'),
        ],
      );
      keep = (runId) => {
        try {
          replaceWhole(file, runFile(store, runId));
        } catch (error) {
          // What is measured is stored all the same.
          const text = `${file} was not written: ${toFailure(error).message}`;
          store.log(runId, { level: 'warning', text });
          notify(text);
        }
      };
      if (!existsSync(file)) return { runId: await start(configuration), isComplete: false };
      const before = await readRunFile(readFileSync(file));
      const known = before.plan.configuration.sharded;
      if (known?.digest !== digest || known?.of !== of || known?.shard !== shard) {
        throw badInput(`${file} belongs to another plan: it is left alone`);
      }
      const { id, status } = before.run;
      if (storedRun(store, id) === null) {
        const plan = { ...before.plan, configuration: part.configuration };
        store.importRun({ ...before, plan }, null);
      }
      const isComplete = status === 'complete';
      return { runId: isComplete ? id : await runner.resume(id), isComplete };
    },
    /** Puts run files of parts together; see `mergeParts`. */
    async merge(files: readonly string[], options?: MergeOptions): Promise<Merged> {
      const [{ store, results }, { mergeParts }] = await Promise.all([
        open(),
        import('../cluster/merge.ts'),
      ]);
      const merged = await mergeParts(store, files, options);
      for (const { run, added } of merged.runs) {
        if (run === null || added === 0 || options?.dryRun === true) continue;
        await results.keep(run.id);
        emit({ type: 'history-changed', runId: run.id });
      }
      return merged;
    },
  };
}
