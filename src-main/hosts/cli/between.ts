import type { Between } from '../../contract/procedures/break-evens.ts';
import { type Arguments, type Flag, flagsOf } from './flags.ts';

/** From which size on one value of an axis pays over another. */
export const betweenFlags: readonly Flag[] = flagsOf({
  'axis <axis>': {
    with: ['small'],
    help: 'break-evens between two values of this axis (threads, gpu, memory, blockSize), the variant being the same',
  },
  'small <value>': { with: ['large'], help: 'with --axis: the value that may do at small sizes' },
  'large <value>': { with: ['axis'], help: 'with --axis: the value that is to pay at large sizes' },
});

/** Of the three flags each needs another, so that all are given or none. */
export function readBetween(args: Arguments): Between | undefined {
  const [axis, small, large] = betweenFlags.map(({ name }) => args.value(name)?.trim());
  return axis && small && large ? { axis, small, large } : undefined;
}
