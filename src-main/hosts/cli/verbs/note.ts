import { BreakevenError } from '../../../contract/failure.ts';
import { printChanged, runName } from '../changed-run.ts';
import { runArgument } from '../flags.ts';
import type { Verb } from '../verb.ts';

export const note: Verb = {
  name: 'note',
  summary: 'write the note of a run, or show it',
  positionals: [
    runArgument,
    { name: 'text', required: false, help: 'the note in place of the one there; "" removes it' },
  ],
  flags: [
    { name: 'append', value: null, help: 'add the text as a line to the note that is there' },
  ],
  examples: [
    'note latest',
    'note latest "after the fan was cleaned"',
    'note latest "again" --append',
  ],
  async run(context) {
    const { args, app } = context;
    const [ref = '', text] = args.positionals;
    if (text === undefined && args.has('append')) {
      throw new BreakevenError('bad-input', '--append needs <text>: note <run> <text> --append');
    }
    const { api } = await app();
    const { run } = await api.run({ ref });
    const before = args.has('append') && run.note !== '' ? [run.note] : [];
    const changed =
      text === undefined
        ? { rows: [run] }
        : await api.noteRun({ ref: run.id, note: [...before, text].join('\n') });
    return printChanged(context, changed, (row) =>
      row.note === '' ? `${runName(row)} has no note` : row.note,
    );
  },
};
