import { readValue } from '../../contract/axis-values.ts';
import { hintFor } from '../../contract/did-you-mean.ts';
import { badInput } from '../../contract/failure.ts';
import { readSweep as readValues } from '../../contract/sweeps.ts';
import type { Axis, Scalar } from '../../contract/workload.ts';
import type { Arguments } from './flags.ts';
import { orThrow } from './numbers.ts';

/** Splits `axis=value`; the flag is named in the sentence when it is not of that form. */
export function splitAssignment(flag: string, text: string): { axis: string; value: string } {
  const equals = text.indexOf('=');
  const axis = text.slice(0, equals).trim();
  const value = text.slice(equals + 1).trim();
  if (equals < 0 || axis === '' || value === '') {
    throw badInput(`--${flag} "${text}": write it as axis=${flag === 'link' ? 'axis' : 'value'}`);
  }
  return { axis, value };
}

/** Reads one value in the type of its axis; ranges and choices are checked by the planner, for every face. */
export function readScalar(axis: Axis, text: string): Scalar {
  return orThrow(readValue(axis, text, 'type'));
}

/**
 * The assignments of `--set` where each takes one value.
 *
 * @throws BreakevenError `bad-input` for an axis that is none of these.
 */
export function readSet(args: Arguments, axes: readonly Axis[]): Record<string, Scalar> {
  const entries = args.values('set').map((text) => {
    const { axis: name, value } = splitAssignment('set', text);
    const axis = axes.find(({ id }) => id === name);
    if (axis !== undefined) return [name, readScalar(axis, value)];
    const known = axes.map(({ id }) => id);
    throw badInput(`unknown axis "${name}"${hintFor(name, known)}`);
  });
  return Object.fromEntries(entries);
}

/** Reads the values of a sweep in the type of its axis. */
export function readSweep(axis: Axis, text: string): readonly Scalar[] {
  return orThrow(readValues(axis, text, 'type'));
}
