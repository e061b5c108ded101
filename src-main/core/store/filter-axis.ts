import { parseNumber } from '../../contract/numbers.ts';
import { type Condition, condition, like, numberCondition } from './filter-condition.ts';
import type { Operator } from './query.ts';

type AxisTerm = {
  readonly field: string;
  readonly operator: Operator;
  readonly source: string;
};

/** A condition on a subject (alias `s`) whose axis has a value that fits: `n>=1M`, `n:1k..1M`, `distribution:uniform`. */
export function axisCondition(term: AxisTerm, value: string): Condition {
  const fits = valueCondition(term, value);
  return condition(
    `s.id IN (SELECT subject FROM subject_value WHERE axis = ? AND ${fits.sql})`,
    term.field,
    ...fits.parameters,
  );
}

function valueCondition(term: AxisTerm, value: string): Condition {
  if (term.operator !== ':' && term.operator !== '!=')
    return numberCondition(term, 'number', value);
  const equal = equalCondition(term, value);
  return term.operator === ':'
    ? equal
    : { sql: `NOT coalesce(${equal.sql}, 0)`, parameters: equal.parameters };
}

function equalCondition(term: AxisTerm, value: string): Condition {
  if (/^[\d.+-].*\.\./.test(value)) return numberCondition(term, 'number', value);
  const text = like('text', value);
  const number = parseNumber(value);
  return number === null
    ? text
    : condition(`(number = ? OR ${text.sql})`, number, ...text.parameters);
}
