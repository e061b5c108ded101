import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { flipFileBits, flipStoredBits } from '../../../research/flipped-bits.ts';
import { readRunFile } from '../../../src-main/core/import/read-run-file.ts';

const file = new URL('../../../resources/sample-results/histogram-cpu.breakeven', import.meta.url);

it('one flipped bit of stored samples is told by whoever reads them, and by the check of all content', async () => {
  const { flipped, toldByReading, toldByCheck } = await flipStoredBits(25, 20_261_126);
  expect(flipped).toBe(25);
  expect([toldByReading, toldByCheck]).toEqual([flipped, flipped]);
});

it('one flipped bit of a run file is told on import', async () => {
  expect(await flipFileBits(50, 20_261_126)).toEqual({ flipped: 50, told: 50 });
});

it.each([4, 5, 6, 7, 8])('nothing but the digest tells byte %i of a run file', async (at) => {
  const bytes = readFileSync(file);
  bytes[at] = (bytes[at] ?? 0) ^ 1;
  await expect(readRunFile(bytes)).rejects.toThrow(/damaged|cut off|digest/);
});
