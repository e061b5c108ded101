import { badInput } from '../../contract/failure.ts';
import { parseNumber } from '../../contract/numbers.ts';
import { splitList } from '../../contract/value-list.ts';
import type { FieldTerm } from './query.ts';
import type { Bindable } from './sqlite.ts';

/** A piece of a WHERE clause; everything that a user typed is in the parameters. */
export type Condition = { readonly sql: string; readonly parameters: readonly Bindable[] };

export function condition(sql: string, ...parameters: readonly Bindable[]): Condition {
  return { sql, parameters };
}

/** True where every part is; without parts, always. */
export function all(parts: readonly Condition[]): Condition {
  return parts.length === 0 ? condition('1') : join(parts, ' AND ');
}

export function any(parts: readonly Condition[]): Condition {
  return join(parts, ' OR ');
}

function join(parts: readonly Condition[], word: string): Condition {
  return {
    sql: `(${parts.map(({ sql }) => sql).join(word)})`,
    parameters: parts.flatMap(({ parameters }) => parameters),
  };
}

/** True where `part` is false or, for a column without a value, unknown. */
export function not({ sql, parameters }: Condition): Condition {
  return { sql: `NOT coalesce(${sql}, 0)`, parameters };
}

/** `sql` with the condition in place of its `$`, for example `r.machine IN (SELECT id FROM machine WHERE $)`. */
export function within(sql: string, { sql: inner, parameters }: Condition): Condition {
  return { sql: sql.replace('$', () => inner), parameters };
}

/** Text equal to the pattern, ignoring case; `*` matches any text. */
export function like(column: string, pattern: string): Condition {
  const escaped = pattern.replaceAll(/[\\%_]/g, '\\$&').replaceAll('*', '%');
  return condition(`${column} LIKE ? ESCAPE '\\'`, escaped);
}

/** @throws BreakevenError `bad-input` unless `value` is one of `allowed`, ignoring case. */
export function oneOf(term: FieldTerm, value: string, allowed: readonly string[]): string {
  const lower = value.toLowerCase();
  if (allowed.includes(lower)) return lower;
  throw badInput(
    `"${term.source}": ${term.field} is ${allowed.slice(0, -1).join(', ')} or ${allowed.at(-1)}, not "${value}".`,
  );
}

const rangePattern = /^(.+?)\.\.(.+)$/;

/** `:` and `!=` test equality: `!=` negates the whole term where its field is defined. */
export function testsEquality({ operator }: FieldTerm): boolean {
  return operator === ':' || operator === '!=';
}

/** `column` compared with a number or, with `:` or `!=`, with a range such as `1k..1M`. */
export function compare(
  term: FieldTerm,
  column: string,
  value: string,
  read: (term: FieldTerm, text: string) => number = readNumber,
): Condition {
  const [, low, high] = rangePattern.exec(value) ?? [];
  if (low !== undefined && high !== undefined && testsEquality(term)) {
    return condition(`${column} BETWEEN ? AND ?`, read(term, low), read(term, high));
  }
  const operator = testsEquality(term) ? '=' : term.operator;
  return condition(`${column} ${operator} ?`, read(term, value));
}

function readNumber(term: FieldTerm, text: string): number {
  const value = parseNumber(text);
  if (value !== null) return value;
  throw badInput(`"${term.source}": "${text}" is no number; 1000, 1e6, 2^20, 1M and 64Ki are.`);
}

const unitsNs: Readonly<Record<string, number>> = {
  ...{ ns: 1, us: 1e3, µs: 1e3, μs: 1e3, ms: 1e6, s: 1e9 },
};

/** Nanoseconds of `250ns`, `20us`, `1.5ms`, `2s`. */
export function readDuration(term: FieldTerm, text: string): number {
  const [, digits = '', unit = ''] = /^(.*?)\s*(ns|us|µs|μs|ms|s)$/i.exec(text) ?? [];
  const value = parseNumber(digits);
  const factor = unitsNs[unit.toLowerCase()];
  if (value !== null && factor !== undefined) return value * factor;
  throw badInput(`"${term.source}": "${text}" is no duration; 250ns, 20us, 1.5ms and 2s are.`);
}

/**
 * The values of a numeric term, in which commas may also group digits: an inequality has one number, and the rule for
 * lists decides otherwise.
 *
 * @throws BreakevenError `bad-input` for digits that may be one number or several.
 */
export function numericValues(term: FieldTerm): readonly string[] {
  const { source, values } = term;
  if (values.length < 2) return values;
  const text = values.join(',');
  if (!testsEquality(term) && parseNumber(text) !== null) return [text];
  if (values.includes('')) return values;
  const list = splitList('', text);
  if (list.ok) return list.value;
  throw badInput(
    `"${source}": "${text}" may be read in more than one way; write each number without commas.`,
  );
}

const datePattern = /^\d{4}(-\d\d(-\d\d(T\d\d(:\d\d(:\d\d(\.\d+)?)?)?Z?)?)?)?$/;

/** Times are ISO 8601 in UTC, so that their text sorts by time: a date stands for all times that begin with it. */
export function compareDate(term: FieldTerm, column: string, value: string): Condition {
  if (!datePattern.test(value)) {
    throw badInput(
      `"${term.source}": "${value}" is no date; write 2025, 2025-03, 2025-03-14 or 2025-03-14T09:30 (UTC).`,
    );
  }
  const from = value.replace(/Z$/, '');
  const past = `${from}\u{10ffff}`;
  switch (term.operator) {
    case ':':
    case '!=':
      return condition(`(${column} >= ? AND ${column} < ?)`, from, past);
    case '<':
      return condition(`${column} < ?`, from);
    case '<=':
      return condition(`${column} < ?`, past);
    case '>':
      return condition(`${column} >= ?`, past);
    case '>=':
      return condition(`${column} >= ?`, from);
  }
}
