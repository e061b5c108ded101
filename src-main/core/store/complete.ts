import { numberText } from '../../contract/numbers.ts';
import type { QueryCompletion } from '../../contract/procedures/history.ts';
import { outcomeSchema, runStatuses } from '../../contract/run.ts';
import { deviceSchema, kindSchema } from '../../contract/workload.ts';
import { storedAxes } from './history.ts';
import type { Database } from './sqlite.ts';

/** What each field of the query bar finds, in a few words. */
const fieldHelp: Readonly<Record<string, string>> = {
  workload: 'runs of a workload',
  variant: 'runs of a variant',
  status: runStatuses.join(', '),
  tag: 'runs with a tag',
  device: 'cpu, cuda, or the name of a CPU or GPU',
  outcome: 'runs with a case that is ok, skipped or failed',
  kind: 'study, library or fast',
  created: 'a date: 2025, 2025-03, >2025-03-14',
  finished: 'a date',
  title: 'text in the title',
  note: 'text in the note',
  preset: 'runs of a preset',
  is: 'pinned, baseline, changed or trash',
  has: 'note or tag',
  breakeven: 'n* of the headline pair: n*<1e5',
  speedup: 'best ratio to the baseline: speedup>2',
  median: 'a duration: median<1ms',
  cases: 'number of cases',
  ok: 'number of ok cases',
  failed: 'number of failed cases',
  skipped: 'number of skipped cases',
  gpu: 'name of a GPU',
  cpu: 'name of the CPU',
  host: 'name of the machine',
  machine: 'prefix of a fingerprint',
  class: 'GPUs, or the processor, and cores',
  commit: 'beginning of a commit: of the lab, or of Breakeven where there is none',
  id: 'prefix of an id',
};

const fixedValues: Readonly<Record<string, readonly string[]>> = {
  status: runStatuses,
  outcome: outcomeSchema.options,
  kind: kindSchema.options,
  is: ['pinned', 'baseline', 'changed', 'trash'],
  has: ['note', 'tag'],
};

/** Where else values of a field come from; each statement takes a prefix and gives at most twenty. */
const storedValues: Readonly<Record<string, string>> = {
  workload: "SELECT DISTINCT workload AS value FROM run_workload WHERE workload LIKE ? ESCAPE '\\'",
  variant: "SELECT DISTINCT variant AS value FROM subject WHERE variant LIKE ? ESCAPE '\\'",
  tag: "SELECT DISTINCT tag AS value FROM run_tag WHERE tag LIKE ? ESCAPE '\\'",
  preset:
    "SELECT DISTINCT preset AS value FROM run WHERE preset LIKE ? ESCAPE '\\' AND trashed_at IS NULL",
  device:
    "SELECT DISTINCT device AS value FROM run WHERE device LIKE ? ESCAPE '\\' AND trashed_at IS NULL",
  class:
    "SELECT DISTINCT class AS value FROM run WHERE class LIKE ? ESCAPE '\\' AND trashed_at IS NULL",
  host: `SELECT DISTINCT attributes ->> '$.hostname' AS value FROM machine WHERE attributes ->> '$.hostname' LIKE ? ESCAPE '\\'`,
  cpu: `SELECT DISTINCT attributes ->> '$.cpuModel' AS value FROM machine WHERE attributes ->> '$.cpuModel' LIKE ? ESCAPE '\\'`,
  gpu: `SELECT DISTINCT gpu.value ->> '$.name' AS value FROM machine, json_each(machine.attributes, '$.gpus') AS gpu
        WHERE gpu.value ->> '$.name' LIKE ? ESCAPE '\\'`,
};

const max = 20;

type Item = QueryCompletion['items'][number];

/** What can stand where the cursor is: names of fields and axes, or values of the field that was begun. */
export function completeQuery(database: Database, query: string, cursor: number): QueryCompletion {
  const at = Math.min(cursor, query.length);
  const start = wordStart(query, at);
  const from = start + (query.charAt(start) === '-' && at > start ? 1 : 0);
  let to = at;
  while (to < query.length && !/\s/.test(query.charAt(to))) to += 1;
  const word = query.slice(from, at);
  const match = /^([A-Za-z_][\w-]*)(:|>=|<=|!=|=|<|>)(.*)$/s.exec(word);
  if (match === null) return { from, to, items: names(database, word).slice(0, max) };
  const [, field = '', operator = '', list = ''] = match;
  const comma = list.lastIndexOf(',') + 1;
  const begun = list.slice(comma).replace(/^"/, '');
  return {
    from: from + field.length + operator.length + comma,
    to,
    items: values(database, field.toLowerCase(), begun).slice(0, max),
  };
}

/** The blank before the word at the cursor, but for blanks in quotes. */
function wordStart(query: string, cursor: number): number {
  let start = 0;
  let quoted = false;
  for (let i = 0; i < cursor; i += 1) {
    const character = query.charAt(i);
    if (character === '"') quoted = !quoted;
    else if (!quoted && /\s/.test(character)) start = i + 1;
  }
  return start;
}

function names(database: Database, word: string): readonly Item[] {
  const begun = word.toLowerCase();
  const fields = Object.entries(fieldHelp).map(
    ([name, help]): Item => ({ text: `${name}:`, kind: 'field', help }),
  );
  const axes = storedAxes(database)
    .filter((axis) => !(axis.toLowerCase() in fieldHelp))
    .map(
      (axis): Item => ({ text: `${axis}:`, kind: 'axis', help: 'axis: = >= <= or a range 1k..1M' }),
    );
  const named = [...fields, ...axes].filter(({ text }) => text.toLowerCase().startsWith(begun));
  if (begun.length < 2) return named;
  // A word that begins a known value is offered with its field.
  const valued = ['workload', 'tag', 'status', 'variant'].flatMap((field) =>
    values(database, field, begun).map(
      ({ text, help }): Item => ({ text: `${field}:${text}`, kind: 'value', help }),
    ),
  );
  return [...named, ...valued];
}

function values(database: Database, field: string, begun: string): readonly Item[] {
  const item = (text: string, help = ''): Item => ({ text: quoted(text), kind: 'value', help });
  const fixed = fixedValues[field] ?? (field === 'device' ? deviceSchema.options : []);
  const items = fixed
    .filter((value) => value.startsWith(begun.toLowerCase()))
    .map((it) => item(it));
  const sql = storedValues[field];
  if (sql !== undefined) {
    const statement = database.prepare<{ value: string }>(`${sql} ORDER BY value LIMIT ${max}`);
    return [...items, ...statement.all(prefix(begun)).map(({ value }) => item(value))];
  }
  if (items.length > 0 || field in fieldHelp) return items;
  const axis = storedAxes(database).find((name) => name.toLowerCase() === field);
  return axis === undefined ? [] : axisValues(database, axis, begun).map(([t, h]) => item(t, h));
}

function axisValues(
  database: Database,
  axis: string,
  begun: string,
): readonly (readonly [string, string])[] {
  return database
    .prepare<{ number: number | null; text: string | null }>(
      `SELECT DISTINCT number, text FROM subject_value
       WHERE axis = ? AND coalesce(text, CAST(number AS TEXT)) LIKE ? ESCAPE '\\'
       ORDER BY number, text LIMIT ${max}`,
    )
    .all(axis, prefix(begun))
    .map(({ number, text }) =>
      number === null
        ? ([text ?? '', ''] as const)
        : ([String(number), number >= 1e4 ? numberText(number) : ''] as const),
    );
}

function prefix(begun: string): string {
  return `${begun.replaceAll(/[\\%_]/g, '\\$&')}%`;
}

function quoted(value: string): string {
  return /[\s",]/.test(value) ? `"${value.replaceAll('"', '')}"` : value;
}
