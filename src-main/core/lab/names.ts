import { hintFor } from '../../contract/did-you-mean.ts';

/** Names that an expression may use besides axes and scalars. */
export const deviceNames = ['sms', 'shared_max', 'threads'] as const;
export const functionNames = ['min', 'max', 'ceildiv', 'floor', 'ceil', 'log2', 'pow2'] as const;
const words = ['and', 'or', 'not'] as const;

/** Axes that every case has anyway, and words of expressions: no axis of a lab has such a name. */
export const reservedNames: ReadonlySet<string> = new Set([
  ...['seed', 'cache', 'freshInput', 'gpu', 'sms', 'shared_max'],
  ...functionNames,
  ...words,
]);

/**
 * What is wrong with the names of an expression: the first one that is neither an axis nor a scalar nor a function, with the
 * nearest; null where all are known. Its grammar is checked by the engine, which evaluates it.
 */
export function expressionFault(expression: string, names: readonly string[]): string | null {
  const strange = /[^\w\s.+\-*/%(),<>=!]/.exec(expression);
  if (strange !== null) return `"${strange[0]}" is not part of an expression (${expression})`;
  for (const [, name = '', call] of expression.matchAll(/(?<![\w.])([A-Za-z_]\w*)\s*(\()?/g)) {
    const known: readonly string[] =
      call === undefined || words.some((word) => word === name)
        ? [...names, ...deviceNames, ...words]
        : functionNames;
    if (known.includes(name)) continue;
    const what = call === undefined ? 'name' : 'function';
    const near = hintFor(name, call === undefined ? names : functionNames);
    return `unknown ${what} "${name}"${near} (${expression})`;
  }
  return null;
}

const fills: Readonly<Record<string, number>> = {
  uniform: 2,
  integers: 2,
  normal: 2,
  zipf: 1,
  sorted: 0,
  arange: 0,
  permutation: 0,
  constant: 1,
  file: 1,
  generate: 0,
};

/** What is wrong with the name or the number of parameters of a fill; null where nothing is. */
export function fillFault(fill: string): string | null {
  const match = /^\s*([A-Za-z_]\w*)\s*(?:\((.*)\))?\s*$/s.exec(fill);
  const name = match?.[1] ?? fill;
  const wanted = Object.hasOwn(fills, name) ? fills[name] : undefined;
  if (match === null || wanted === undefined) {
    return `unknown fill "${name}"${hintFor(name, Object.keys(fills))}`;
  }
  const given = match[2]?.trim() ?? '';
  const count = given === '' ? 0 : given.split(',').length;
  // A sorted fill may name the bounds of its values.
  if (count === wanted || (wanted === 0 && count <= 2)) return null;
  return `${name} takes ${wanted} ${wanted === 1 ? 'value' : 'values'}, it has ${count}`;
}
