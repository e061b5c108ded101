import { type BreakevenError, badInput } from '../../contract/failure.ts';
import { parseNumber } from '../../contract/numbers.ts';
import { outcomeSchema, runStatuses } from '../../contract/run.ts';
import { deviceSchema, kindSchema } from '../../contract/workload.ts';
import {
  all,
  any,
  type Condition,
  compare,
  compareDate,
  condition,
  like,
  not,
  numericValues,
  oneOf,
  readDuration,
  testsEquality,
  within,
} from './conditions.ts';
import { type FieldTerm, parseQuery, type Term } from './query.ts';

/** What the terms of a query refer to. */
export type Vocabulary = {
  /** Axes of the stored cases: a term whose field is neither a field nor an axis is an error. */
  readonly axes: readonly string[];
  /** The largest p value of a stated change; no change is stated without it. */
  readonly changeLimit?: () => number;
  /** SQL of the time that `median` compares, in nanoseconds; the run's headline median by default. */
  readonly median?: string;
};

/** A condition on runs (alias `r`). */
export type Filter = Condition & {
  /** Selects runs in the trash instead of the others. */
  readonly trash: boolean;
};

type Field = {
  /** The condition is on a run (alias `r`) or on one of its cases (alias `c`). */
  readonly on: 'run' | 'case';
  /** An inequality is allowed only where values are compared as numbers or dates. */
  readonly compares?: 'number' | 'date' | 'duration';
  /** Describes the variant or its outcome rather than the input of a case. */
  readonly ofVariant?: true;
  readonly test: (term: FieldTerm, value: string, vocabulary: Vocabulary) => Condition;
};

const number = (column: string): Field => ({
  on: 'run',
  compares: 'number',
  test: (term, value) => compare(term, column, value),
});
const date = (column: string): Field => ({
  on: 'run',
  compares: 'date',
  test: (term, value) => compareDate(term, column, value),
});
const ofRun = (test: Field['test']): Field => ({ on: 'run', test });
const ofMachine = (test: (value: string) => Condition): Field =>
  ofRun((_, value) => within('r.machine IN (SELECT id FROM machine WHERE $)', test(value)));
const ofSubject = (test: (value: string) => Condition, more: Partial<Field> = {}): Field => ({
  on: 'case',
  test: (_, value) => within('c.subject IN (SELECT id FROM subject WHERE $)', test(value)),
  ...more,
});
const descriptorIs = (column: 'kind' | 'device', value: string): Condition =>
  condition(`c.descriptor IN (SELECT id FROM descriptor WHERE ${column} = ?)`, value);

/** The beginning of a commit: that of the lab, or where a run has none that of the program that measured it. */
function ofCommit(value: string): Condition {
  const start = value.toLowerCase();
  const head = condition(
    `r.revision IS NOT NULL AND r.revision ->> '$.head' BETWEEN ? AND ? || 'g'`,
    start,
    start,
  );
  const version = like(`attributes ->> '$.versions.commit'`, `${start}*`);
  const program = within('r.machine IN (SELECT id FROM machine WHERE $)', version);
  return any([head, all([condition('r.revision IS NULL'), program])]);
}

const fields: Readonly<Record<string, Field>> = {
  id: ofRun((_, value) => like('r.id', `${value}*`)),
  title: ofRun((_, value) => like('r.title', `*${value}*`)),
  note: ofRun((_, value) => all([condition(`r.note <> ''`), like('r.note', `*${value}*`)])),
  preset: ofRun((_, value) => like('r.preset', value)),
  status: ofRun((term, value) => condition('r.status = ?', oneOf(term, value, runStatuses))),
  tag: ofRun((_, value) =>
    within(
      'r.seq IN (SELECT run FROM run_tag WHERE $)',
      value.includes('*') ? like('tag', value) : condition('tag = ?', value),
    ),
  ),
  commit: ofRun((_, value) => ofCommit(value)),
  host: ofMachine((value) => like(`attributes ->> '$.hostname'`, value)),
  cpu: ofMachine((value) => like(`attributes ->> '$.cpuModel'`, `*${value}*`)),
  gpu: ofMachine((value) => like(`attributes ->> '$.gpus'`, `*"name":"*${value}*`)),
  machine: ofMachine((value) => like('fingerprint', `${value}*`)),
  class: ofRun((_, value) => like('r.class', value.includes('*') ? value : `*${value}*`)),
  cases: number('r.cases'),
  ok: number('r.ok'),
  failed: number('r.failed'),
  skipped: number('r.skipped'),
  breakeven: number('r.break_even'),
  speedup: number('r.speedup'),
  median: {
    on: 'run',
    compares: 'duration',
    test: (term, value, { median = 'r.median_ns' }) => compare(term, median, value, readDuration),
  },
  created: date('r.created_at'),
  finished: date('r.finished_at'),
  is: ofRun((term, value, { changeLimit = () => -1 }) => {
    switch (oneOf(term, value, ['pinned', 'baseline', 'changed', 'trash'])) {
      case 'pinned':
        return condition('r.pinned = 1');
      case 'baseline':
        return condition('r.baseline = 1');
      case 'changed':
        return condition(
          `r.seq IN (SELECT run FROM series_change WHERE kind = 'step' AND p <= ?)`,
          changeLimit(),
        );
      // The trash is selected for the whole query.
      default:
        return condition('1');
    }
  }),
  has: ofRun((term, value) =>
    oneOf(term, value, ['note', 'tag']) === 'note'
      ? condition(`r.note <> ''`)
      : condition('r.seq IN (SELECT run FROM run_tag)'),
  ),
  workload: ofSubject((value) => like('workload', value)),
  variant: ofSubject((value) => like('variant', value), { ofVariant: true }),
  outcome: {
    ...{ on: 'case', ofVariant: true },
    test: (term, value) => condition('c.outcome = ?', oneOf(term, value, outcomeSchema.options)),
  },
  kind: {
    ...{ on: 'case', ofVariant: true },
    test: (term, value) => descriptorIs('kind', oneOf(term, value, kindSchema.options)),
  },
  device: {
    ...{ on: 'case', ofVariant: true },
    test: (term, value) => descriptorIs('device', oneOf(term, value, deviceSchema.options)),
  },
};

/** `device:` with the name of a CPU or GPU: an attribute of the run; `cpu` and `cuda` are attributes of a case. */
const deviceOfRun = ofRun((_, value) =>
  isKindOfDevice(value)
    ? someCase([descriptorIs('device', value.toLowerCase())])
    : like('r.device', `*${value}*`),
);

export const fieldNames: readonly string[] = Object.keys(fields);

function isKindOfDevice(value: string): boolean {
  return deviceSchema.safeParse(value.toLowerCase()).success;
}

function fieldOf(term: FieldTerm): Field | undefined {
  if (term.field === 'device' && !term.values.every(isKindOfDevice)) return deviceOfRun;
  return Object.hasOwn(fields, term.field) ? fields[term.field] : undefined;
}

/** Runs with a case for which all conditions hold. */
function someCase(conditions: readonly Condition[]): Condition {
  return within('r.seq IN (SELECT c.run FROM run_case AS c WHERE $)', all(conditions));
}

/** Runs that measured a workload or plan to. */
function workloadOfRun({ values }: FieldTerm): Condition {
  const workloads = any(values.map((value) => like('workload', value)));
  return within('r.seq IN (SELECT run FROM run_workload WHERE $)', workloads);
}

/**
 * The SQL of a query over runs. Positive terms on cases hold for one and the same case: `workload:histogram n>=1M` finds
 * runs with a histogram of at least 1M. A negated term holds for no case of the run.
 *
 * @throws BreakevenError `bad-input` with one sentence.
 */
export function filterOf(query: string, vocabulary: Vocabulary): Filter {
  const runs: Condition[] = [];
  const cases: { readonly term: FieldTerm; readonly test: Condition }[] = [];
  let trash = false;
  for (const term of parseQuery(query)) {
    if (term.type === 'text') {
      runs.push(term.negated ? not(wordsOf(term)) : wordsOf(term));
    } else if (isTrash(term)) {
      trash ||= !term.negated;
    } else {
      const { on, test, negated } = testOf(term, vocabulary);
      const ofWorkload = term.field === 'workload';
      if (on === 'run') runs.push(negated ? not(test) : test);
      else if (negated) runs.push(not(ofWorkload ? workloadOfRun(term) : someCase([test])));
      else cases.push({ term, test });
    }
  }
  const [first] = cases;
  if (cases.length === 1 && first?.term.field === 'workload') runs.push(workloadOfRun(first.term));
  else if (cases.length > 0) runs.push(someCase(cases.map(({ test }) => test)));
  const outside = condition(`r.trashed_at IS ${trash ? 'NOT NULL' : 'NULL'}`);
  return { ...all([outside, ...runs]), trash };
}

/** One word is a prefix search, a quoted text a phrase. */
function wordsOf({ text, exact }: Extract<Term, { type: 'text' }>): Condition {
  const quoted = `"${text.replaceAll('"', '""')}"`;
  return condition(
    'r.seq IN (SELECT rowid FROM run_search WHERE run_search MATCH ?)',
    exact ? quoted : `${quoted} *`,
  );
}

function isTrash({ field, values }: FieldTerm): boolean {
  return field === 'is' && values.length === 1 && values[0]?.toLowerCase() === 'trash';
}

/** `status!=failed` is `-status:failed`; on an axis `!=` compares values: a case without the axis does not match. */
function testOf(
  term: FieldTerm,
  vocabulary: Vocabulary,
): Pick<Field, 'on'> & { readonly test: Condition; readonly negated: boolean } {
  const field = fieldOf(term);
  if (field === undefined)
    return { on: 'case', test: axisOf(term, vocabulary), negated: term.negated };
  if (!testsEquality(term) && field.compares === undefined) {
    throw badInput(
      `"${term.source}" compares a text; write ${term.field}:value, or a number or date with ${term.operator}.`,
    );
  }
  const values = field.compares === 'number' ? numericValues(term) : term.values;
  return {
    on: field.on,
    test: any(values.map((value) => field.test(term, value, vocabulary))),
    negated: term.negated !== (term.operator === '!='),
  };
}

/** Cases whose axis has one of the values: `n>=1M`, `n:1k..1M`, `distribution:uniform`. */
function axisOf(term: FieldTerm, { axes }: Vocabulary): Condition {
  const axis = axes.find((name) => name.toLowerCase() === term.field);
  // Without cases no axis is known, and no case matches.
  if (axis === undefined && axes.length > 0)
    throw unknownField(term, axes, fieldNames, 'stored run');
  const fits = any(numericValues(term).map((value) => axisValue(term, value)));
  return within('c.subject IN (SELECT subject FROM subject_value WHERE axis = ? AND $)', {
    sql: fits.sql,
    parameters: [axis ?? term.field, ...fits.parameters],
  });
}

function axisValue(term: FieldTerm, value: string): Condition {
  if (!testsEquality(term)) return compare(term, 'number', value);
  const isRange = /^[\d.+-].*\.\./.test(value);
  const number = isRange ? null : parseNumber(value);
  const equal = isRange
    ? compare(term, 'number', value)
    : number === null
      ? like('text', value)
      : any([condition('number = ?', number), like('text', value)]);
  return term.operator === ':' ? equal : not(equal);
}

function unknownField(
  { field }: FieldTerm,
  axes: readonly string[],
  known: readonly string[],
  what: string,
): BreakevenError {
  return badInput(
    `No ${what} has a field or axis "${field}"; fields are ${known.join(', ')}, axes are ${axes.join(', ')}.`,
  );
}

/**
 * The condition on cases (alias `c`) of a query of workload, variant and axes: a case that is followed over runs.
 *
 * @throws BreakevenError `bad-input` for any other term.
 */
export function chosenCaseOf(query: string, vocabulary: Vocabulary): Condition {
  const terms = parseQuery(query).map((term) => {
    const isSubject =
      term.type === 'field' && (!(term.field in fields) || /^(workload|variant)$/.test(term.field));
    if (isSubject) {
      const { test, negated } = testOf(term, vocabulary);
      return negated ? not(test) : test;
    }
    throw badInput(
      `"${term.type === 'field' ? term.source : term.text}" does not name a case; a case is workload:, variant: and axes, such as variant:cub n:1M.`,
    );
  });
  return all(terms);
}

/** Fields of a case, by which cases of a run are selected. */
const caseFields = fieldNames.filter((name) => fields[name]?.on === 'case');

export type CaseConditions = {
  readonly cases: Condition;
  /** The terms on inputs alone: terms on variant, device, kind and outcome are left out. */
  readonly inputs: Condition;
};

/**
 * The condition on cases (alias `c`) of a query that selects cases of runs: `n>=1M variant:cub,thrust -distribution:zipf`.
 *
 * @throws BreakevenError `bad-input` for words and for fields of runs.
 */
export function casesOf(query: string, axes: readonly string[]): CaseConditions {
  const refuse = (word: string, example = 'cub'): never => {
    throw badInput(
      `"${word}" says nothing of a case; write a field, such as variant:${example} or n>=1M.`,
    );
  };
  const tests = parseQuery(query, refuse).map((term) => {
    if (term.type === 'text') return refuse(term.text, term.text);
    const isField = term.field in fields;
    const isAxis = axes.some((name) => name.toLowerCase() === term.field);
    if (isField ? !caseFields.includes(term.field) : !isAxis) {
      throw unknownField(term, axes, caseFields, 'case');
    }
    if (isField && !testsEquality(term)) {
      throw badInput(`"${term.source}" compares a text; write ${term.field}:value.`);
    }
    const caseTerm =
      term.field === 'device'
        ? { ...term, values: term.values.map((value) => oneOf(term, value, deviceSchema.options)) }
        : term;
    const { test, negated } = testOf(caseTerm, { axes });
    return { test: negated ? not(test) : test, ofVariant: fields[term.field]?.ofVariant === true };
  });
  return {
    cases: all(tests.map(({ test }) => test)),
    inputs: all(tests.filter(({ ofVariant }) => !ofVariant).map(({ test }) => test)),
  };
}
