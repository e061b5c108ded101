import { hintFor } from '../../contract/did-you-mean.ts';
import { functionNames, parseExpression, wordOperators } from './expression.ts';

/** Names that an expression of a variant may use besides axes: what the machine has. */
export const deviceNames = ['sms', 'shared_max', 'threads'] as const;
/** An axis that every workload has. */
export const seedName = 'seed';

/** Axes that every case has anyway, words of expressions and of the language: no axis of a lab has such a name. */
export const reservedNames: ReadonlySet<string> = new Set([
  ...[seedName, 'cache', 'freshInput', 'gpu', 'sms', 'shared_max'],
  ...functionNames,
  ...wordOperators,
  ...Object.getOwnPropertyNames(Object.prototype),
]);

/**
 * What is wrong with an expression over these names, in one sentence with the nearest name that there is; null where it is
 * one. The engine finds the same faults, but only once the lab is built.
 */
export function expressionFault(expression: string, names: readonly string[]): string | null {
  const parsed = parseExpression(expression);
  if (!parsed.ok) {
    const { what, character, unknownFunction } = parsed.fault;
    if (unknownFunction !== undefined) {
      const near = hintFor(unknownFunction, functionNames);
      return `unknown function "${unknownFunction}"${near} (${expression})`;
    }
    const place = character === null ? '' : `, at character ${character}`;
    const power = character !== null && expression[character - 1] === '^';
    return `"${expression}" ${what}${place}${power ? '; a power is written **' : ''}`;
  }
  const known = [...names, seedName];
  const unknown = parsed.names.find((name) => !known.includes(name));
  if (unknown === undefined) return null;
  return `unknown name "${unknown}"${hintFor(unknown, names)} (${expression})`;
}
