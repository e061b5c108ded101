import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../helpers/temporary-folder.ts';
import { codeOf, engineCase, openAddon, verifyCase } from './native-addons.ts';
import { encode, npyFile } from './npy.ts';

const values = [5, 0, 12, 127, 3, 3, 64, 1];
const bins = 16;

function digestOf(list: readonly number[]): string {
  const counts = new Uint32Array(bins);
  for (const value of list) counts[value % bins] = (counts[value % bins] ?? 0) + 1;
  return createHash('sha256').update(counts).digest('hex');
}

async function messageOf(path: string): Promise<string> {
  const request = engineCase('histogram', 'sequential', { bins }, { input: path });
  return openAddon('cpu')
    .run(request, () => undefined)
    .then(
      () => 'resolved',
      (error: unknown) => `${Reflect.get(Object(error), 'code')}: ${String(error)}`,
    );
}

describe('input from a file', () => {
  const types = [
    '|i1',
    '|u1',
    ...['2', '4', '8'].flatMap((w) => [`<i${w}`, `>i${w}`, `<u${w}`, `>u${w}`]),
  ];

  it.each(types)('reads .npy of type %s', async (descr) => {
    const path = join(temporaryFolder(), 'values.npy');
    writeFileSync(path, npyFile({ descr, shape: [values.length], data: encode(descr, values) }));
    const request = engineCase('histogram', 'sequential', { bins }, { input: path });
    const result = await verifyCase(openAddon('cpu'), request);
    expect(result.answer?.sha256).toBe(digestOf(values));
    expect(result.answer?.attributes.total).toBe(values.length);
    expect(await openAddon('cpu').inspectInput('histogram', path)).toEqual({ n: values.length });
  });

  it.each([1, 2, 3] as const)('reads format version %i and more dimensions', async (version) => {
    const path = join(temporaryFolder(), 'values.npy');
    const data = encode('<i4', values);
    writeFileSync(path, npyFile({ descr: '<i4', shape: [2, 4], version, data }));
    const request = engineCase('histogram', 'omp-private', { bins }, { input: path });
    expect((await verifyCase(openAddon('cpu'), request)).answer?.sha256).toBe(digestOf(values));
  });

  it('is inspected as the values say: matrices row by row or position by position', async () => {
    const path = join(temporaryFolder(), 'matrices.npy');
    const data = encode(
      '<i2',
      Array.from({ length: 18 }, (_, i) => 20 - i),
    );
    writeFileSync(path, npyFile({ descr: '<i2', shape: [2, 9], data }));
    const addon = openAddon('cpu');
    expect(await addon.inspectInput('min3x3', path, { layout: 'aos' })).toEqual({ n: 2 });
    expect(await addon.inspectInput('min3x3', path, { layout: 'soa' })).toEqual({ n: 2 });
    await expect(addon.inspectInput('histogram', path, { bins: 0 })).rejects.toMatchObject({
      message: expect.stringContaining('bins is 0'),
    });
    await expect(addon.inspectInput('min3x3', path, { layout: 'rows' })).rejects.toMatchObject({
      message: expect.stringContaining("layout is 'rows'"),
    });
  });

  /** Minima of both layouts, of a file with matrices 0, 1, ... whose position p is 10p - matrix. */
  async function minimaOf(shape: readonly number[], fortran: boolean, list: readonly number[]) {
    const path = join(temporaryFolder(), 'matrices.npy');
    writeFileSync(path, npyFile({ descr: '<i4', shape, fortran, data: encode('<i4', list) }));
    const results = ['soa', 'aos'].map((layout) =>
      verifyCase(openAddon('cpu'), engineCase('min3x3', 'sequential', { layout }, { input: path })),
    );
    return (await Promise.all(results)).map(({ answer, verification }) => [
      verification?.passed,
      answer?.sha256,
    ]);
  }

  const count = 4;
  const byMatrix = Array.from({ length: 9 * count }, (_, k) => 10 * (k % 9) - Math.floor(k / 9));
  const byPosition = Array.from(
    { length: 9 * count },
    (_, k) => 10 * Math.floor(k / count) - (k % count),
  );
  /** Of shape (n, 3, 3), the first index fastest. */
  const squaresInFortranOrder = Array.from({ length: 9 * count }, (_, k) => {
    const [matrix, rest] = [k % count, Math.floor(k / count)];
    return 10 * (3 * (rest % 3) + Math.floor(rest / 3)) - matrix;
  });

  it.each([
    [[count, 9], false, byMatrix],
    [[count, 3, 3], false, byMatrix],
    [[9, count], false, byPosition],
    [[3, 3, count], false, byPosition],
    [[count, 9], true, byPosition],
    [[9, count], true, byMatrix],
    [[count, 3, 3], true, squaresInFortranOrder],
  ] as const)('reads matrices of shape %j, in Fortran order: %j', async (shape, fortran, list) => {
    const minima = Int32Array.from({ length: 9 }, (_, p) => 10 * p - (count - 1));
    const digest = createHash('sha256').update(minima).digest('hex');
    expect(await minimaOf(shape, fortran, list)).toEqual([
      [true, digest],
      [true, digest],
    ]);
  });

  it('takes nine matrices in nine columns, and a flat file, as the layout says', async () => {
    const nine = Array.from({ length: 81 }, (_, k) => (k * 37) % 100);
    for (const shape of [[9, 9], [81]]) {
      const [soa, aos] = await minimaOf(shape, false, nine);
      expect([soa?.[0], aos?.[0]]).toEqual([true, true]);
      expect(soa?.[1]).not.toBe(aos?.[1]);
    }
  });

  it.each([[[2, 8]], [[4, 2, 3]], [[10]], [[2, 3, 3, 1]]])(
    'refuses matrices of shape %j',
    async (shape) => {
      const list = Array.from({ length: shape.reduce((a, b) => a * b, 1) }, () => 1);
      await expect(minimaOf(shape, false, list)).rejects.toMatchObject({
        code: 'bad-input',
        message: expect.stringContaining(`is ${shape.join(' x ')}, but must be n x 3 x 3, n x 9`),
      });
    },
  );

  it('takes values of Fortran order in C order', async () => {
    const path = join(temporaryFolder(), 'values.npy');
    // [[1, 2, 3], [40, 50, 60]]
    const data = encode('<i4', [1, 40, 2, 50, 3, 60]);
    writeFileSync(path, npyFile({ descr: '<i4', shape: [2, 3], fortran: true, data }));
    const request = engineCase('exclusive-scan', 'sequential', {}, { input: path });
    const { answer } = await verifyCase(openAddon('cpu'), request);
    const sums = Int32Array.of(0, 1, 3, 6, 46, 96);
    expect(answer?.sha256).toBe(createHash('sha256').update(sums).digest('hex'));
  });

  it('reads raw int32, and a file that holds nothing', async () => {
    const folder = temporaryFolder();
    for (const list of [values, []]) {
      const path = join(folder, `values-${list.length}.i32`);
      writeFileSync(path, encode('<i4', list));
      const request = engineCase('histogram', 'sequential', { bins }, { input: path });
      const result = await verifyCase(openAddon('cpu'), request);
      expect(result.answer?.sha256).toBe(digestOf(list));
    }
  });

  const good = { descr: '<i4', shape: [8], data: encode('<i4', values) } as const;
  const sound = npyFile(good);
  const damaged: readonly (readonly [string, Buffer, RegExp])[] = [
    ['another.npy', Buffer.from('PK\x03\x04 something else'), /is not a \.npy file/],
    ['empty.npy', Buffer.alloc(0), /is not a \.npy file/],
    ['short.npy', sound.subarray(0, 40), /ends inside its header/],
    ['cut.npy', sound.subarray(0, sound.length - 3), /is cut off: .*32 bytes.*29/],
    ['long.npy', npyFile({ ...good, shape: [7] }), /is longer than it says: .*28 bytes.*32/],
    ['none.npy', npyFile({ ...good, shape: [0] }), /is longer than it says: .* 0 bytes.*32/],
    ['float.npy', npyFile({ ...good, descr: '<f4' }), /type '<f4', allowed is any integer type/],
    ['bool.npy', npyFile({ ...good, descr: '|b1' }), /type '\|b1', allowed is any integer type/],
    [
      'fortran.npy',
      npyFile({ ...good, shape: [2, 5], fortran: true }),
      /is cut off: .*40 bytes.*32/,
    ],
    ['huge.npy', npyFile({ ...good, shape: [2 ** 40, 2 ** 40] }), /more elements than any memory/],
    ['many.npy', npyFile({ ...good, shape: [2 ** 33] }), /is cut off/],
    ['shape.npy', npyFile({ ...good, shape: [-8] }), /shape is not a list of sizes/],
    [
      'version.npy',
      Buffer.concat([sound.subarray(0, 6), Buffer.from([9]), sound.subarray(7)]),
      /version 9/,
    ],
    [
      'negative.npy',
      npyFile({ ...good, data: encode('<i4', [...values.slice(1), -7]) }),
      /value -7 at index 7/,
    ],
    [
      'large.npy',
      npyFile({ ...good, descr: '<u8', shape: [1], data: encode('<u8', [2 ** 31]) }),
      /value 2147483648 at index 0/,
    ],
    ['raw.i32', Buffer.alloc(7), /7 bytes, raw int32 needs a multiple of 4/],
    ['text.csv', Buffer.from('1,2'), /unknown extension, allowed is \.npy, \.bin or \.i32/],
  ];

  it.each(damaged)('refuses %s in one sentence', async (name, content, expected) => {
    const path = join(temporaryFolder(), name);
    writeFileSync(path, content);
    const message = await messageOf(path);
    expect(message).toMatch(/^bad-input: /);
    expect(message).toMatch(expected);
    expect(message).toContain(name);
    expect(await codeOf(openAddon('cpu').inspectInput('histogram', path))).toBe('bad-input');
  });

  it('refuses a header that claims four gibibytes of itself', async () => {
    const path = join(temporaryFolder(), 'header.npy');
    const start = Buffer.from('\x93NUMPY\x02\x00\xff\xff\xff\xff', 'latin1');
    writeFileSync(path, Buffer.concat([start, sound]));
    expect(await messageOf(path)).toMatch(/header of more than 1 MiB|ends inside its header/);
  });

  it('names a file that is missing or a folder', async () => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, 'folder.npy'));
    expect(await messageOf(join(folder, 'missing.npy'))).toMatch(/missing\.npy does not exist/);
    expect(await messageOf(join(folder, 'folder.npy'))).toMatch(/folder\.npy is not a file/);
  });
});
