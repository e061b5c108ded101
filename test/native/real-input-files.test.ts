import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Values } from '../../src-main/contract/workload.ts';
import { createRandom } from '../../src-main/stats/random.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';
import {
  engineCase,
  openAddon,
  runCase,
  testAddonFolder,
  variantsOf,
  verifyCase,
} from './native-addons.ts';
import { encode, encodeReals, npyFile } from './npy.ts';

const addon = openAddon('cpu');

function saved(name: string, content: Uint8Array): string {
  const path = join(temporaryFolder(), name);
  writeFileSync(path, content);
  return path;
}

const array = (descr: string, values: readonly number[], shape = [values.length]): string =>
  saved(
    'values.npy',
    npyFile({
      descr,
      shape,
      data: descr[1] === 'f' ? encodeReals(descr, values) : encode(descr, values),
    }),
  );

/** One case, verified, of a workload on a file. */
const verified = (workload: string, input: string, values: Values = {}, variant = 'sequential') =>
  verifyCase(addon, engineCase(workload, variant, values, { input }));

const digest = (values: ArrayBufferView): string =>
  createHash('sha256')
    .update(new Uint8Array(values.buffer, values.byteOffset, values.byteLength))
    .digest('hex');

/** The variants of a workload that run here, with what they said of an input. */
async function rulesOf(workload: string, input: string, values: Values = {}) {
  const rules: string[] = [];
  for (const { id, available } of variantsOf(addon, workload)) {
    // A library may not be on this machine.
    if (!available) continue;
    const result = await verified(workload, input, values, id);
    expect(result, `${workload} ${id}: ${result.reason}`).toMatchObject({
      outcome: 'ok',
      verification: { passed: true },
    });
    rules.push(result.verification?.rule ?? '');
  }
  expect(rules.length).toBeGreaterThan(2);
  return [...new Set(rules)];
}

const random = createRandom(20_261_122);
const signed = Array.from({ length: 20_011 }, () => Math.fround(random.uniform() - 0.4));
const alike = Array.from({ length: 200_003 }, () => Math.fround(0.1));
const eighths = Array.from({ length: 5003 }, () => (random.below(100) - 50) / 8);

describe('real numbers from a file', () => {
  const few = [1.5, -2, 0.25, 8];

  it.each(['<f4', '>f4', '<f8', '>f8'])('are read of type %s', async (descr) => {
    const mean = Float64Array.of(7.75 / 4);
    expect((await verified('mean', array(descr, few))).answer?.sha256).toBe(digest(mean));
    const sums = Float32Array.of(0, 1.5, -0.5, -0.25);
    const scanned = await verified('exclusive-scan', array(descr, few), { element: 'float32' });
    expect(scanned.answer?.sha256).toBe(digest(sums));
    const pixels = Float64Array.of(0, 0, 0, 255);
    expect((await verified('binarize', array(descr, few))).answer?.sha256).toBe(digest(pixels));
  });

  it.each([
    ['values.f64', encodeReals('<f8', few)],
    ['values.bin', encodeReals('<f8', few)],
    ['values.f32', encodeReals('<f4', few)],
  ])('are read raw from %s', async (name, content) => {
    const mean = Float64Array.of(7.75 / 4);
    expect((await verified('mean', saved(name, content))).answer?.sha256).toBe(digest(mean));
  });

  it('are integers in a raw file of a scan, as before', async () => {
    const sums = Float32Array.of(0, 3, 3);
    for (const name of ['values.bin', 'values.i32']) {
      const path = saved(name, encode('<i4', [3, 0, 2]));
      const { answer } = await verified('exclusive-scan', path, { element: 'float32' });
      expect(answer?.sha256).toBe(digest(sums));
    }
  });

  it.each([
    [[12], { xres: 12, yres: 1 }],
    [[3, 4], { xres: 4, yres: 3 }],
    [[2, 3, 2], { xres: 2, yres: 6 }],
    [[70_000, 2], { xres: 140_000, yres: 1 }],
  ] as const)('of shape %j have the columns and rows %j', async (shape, expected) => {
    const values = Array.from({ length: shape.reduce((a, b) => a * b, 1) }, (_, i) => i);
    const path = array('<f8', values, [...shape]);
    expect(await addon.inspectInput('mean', path)).toEqual(expected);
    expect(await addon.inspectInput('binarize', path)).toEqual(expected);
  });
});

describe('answers on real numbers from a file', () => {
  it.each([
    ['whole numbers', () => array('<i2', [-3, 7, 7, 0, 30_000]), 'exact'],
    ['values of both signs', () => array('<f4', signed), 'tolerance'],
    // A running sum of these is 7e-12 off.
    ['equal values', () => array('<f4', alike), 'tolerance'],
    ['values that add up to nothing', () => array('<f8', [1e300, 0.1, -1e300]), 'tolerance'],
  ])('%s are right in every variant', async (_what, make, rule) => {
    const path = make();
    expect(await rulesOf('mean', path)).toEqual([rule]);
    expect(await rulesOf('binarize', path)).toEqual(['exact']);
  });

  it.each([
    ['multiples of an eighth', eighths, 'exact'],
    ['negative zeros', [-0, 1, -0, -1, -0], 'exact'],
    ['small multiples', eighths.map((value) => value * 2 ** -140), 'exact'],
    ['values of both signs', signed, 'tolerance'],
    ['equal values', alike, 'tolerance'],
    ['values that add up to nothing', [1e30, 1, -1e30, 1].map(Math.fround), 'tolerance'],
  ])('%s are scanned right by every variant', async (_what, values, rule) => {
    expect(await rulesOf('exclusive-scan', array('<f4', values), { element: 'float32' })).toEqual([
      rule,
    ]);
  });

  const inputs = { eighths, signed, alike };
  const faults = ['lost-tail', 'off-by-one', 'replay', 'stale', 'changed-input', 'unwritten'];
  it.each(
    (['exclusive-scan', 'mean', 'binarize'] as const).flatMap((workload) =>
      Object.keys(inputs).map((name) => [workload, name] as const),
    ),
  )(
    'programs that are wrong are found out: %s of %s',
    { timeout: 60_000 },
    async (workload, name) => {
      const input = array('<f4', inputs[name as keyof typeof inputs]);
      const wrong = openAddon('cpu', testAddonFolder);
      const ids = variantsOf(wrong, workload)
        .map(({ id }) => id)
        .filter((id) => faults.includes(id.replace('test-', '')));
      expect(ids.length).toBeGreaterThan(3);
      const values: Values = workload === 'exclusive-scan' ? { element: 'float32' } : {};
      for (const id of ids) {
        const result = await runCase(wrong, engineCase(workload, id, values, { input }));
        expect([id, result.outcome, result.samples.length]).toEqual([id, 'failed', 0]);
      }
    },
  );
});

describe('one of a million values, which is less than the tolerance of a sum of floats', () => {
  const million = Array.from({ length: 999_983 }, () => Math.fround(random.uniform()));

  it.each(['test-lost-boundary', 'test-included-last'])(
    '%s fails',
    { timeout: 60_000 },
    async (variant) => {
      const wrong = openAddon('cpu', testAddonFolder);
      for (const threads of [2, 3, 4]) {
        const result = await runCase(
          wrong,
          engineCase(
            'exclusive-scan',
            variant,
            { element: 'float32', threads },
            { input: array('<f4', million) },
          ),
        );
        expect([threads, result.outcome]).toEqual([threads, 'failed']);
        expect(result.reason).toMatch(/^wrong answer .*: sum \d+ is /);
      }
    },
  );
});

describe('real numbers that are refused', () => {
  const f32 = { element: 'float32' };
  it.each<[string, string, () => string, Values, RegExp]>([
    [
      'not a number',
      'mean',
      () => array('<f8', [1, Number.NaN]),
      {},
      /value nan at index 1, allowed is finite/,
    ],
    [
      'infinity',
      'binarize',
      () => array('<f4', [1, Number.NEGATIVE_INFINITY]),
      {},
      /value -inf at index 1/,
    ],
    [
      'what a float would round',
      'exclusive-scan',
      () => array('<f8', [0.5, 0.1]),
      f32,
      /value 0\.1\d* at index 1, allowed is numbers that float32 holds exactly/,
    ],
    [
      'what no float can be',
      'exclusive-scan',
      () => array('<f8', [1e300]),
      f32,
      /value 1\.0*\d*e\+300 at index 0/,
    ],
    [
      'integers that a float would round',
      'exclusive-scan',
      () => array('<i4', [2 ** 24 + 1]),
      f32,
      /value 16777217 at index 0, allowed is -16777216 to 16777216/,
    ],
    [
      'floats for integers',
      'exclusive-scan',
      () => array('<f4', [1]),
      {},
      /type '<f4', allowed is any integer type$/,
    ],
    [
      'raw floats for integers',
      'exclusive-scan',
      () => saved('x.f32', encodeReals('<f4', [1])),
      {},
      /unknown extension, allowed is \.npy, \.bin or \.i32/,
    ],
    [
      'half precision',
      'mean',
      () => saved('x.npy', npyFile({ descr: '<f2', shape: [1], data: Buffer.alloc(2) })),
      {},
      /type '<f2', allowed is any integer type, float32 and float64/,
    ],
    ['nothing', 'mean', () => array('<f8', []), {}, /has no values/],
    [
      'sums without end',
      'mean',
      () => array('<f8', [1e305, -1e305]),
      {},
      /magnitudes whose sum is above 2\^1000/,
    ],
    [
      'large sums of floats',
      'exclusive-scan',
      () => array('<f4', [3e38, -3e38]),
      f32,
      /magnitudes that add up to 6\S*e\+38, allowed is up to/,
    ],
    [
      'half a number',
      'mean',
      () => saved('x.f64', Buffer.alloc(12)),
      {},
      /12 bytes, raw float64 needs a multiple of 8/,
    ],
  ])('%s', async (_what, workload, make, values, reason) => {
    await expect(addon.inspectInput(workload, make(), values)).rejects.toMatchObject({
      code: 'bad-input',
      message: expect.stringMatching(reason),
    });
  });
});
