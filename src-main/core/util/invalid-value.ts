import type { z } from 'zod';

type Issue = z.core.$ZodIssue;

/** The first thing wrong with an input in words: which field (below `inside`), what was given, what is allowed. */
export function wrongValue(error: z.ZodError, input: unknown, inside?: string): string {
  const issue = error.issues[0];
  if (issue === undefined) return 'it is not as expected';
  const { path, found } = innermost(issue, []);
  const value = valueAt(input, path);
  const allowed = allowedBy(found, value);
  const field = [...(inside === undefined ? [] : [inside]), ...path.map(String)].join('.');
  const sentence =
    value === undefined
      ? `is missing; ${allowed} is needed`
      : `got ${shown(value)}, must be ${allowed}`;
  return field === '' ? sentence : `${field}: ${sentence}`;
}

/** Of a choice between shapes the one that came farthest says what is wrong. */
function innermost(
  issue: Issue,
  before: readonly PropertyKey[],
): { readonly path: readonly PropertyKey[]; readonly found: Issue } {
  const path = [...before, ...issue.path];
  if (issue.code !== 'invalid_union') return { path, found: issue };
  const firsts = issue.errors.flatMap((branch) => branch[0] ?? []);
  const deepest = firsts.find((first) => first.path.length > 0);
  return deepest === undefined ? { path, found: issue } : innermost(deepest, path);
}

function allowedBy(issue: Issue, given: unknown): string {
  switch (issue.code) {
    case 'invalid_type':
      return names[issue.expected] ?? `a value of type ${issue.expected}`;
    case 'too_big':
      return sized('at most', issue.maximum, issue.origin, given);
    case 'too_small':
      return sized('at least', issue.minimum, issue.origin, given);
    case 'invalid_value':
      return issue.values.map((value) => JSON.stringify(value)).join(' or ');
    case 'invalid_format':
      return `written as ${issue.format}`;
    case 'not_multiple_of':
      return `a multiple of ${issue.divisor}`;
    case 'invalid_union': {
      const kinds = issue.errors.flatMap((branch) => {
        const [first] = branch;
        return first === undefined ? [] : [allowedBy(first, given)];
      });
      return kinds.length === 0 ? 'one of the allowed kinds' : [...new Set(kinds)].join(' or ');
    }
    case 'unrecognized_keys':
      return `without ${issue.keys.join(', ')}`;
    default:
      return 'what this field takes';
  }
}

const names: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
  null: 'null',
};

function sized(bound: string, limit: number | bigint, origin: string, given: unknown): string {
  if (origin === 'string') {
    const length = typeof given === 'string' ? ` (it has ${given.length})` : '';
    return `a text of ${bound} ${limit} ${limit === 1 ? 'character' : 'characters'}${length}`;
  }
  if (origin === 'array') return `a list of ${bound} ${limit}`;
  return `${bound} ${limit}`;
}

function valueAt(input: unknown, path: readonly PropertyKey[]): unknown {
  let value = input;
  for (const key of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
    value = Reflect.get(value, key);
  }
  return value;
}

function shown(value: unknown): string {
  if (typeof value === 'number') return String(value);
  const text = JSON.stringify(value) ?? typeof value;
  return text.length > 60 ? `${text.slice(0, 57)}...` : text;
}
