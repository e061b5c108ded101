import { exitCodes } from '../../../contract/failure.ts';
import { type RunRow, schemaVersion } from '../../../contract/run.ts';
import { timeText } from '../../../contract/times.ts';
import type { HostApp } from '../../host-app.ts';
import { paint, printJson } from '../io.ts';
import { readBounded } from '../numbers.ts';
import { formatTable } from '../table.ts';
import type { Verb } from '../verb.ts';

/** The API gives at most this many rows a call. */
const pageSize = 200;

export const history: Verb = {
  name: 'history',
  summary: 'stored runs, newest first',
  description:
    'The query takes words and fields: workload:histogram status:failed tag:lab n>=1M; - in front excludes. Write a query that begins with - after --: history -- -status:failed.',
  positionals: [{ name: 'query', required: false, help: 'words and fields to search for' }],
  flags: [{ name: 'limit', value: 'n', help: 'number of runs; 20 by default' }],
  examples: [
    'history',
    'history "workload:histogram -status:failed" --limit 5',
    'history -- -status:failed',
    'history --json',
  ],
  async run({ io, args, app }) {
    const limit = readBounded('--limit', args.value('limit') ?? '20', {
      min: 1,
      max: 100_000,
      whole: true,
    });
    const query = args.positionals[0] ?? '';
    const { rows, total } = await readRuns(await app(), query, limit);
    if (args.has('json')) {
      printJson(io, { schemaVersion, total, runs: rows });
      return exitCodes.ok;
    }
    if (rows.length === 0) {
      io.out(await nothingText(await app(), query));
      return exitCodes.ok;
    }
    io.out(
      formatTable(
        columns,
        fitted(
          rows.map((row) => cells(row)),
          io.outColumns ?? null,
        ),
        io.outColumns,
      ),
    );
    if (total > rows.length) io.out(paint(io, 'dim', `\n${rows.length} of ${total} runs\n`));
    return exitCodes.ok;
  },
};

/** An empty store wants a first run, a query that matches nothing another query. */
async function nothingText({ api }: HostApp, query: string): Promise<string> {
  const { total } = await api.history({ query: '', limit: 1, after: null });
  if (total === 0) return 'No run is stored yet; "breakeven run --preset quick" makes one.\n';
  const stored = total === 1 ? 'one run is stored' : `${total} runs are stored`;
  return `No run matches ${query}; ${stored}.\n`;
}

const columns = [
  { title: 'run', align: 'left' },
  { title: 'started', align: 'left' },
  { title: 'status', align: 'left' },
  { title: 'ok', align: 'right', drop: 5 },
  { title: 'failed', align: 'right', drop: 4 },
  { title: 'skipped', align: 'right', drop: 2 },
  { title: 'workloads', align: 'left', drop: 3 },
  { title: 'title', align: 'left' },
  { title: 'tags', align: 'left', drop: 1 },
] as const;

function cells(row: RunRow): string[] {
  return [
    row.id,
    timeText(row.createdAt, 'utc', { seconds: true }),
    row.importedAt === undefined ? row.status : `${row.status}, imported`,
    String(row.ok),
    String(row.failed),
    String(row.skipped),
    row.workloads.length > maxNamed ? `${row.workloads.length} workloads` : row.workloads.join(' '),
    row.title,
    row.tags.join(' '),
  ];
}

/** More workloads than this are counted. */
const maxNamed = 3;
const titleColumn = columns.findIndex(({ title }) => title === 'title');
/** Fewer letters of a title say nothing. */
const minTitle = 16;

/** Rows with their titles cut so far that lines fit into a terminal; whole where there is none (a pipe, a file). */
function fitted(rows: readonly string[][], width: number | null): readonly string[][] {
  if (width === null) return rows;
  const taken = columns.reduce((sum, { title }, i) => {
    const max = Math.max(title.length, ...rows.map((row) => row[i]?.length ?? 0));
    return sum + (i === titleColumn ? 0 : max) + (i === 0 ? 0 : 2);
  }, 0);
  const room = Math.max(minTitle, width - taken);
  return rows.map((row) =>
    row.map((cell, i) =>
      i === titleColumn && cell.length > room ? `${cell.slice(0, room - 1)}…` : cell,
    ),
  );
}

async function readRuns(
  app: HostApp,
  query: string,
  limit: number,
): Promise<{ rows: readonly RunRow[]; total: number }> {
  const rows: RunRow[] = [];
  let after: { createdAt: string; id: string } | null = null;
  for (;;) {
    const wanted = Math.min(pageSize, limit - rows.length);
    const page: { readonly rows: readonly RunRow[]; readonly total: number } =
      await app.api.history({ query, limit: wanted, after });
    rows.push(...page.rows);
    const last = page.rows.at(-1);
    if (last === undefined || page.rows.length < wanted || rows.length >= limit) {
      return { rows, total: page.total };
    }
    after = { createdAt: last.createdAt, id: last.id };
  }
}
