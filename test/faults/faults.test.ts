import { afterAll, beforeAll, expect, it } from 'vitest';
import { createRandom } from '../../src-main/stats/random.ts';
import { pointsOf } from './main.ts';
import {
  createFaults,
  type Faults,
  operationNames,
  type Point,
  unsyncedRenames,
} from './points.ts';

/** So many of the points are tried here, and of those without space, a process each, so many a row. */
const part = 0.05;
const full = 1;
let faults: Faults;

beforeAll(() => {
  faults = createFaults();
});
afterAll(() => faults.remove());

/** All of them are tried by `npm run faults`. */
it.each(operationNames)(
  '%s syncs what it renames, and loses nothing at a twentieth of its crash points',
  (operation) => {
    const calls = faults.calls(operation);
    expect(calls.length).toBeGreaterThan(2);
    expect(unsyncedRenames(calls)).toEqual([]);
    const points = pointsOf(calls);
    const random = createRandom(operationNames.indexOf(operation) + 1);
    const some = (from: readonly Point[], count: number): readonly Point[] =>
      Array.from({ length: count }, () => from[random.below(from.length)]).flatMap(
        (one) => one ?? [],
      );
    const [without, crashes] = [true, false].map((isFull) =>
      points.filter(({ kind }) => (kind === 'full') === isFull),
    );
    const chosen = [
      ...some(without ?? [], full),
      ...some(crashes ?? [], Math.ceil(part * points.length)),
    ];
    const found = faults.faultsAt(operation, chosen).filter((each) => each.faults.length > 0);
    expect(found).toEqual([]);
  },
  120_000,
);

it('finds a rename that is not synced', () => {
  const calls = [{ text: 'write /a.new' }, { text: 'rename /a.new /a' }];
  expect(unsyncedRenames(calls)).toEqual([
    '/a.new is renamed before it was synced',
    'the folder of /a is not synced',
  ]);
});
