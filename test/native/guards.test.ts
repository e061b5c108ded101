import { describe, expect, it } from 'vitest';
import { createRandom } from '../../src-main/stats/random.ts';
import { engineCase, openAddon, openPart, runCase, testAddonFolder } from './native-addons.ts';

const { clocksAgree, chooseBatch, canWriteAgain, judgeRows } = openPart<{
  clocksAgree: (ratio: number) => boolean | null;
  chooseBatch: (slow: boolean) => number;
  canWriteAgain: () => boolean | null;
  judgeRows: (late: readonly boolean[], knownLate: readonly boolean[]) => string;
}>('guards');

it.skipIf(clocksAgree(1) === null)(
  'a clock that shows other times than the counter is seen',
  () => {
    expect([0.5, 1, 1.5].map(clocksAgree)).toEqual([false, true, false]);
  },
);

it('a batch is chosen although what is around executions takes long', () => {
  expect(chooseBatch(true)).toBe(1);
  expect(chooseBatch(false)).toBe(2 ** 20);
});

describe('executions in a row on a device', () => {
  const all = (late: boolean): boolean[] => new Array<boolean>(16).fill(late);

  it('are late where known work between them is not', () => {
    expect(judgeRows(all(true), all(false))).toBe('late');
    expect(judgeRows(all(true), all(false).fill(true, 0, 4))).toBe('late');
  });

  it('are right where one of them is not late', () => {
    expect(judgeRows(all(true).fill(false, 15), all(false))).toBe('right');
  });

  it('are not judged where known work is late as well', () => {
    expect(judgeRows(all(true), all(true))).toBe('not judged');
    expect(judgeRows(all(true), all(false).fill(true, 0, 5))).toBe('not judged');
  });

  it.each([0.2, 0.4, 0.5, 0.6, 0.8, 0.95])(
    'of right programs are not called late where another program takes %d of the device',
    (share) => {
      const random = createRandom(31).uniform;
      const taken = () => all(false).map(() => random() < share);
      for (let program = 0; program < 5000; ++program) {
        expect(judgeRows(taken(), taken())).not.toBe('late');
      }
    },
  );
});

it('pages of the input that a case has protected can be written again', () => {
  expect(canWriteAgain()).toBe(true);
});

it('fresh memory is not zero in verified runs', async () => {
  const addon = openAddon('cpu', testAddonFolder);
  const result = await runCase(addon, engineCase('histogram', 'test-zeros', { n: 1000, bins: 8 }));
  expect(result.outcome).toBe('failed');
  expect(result.reason).toMatch(/^wrong answer before timing: bin 0 is /);
});
