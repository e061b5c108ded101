import { printChanged, runName } from '../changed-run.ts';
import { runArgument } from '../flags.ts';
import type { Verb } from '../verb.ts';

export const pin: Verb = {
  name: 'pin',
  summary: 'pin a run, so that the window shows it first; at most five are',
  positionals: [runArgument],
  flags: [{ name: 'off', value: null, help: 'unpin it' }],
  examples: ['pin latest', 'pin latest --off'],
  async run(context) {
    const { args, app } = context;
    const { api } = await app();
    const pinned = !args.has('off');
    const changed = await api.pinRun({ ref: args.positionals[0] ?? '', pinned });
    return printChanged(
      context,
      changed,
      (row) => `${runName(row)} is ${row.pinned ? 'pinned' : 'not pinned'}`,
    );
  },
};
