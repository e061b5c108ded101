import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';
import { engineCase, openAddon } from '../native-addons.ts';
import { npyFile } from '../npy.ts';
import { built, hostVariant, integerAxis, library } from './lab-fixture.ts';

const addon = openAddon('cpu');
afterEach(async () => addon.closeLab('copy'));

const mask = (1n << 64n) - 1n;
/** The formulas of docs/inputs.md, in numbers of any size. */
function bits(seed: bigint, i: bigint): bigint {
  const s = (seed + (i + 1n) * 0x9e3779b97f4a7c15n) & mask;
  let z = ((s ^ (s >> 30n)) * 0xbf58476d1ce4e5b9n) & mask;
  z = ((z ^ (z >> 27n)) * 0x94d049bb133111ebn) & mask;
  return z ^ (z >> 31n);
}
const below = (seed: bigint, i: bigint, range: bigint) =>
  range <= 1n << 32n ? ((bits(seed, i) >> 32n) * range) >> 32n : (bits(seed, i) * range) >> 64n;
const unit = (seed: bigint, i: bigint) => Number(bits(seed, i) >> 11n) * 2 ** -53;
const width = (value: bigint) => BigInt(value.toString(2).length);

function normal(seed: bigint, i: bigint): number {
  let sum = 0n;
  for (let k = 0n; k < 12n; k++) sum += bits(seed, 12n * i + k) >> 32n;
  return Number(sum) / 2 ** 32 - 6;
}

function zipf(seed: bigint, i: bigint, count: bigint): bigint {
  const value = below(seed, 2n * i + 1n, 1n << below(seed, 2n * i, width(count)));
  return value < count ? value : count - 1n;
}

function permuted(seed: bigint, i: bigint, count: bigint): bigint {
  const half = count > 1n ? (width(count - 1n) + 1n) / 2n : 1n;
  const low = (1n << half) - 1n;
  let x = i;
  do {
    let [left, right] = [x >> half, x & low];
    for (let repetition = 0n; repetition < 4n; repetition++) {
      [left, right] = [right, left ^ ((bits(seed, (repetition << 32n) + right) >> 32n) & low)];
    }
    x = (left << half) | right;
  } while (x >= count);
  return x;
}

const copies = new Map<number, string>();
/** A library that copies elements of so many bytes. */
function copyOf(bytes: number): string {
  const code = `void breakeven_call(void **a) { memcpy(a[2], a[1], *(int64_t *)a[0] * ${bytes}); }`;
  const path = copies.get(bytes) ?? library(code);
  copies.set(bytes, path);
  return path;
}

/** The array that a fill makes, as bytes: a lab that copies its input, argument 1, to its output. */
async function filled(
  type: string,
  fill: string,
  n: number,
  bytes: number,
  shape: readonly string[] = ['n'],
): Promise<Buffer> {
  const copy = copyOf(bytes);
  const array = { array: type, shape };
  const description = {
    ...{ id: 'copy', title: 'Copy', summary: '', contract: 'f'.repeat(64), size: 'n' },
    ...{ baseline: 'copy', reference: 'copy', axes: [integerAxis('n')], work: {} },
    args: [
      { name: 'n', scalar: 'int64', value: 'n' },
      { name: 'x', ...array, fill, out: false },
      { name: 'y', ...array, out: true },
    ],
    check: { rule: 'exact', rtol: 0, atol: 0 },
    variants: [hostVariant('copy')],
  };
  const artifacts = { reference: { path: copy }, variants: { copy: built(copy) } };
  await addon.openLab(description, artifacts);
  const request = engineCase('copy', 'copy', { n, seed: 3 });
  const { output, result } = Object(await addon.once(request, true, () => undefined));
  if (result.reason !== null) throw new Error(result.reason);
  return output;
}

const seed = 3n + (1n << 32n);
const list = <T>(n: number, value: (i: bigint) => T): T[] =>
  Array.from({ length: n }, (_, i) => value(BigInt(i)));
const bytesOf = (array: ArrayBufferView) =>
  Buffer.from(array.buffer, array.byteOffset, array.byteLength);

describe('a fill makes what its formula says', () => {
  const n = 1000;
  it.each<[string, string, ArrayBufferView]>([
    ['uniform(-1, n)', 'float64', Float64Array.from(list(n, (i) => -1 + (n + 1) * unit(seed, i)))],
    ['uniform(-1, 1)', 'float32', Float32Array.from(list(n, (i) => -1 + 2 * unit(seed, i)))],
    ['uniform(0, 1)', 'complex64', Float32Array.from(list(2 * n, (i) => unit(seed, i)))],
    ['integers(-5, 9)', 'int32', Int32Array.from(list(n, (i) => Number(below(seed, i, 14n)) - 5))],
    ['integers(0, 256)', 'uint8', Uint8Array.from(list(n, (i) => Number(below(seed, i, 256n))))],
    [
      'integers(-2 ** 53, 2 ** 53)',
      'int64',
      BigInt64Array.from(list(n, (i) => below(seed, i, 1n << 54n) - (1n << 53n))),
    ],
    ['integers(0, 8)', 'float32', Float32Array.from(list(n, (i) => Number(below(seed, i, 8n))))],
    ['normal(10, 2)', 'float64', Float64Array.from(list(n, (i) => 10 + 2 * normal(seed, i)))],
    ['zipf(1000)', 'uint16', Uint16Array.from(list(n, (i) => Number(zipf(seed, i, 1000n))))],
    ['sorted', 'float64', Float64Array.from(list(n, (i) => Number(i) / n))],
    ['sorted', 'int32', Int32Array.from(list(n, Number))],
    ['sorted(-3, 4)', 'int8', Int8Array.from(list(n, (i) => Number((i * 7n) / 1000n) - 3))],
    ['arange', 'int16', Int16Array.from(list(n, Number))],
    ['arange(5, -0.5)', 'float32', Float32Array.from(list(n, (i) => 5 - Number(i) / 2))],
    ['arange', 'complex128', Float64Array.from(list(n, Number).flatMap((real) => [real, 0]))],
    ['permutation', 'uint64', BigUint64Array.from(list(n, (i) => permuted(seed, i, 1000n)))],
    ['constant(n / 3)', 'float64', new Float64Array(n).fill(n / 3)],
    ['constant(-0.1)', 'float16', new Uint16Array(n).fill(0xae66)],
    ['constant(70000)', 'float16', new Uint16Array(n).fill(0x7c00)],
    ['constant(2 ** -24)', 'float16', new Uint16Array(n).fill(0x0001)],
    ['constant(2049)', 'float16', new Uint16Array(n).fill(0x6800)],
    ['constant(-0.1)', 'bfloat16', new Uint16Array(n).fill(0xbdcd)],
    ['constant(257)', 'bfloat16', new Uint16Array(n).fill(0x4380)],
  ])('%s of %s', async (fill, type, expected) => {
    const made = await filled(type, fill, n, expected.byteLength / n);
    expect(made.equals(bytesOf(expected))).toBe(true);
  });

  it('a permutation has every number once', async () => {
    for (const count of [1, 2, 3, 5, 64, 65, 4097]) {
      const made = await filled('int32', 'permutation', count, 4);
      const numbers = new Int32Array(made.buffer, made.byteOffset, count);
      expect([...numbers].sort((a, b) => a - b)).toEqual(list(count, Number));
    }
  });

  it('numbers that were made once are made for ever', async () => {
    const made = await filled('uint32', 'integers(0, 2 ** 32)', 3, 4);
    expect([0, 4, 8].map((at) => made.readUInt32LE(at))).toMatchInlineSnapshot(`
      [
        2718182842,
        3062335861,
        6207608,
      ]
    `);
  });
});

describe('a fill from a .npy file', () => {
  const file = (descr: string, shape: readonly number[], data: Buffer) => {
    const path = join(temporaryFolder(), 'x.npy');
    writeFileSync(path, npyFile({ descr, shape: [...shape], data }));
    return `file(${JSON.stringify(path)})`;
  };
  const data = bytesOf(Float32Array.of(1, 2.5, -3));

  it('is the data of the file', async () => {
    expect((await filled('float32', file('<f4', [3], data), 3, 4)).equals(data)).toBe(true);
  });

  it.each<[RegExp, string, number[]]>([
    [/x\.npy has elements of type '<f8', the array is of float32 \('<f4'\)$/, '<f8', [3]],
    [/x\.npy has the shape \(1, 3\), the array has \(3\) at these values$/, '<f4', [1, 3]],
    [/x\.npy has 12 bytes of data, its shape needs 16$/, '<f4', [4]],
  ])('is refused: %s', async (reason, descr, shape) => {
    const n = shape.length === 1 && shape[0] === 4 ? 4 : 3;
    await expect(filled('float32', file(descr, shape, data), n, 4)).rejects.toThrow(reason);
  });
});

describe('a fill from a file of numbers', () => {
  const fillOf = (name: string, content: string | Uint8Array) => {
    const path = join(temporaryFolder(), name);
    writeFileSync(path, content);
    return `file(${JSON.stringify(path)})`;
  };
  const little = (...values: readonly number[]) => bytesOf(Float64Array.from(values));

  it.each<[string, string | Uint8Array, number, Buffer]>([
    ['x.csv', '\uFEFF"value"\r\n# three\r\n1.5\r\n-2e3\r\n"7"\r\n', 2, little(1.5, -2000)],
    ['x.csv', '4, 5 , 6\n', 3, little(4, 5, 6)],
    ['x.bin', little(1, 2, 3), 2, little(1, 2)],
  ])('is CSV or raw, of which a case takes the first rows: %s %#', async (...row) => {
    const [name, content, n, expected] = row;
    expect((await filled('float64', fillOf(name, content), n, 8)).equals(expected)).toBe(true);
  });

  it('keeps whole numbers that no float64 holds', async () => {
    const fill = fillOf('x.csv', '9007199254740993;1\n2;3\n');
    const made = await filled('int64', fill, 1, 16, ['n', '2']);
    expect(made.equals(bytesOf(BigInt64Array.of(9007199254740993n, 1n)))).toBe(true);
  });

  it.each<[string, string, string, string]>([
    ['float64', 'x.csv', '1\n2\n', 'has 2 rows of 1 number, the array has the shape (4) at these'],
    ['float64', 'x.csv', '1\n2,3\n', 'has 2 numbers in place of 1 in line 2'],
    ['float64', 'x.csv', 'a,b\n1,\n', 'has an empty field in line 2'],
    ['float64', 'x.csv', '1\nseven\n', 'has "seven" in line 2'],
    ['float64', 'x.csv', 'a\n', 'has no numbers'],
    ['float64', 'x.csv', '1 2\n3 4\n', 'has 2 rows of 2 numbers, the array has the shape (4) at'],
    ['int32', 'x.csv', '1\n2.5\n3\n4\n', 'has 2.5 in line 2, which is no int32'],
    [
      'float64',
      'x.bin',
      '12345678',
      'has 8 bytes, the array (4) of float64 has 32 at these values',
    ],
    ['float64', 'x.bin', '123456789', 'has 9 bytes, which are no multiple of the 8 of a row'],
    ['float64', 'x.dat', '1\n', 'has an unknown ending: allowed are .npy, .csv and .bin'],
  ])('of %s as %s is refused: %j', async (type, name, content, sentence) => {
    await expect(filled(type, fillOf(name, content), 4, 8)).rejects.toThrow(sentence);
  });
});

describe('a fill from a Matrix Market file', () => {
  const matrix = (content: string, part: string) => {
    const path = join(temporaryFolder(), 'a,b.mtx');
    writeFileSync(path, `%%MatrixMarket matrix coordinate ${content}`);
    return `matrix(${JSON.stringify(path)}, "${part}")`;
  };
  const general = 'real general\n2 3 4\n2 3 -1.5\n1 2 2\n2 1 4\n1 2 0.25\n';
  const lower = (field: string, symmetry: string, value: string) =>
    `${field} ${symmetry}\n3 3 2\n1 1 ${value}\n3 1 ${value}\n`;

  it.each<[string, string, string, NodeJS.TypedArray]>([
    ['row_pointers', general, 'int32', Int32Array.of(0, 1, 3)],
    // What stands at one place is added up.
    ['columns', general, 'uint64', BigUint64Array.of(1n, 0n, 2n)],
    ['values', general, 'float64', Float64Array.of(2.25, 4, -1.5)],
    ['row_pointers', lower('pattern', 'symmetric', ''), 'int64', BigInt64Array.of(0n, 2n, 2n, 3n)],
    ['columns', lower('pattern', 'symmetric', ''), 'int32', Int32Array.of(0, 2, 0)],
    ['values', lower('pattern', 'symmetric', ''), 'float32', Float32Array.of(1, 1, 1)],
    ['values', lower('integer', 'symmetric', '7'), 'int16', Int16Array.of(7, 7, 7)],
    ['values', lower('real', 'skew-symmetric', '2'), 'float64', Float64Array.of(2, -2, 2)],
    [
      'values',
      lower('complex', 'hermitian', '1 2'),
      'complex64',
      Float32Array.of(1, 2, 1, -2, 1, 2),
    ],
    ['values', general, 'complex128', Float64Array.of(2.25, 0, 4, 0, -1.5, 0)],
  ])('is its %s: %#', async (part, content, type, expected) => {
    const count = part === 'row_pointers' ? expected.length : 3;
    const made = await filled(type, matrix(content, part), count, expected.byteLength / count);
    expect(made.equals(bytesOf(expected))).toBe(true);
  });

  it.each<[RegExp, string, string, string, number]>([
    [
      /the fill of x: .*a,b\.mtx has 2 rows and 3 entries, so its columns have the shape \(3\), the array has \(4\)$/,
      'columns',
      general,
      'int32',
      4,
    ],
    [/has the value 2\.25, which is no int32$/, 'values', general, 'int32', 3],
    [
      /has complex values, the array is of float32$/,
      'values',
      lower('complex', 'general', '1 0'),
      'float32',
      2,
    ],
    [
      /line 3: the matrix has a value that is beyond the range of float64$/,
      'values',
      'real general\n1 1 1\n1 1 1e999\n',
      'float64',
      1,
    ],
    [
      /2 rows and 3 columns, but a symmetric one must be square$/,
      'values',
      'real symmetric\n2 3 0\n',
      'float64',
      1,
    ],
    [
      /a matrix has no part "rows"; there are row_pointers, columns, values$/,
      'rows',
      general,
      'int32',
      3,
    ],
    [/the columns of a matrix are whole numbers, not float32$/, 'columns', general, 'float32', 3],
  ])('is refused: %s', async (reason, part, content, type, count) => {
    await expect(filled(type, matrix(content, part), count, 4)).rejects.toThrow(reason);
  });
});
