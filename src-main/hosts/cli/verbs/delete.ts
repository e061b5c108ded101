import { BreakevenError, exitCodes } from '../../../contract/failure.ts';
import { schemaVersion } from '../../../contract/run.ts';
import { printChanged, runName } from '../changed-run.ts';
import { runArgument } from '../flags.ts';
import { printJson } from '../io.ts';
import type { Verb } from '../verb.ts';

export const deleteVerb: Verb = {
  name: 'delete',
  summary: 'move a run to the trash, bring it back, or remove it for good',
  description:
    'A run in the trash is named by its whole id; history "is:trash" lists them. Only --purge loses anything.',
  positionals: [runArgument],
  flags: [
    { name: 'restore', value: null, help: 'bring it back from the trash' },
    { name: 'purge', value: null, help: 'remove it for good, with all its samples' },
  ],
  examples: ['delete latest', 'delete 2mx0kjwbv0gk --restore', 'delete 2mx0kjwbv0gk --purge'],
  async run(context) {
    const { args, app, io } = context;
    if (args.has('restore') && args.has('purge')) {
      throw new BreakevenError('bad-input', '--restore and --purge contradict each other');
    }
    const { api } = await app();
    const { run } = await api.run({ ref: args.positionals[0] ?? '' });
    const refs = [run.id];
    if (args.has('restore')) {
      const changed = await api.restoreRuns({ refs });
      return printChanged(context, changed, (row) => `${runName(row)} is back in the history`);
    }
    await api.trashRuns({ refs });
    if (!args.has('purge')) {
      const { run: trashed } = await api.run({ ref: run.id });
      const way = `"breakeven delete ${run.id} --restore" brings it back`;
      return printChanged(
        context,
        { rows: [trashed] },
        (row) => `${runName(row)} is in the trash; ${way}`,
      );
    }
    const { removed } = await api.purgeRuns({ refs });
    if (args.has('json')) printJson(io, { schemaVersion, removed, run: run.id });
    else io.out(`${runName(run)} is removed for good\n`);
    return exitCodes.ok;
  },
};
