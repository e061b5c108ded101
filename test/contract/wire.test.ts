import { describe, expect, it } from 'vitest';
import { decodeWire } from '../../src-main/contract/wire.ts';
import { encodeWire } from '../../src-main/hosts/http/encode-wire.ts';

const there = (value: unknown): unknown => decodeWire(encodeWire(value));

describe('wire', () => {
  it('keeps bytes of every value and of many pieces', () => {
    const all = Uint8Array.from({ length: 256 }, (_, i) => i);
    const many = new Uint8Array(100_003).fill(7);
    const decoded = there({
      files: [
        { name: 'a', bytes: all },
        { name: 'b', bytes: many },
      ],
    });
    expect(decoded).toEqual({
      files: [
        { name: 'a', bytes: all },
        { name: 'b', bytes: many },
      ],
    });
  });

  it('keeps bytes of a Buffer, which has its own idea of JSON', () => {
    expect(there(Buffer.from([1, 2, 255]))).toEqual(Uint8Array.of(1, 2, 255));
    expect(there({ bytes: Buffer.from([1]) })).toEqual({ bytes: Uint8Array.of(1) });
  });

  it('keeps numbers that JSON does not know', () => {
    expect(there([Number.NaN, Number.POSITIVE_INFINITY, -Infinity, 0.1, 2 ** 53])).toEqual([
      Number.NaN,
      Number.POSITIVE_INFINITY,
      Number.NEGATIVE_INFINITY,
      0.1,
      2 ** 53,
    ]);
  });

  it('leaves plain data as it is', () => {
    const data = { a: null, b: [true, 'x', {}], c: { $bytes: 5 }, d: { $bytes: 'AA==', more: 1 } };
    expect(there(data)).toEqual(data);
  });
});
