import { BreakevenError, exitCodes } from '../../../contract/failure.ts';
import { type RunRow, schemaVersion } from '../../../contract/run.ts';
import type { HostApp } from '../../host-app.ts';
import { type Arguments, flagsOf, runArgument } from '../flags.ts';
import { idList } from '../id-list.ts';
import { printJson } from '../io.ts';
import { oneLine } from '../terminal-text.ts';
import type { Verb } from '../verb.ts';

type Api = HostApp['api'];
type Edit = {
  /** Any of them asks for it. */
  readonly flags: readonly string[];
  /** It moves the run, which has nothing to show where it is not asked for. */
  readonly isPlace?: boolean;
  apply(api: Api, row: RunRow, args: Arguments): Promise<RunRow>;
  sentence(row: RunRow): string;
};

/** In this order: what can be refused comes before what cannot. */
const edits: readonly Edit[] = [
  {
    flags: ['restore'],
    isPlace: true,
    apply: async (api, { id }) => rowOf(await api.restoreRuns({ refs: [id] })),
    sentence: () => 'is back in the history',
  },
  {
    flags: ['tag', 'no-tag'],
    apply: async (api, { id }, args) => {
      const tags = (flag: string) => args.values(flag).flatMap((text) => idList(flag, text));
      return rowOf(await api.tagRuns({ refs: [id], add: tags('tag'), remove: tags('no-tag') }));
    },
    sentence: ({ tags }) => (tags.length === 0 ? 'has no tag' : `is tagged ${tags.join(', ')}`),
  },
  {
    flags: ['pin', 'no-pin'],
    apply: async (api, { id }, args) =>
      rowOf(await api.pinRun({ ref: id, pinned: args.has('pin') })),
    sentence: ({ pinned }) => (pinned ? 'is pinned' : 'is not pinned'),
  },
  {
    flags: ['baseline', 'no-baseline'],
    apply: async (api, row, args) => {
      // Only one run is the baseline: another one stays what it is.
      if (args.has('no-baseline') && !row.baseline) return row;
      return rowOf(await api.setBaseline({ ref: args.has('baseline') ? row.id : null }));
    },
    sentence: ({ baseline }) => (baseline ? 'is the baseline' : 'is not the baseline'),
  },
  {
    flags: ['note', 'append', 'no-note'],
    apply: async (api, { id, note }, args) => {
      const line = args.value('append');
      const lines = [...(note === '' ? [] : [note]), line ?? ''];
      const text = line === undefined ? (args.value('note') ?? '') : lines.join('\n');
      return rowOf(await api.noteRun({ ref: id, note: text }));
    },
    sentence: ({ note }) => (note === '' ? 'has no note' : `has the note: ${note}`),
  },
  {
    flags: ['trash'],
    isPlace: true,
    apply: async (api, { id }) => {
      await api.trashRuns({ refs: [id] });
      return (await api.run({ ref: id })).run;
    },
    sentence: ({ id }) => `is in the trash; "breakeven edit ${id} --restore" brings it back`,
  },
];

export const edit: Verb = {
  name: 'edit',
  summary: 'tags, note, pin, baseline and trash of a stored run: show or change them',
  description:
    'Without a flag it shows what the run has. A tag names the newest run that has it, wherever a run is asked for: compare latest nightly. At most five runs are pinned, which the window shows first, and one is the baseline. A run in the trash is named by its whole id; history "is:trash" lists them. Only --purge loses anything.',
  positionals: [runArgument],
  flags: flagsOf({
    'tag <words>': { repeat: true, help: 'add tags, joined by commas' },
    'no-tag <words>': { repeat: true, help: 'take tags off the run' },
    'note <text>': {
      not: ['append', 'no-note'],
      help: 'the note, in place of the one that is there',
    },
    'append <text>': { not: ['no-note'], help: 'add a line to the note' },
    'no-note': 'remove the note',
    pin: { not: ['no-pin'], help: 'pin the run' },
    'no-pin': 'unpin it',
    baseline: { not: ['no-baseline'], help: 'mark it as the run that "baseline" names' },
    'no-baseline': 'take that mark off: edit baseline --no-baseline',
    trash: { not: ['restore', 'purge'], help: 'move it to the trash' },
    restore: { not: ['purge'], help: 'bring it back from the trash' },
    purge: 'remove it for good, with all its samples',
  }),
  examples: [
    'edit latest --tag nightly --note "after the fan was cleaned"',
    'edit baseline --no-tag lab,gpu --append "measured again"',
    'edit latest --baseline --pin',
    'edit 2mx0kjwbv0gk --trash',
    'edit 2mx0kjwbv0gk --restore',
  ],
  async run({ args, app, io }) {
    const { api } = await app();
    let { run: row } = await api.run({ ref: args.positionals[0] ?? '' });
    const wanted = edits.filter(({ flags }) => flags.some((flag) => args.has(flag)));
    for (const { apply } of wanted) row = await apply(api, row, args);
    if (args.has('purge')) {
      await api.trashRuns({ refs: [row.id] });
      const { removed } = await api.purgeRuns({ refs: [row.id] });
      if (args.has('json')) printJson(io, { schemaVersion, removed, run: row.id });
      else io.out(`${runName(row)} is removed for good\n`);
      return exitCodes.ok;
    }
    const shown = wanted.length > 0 ? wanted : edits.filter(({ isPlace }) => isPlace !== true);
    if (args.has('json')) printJson(io, { schemaVersion, run: row });
    else
      for (const { sentence } of shown) io.out(`${oneLine(`${runName(row)} ${sentence(row)}`)}\n`);
    return exitCodes.ok;
  },
};

function rowOf({ rows }: { readonly rows: readonly RunRow[] }): RunRow {
  const [row] = rows;
  if (row === undefined) throw new BreakevenError('internal', 'the change names no run');
  return row;
}

/** `run 2mx0kjwbv0gk (a title)`. */
function runName({ id, title }: Pick<RunRow, 'id' | 'title'>): string {
  return `run ${id}${title === '' ? '' : ` (${title})`}`;
}
