import { afterEach, describe, expect, it } from 'vitest';
import { engineCase, openAddon, verifyCase } from '../native-addons.ts';
import { library, openLabOf, saxpy } from './lab-fixture.ts';

const addon = openAddon('cpu');
afterEach(async () => addon.closeLab('saxpy'));

const array = (name: string, more: object = {}) => ({
  ...{ name, array: 'float32', shape: ['n'], out: true },
  ...more,
});

/** Two answers and an array that is changed in place. */
const three = {
  ...saxpy,
  args: [
    { name: 'n', scalar: 'uint32', value: 'n' },
    array('x', { fill: 'uniform(1, 2)', out: false }),
    ...[array('low'), array('high'), array('sum', { fill: 'uniform(1, 2)' })],
  ],
  check: { rule: 'exact', rtol: 0, atol: 0 },
  work: {},
};

/** Parameters in the order that a variant thinks they have. */
const call = (loop: string, order: readonly string[] = ['x', 'low', 'high', 'sum']) =>
  library(
    `void breakeven_call(void **a) {
  uint32_t n = *(uint32_t *)a[0];
  ${order.map((name, at) => `float *${name} = a[${at + 1}];`).join(' ')}
  for (uint32_t i = 0; i < n; ++i) { ${loop} }
}`,
    ['-O1'],
  );

const all = 'low[i] = x[i] / 2; high[i] = x[i] * 2; sum[i] += x[i];';

async function reasonOf(code: string, n = 100): Promise<string> {
  await openLabOf(addon, three, call(all), { own: code });
  const { outcome, reason } = await verifyCase(addon, engineCase('saxpy', 'own', { n }));
  return reason ?? outcome;
}

describe('a wrong answer', () => {
  it.each<[string, string, string]>([
    ['one array', 'high[i] = x[i] * 2; sum[i] += x[i];', 'nothing was written to low'],
    [
      'one of them in place',
      'low[i] = x[i] / 2; high[i] = x[i] * 2;',
      'nothing was written to sum',
    ],
    ['any array', ';', 'nothing was written to low, high and sum'],
    ['a tail', `if (i + n % 8 < n) { ${all} }`, 'low was not written from element 96 on, 4 of 100'],
    [
      'a tail in place',
      'low[i] = x[i] / 2; high[i] = x[i] * 2; if (i < 96) sum[i] += x[i];',
      'sum was not written from element 96 on, 4 of 100',
    ],
    ['the first element', `if (i > 0) { ${all} }`, 'low[0] was never written'],
    [
      'every other element',
      `if (i % 2) low[i] = x[i] / 2; high[i] = x[i] * 2; sum[i] += x[i];`,
      '50 of 100 elements of low were never written, the first is low[0]',
    ],
  ])('says that %s is not written', async (_, loop, said) => {
    expect(await reasonOf(call(loop))).toBe(`wrong answer in the first run: ${said}`);
  });

  it.each<[string, readonly string[], string]>([
    [
      'two answers',
      ['x', 'high', 'low', 'sum'],
      'wrong answer in the first run: low holds the answer of high, and high that of low: two arguments are exchanged',
    ],
    [
      'an answer and an array in place',
      ['x', 'low', 'sum', 'high'],
      'wrong answer in the first run: sum holds the answer of high: two arguments may be exchanged',
    ],
    [
      'an input and an answer',
      ['low', 'x', 'high', 'sum'],
      'changed input in the first run: it changed its input at x[0], and nothing was written to low: two arguments may be exchanged',
    ],
  ])('says that %s are exchanged', async (_, order, said) => {
    expect(await reasonOf(call(all, order))).toBe(said);
  });

  it('that was written is shown with its value', async () => {
    expect(await reasonOf(call(all.replace('/ 2', '/ 4')))).toMatch(
      /^wrong answer in the first run: low\[0\] is 0\.[\d.]+, expected 0\.[\d.]+; 100 of 100 elements differ$/,
    );
    expect(await reasonOf(call(all.replace('/ 2', '* 0')))).toMatch(/: low\[0\] is 0, expected /);
  });

  it.each<[string, number, string]>([
    ['2 of 100 elements of low were never written, the first is low[0]', 100, 'in the answer of '],
    ['writes nothing to low and high', 1, ''],
  ])('says of the reference that it %s', async (said, n, place) => {
    const inner = `if (i > 0 && i + 1 < n) { ${all} }`;
    await openLabOf(addon, three, call(inner), { own: call(all) });
    const { reason } = await verifyCase(addon, engineCase('saxpy', 'own', { n }));
    expect(reason).toBe(`wrong answer in the first run: ${place}the reference ${said}`);
  });

  it('is none where the reference leaves the same elements out', async () => {
    const inner = `if (i > 0 && i + 1 < n) { ${all} }`;
    const code = call(inner);
    await openLabOf(addon, three, code, { own: code });
    for (const n of [0, 1, 2, 100]) {
      const { outcome } = await verifyCase(addon, engineCase('saxpy', 'own', { n }));
      expect([n, outcome]).toEqual([n, 'ok']);
    }
  });

  it('cannot be told where the reference writes nothing at all, which the case says', async () => {
    const low = { ...three, args: three.args.slice(0, 3) };
    const nothing = call(';', ['x', 'low']);
    await openLabOf(addon, low, nothing, { own: nothing });
    const warningsAt = async (n: number) =>
      (await verifyCase(addon, engineCase('saxpy', 'own', { n }))).warnings;
    expect(await warningsAt(0)).toEqual([]);
    expect(await warningsAt(5)).toEqual([
      'nothing is verified: the reference writes nothing to low',
    ]);
  });
});
