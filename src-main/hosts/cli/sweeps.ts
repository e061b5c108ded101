import { readValue } from '../../contract/axis-values.ts';
import { BreakevenError } from '../../contract/failure.ts';
import { readSweep as readValues } from '../../contract/sweeps.ts';
import type { Axis, Scalar } from '../../contract/workload.ts';
import { orThrow } from './numbers.ts';

/** Splits `axis=value`; the flag is named in the sentence when it is not of that form. */
export function splitAssignment(flag: string, text: string): { axis: string; value: string } {
  const equals = text.indexOf('=');
  const axis = text.slice(0, equals).trim();
  const value = text.slice(equals + 1).trim();
  if (equals < 0 || axis === '' || value === '') {
    throw new BreakevenError(
      'bad-input',
      `--${flag} "${text}": write it as axis=${flag === 'link' ? 'axis' : 'value'}`,
    );
  }
  return { axis, value };
}

/** Reads one value in the type of its axis; ranges and choices are checked by the planner, for every face. */
export function readScalar(axis: Axis, text: string): Scalar {
  return orThrow(readValue(axis, text, 'type'));
}

/** Reads the values of a sweep in the type of its axis. */
export function readSweep(axis: Axis, text: string): readonly Scalar[] {
  return orThrow(readValues(axis, text, 'type'));
}
