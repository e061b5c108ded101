import { badInput } from '../../contract/failure.ts';

/**
 * The query bar of history: `workload:histogram n>=1M tag:lab -status:failed`. Terms are joined by "and"; a comma lists
 * alternatives; a minus in front negates; quotes hold blanks together; `changed` is short for `is:changed`; any other
 * word is searched in titles, notes, tags, workloads, variants and devices. This file reads the text; `filter.ts` knows
 * what the fields mean.
 */
export type Operator = ':' | '!=' | '<' | '<=' | '>' | '>=';

export type Term =
  | {
      readonly type: 'text';
      readonly negated: boolean;
      readonly text: string;
      readonly exact: boolean;
    }
  | {
      readonly type: 'field';
      readonly negated: boolean;
      readonly field: string;
      readonly operator: Operator;
      /** At least one; several mean any of them. */
      readonly values: readonly string[];
      /** The term as it was typed, for messages. */
      readonly source: string;
    };

export type FieldTerm = Extract<Term, { type: 'field' }>;

const fieldPattern = /(n\*(?=\s*[:<>=!])|[A-Za-z_][\w-]*)(?::|\s*(>=|<=|!=|=|<|>)[^\S\n]*)/y;

/**
 * @param skip takes words without a letter or digit, such as `||`: the search of words ignores them; it may throw
 * @throws BreakevenError `bad-input` for an open quote or a field without a value.
 */
export function parseQuery(
  query: string,
  skip: (word: string) => void = () => {},
): readonly Term[] {
  if (query.includes('\0')) {
    throw badInput('The query has a character in it that is no text (NUL).');
  }
  const terms: Term[] = [];
  let at = 0;
  for (;;) {
    while (at < query.length && /\s/.test(query.charAt(at))) at += 1;
    if (at >= query.length) return terms;
    const start = at;
    const negated = query.charAt(at) === '-' && /\S/.test(query.charAt(at + 1));
    if (negated) at += 1;

    fieldPattern.lastIndex = at;
    const match = fieldPattern.exec(query);
    if (match === null) {
      const word = readValue(query, at);
      at = word.end;
      if (!word.quoted && word.text.toLowerCase() === 'changed') {
        terms.push(changedTerm(negated, query.slice(start, at)));
        continue;
      }
      if (/[\p{L}\p{N}]/u.test(word.text)) {
        terms.push({ type: 'text', negated, text: word.text, exact: word.quoted });
      } else {
        skip(query.slice(start, at));
      }
      continue;
    }
    const named = (match[1] ?? '').toLowerCase();
    const field = named === 'n*' ? 'breakeven' : named;
    const typed = match[2] ?? ':';
    const list = readList(query, at + match[0].length);
    at = list.end;
    const source = query.slice(start, at);
    if (list.values.length === 0) {
      throw badInput(`"${source}" has no value after "${typed}".`);
    }
    terms.push({
      type: 'field',
      negated,
      field,
      operator: typed === '=' ? ':' : (typed as Operator),
      values: list.values,
      source,
    });
  }
}

function changedTerm(negated: boolean, source: string): Term {
  return { type: 'field', negated, field: 'is', operator: ':', values: ['changed'], source };
}

function readList(query: string, from: number): { values: readonly string[]; end: number } {
  const values: string[] = [];
  let at = from;
  for (;;) {
    const item = readValue(query, at, ',');
    if (item.text !== '' || item.quoted) values.push(item.text);
    at = item.end;
    if (query.charAt(at) !== ',') return { values, end: at };
    at += 1;
  }
}

function readValue(
  query: string,
  from: number,
  stop = '',
): { text: string; quoted: boolean; end: number } {
  if (query.charAt(from) === '"') {
    const close = query.indexOf('"', from + 1);
    if (close < 0) {
      throw badInput(
        `The quote that opens at letter ${from + 1} of the query ${query} is not closed.`,
      );
    }
    return { text: query.slice(from + 1, close), quoted: true, end: close + 1 };
  }
  let end = from;
  // No-break and thin blanks group digits.
  const ends = /[^\S\u00a0\u2009\u202f]|"/;
  while (end < query.length && !ends.test(query.charAt(end)) && query.charAt(end) !== stop)
    end += 1;
  return { text: query.slice(from, end), quoted: false, end };
}
