import { BreakevenError } from '../../contract/failure.ts';
import { outcomeSchema, runStatuses } from '../../contract/run.ts';
import { deviceSchema, kindSchema } from '../../contract/workload.ts';
import { axisCondition } from './filter-axis.ts';
import { type CaseCondition, someCase, type TwoWays } from './filter-cases.ts';
import {
  all,
  any,
  type ChosenCase,
  type Condition,
  condition,
  dateCondition,
  groupedValues,
  like,
  not,
  numberCondition,
  oneOf,
} from './filter-condition.ts';
import { medianCondition } from './filter-median.ts';
import { parseQuery, type Term } from './query.ts';

/** What the store holds. */
export type Vocabulary = {
  /** For messages about fields that do not exist. */
  readonly axes: readonly string[];
  /** The largest p of a change that is stated; none is without it. */
  readonly changeLimit?: () => number;
  /** The case whose median is asked for; that which stands for each run without it. */
  readonly chosen?: ChosenCase | undefined;
};

export type Filter = Condition & {
  /**
   * The same condition with the same parameters, asked of one run at a time instead of building the set of all runs
   * that fit: faster for a page when many runs fit, slower when few do.
   */
  readonly walk: string;
  /** As `walk`, where no order of the runs is asked for: SQLite may begin with whatever leaves few of them. */
  readonly ask: string;
  /** Look at the trash instead of the runs outside it. */
  readonly trash: boolean;
  /** Set where the query is nothing but words, which full-text search counts by itself. */
  readonly words: string | null;
  /** Cases (alias `c`) of the subjects that are asked for: all that fit are among them. */
  readonly subjects: Condition | null;
  /** Whether runs are asked to be or have something besides their cases, which few may. */
  readonly narrow: boolean;
  /** Whether titles alone are asked for. */
  readonly titles: boolean;
};

type FieldTerm = Extract<Term, { type: 'field' }>;

/** A field's condition on a run (alias `r`), or on one of its cases (alias `c`) and its subject (alias `s`). */
type Field =
  | {
      readonly on: 'run';
      readonly of: (term: FieldTerm, value: string, vocabulary: Vocabulary) => Condition;
    }
  | { readonly on: 'case'; readonly of: (term: FieldTerm, value: string) => Condition }
  | { readonly on: 'subject'; readonly of: (term: FieldTerm, value: string) => Condition };

const fields: Readonly<Record<string, Field>> = {
  id: { on: 'run', of: (_, value) => like('r.id', `${value}*`) },
  title: { on: 'run', of: (_, value) => like('r.title', `*${value}*`) },
  note: {
    on: 'run',
    of: (_, value) =>
      within(
        `SELECT seq FROM run INDEXED BY run_with_note WHERE note <> '' AND`,
        like('note', `*${value}*`),
      ),
  },
  preset: { on: 'run', of: (_, value) => like('r.preset', value) },
  status: {
    on: 'run',
    of: (term, value) => condition('r.status = ?', oneOf(term, value, runStatuses)),
  },
  tag: {
    on: 'run',
    of: (_, value) =>
      value.includes('*')
        ? within('SELECT run FROM run_tag WHERE', like('tag', value))
        : within('SELECT run FROM run_tag WHERE', condition('tag = ?', value)),
  },
  host: { on: 'run', of: (_, value) => onMachine(like(`attributes ->> '$.hostname'`, value)) },
  cpu: {
    on: 'run',
    of: (_, value) => onMachine(like(`attributes ->> '$.cpuModel'`, `*${value}*`)),
  },
  gpu: {
    on: 'run',
    of: (_, value) => onMachine(like(`attributes ->> '$.gpus'`, `*"name":"*${value}*`)),
  },
  machine: { on: 'run', of: (_, value) => onMachine(like('fingerprint', `${value}*`)) },
  cases: { on: 'run', of: (term, value) => numberCondition(term, 'r.cases', value) },
  ok: { on: 'run', of: (term, value) => numberCondition(term, 'r.ok', value) },
  failed: { on: 'run', of: (term, value) => numberCondition(term, 'r.failed', value) },
  skipped: { on: 'run', of: (term, value) => numberCondition(term, 'r.skipped', value) },
  breakeven: { on: 'run', of: (term, value) => byResult(term, 'break_even', value) },
  speedup: { on: 'run', of: (term, value) => byResult(term, 'speedup', value) },
  median: { on: 'run', of: (term, value, { chosen }) => medianCondition(term, value, chosen) },
  created: { on: 'run', of: (term, value) => dateCondition(term, 'r.created_at', value) },
  finished: { on: 'run', of: (term, value) => dateCondition(term, 'r.finished_at', value) },
  is: {
    on: 'run',
    of: (term, value, { changeLimit = () => -1 }) => {
      const state = oneOf(term, value, ['pinned', 'baseline', 'changed', 'trash']);
      if (state === 'changed') {
        return condition(
          `r.seq IN (SELECT run FROM series_change WHERE kind = 'step' AND p <= ?)`,
          changeLimit(),
        );
      }
      // The trash is chosen for the whole query; the term itself keeps every run.
      if (state === 'trash') return condition('1');
      // The date is always there; with it SQLite uses the index of pinned runs instead of scanning all runs.
      const pinned = `(r.pinned = 1 AND r.created_at > '')`;
      return condition(state === 'pinned' ? pinned : 'r.baseline = 1');
    },
  },
  has: {
    on: 'run',
    of: (term, value) =>
      oneOf(term, value, ['note', 'tag']) === 'note'
        ? condition(`r.note <> ''`)
        : condition('r.seq IN (SELECT run FROM run_tag)'),
  },
  workload: { on: 'subject', of: (_, value) => like('s.workload', value) },
  variant: { on: 'subject', of: (_, value) => like('s.variant', value) },
  outcome: {
    on: 'case',
    of: (term, value) => condition('c.outcome = ?', oneOf(term, value, outcomeSchema.options)),
  },
  kind: {
    on: 'case',
    of: (term, value) => described('kind', oneOf(term, value, kindSchema.options)),
  },
  device: {
    on: 'case',
    of: (_, value) =>
      isKindOfDevice(value)
        ? described('device', value.toLowerCase())
        : like('r.device', `*${value}*`),
  },
};

export const fieldNames: readonly string[] = Object.keys(fields);

function isKindOfDevice(value: string): boolean {
  return deviceSchema.safeParse(value.toLowerCase()).success;
}

const numeric = new Set(['cases', 'ok', 'failed', 'skipped', 'breakeven', 'speedup']);
const comparable = new Set([...numeric, 'median', 'created', 'finished']);

function byResult(term: FieldTerm, column: 'break_even' | 'speedup', value: string): Condition {
  return within('SELECT run FROM run_result WHERE', numberCondition(term, column, value));
}

function within(select: string, inner: Condition): Condition {
  return condition(`r.seq IN (${select} ${inner.sql})`, ...inner.parameters);
}

function onMachine(inner: Condition): Condition {
  return condition(`r.machine IN (SELECT id FROM machine WHERE ${inner.sql})`, ...inner.parameters);
}

function described(column: 'kind' | 'device', value: string): Condition {
  return condition(`c.descriptor IN (SELECT id FROM descriptor WHERE ${column} = ?)`, value);
}

/**
 * The SQL of a query over runs (alias `r`). Positive terms on cases must hold for one and the same case:
 * `workload:histogram n>=1M` finds runs with a histogram of at least 1M. A negated one must hold for none.
 *
 * @throws BreakevenError `bad-input` with one sentence.
 */
export function filterOf(query: string, vocabulary: Vocabulary): Filter {
  const terms = parseQuery(query);
  const runs: TwoWays[] = [];
  const cases: CaseCondition[] = [];
  const words: string[] = [];
  const unwanted: string[] = [];
  let trash = false;
  let narrow = false;
  for (const term of terms) {
    if (term.type === 'text') {
      (term.negated ? unwanted : words).push(ftsOf(term.text, term.exact));
      continue;
    }
    if (isTrash(term)) {
      trash ||= !term.negated;
      continue;
    }
    const { on, ...meaning } = meaningOf(term, vocabulary);
    if (on === 'run') {
      runs.push(oneWay(negate(term) ? not(meaning) : meaning));
      narrow ||= !negate(term);
    } else if (negate(term)) runs.push(notTwoWays(someCase([{ ...meaning, on }])));
    else cases.push({ ...meaning, on });
  }
  const match = matchOf(words, unwanted);
  narrow ||= match !== null;
  const plain = match !== null && runs.length === 0 && cases.length === 0 && !trash;
  if (match !== null) runs.push(oneWay(found(match)));
  // Full-text search finds what has a word, never what has none.
  else runs.push(...unwanted.map((word) => oneWay(not(found(word)))));
  const ofCases = cases.length > 0 ? someCase(cases) : null;
  if (ofCases !== null) runs.push(ofCases);
  const walk = all(runs.map((part) => condition(part.walk, ...part.parameters)));
  return {
    ...all(runs),
    ...{ ask: walk.sql, walk: inOrder(walk.sql), trash, words: plain ? match : null, narrow },
    subjects: ofCases?.subjects ?? null,
    titles: terms.length > 0 && !trash && terms.every(isTitle),
  };
}

const isTitle = (term: Term): boolean => term.type === 'field' && term.field === 'title';

/** What full-text search is asked: all the words and none of the unwanted. Null without a word. */
function matchOf(words: readonly string[], unwanted: readonly string[]): string | null {
  if (words.length === 0) return null;
  return [`(${words.join(' ')})`, ...unwanted].join(' NOT ');
}

/** The plus keeps SQLite from beginning with the set of runs that fit, and then sorting all of them for one page. */
function inOrder(sql: string): string {
  return sql.replaceAll(/(?<!\+)\br\.(?:seq IN \(|(?:status|cases|title|created_at) )/g, '+$&');
}

/** The runs that a filter looks at: those in the trash or those outside it. */
export function outsideTrash(filter: Pick<Filter, 'trash'>): string {
  return filter.trash ? 'r.trashed_at IS NOT NULL' : 'r.trashed_at IS NULL';
}

function oneWay(part: Condition): TwoWays {
  // The result of a run is one look-up of a primary key; the set of all runs with such a result may be nearly all of them.
  const walk = part.sql.replaceAll(
    'r.seq IN (SELECT run FROM run_result WHERE ',
    'EXISTS (SELECT 1 FROM run_result WHERE run = r.seq AND ',
  );
  return { ...part, walk };
}

function notTwoWays({ sql, walk, parameters }: TwoWays): TwoWays {
  return { sql: `NOT ${sql}`, walk: `NOT ${walk}`, parameters };
}

function isTrash(term: FieldTerm): boolean {
  return (
    term.field === 'is' && term.values.length === 1 && term.values[0]?.toLowerCase() === 'trash'
  );
}

/** `status!=failed` is `-status:failed`; on an axis `!=` compares values, and that is for the axis to say. */
function negate(term: FieldTerm): boolean {
  return term.negated !== (term.operator === '!=' && term.field in fields);
}

/**
 * The subjects (alias `s`) that a query of workload, variant and axes means: a case that is followed over runs.
 *
 * @throws BreakevenError `bad-input` for anything else in it.
 */
export function subjectsOf(query: string, vocabulary: Vocabulary): Condition {
  const terms = parseQuery(query).map((term) => {
    const meaning = term.type === 'field' ? meaningOf(term, vocabulary) : null;
    if (term.type === 'field' && meaning?.on === 'subject') {
      return negate(term) ? not(meaning) : meaning;
    }
    const said = term.type === 'field' ? term.source : term.text;
    throw new BreakevenError(
      'bad-input',
      `"${said}" does not name a case; a case is workload:, variant: and axes, such as variant:cub n:1M.`,
    );
  });
  return all(terms);
}

type Meaning = Condition & { readonly on: Field['on']; readonly workloads?: Condition };

function meaningOf(term: FieldTerm, vocabulary: Vocabulary): Meaning {
  const field = Object.hasOwn(fields, term.field) ? fields[term.field] : undefined;
  if (field === undefined) {
    const axisTerm = { ...term, field: storedAxis(term, vocabulary) };
    return {
      on: 'subject',
      ...any(groupedValues(axisTerm, term.values).map((value) => axisCondition(axisTerm, value))),
    };
  }
  const plain = term.operator === ':' || term.operator === '!=';
  if (!plain && !comparable.has(term.field)) {
    throw new BreakevenError(
      'bad-input',
      `"${term.source}" compares a text; write ${term.field}:value, or a number or date with ${term.operator}.`,
    );
  }
  const values = numeric.has(term.field) ? groupedValues(term, term.values) : term.values;
  const meaning = any(values.map((value) => field.of(term, value, vocabulary)));
  // The name of a device is an attribute of the run; only its kind is one of the case.
  const named = term.field === 'device' && !term.values.some(isKindOfDevice);
  if (named) return { on: 'run', ...meaning };
  if (term.field !== 'workload') return { on: field.on, ...meaning };
  return { on: field.on, ...meaning, workloads: any(term.values.map(workloadCondition)) };
}

function workloadCondition(value: string): Condition {
  // Ids are lower case; an equality can use the index where LIKE cannot.
  return value.includes('*')
    ? like('workload', value)
    : condition('workload = ?', value.toLowerCase());
}

/** The axis as it is stored: people need not remember where its name has capitals. */
function storedAxis({ field }: FieldTerm, { axes }: Vocabulary): string {
  const stored = axes.find((axis) => axis.toLowerCase() === field);
  // In a store without cases nothing is known of axes, and nothing would be found anyway.
  if (stored !== undefined || axes.length === 0) return stored ?? field;
  throw new BreakevenError(
    'bad-input',
    `No stored run has a field or axis "${field}"; fields are ${fieldNames.join(', ')}, axes are ${axes.join(', ')}.`,
  );
}

/** One word becomes a prefix search, a quoted text a phrase. */
function ftsOf(text: string, exact: boolean): string {
  const quoted = `"${text.replaceAll('"', '""')}"`;
  return exact ? quoted : `${quoted} *`;
}

function found(match: string): Condition {
  return condition('r.seq IN (SELECT rowid FROM run_search WHERE run_search MATCH ?)', match);
}
