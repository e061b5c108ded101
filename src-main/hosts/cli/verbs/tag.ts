import { BreakevenError } from '../../../contract/failure.ts';
import { printChanged, runName } from '../changed-run.ts';
import { runArgument } from '../flags.ts';
import type { Verb } from '../verb.ts';

export const tag: Verb = {
  name: 'tag',
  summary: 'give a run tags, by which it is found and named',
  description:
    'A tag names the newest run that has it, wherever a run is asked for: compare latest nightly.',
  positionals: [
    runArgument,
    { name: 'tags', required: true, help: 'one tag, or several joined by commas' },
  ],
  flags: [{ name: 'remove', value: null, help: 'take the tags off the run instead' }],
  examples: ['tag latest nightly', 'tag baseline lab,gpu --remove'],
  async run(context) {
    const { args, app } = context;
    const [ref = '', given = ''] = args.positionals;
    const tags = given
      .split(',')
      .map((word) => word.trim())
      .filter((word) => word !== '');
    if (tags.length === 0) throw new BreakevenError('bad-input', `"${given}" holds no tag`);
    const { api } = await app();
    const change = args.has('remove') ? { add: [], remove: tags } : { add: tags, remove: [] };
    const changed = await api.tagRuns({ refs: [ref], ...change });
    return printChanged(context, changed, (row) =>
      row.tags.length === 0
        ? `${runName(row)} has no tag`
        : `${runName(row)} is tagged ${row.tags.join(', ')}`,
    );
  },
};
