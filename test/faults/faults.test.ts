import { afterAll, beforeAll, expect, it } from 'vitest';
import { createRandom } from '../../src-main/stats/random.ts';
import { pointsOf } from './main.ts';
import { createFaults, type Faults, operationNames, unsyncedRenames } from './points.ts';

/** Of each row: a start of a process each. */
const triedHere = 2;
let faults: Faults;

beforeAll(() => {
  faults = createFaults();
}, 120_000);
afterAll(() => faults.remove());

/** All of them are tried by `npm run faults`. */
it.each(operationNames)(
  '%s syncs what it renames, and loses nothing at some of its crash points',
  (operation) => {
    const calls = faults.calls(operation);
    expect(calls.length).toBeGreaterThan(2);
    expect(unsyncedRenames(calls)).toEqual([]);
    const points = pointsOf(calls);
    const random = createRandom(operationNames.indexOf(operation) + 1);
    for (let i = 0; i < triedHere; i += 1) {
      const point = points[random.below(points.length)] ?? { kind: 'kill', at: 1 };
      expect(faults.faultsAt(operation, point), `${point.kind} ${point.at}`).toEqual([]);
    }
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
