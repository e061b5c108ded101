import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { Values } from '../../src-main/contract/workload.ts';
import { withUnpacked } from '../../src-main/engine/unpacked-input.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';
import { openAddon } from './native-addons.ts';
import { encode, encodeReals, npyFile } from './npy.ts';
import { matrixMarket, randomSparse } from './second-row-ordering.ts';

/** Under the sanitizers, which see what a plain run does not, there are more. */
const count = process.env.LD_PRELOAD?.includes('asan') === true ? 10_000 : 2500;

/** Deterministic numbers below a range (mulberry32). */
function numbers(seed: number): (range: number) => number {
  let state = seed;
  return (range) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % range;
  };
}

/** One to four changes: a byte, a bit, a piece cut out, doubled or put elsewhere, the end cut off. */
function mutate(
  content: Buffer,
  below: (range: number) => number,
  tokens: readonly string[],
): Buffer {
  let result = Buffer.from(content);
  for (let changes = 1 + below(4); changes > 0; changes -= 1) {
    // Half of them leave the beginning alone, or little would get past the reading of headers.
    const min = below(2) === 0 ? Math.floor(result.length / 2) : 0;
    const at = min + below(result.length - min + 1);
    const piece = result.subarray(at, at + 1 + below(12));
    const rest = result.subarray(at + piece.length);
    const before = result.subarray(0, at);
    switch (below(7)) {
      case 0:
        result = Buffer.concat([before, Buffer.from([below(256)]), result.subarray(at + 1)]);
        break;
      case 1:
        if (at < result.length) result[at] = (result[at] ?? 0) ^ (1 << below(8));
        break;
      case 2:
        result = Buffer.concat([before, rest]);
        break;
      case 3:
        result = Buffer.concat([before, piece, piece, rest]);
        break;
      case 4:
        result = Buffer.concat([before, rest, piece]);
        break;
      case 5:
        result = Buffer.from(before);
        break;
      default: {
        const token = tokens[below(tokens.length)] ?? '';
        result = Buffer.concat([before, Buffer.from(token, 'latin1'), rest]);
      }
    }
  }
  return result;
}

/** What became of each file: read, or refused in one sentence. Anything else ends the test, and a crash the process. */
async function readAll(
  workload: string,
  extension: string,
  sound: readonly Buffer[],
  tokens: readonly string[],
  files = count,
  values?: Values,
): Promise<{ read: number; refused: number }> {
  const addon = openAddon('cpu');
  const folder = temporaryFolder();
  const below = numbers(20_241_121);
  const seen = { read: 0, refused: 0 };
  for (let i = 0; i < files; i += 1) {
    // A path of its own, so that what is held of an earlier file cannot answer.
    const path = join(folder, `${i}.${extension}`);
    writeFileSync(path, mutate(sound[i % sound.length] ?? Buffer.alloc(0), below, tokens));
    try {
      await withUnpacked(path, (plain) => addon.inspectInput(workload, plain, values));
      seen.read += 1;
    } catch (error) {
      const { code, message } = Object(error) as { code?: string; message?: string };
      expect(code, `file ${i}: ${message}`).toBe('bad-input');
      expect(message, `file ${i}`).toContain(path);
      seen.refused += 1;
    }
  }
  return seen;
}

describe(`${count} mutated files`, () => {
  it('of matrices are read or refused', { timeout: 120_000 }, async () => {
    const sound = [1, 7, 40].flatMap((n) => [
      Buffer.from(matrixMarket(randomSparse(n, n), 'symmetric')),
      Buffer.from(`%%MatrixMarket matrix coordinate pattern general\n${n} ${n} 1\n${n} 1\n`),
    ]);
    const tokens = [
      '0',
      '-',
      '1e9',
      ' ',
      '\n',
      '\r',
      '\0',
      '%',
      '99999999999999999999',
      'nan',
      '\xff',
    ];
    const seen = await readAll('row-ordering', 'mtx', sound, tokens);
    expect(seen.read).toBeGreaterThan(count / 50);
    expect(seen.refused).toBeGreaterThan(count / 2);
  });

  it('of .npy arrays are read or refused', { timeout: 120_000 }, async () => {
    const sound = ['|u1', '<i2', '>i4', '<u8'].flatMap((descr) =>
      ([1, 2, 3] as const).map((version) =>
        npyFile({ descr, version, shape: [2, 3], data: encode(descr, [0, 1, 2, 99, 5, 6]) }),
      ),
    );
    const tokens = [
      '0',
      '-',
      '(',
      ')',
      ',',
      "'",
      '99999999999999999999',
      'True',
      '\0',
      '\n',
      '<f8',
    ];
    const seen = await readAll('histogram', 'npy', sound, tokens);
    expect(seen.read).toBeGreaterThan(count / 50);
    expect(seen.refused).toBeGreaterThan(count / 2);
  });

  it.each([
    ['exclusive-scan', [6]],
    ['min3x3', [9, 2]],
    ['min3x3', [2, 3, 3]],
  ] as const)('of .npy arrays for %s', { timeout: 120_000 }, async (workload, shape) => {
    const values = Array.from({ length: shape.reduce((a, b) => a * b, 1) }, (_, i) => i % 100);
    const sound = ['|i1', '<i4', '>u2', '<i8'].map((descr) =>
      npyFile({
        descr,
        version: 1,
        shape: [...shape],
        fortran: descr === '>u2',
        data: encode(descr, values),
      }),
    );
    const seen = await readAll(workload, 'npy', sound, ['9', '(', ',', '-', '\0'], count / 5);
    expect(seen.read).toBeGreaterThan(count / 250);
    expect(seen.refused).toBeGreaterThan(count / 10);
  });

  it.each([
    ['mean', {}],
    ['binarize', {}],
    ['exclusive-scan', { element: 'float32' }],
  ] as const)('of real .npy arrays for %s', { timeout: 120_000 }, async (workload, values) => {
    const numbers = [0.5, -0, 1e30, 3, -2, 2 ** -100];
    const sound = ['<f4', '>f4', '<f8', '|i1'].map((descr, i) =>
      npyFile({
        descr,
        shape: [2, 3],
        fortran: i % 2 === 1,
        data: descr[1] === 'f' ? encodeReals(descr, numbers) : encode(descr, [1, -2, 3, 4, 5, 6]),
      }),
    );
    const tokens = ['9', '(', ',', 'True', 'False', '<f2', '\xff', '\0'];
    const seen = await readAll(workload, 'npy', sound, tokens, count / 5, values);
    expect(seen.read).toBeGreaterThan(count / 250);
    expect(seen.refused).toBeGreaterThan(count / 10);
  });

  it('of compressed matrices', { timeout: 120_000 }, async () => {
    const sound = [1, 7, 40].map((n) =>
      gzipSync(Buffer.from(matrixMarket(randomSparse(n, n), 'symmetric'))),
    );
    const seen = await readAll(
      'row-ordering',
      'mtx.gz',
      sound,
      ['\0', '\xff', '\x1f\x8b'],
      count / 5,
    );
    // A checksum finds nearly every change; those in the header's idle bytes are none.
    expect(seen.read).toBeGreaterThan(0);
    expect(seen.refused).toBeGreaterThan(count / 10);
  });
});
