import { describe, expect, it } from 'vitest';
import { openPart } from './native-addons.ts';

const { scan } = openPart<{
  scan: (
    instructions: string,
    words: Uint32Array,
    running: number,
    margin: number,
  ) => Uint32Array | null;
}>('scan');

/** Of all 32 bits, so that sums wrap around after two of them. */
function randomWords(count: number, seed: number): Uint32Array {
  let state = seed;
  return Uint32Array.from({ length: count }, () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state;
  });
}

/** The sums, and the words behind them as they were. */
function expected(words: Uint32Array, running: number, margin: number): readonly number[] {
  const sums: number[] = [];
  let sum = running;
  for (const word of words) {
    sums.push(sum);
    sum = (sum + word) >>> 0;
  }
  return [...sums, ...Array.from({ length: margin }, () => 0)];
}

describe.each(['avx512', 'avx2', '128 bits', 'scalar'])('an exclusive scan by %s', (form) => {
  if (scan(form, new Uint32Array(), 0, 0) === null) {
    it.skip('this processor does not have it', () => undefined);
    return;
  }

  it('gives the sums of every length up to 200, and writes no more', () => {
    for (let count = 0; count <= 200; count += 1) {
      const words = randomWords(count, count + 1);
      const running = count % 2 === 0 ? 0 : 0xffff_fff0;
      const found = scan(form, words, running, 16);
      expect([...(found ?? [])], `${count} words`).toEqual(expected(words, running, 16));
    }
  });

  it('gives the sums of many words', () => {
    const words = randomWords(100_003, 7);
    expect(scan(form, words, 1, 0)).toEqual(Uint32Array.from(expected(words, 1, 0)));
  });
});
