import { BreakevenError } from '../../contract/failure.ts';
import type { Axis, Scalar } from '../../contract/workload.ts';
import { readNumber } from './numbers.ts';

/** More points than this in one range is a slip of the hand: 1e3..1e9:+1. */
const mostPoints = 10_000;

/** Splits `axis=value`; the flag is named in the sentence when it is not of that form. */
export function splitAssignment(flag: string, text: string): { axis: string; value: string } {
  const equals = text.indexOf('=');
  const axis = text.slice(0, equals).trim();
  const value = text.slice(equals + 1).trim();
  if (equals < 0 || axis === '' || value === '') {
    throw new BreakevenError(
      'bad-input',
      `--${flag} "${text}": write it as axis=${flag === 'tie' ? 'axis' : 'value'}`,
    );
  }
  return { axis, value };
}

/** Reads one value in the type of its axis; ranges and choices are checked by the planner, for every face alike. */
export function readScalar(axis: Axis, text: string): Scalar {
  switch (axis.type) {
    case 'integer':
    case 'real':
      return readNumber(axis.id, text);
    case 'flag':
      if (/^(true|on|yes|1)$/i.test(text)) return true;
      if (/^(false|off|no|0)$/i.test(text)) return false;
      throw new BreakevenError('bad-input', `${axis.id}: "${text}" is neither true nor false`);
    case 'choice':
    case 'text':
      return text;
  }
}

/**
 * Reads the values of a sweep: a list `1e3,1e4`, a geometric range `1e3..1e6:x2`, a linear one `0..100:+10`, or any
 * of them joined by commas. The end belongs to a range when a step lands on it. Duplicates are dropped. Texts may hold
 * commas themselves (a region of the plane) and are joined by semicolons.
 */
export function readSweep(axis: Axis, text: string): readonly Scalar[] {
  const values = text.split(axis.type === 'text' ? ';' : ',').flatMap((part): readonly Scalar[] => {
    const item = part.trim();
    if (item === '') throw new BreakevenError('bad-input', `${axis.id}: empty value in "${text}"`);
    return isRange(axis, item) ? readRange(axis, item) : [readScalar(axis, item)];
  });
  return [...new Set(values)];
}

function isRange(axis: Axis, text: string): boolean {
  return (axis.type === 'integer' || axis.type === 'real') && text.includes('..');
}

function readRange(axis: Axis, text: string): readonly number[] {
  const match = /^(.+?)\.\.(.+?):([x*+])(.+)$/.exec(text);
  // A third dot would begin the end as a fraction: 1...10 is 1 to 0.1.
  if (match === null || text.includes('...')) {
    throw new BreakevenError(
      'bad-input',
      `${axis.id}: "${text}" is not a range; write 1e3..1e6:x2 (times) or 0..100:+10 (plus)`,
    );
  }
  const [, from = '', to = '', operator, by = ''] = match;
  const first = readNumber(axis.id, from);
  const last = readNumber(axis.id, to);
  const step = readNumber(axis.id, by);
  if (last < first) {
    throw new BreakevenError('bad-input', `${axis.id}: the range "${text}" ends before it starts`);
  }
  return operator === '+'
    ? linear(axis, text, first, last, step)
    : geometric(axis, text, first, last, step);
}

function linear(axis: Axis, text: string, first: number, last: number, step: number): number[] {
  if (step <= 0) {
    throw new BreakevenError('bad-input', `${axis.id}: the step of "${text}" must be above 0`);
  }
  // A little over the quotient, so that 0..1:+0.1 has its last point in spite of rounding.
  const steps = Math.floor((last - first) / step + 1e-9);
  checkCount(axis, text, steps + 1);
  return Array.from({ length: steps + 1 }, (_, i) => clean(first + i * step));
}

function geometric(
  axis: Axis,
  text: string,
  first: number,
  last: number,
  factor: number,
): number[] {
  if (factor <= 1 || first <= 0) {
    throw new BreakevenError(
      'bad-input',
      `${axis.id}: "${text}" multiplies, so it must start above 0 and its factor be above 1`,
    );
  }
  const steps = Math.floor(Math.log(last / first) / Math.log(factor) + 1e-9);
  checkCount(axis, text, steps + 1);
  return Array.from({ length: steps + 1 }, (_, i) => {
    const value = clean(first * factor ** i);
    // A factor such as 1.5 leaves the whole numbers; a step of a linear range that does so is refused later.
    return axis.type === 'integer' ? Math.round(value) : value;
  });
}

function checkCount(axis: Axis, text: string, count: number): void {
  if (count <= mostPoints) return;
  throw new BreakevenError(
    'bad-input',
    `${axis.id}: "${text}" has ${count} points; a range may have ${mostPoints}`,
  );
}

/** Twelve digits take the dust off 0.30000000000000004. */
function clean(value: number): number {
  return Number(value.toPrecision(12));
}
