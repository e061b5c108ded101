import { BreakevenError } from '../../contract/failure.ts';
import { parseNumber } from '../../contract/numbers.ts';
import { type Descriptor, outcomeSchema, type StoredCase } from '../../contract/run.ts';
import { deviceSchema, kindSchema, type Scalar } from '../../contract/workload.ts';
import { groupedValues, oneOf } from './filter-condition.ts';
import { parseQuery, type Term } from './query.ts';

/** What a query of cases is asked of. */
export type FilteredCase = Pick<
  StoredCase,
  'index' | 'workload' | 'variant' | 'values' | 'outcome'
>;

export type CaseFilter = {
  readonly fits: (one: FilteredCase) => boolean;
  /** Whether its input fits: variant, device, kind and outcome are not asked. */
  readonly fitsInput: (one: FilteredCase) => boolean;
};

type FieldTerm = Extract<Term, { type: 'field' }>;
type Test = (one: FilteredCase) => boolean;
type Descriptors = ReadonlyMap<number, Descriptor>;

/** A condition on one value of a field. */
type Field = (term: FieldTerm, value: string, descriptors: Descriptors) => Test;

const fields: Readonly<Record<string, Field>> = {
  workload: (_, value) => (one) => isLike(one.workload, value),
  variant: (_, value) => (one) => isLike(one.variant, value),
  outcome(term, value) {
    const wanted = oneOf(term, value, outcomeSchema.options);
    return ({ outcome }) => outcome === wanted;
  },
  kind(term, value, descriptors) {
    const wanted = oneOf(term, value, kindSchema.options);
    return ({ index }) => descriptors.get(index)?.variant.kind === wanted;
  },
  device(term, value, descriptors) {
    const wanted = oneOf(term, value, deviceSchema.options);
    return ({ index }) => descriptors.get(index)?.variant.device === wanted;
  },
};

/** Fields that say how an input is measured, not which it is. */
const ofVariant: ReadonlySet<string> = new Set(['variant', 'outcome', 'kind', 'device']);

/**
 * The cases that a query in the language of history's means, as far as it is about cases: `n>=1M variant:cub,thrust
 * -distribution:zipf`. A term on an axis holds for no case without the axis.
 *
 * @throws BreakevenError `bad-input` with one sentence.
 */
export function caseFilter(
  query: string,
  cases: readonly FilteredCase[],
  descriptors: Descriptors,
): CaseFilter {
  const axes = [...new Set(cases.flatMap(({ values }) => Object.keys(values)))];
  const nothing = (word: string, example: string) =>
    new BreakevenError(
      'bad-input',
      `"${word}" says nothing of a case; write a field, such as variant:${example} or n>=1M.`,
    );
  // Dropped, `n:1 || n:2` would mean both.
  const refuse = (word: string): never => {
    throw nothing(word, 'cub');
  };
  const tests = parseQuery(query, refuse).map((term) => {
    if (term.type === 'text') throw nothing(term.text, term.text);
    return { input: !ofVariant.has(term.field), test: testOf(term, axes, descriptors) };
  });
  const inputs = tests.filter(({ input }) => input);
  return {
    fits: (one) => tests.every(({ test }) => test(one)),
    fitsInput: (one) => inputs.every(({ test }) => test(one)),
  };
}

function testOf(term: FieldTerm, axes: readonly string[], descriptors: Descriptors): Test {
  const field = Object.hasOwn(fields, term.field) ? fields[term.field] : undefined;
  if (field === undefined) {
    const axis = axisNamed(term, axes);
    const tests = groupedValues(term, term.values).map((value) => valueTest(term, value));
    return negated(term.negated, ({ values }) => {
      const value = Object.hasOwn(values, axis) ? values[axis] : undefined;
      return value !== undefined && tests.some((test) => test(value));
    });
  }
  if (term.operator !== ':' && term.operator !== '!=') {
    throw new BreakevenError(
      'bad-input',
      `"${term.source}" compares a text; write ${term.field}:value.`,
    );
  }
  const tests = term.values.map((value) => field(term, value, descriptors));
  return negated(term.negated !== (term.operator === '!='), (one) =>
    tests.some((test) => test(one)),
  );
}

function negated(not: boolean, test: Test): Test {
  return not ? (one) => !test(one) : test;
}

function axisNamed({ field }: FieldTerm, axes: readonly string[]): string {
  const axis = axes.find((one) => one.toLowerCase() === field);
  if (axis !== undefined) return axis;
  throw new BreakevenError(
    'bad-input',
    `No case has a field or axis "${field}"; fields are ${Object.keys(fields).join(', ')}, axes are ${axes.join(', ')}.`,
  );
}

function valueTest(term: FieldTerm, given: string): (value: Scalar) => boolean {
  const { operator } = term;
  const range = /^([\d.+-].*?)\.\.(.+)$/.exec(given);
  if (range !== null && (operator === ':' || operator === '!=')) {
    const [low, high] = [numberOf(term, range[1] ?? ''), numberOf(term, range[2] ?? '')];
    const inside = (value: Scalar) => typeof value === 'number' && value >= low && value <= high;
    return operator === ':' ? inside : (value) => !inside(value);
  }
  if (operator === ':' || operator === '!=') {
    const number = parseNumber(given);
    const equal = (value: Scalar) =>
      (number !== null && value === number) ||
      (typeof value !== 'number' && isLike(String(value), given));
    return operator === ':' ? equal : (value) => !equal(value);
  }
  const bound = numberOf(term, given);
  return (value) => typeof value === 'number' && compared(value, operator, bound);
}

function compared(value: number, operator: '<' | '<=' | '>' | '>=', bound: number): boolean {
  switch (operator) {
    case '<':
      return value < bound;
    case '<=':
      return value <= bound;
    case '>':
      return value > bound;
    case '>=':
      return value >= bound;
  }
}

function numberOf(term: FieldTerm, text: string): number {
  const value = parseNumber(text);
  if (value !== null) return value;
  throw new BreakevenError(
    'bad-input',
    `"${term.source}": "${text}" is no number; 1000, 1e6, 2^20, 1M and 64Ki are.`,
  );
}

/** Equal but for case, where `*` stands for anything. No pattern makes it look at a part of the text twice. */
function isLike(text: string, pattern: string): boolean {
  const whole = text.toLowerCase();
  const parts = pattern.toLowerCase().split('*');
  const last = parts.pop() ?? '';
  const [first, ...inner] = parts;
  if (first === undefined) return whole === last;
  const end = whole.length - last.length;
  if (first.length > end || !whole.startsWith(first) || !whole.endsWith(last)) return false;
  let at = first.length;
  for (const part of inner) {
    const found = whole.indexOf(part, at);
    if (found < 0 || found + part.length > end) return false;
    at = found + part.length;
  }
  return true;
}
