import { BreakevenError } from '../../contract/failure.ts';
import type { Between } from '../../contract/procedures/break-evens.ts';
import type { Arguments, Flag } from './flags.ts';

/** From which size on one value of an axis pays over another. */
export const betweenFlags: readonly Flag[] = [
  {
    name: 'axis',
    value: 'axis',
    help: 'break-evens between two values of this axis (threads, gpu, memory, blockSize), the variant being the same',
  },
  { name: 'small', value: 'value', help: 'with --axis: the value that may do at small sizes' },
  { name: 'large', value: 'value', help: 'with --axis: the value that is to pay at large sizes' },
];

/** @throws BreakevenError `bad-input` where one of the three flags is given without the others. */
export function readBetween(args: Arguments): Between | undefined {
  const given = betweenFlags.filter(({ name }) => args.has(name));
  if (given.length === 0) return undefined;
  const [axis, small, large] = betweenFlags.map(({ name }) => args.value(name)?.trim() ?? '');
  const lacking = betweenFlags.find(({ name }) => (args.value(name) ?? '').trim() === '');
  if (lacking === undefined && axis && small && large) return { axis, small, large };
  const [first] = given;
  throw new BreakevenError(
    'bad-input',
    `--${first?.name} needs --${lacking?.name}: --axis threads --small 1 --large 8`,
  );
}
