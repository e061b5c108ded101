import { BreakevenError } from '../../contract/failure.ts';
import { parseNumber } from '../../contract/numbers.ts';
import { splitList } from '../../contract/value-list.ts';
import type { Operator } from './query.ts';
import type { Bindable } from './sqlite.ts';

/** A piece of a WHERE clause; everything that a user typed is in the parameters. */
export type Condition = { readonly sql: string; readonly parameters: readonly Bindable[] };

/** Cases of one timing scope whose subjects (alias `s`) fit. */
export type ChosenCase = { readonly scope: string; readonly subjects: Condition };

type Typed = { readonly field: string; readonly operator: Operator; readonly source: string };

export function condition(sql: string, ...parameters: readonly Bindable[]): Condition {
  return { sql, parameters };
}

export function all(parts: readonly Condition[]): Condition {
  return parts.length === 0 ? condition('1') : join(parts, ' AND ');
}

export function any(parts: readonly Condition[]): Condition {
  return join(parts, ' OR ');
}

function join(parts: readonly Condition[], word: string): Condition {
  if (parts.length === 1 && parts[0] !== undefined) return parts[0];
  return {
    sql: `(${parts.map(({ sql }) => sql).join(word)})`,
    parameters: parts.flatMap(({ parameters }) => parameters),
  };
}

/** True where `part` is false or, for a column without a value, not known. */
export function not(part: Condition): Condition {
  return { sql: `NOT coalesce(${part.sql}, 0)`, parameters: part.parameters };
}

/** Text equal to `value` but for case, where `*` stands for anything. */
export function like(column: string, value: string): Condition {
  const pattern = value.replaceAll(/[\\%_]/g, '\\$&').replaceAll('*', '%');
  return condition(`${column} LIKE ? ESCAPE '\\'`, pattern);
}

/** @throws BreakevenError `bad-input` unless `value` is one of `allowed`, whatever its case. */
export function oneOf(term: Typed, value: string, allowed: readonly string[]): string {
  const chosen = value.toLowerCase();
  if (allowed.includes(chosen)) return chosen;
  throw new BreakevenError(
    'bad-input',
    `"${term.source}": ${term.field} is ${allowed.slice(0, -1).join(', ')} or ${allowed.at(-1)}, not "${value}".`,
  );
}

/** `column` against a number or, with `:`, a range `1k..1M`. */
export function numberCondition(term: Typed, column: string, value: string): Condition {
  const range = /^(.+?)\.\.(.+)$/.exec(value);
  if (range !== null && (term.operator === ':' || term.operator === '!=')) {
    const [, low = '', high = ''] = range;
    return condition(`${column} BETWEEN ? AND ?`, numberOf(term, low), numberOf(term, high));
  }
  return condition(`${column} ${sqlOperator(term.operator)} ?`, numberOf(term, value));
}

/** The SQL of an operator; a negation is applied around the whole term, so `!=` asks for the equal ones. */
function sqlOperator(operator: Operator): string {
  return operator === ':' || operator === '!=' ? '=' : operator;
}

/**
 * The values of a term on numbers, where commas may also group digits: what is compared by `<` or `>=` is one number, and
 * of several the rule of lists decides.
 *
 * @throws BreakevenError `bad-input` for digits that may be one number or several.
 */
export function groupedValues(
  { operator, source }: Typed,
  values: readonly string[],
): readonly string[] {
  if (values.length < 2) return values;
  const text = values.join(',');
  const compared = operator !== ':' && operator !== '!=';
  if (compared && parseNumber(text) !== null) return [text];
  if (values.includes('')) return values;
  const read = splitList('', text);
  if (read.ok) return read.value;
  throw new BreakevenError(
    'bad-input',
    `"${source}": "${text}" may be read in more than one way; write each number without commas.`,
  );
}

function numberOf(term: Typed, text: string): number {
  const value = parseNumber(text);
  if (value !== null) return value;
  throw new BreakevenError(
    'bad-input',
    `"${term.source}": "${text}" is no number; 1000, 1e6, 2^20, 1M and 64Ki are.`,
  );
}

const datePattern = /^\d{4}(-\d\d(-\d\d(T\d\d(:\d\d(:\d\d(\.\d+)?)?)?Z?)?)?)?$/;

/** Times are ISO 8601 in UTC, whose order is that of their text: a date names all times that begin with it. */
export function dateCondition(term: Typed, column: string, value: string): Condition {
  if (!datePattern.test(value)) {
    throw new BreakevenError(
      'bad-input',
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
