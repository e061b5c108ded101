import { BreakevenError } from '../../contract/failure.ts';
import { parseNumber } from '../../contract/numbers.ts';
import { type ChosenCase, type Condition, condition } from './filter-condition.ts';
import type { Operator } from './query.ts';

type MedianTerm = { readonly operator: Operator; readonly source: string };

const unitsNs: Readonly<Record<string, number>> = {
  ns: 1,
  us: 1e3,
  µs: 1e3,
  μs: 1e3,
  ms: 1e6,
  s: 1e9,
};

/** A condition on the median of the chosen case, or of the case that stands for a run: `median<1ms`, `median:1us..20us`. */
export function medianCondition(
  term: MedianTerm,
  value: string,
  chosen: ChosenCase | undefined,
): Condition {
  const [select, column] =
    chosen === undefined
      ? [condition('SELECT run FROM run_result WHERE'), 'median_ns']
      : [ofCase(chosen), 'm.median_ns'];
  const range = /^(.+?)\.\.(.+)$/.exec(value);
  const plain = term.operator === ':' || term.operator === '!=';
  const fits =
    range !== null && plain
      ? condition(
          `${column} BETWEEN ? AND ?`,
          durationNs(term, range[1] ?? ''),
          durationNs(term, range[2] ?? ''),
        )
      : condition(`${column} ${plain ? '=' : term.operator} ?`, durationNs(term, value));
  return condition(
    `r.seq IN (${select.sql} ${fits.sql})`,
    ...select.parameters,
    ...fits.parameters,
  );
}

function ofCase({ scope, subjects }: ChosenCase): Condition {
  return condition(
    `SELECT c.run FROM run_case AS c JOIN metric AS m ON m.case_id = c.id AND m.scope = ?
     WHERE +c.outcome = 'ok' AND c.subject IN (SELECT s.id FROM subject AS s WHERE ${subjects.sql}) AND`,
    scope,
    ...subjects.parameters,
  );
}

function durationNs(term: MedianTerm, text: string): number {
  const [, digits = '', unit = ''] = /^(.*?)\s*(ns|us|µs|μs|ms|s)$/i.exec(text) ?? [];
  const value = parseNumber(digits);
  const factor = unitsNs[unit.toLowerCase()];
  if (value !== null && factor !== undefined) return value * factor;
  throw new BreakevenError(
    'bad-input',
    `"${term.source}": "${text}" is no duration; 250ns, 20us, 1.5ms and 2s are.`,
  );
}
