import { createRequire } from 'node:module';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { engineCase, openTestAddons, runCase, testAddonFolder } from './native-addons.ts';

const { clocksAgree, chooseBatch, canWriteAgain } = createRequire(import.meta.url)(
  join(testAddonFolder, 'breakeven_guards.node'),
) as {
  clocksAgree: (ratio: number) => boolean | null;
  chooseBatch: (slow: boolean) => number;
  canWriteAgain: () => boolean | null;
};

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

it('pages of the input that a case has protected can be written again', () => {
  expect(canWriteAgain()).toBe(true);
});

it('fresh memory is not zero in verified runs', async () => {
  const [addon] = openTestAddons();
  if (addon === undefined) throw new Error('there is no CPU addon with test variants');
  const result = await runCase(addon, engineCase('histogram', 'test-zeros', { n: 1000, bins: 8 }));
  expect(result.outcome).toBe('failed');
  expect(result.reason).toMatch(/^wrong answer before timing: bin 0 is /);
});
