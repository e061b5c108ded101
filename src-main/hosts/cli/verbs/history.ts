import { hintFor } from '../../../contract/did-you-mean.ts';
import { badInput, exitCodes } from '../../../contract/failure.ts';
import {
  type ChosenCaseRequest,
  type HistoryOrder,
  type HistoryPage,
  historyOrders,
} from '../../../contract/procedures/history.ts';
import {
  breakEvenText,
  medianText,
  speedupText,
  unclearMark,
} from '../../../contract/result-text.ts';
import { schemaVersion } from '../../../contract/run.ts';
import type { HistoryRow } from '../../../contract/run-results.ts';
import { timeText } from '../../../contract/times.ts';
import { format } from '../../../contract/units.ts';
import type { HostApp } from '../../host-app.ts';
import { flagsOf } from '../flags.ts';
import { changeFlags, changesText, showChanges } from '../history/changes.ts';
import { paint, printAnswer } from '../io.ts';
import { readBounded } from '../numbers.ts';
import { formatTable } from '../table.ts';
import type { Verb } from '../verb.ts';

/** The API gives at most this many rows a call. */
const pageSize = 200;

/** Orders as a command line has them. */
const sorts = historyOrders.map((by) => by.toLowerCase());

export const history: Verb = {
  name: 'history',
  summary: 'stored runs, newest first, or the runs at which the time of a case changed',
  description: `The query takes words and fields: workload:histogram status:failed tag:lab n>=1M; - in front excludes. Results are fields too: breakeven<1e5 (or n*<1e5), speedup>2, median<1ms, and changed finds runs at which the history of a case changed. Write a query that begins with - after --: history -- -status:failed. ${changesText}`,
  positionals: [
    {
      name: 'query',
      required: false,
      help: 'words and fields to search for; with --changes the run whose cases are followed, the newest with measured cases by default',
    },
  ],
  flags: [
    ...flagsOf({
      'limit <n>': { not: ['changes'], help: 'number of runs; 20 by default' },
      'sort <column>': {
        not: ['changes'],
        help: `${sorts.join(', ')}; :asc or :desc after it; runs without the number come last`,
      },
      'case <query>': {
        not: ['changes'],
        help: 'show the median of one case: variant:cub n:1M; --sort case sorts by it, median<1ms filters by it',
      },
      'scope <id>': {
        with: ['case', 'changes'],
        help: 'timing scope of --case or --changes; kernel by default',
      },
      changes: 'the runs at which the time of a case changed',
    }),
    ...changeFlags,
  ],
  examples: [
    'history',
    'history "workload:histogram -status:failed" --limit 5',
    'history -- -status:failed',
    'history "speedup>2 variant:cub" --sort speedup',
    'history changed --case "variant:sequential n:1M"',
    'history --json',
    'history --changes',
    'history latest --changes --workload histogram --variant cuda-fast',
    'history latest --changes --last 20 --fail-on slower',
  ],
  endings: ['failOn', 'unanswered'],
  async run(context) {
    const { io, args, app } = context;
    if (args.has('changes')) return await showChanges(context);
    const limit = readBounded('--limit', args.value('limit') ?? '20', {
      min: 1,
      max: 100_000,
      whole: true,
    });
    const query = args.positionals[0] ?? '';
    const caseQuery = args.value('case');
    const chosen =
      caseQuery === undefined
        ? undefined
        : { query: caseQuery, scope: args.value('scope') ?? 'kernel' };
    const order = orderOf(args.value('sort'), chosen !== undefined);
    const asked = { query, order, chosen };
    const { rows, total, more } = await readRuns(await app(), asked, limit);
    const document = { schemaVersion, total, ...(more ? { more } : {}), runs: rows };
    await printAnswer(io, args.has('json'), document, async () => {
      if (rows.length === 0) return await nothingText(await app(), query);
      const columns = columnsOf(rows, chosen !== undefined);
      const texts = rows.map((row) => columns.map(({ text }) => text(row)));
      const all = more ? `more than ${total}` : total;
      const unclear = rows.some(({ results }) => results?.speedup?.unclear === true);
      return [
        formatTable(columns, fitted(columns, texts, io.outColumns ?? null), io.outColumns),
        unclear ? paint(io, 'dim', `\n${unclearMark.mark} ${unclearMark.text}\n`) : '',
        more || total > rows.length ? paint(io, 'dim', `\n${rows.length} of ${all} runs\n`) : '',
      ].join('');
    });
    return exitCodes.ok;
  },
};

/** `speedup` or `speedup:asc`; numbers begin with the largest, but for times and sizes, and names at A. */
function orderOf(given: string | undefined, hasCase: boolean): HistoryOrder | undefined {
  if (given === undefined) return undefined;
  const [name = '', direction, ...more] = given.toLowerCase().split(':');
  const by = historyOrders.find(
    (one) => one.toLowerCase() === (name === 'n*' ? 'breakeven' : name),
  );
  const known = direction === undefined || direction === 'asc' || direction === 'desc';
  if (by === undefined || !known || more.length > 0) {
    throw badInput(
      `--sort takes a column, and :asc or :desc after it, not "${given}"${hintFor(name, sorts)}`,
    );
  }
  if (by === 'case' && !hasCase) {
    throw badInput('--sort case needs --case, which names the case.');
  }
  const largestFirst = by === 'created' || by === 'cases' || by === 'speedup';
  return { by, descending: direction === undefined ? largestFirst : direction === 'desc' };
}

/** An empty store wants a first run, a query that matches nothing another query. */
async function nothingText({ api }: HostApp, query: string): Promise<string> {
  const { total, more } = await api.history({ query: '', limit: 1, after: null });
  if (total === 0) return 'No run is stored yet; "breakeven run --preset quick" makes one.\n';
  const runs = more ? `more than ${total}` : total;
  const stored = total === 1 ? 'one run is stored' : `${runs} runs are stored`;
  return `No run matches ${query}; ${stored}.\n`;
}

type Column = {
  readonly title: string;
  readonly align: 'left' | 'right';
  readonly drop?: number;
  readonly text: (row: HistoryRow) => string;
};

const left = (title: string, text: Column['text'], drop?: number): Column => ({
  ...{ title, align: 'left', text },
  ...(drop === undefined ? {} : { drop }),
});
const right = (title: string, text: Column['text'], drop: number): Column => ({
  ...{ title, align: 'right', text, drop },
});

/** Columns of results are there where some run has the result. */
function columnsOf(rows: readonly HistoryRow[], hasCase: boolean): readonly Column[] {
  const ofResults = [
    right('n*', ({ results }) => (results === undefined ? '' : breakEvenText(results)), 7),
    right('speedup', ({ results }) => (results === undefined ? '' : speedupText(results)), 8),
    right('median', ({ results }) => (results === undefined ? '' : medianText(results)), 6),
  ].filter(({ title, text }) =>
    rows.some((row) => text(row) !== '' && (title !== 'median' || !hasCase)),
  );
  return [
    left('run', ({ id }) => id),
    left('started', ({ createdAt }) => timeText(createdAt, 'utc', { seconds: true })),
    left('status', ({ status, importedAt }) =>
      importedAt === undefined ? status : `${status}, imported`,
    ),
    right('ok', ({ ok }) => String(ok), 5),
    right('failed', ({ failed }) => String(failed), 4),
    right('skipped', ({ skipped }) => String(skipped), 2),
    ...ofResults,
    ...(hasCase
      ? [
          right(
            'case',
            ({ caseNs = null }) => (caseNs === null ? '' : format(caseNs, 'duration')),
            9,
          ),
        ]
      : []),
    left('workloads', ({ workloads }) => workloadsText(workloads), 3),
    left(titleColumn, ({ title }) => title),
    ...(new Set(rows.map(({ machineClass }) => machineClass)).size > 1
      ? [left('machine', ({ machineClass }) => machineClass, 5)]
      : []),
    left('tags', ({ tags }) => tags.join(' '), 1),
  ];
}

function workloadsText(workloads: readonly string[]): string {
  return workloads.length > maxNamed ? `${workloads.length} workloads` : workloads.join(' ');
}

/** More workloads than this are counted. */
const maxNamed = 3;
const titleColumn = 'title';
/** Fewer letters of a title say nothing. */
const minTitle = 16;

/** Rows with their titles cut so far that lines fit into a terminal; whole where there is none (a pipe, a file). */
function fitted(
  columns: readonly Column[],
  rows: readonly string[][],
  width: number | null,
): readonly string[][] {
  if (width === null) return rows;
  const titleAt = columns.findIndex(({ title }) => title === titleColumn);
  const taken = columns.reduce((sum, { title }, i) => {
    const max = Math.max(title.length, ...rows.map((row) => row[i]?.length ?? 0));
    return sum + (i === titleAt ? 0 : max) + (i === 0 ? 0 : 2);
  }, 0);
  const room = Math.max(minTitle, width - taken);
  return rows.map((row) =>
    row.map((cell, i) =>
      i === titleAt && cell.length > room ? `${cell.slice(0, room - 1)}…` : cell,
    ),
  );
}

type Asked = {
  readonly query: string;
  readonly order: HistoryOrder | undefined;
  readonly chosen: ChosenCaseRequest | undefined;
};

async function readRuns(
  app: HostApp,
  asked: Asked,
  limit: number,
): Promise<{ rows: readonly HistoryRow[]; total: number; more: boolean }> {
  const rows: HistoryRow[] = [];
  let after: { createdAt: string; id: string } | null = null;
  for (;;) {
    const wanted = Math.min(pageSize, limit - rows.length);
    const page: HistoryPage = await app.api.history({ ...asked, limit: wanted, after });
    rows.push(...page.rows);
    const last = page.rows.at(-1);
    if (last === undefined || page.rows.length < wanted || rows.length >= limit) {
      return { rows, total: page.total, more: page.more === true };
    }
    after = { createdAt: last.createdAt, id: last.id };
  }
}
