import { readFileSync } from 'node:fs';
import { afterEach, expect, it } from 'vitest';
import { engineCase, openAddon, verifyCase } from '../native-addons.ts';
import { library, openLabOf, saxpy } from './lab-fixture.ts';

const addon = openAddon('cpu');
afterEach(async () => addon.closeLab('saxpy'));

/** Pieces of memory of this process that differ in what is allowed there; Linux allows 65,530. */
const pieces = (): number => readFileSync('/proc/self/maps', 'utf8').split('\n').length;

it('inputs of any number of cases leave room for more: arrays of a lab stand between pages of their own', async () => {
  const inputs = Array.from({ length: 16 }, (_, i) => ({
    ...{ name: `x${i}`, array: 'float32', shape: ['n'], fill: 'constant(1)', out: false },
  }));
  const args = [
    { name: 'n', scalar: 'uint32', value: 'n' },
    ...inputs,
    { name: 'y', array: 'float32', shape: ['n'], out: true },
  ];
  const sum = library(`void breakeven_call(void **a) {
    uint32_t n = *(uint32_t *)a[0];
    for (uint32_t i = 0; i < n; ++i) {
      ((float *)a[17])[i] = 0;
      for (int k = 1; k <= 16; ++k) ((float *)a[17])[i] += ((float *)a[k])[i];
    }
  }`);
  await openLabOf(addon, { ...saxpy, args, work: {} }, sum, { sum });
  const verified = async (from: number, count: number): Promise<number> => {
    for (let n = from; n < from + count; n += 1) {
      const found = await verifyCase(addon, engineCase('saxpy', 'sum', { n }));
      expect([n, found.outcome, found.reason]).toEqual([n, 'ok', null]);
    }
    return pieces();
  };
  const some = await verified(1, 5);
  // Each input that comes takes the place of the one before.
  expect(await verified(6, 100)).toBeLessThan(some + 16);
});
