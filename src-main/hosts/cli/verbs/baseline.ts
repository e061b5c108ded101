import { BreakevenError } from '../../../contract/failure.ts';
import { printChanged, runName } from '../changed-run.ts';
import { runArgument } from '../flags.ts';
import type { Verb } from '../verb.ts';

export const baseline: Verb = {
  name: 'baseline',
  summary: 'mark the run that "baseline" names, or show which one it is',
  positionals: [{ ...runArgument, required: false }],
  flags: [{ name: 'clear', value: null, help: 'leave no run marked' }],
  examples: ['baseline latest', 'baseline', 'compare latest baseline --fail-on slower'],
  async run(context) {
    const { args, app } = context;
    const [ref] = args.positionals;
    const { api } = await app();
    if (args.has('clear')) {
      if (ref !== undefined) {
        throw new BreakevenError('bad-input', '--clear is for all runs; leave out the run');
      }
      const changed = await api.setBaseline({ ref: null });
      return printChanged(context, changed, (row) => `${runName(row)} is no longer the baseline`);
    }
    const marked = await api.history({ query: 'is:baseline', limit: 1, after: null });
    const changed = ref === undefined ? marked : await api.setBaseline({ ref });
    if (changed.rows.length === 0 && !args.has('json')) {
      context.io.out('No run is marked as the baseline.\n');
    }
    const { rows } = { rows: changed.rows.filter((row) => row.baseline) };
    return printChanged(context, { rows }, (row) => `${runName(row)} is the baseline`);
  },
};
