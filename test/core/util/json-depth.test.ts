import { describe, expect, it } from 'vitest';
import { isTooDeep } from '../../../src-main/core/util/json-depth.ts';

const nested = (depth: number): unknown => JSON.parse('['.repeat(depth) + ']'.repeat(depth));

describe('nesting', () => {
  it('is told at the limit, in lists and in objects', () => {
    expect([isTooDeep(nested(3), 3), isTooDeep(nested(4), 3)]).toEqual([false, true]);
    expect(isTooDeep({ a: { b: { c: {} } } }, 3)).toBe(true);
    expect(isTooDeep({ a: [1, { b: new Uint8Array(9) }] }, 3)).toBe(false);
  });

  it('costs no stack, however deep', () => {
    expect(isTooDeep(nested(200_000))).toBe(true);
    expect([isTooDeep('text'), isTooDeep(null), isTooDeep(undefined)]).toEqual([
      false,
      false,
      false,
    ]);
  });
});
